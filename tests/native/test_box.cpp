#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "placement/wide_box.hpp"

namespace cgt::test {

namespace {

using PlainCell = std::pair<unsigned, unsigned>;  // row, column

// The cells that some bits of a box are.
template <class Box>
std::vector<PlainCell> plain_cells(const Box& box, const typename Box::Cells& cells) {
  std::vector<PlainCell> found;
  for_each_bit(cells.all_words(),
               [&](std::size_t bit) { found.emplace_back(bit / box.width(), bit % box.width()); });
  return found;
}

// Turned by a quarter, or mirrored, and moved to the top left corner.
std::vector<PlainCell> image_of(std::vector<PlainCell> cells, bool turn) {
  for (auto& [row, column] : cells) {
    row = turn ? std::exchange(column, 1000 - row) : row;
    if (!turn) column = 1000 - column;
  }
  unsigned top = 2000;
  unsigned left = 2000;
  for (auto [row, column] : cells) {
    top = std::min(top, row);
    left = std::min(left, column);
  }
  for (auto& [row, column] : cells) {
    row -= top;
    column -= left;
  }
  return cells;
}

// Which bits are set, the last first: so the least image is the least text.
template <class Box>
std::string text_of(const Box& box, const std::vector<PlainCell>& cells) {
  std::string text(std::size_t{box.width()} * box.height(), '0');
  for (auto [row, column] : cells) {
    if (row >= box.height() || column >= box.width()) return "2";  // it does not fit
    text[text.size() - 1 - (std::size_t{row} * box.width() + column)] = '1';
  }
  return text;
}

template <class Box>
std::string plain_canonical(const Box& box, std::vector<PlainCell> cells, bool with_mirror_images) {
  std::string least = "3";
  for (int mirrored = 0; mirrored <= with_mirror_images; ++mirrored) {
    for (int quarters = 0; quarters < 4; ++quarters) {
      cells = image_of(std::move(cells), true);
      least = std::min(least, text_of(box, cells));
    }
    cells = image_of(std::move(cells), false);
  }
  return least;
}

// Cells in a random part of a box, so that some regions are small and some are square.
template <class Box>
typename Box::Cells random_part(const Box& box, std::mt19937& random) {
  const unsigned rows = 1 + random() % box.height();
  const unsigned columns = 1 + random() % (random() % 2 ? box.width() : box.height());
  const unsigned top = random() % (box.height() - rows + 1);
  const unsigned left = random() % (box.width() - columns + 1);
  typename Box::Cells cells = box.cell(top + random() % rows, left + random() % columns);
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < columns; ++column)
      if (random() % 3 != 0) cells |= box.cell(top + row, left + column);
  return cells;
}

template <class Box>
void check_regions(const Box& box, const typename Box::Cells& cells) {
  Plain plain{box.width(), box.height(), std::vector<std::uint8_t>(box.width() * box.height())};
  for (auto [row, column] : plain_cells(box, cells)) plain.cells[row * box.width() + column] = 1;
  const auto labels = flood_fill(plain);
  typename Box::Cells first;
  unsigned pairs = 0;
  for (unsigned row = 0; row < box.height(); ++row)
    for (unsigned column = 0; column < box.width(); ++column) {
      if (!plain.at(row, column)) continue;
      if (labels[row * box.width() + column] == 1) first |= box.cell(row, column);
      pairs += column + 1 < box.width() && plain.at(row, column + 1);
      pairs += row + 1 < box.height() && plain.at(row + 1, column);
    }
  check(box.part_with(cells, cells.lowest()) == first, "the part is what a plain fill finds");
  const Boards<Box::Cells::words> boards(cells);
  const auto parts =
      parts_with_first_of(boards, boards, [&](const auto& some) { return box.grown(some); });
  check(parts[boards_at_once - 1] == first, "so is the part with the first mark, side by side");
  check(box.count_pairs(cells) == pairs, "pairs of neighbours are counted");
}

template <class Box>
void check_box(BoardSize size) {
  const Box box(size);
  std::mt19937 random(static_cast<unsigned>(size.width * 1000 + size.height));
  BoardList<Box::Cells::words> together(std::pmr::new_delete_resource());
  together.grow(boards_at_once);
  for (int round = 0; round < 60; ++round) {
    const auto cells = random_part(box, random);
    check_regions(box, cells);
    together.put(static_cast<std::size_t>(round) % boards_at_once, cells);
    for (bool with_mirror_images : {false, true}) {
      const auto expected = plain_canonical(box, plain_cells(box, cells), with_mirror_images);
      const auto found = box.canonical(cells, with_mirror_images);
      check(text_of(box, plain_cells(box, found)) == expected,
            "the canonical region is the least of the images that fit");
      if (static_cast<std::size_t>(round) < boards_at_once) continue;
      const auto all = box.canonical(together.from(0), with_mirror_images);
      for (std::size_t i = 0; i < boards_at_once; ++i)
        check(all[i] == box.canonical(together[i], with_mirror_images),
              "boards side by side are turned as each alone");
    }
  }
}

}  // namespace

void test_box() {
  check_box<ByteBox>({8, 8});
  for (std::size_t width = 1; width <= 256; ++width)
    for (std::size_t height = 1; height <= width && width * height <= 256; ++height) {
      if (width > 24 && width % 7 != 1 && (width + 1) * height <= 256 && height > 1) continue;
      const std::size_t words = words_for(width * height);
      if (words == 1) check_box<WideBox<1>>({width, height});
      if (words == 2) check_box<WideBox<2>>({width, height});
      if (words == 3) check_box<WideBox<3>>({width, height});
      if (words == 4) check_box<WideBox<4>>({width, height});
    }
}

}  // namespace cgt::test
