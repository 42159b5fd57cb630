#include "label/boards.hpp"

#include <algorithm>

#include "check.hpp"

namespace cgt::test {

namespace {

constexpr std::size_t boards_each = 20;

void check_boards(BoardSize size, std::mt19937& random) {
  Heartbeat quiet([] {});
  const std::size_t words = words_for(size.cells());
  std::vector<Plain> plains;
  std::vector<Word> boards(boards_each * words, ~Word{0});  // set outside the board: ignored
  for (std::size_t board = 0; board < boards_each; ++board) {
    const double density = 0.05 * static_cast<double>(board + 1);
    plains.push_back(random_cells(size.width, size.height, density, random));
    if (board == 1)  // every other column, which is the most runs
      for (std::size_t cell = 0; cell < size.cells(); ++cell)
        plains.back().cells[cell] = cell % size.width % 2 == 0;
    if (board == 0)  // a checkerboard, which has the most components
      for (std::size_t cell = 0; cell < size.cells(); ++cell)
        plains.back().cells[cell] = (cell / size.width + cell % size.width) % 2 == 0;
    for (std::size_t cell = 0; cell < size.cells(); ++cell)
      if (plains.back().cells[cell] == 0)
        boards[board * words + cell / word_bits] &= ~(Word{1} << cell % word_bits);
  }
  std::vector<std::uint8_t> labels(boards_each * size.cells());
  std::vector<std::uint8_t> counts(boards_each);
  for (Labelled which : {Labelled::filled, Labelled::empty, Labelled::live}) {
    // With single cells as pieces every empty cell is live.
    label_boards(boards, size, which, std::vector<Shape>{{{0, 0}}}, labels, counts, quiet);
    for (std::size_t board = 0; board < boards_each; ++board) {
      Plain wanted = plains[board];
      if (which != Labelled::filled)
        for (std::uint8_t& cell : wanted.cells) cell = cell == 0;
      const std::vector<std::int32_t> expected = flood_fill(wanted);
      check(std::equal(expected.begin(), expected.end(), &labels[board * size.cells()]),
            "labels are those of a flood fill");
      check(counts[board] == *std::max_element(expected.begin(), expected.end()),
            "all are counted");
    }
  }
}

}  // namespace

void test_label_boards() {
  std::mt19937 random(2);
  for (std::size_t width = 1; width <= most_bulk_cells; ++width)
    for (std::size_t height = 1; width * height <= most_bulk_cells; ++height)
      check_boards({width, height}, random);
}

}  // namespace cgt::test
