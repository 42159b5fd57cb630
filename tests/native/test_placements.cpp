#include "label/placements.hpp"

#include <algorithm>

#include "check.hpp"

namespace cgt::test {

namespace {

const std::vector<Shape> tetrominoes{
    {{0, 0}, {0, 1}, {0, 2}, {0, 3}},  // a bar
    {{0, 0}, {1, 0}, {2, 0}, {3, 0}},  // the same, upright
    {{0, 1}, {0, 2}, {1, 0}, {1, 1}},  // S: its corner is not one of its cells
    {{0, 0}, {0, 1}, {1, 0}, {1, 1}},  // a square
};

bool fits(const Plain& filled, const Shape& shape, std::size_t row, std::size_t column) {
  return std::all_of(shape.begin(), shape.end(), [&](auto cell) {
    const std::size_t r = row + cell.first;
    const std::size_t c = column + cell.second;
    return r < filled.height && c < filled.width && !filled.at(r, c);
  });
}

void check_board(const Plain& filled) {
  Heartbeat quiet([] {});
  const BoardSize size{filled.width, filled.height};
  std::vector<Word> empty(words_for(size.cells()));
  for (std::size_t cell = 0; cell < size.cells(); ++cell)
    if (filled.cells[cell] == 0) set_bit(empty, cell);

  std::vector<Anchor> expected;
  std::vector<Word> expected_live(empty.size());
  for (std::uint32_t number = 0; number < tetrominoes.size(); ++number)
    for (std::uint32_t row = 0; row < size.height; ++row)
      for (std::uint32_t column = 0; column < size.width; ++column) {
        if (!fits(filled, tetrominoes[number], row, column)) continue;
        expected.push_back({number, row, column});
        for (auto [r, c] : tetrominoes[number])
          set_bit(expected_live, (row + r) * size.width + column + c);
      }

  const std::vector<Anchor> found = find_placements(empty, size, tetrominoes, quiet);
  check(std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                   [](const Anchor& a, const Anchor& b) {
                     return a.shape == b.shape && a.row == b.row && a.column == b.column;
                   }),
        "placements are those found by trying every place, in that order");
  check(live_cells(empty, size, tetrominoes, quiet) == expected_live,
        "live cells are the covered ones");
  check(live_cells(empty, size, std::vector<Shape>{{{0, 0}}}, quiet) == empty,
        "single cells fit anywhere");
}

}  // namespace

void test_placements() {
  std::mt19937 random(3);
  for (std::size_t width : {1, 2, 3, 4, 5, 10, 16, 63, 64, 65, 130})
    for (std::size_t height : {1, 2, 3, 4, 7, 16})
      for (double density : {0.0, 0.2, 0.5, 1.0})
        check_board(random_cells(width, height, density, random));
}

}  // namespace cgt::test
