// Where pieces fit on boards of any size: a placement is legal if all its cells
// are empty cells of the board.
//
// A board of width w is a bit sequence in which cell (row, column) has index
// row * w + column. A shape then is a set of index offsets from its anchor, the
// top left corner of its bounding box, and all the anchors at which it fits
// are found at once by and-ing shifted copies of the board.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/bits.hpp"
#include "base/heartbeat.hpp"

namespace cgt {

// (row, column) of each cell; the least row and the least column are 0.
using Shape = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

struct BoardSize {
  std::size_t width;
  std::size_t height;

  std::size_t cells() const { return width * height; }
};

// A shape prepared for boards of one size.
template <class Words>
struct Stencil {
  std::vector<std::size_t> offsets;
  Words anchors;  // where the shape does not leave the board

  // `nothing` is an empty set of the right length.
  Stencil(const Shape& shape, BoardSize size, Words nothing) : anchors(std::move(nothing)) {
    std::size_t rows = 0;
    std::size_t columns = 0;
    for (auto [row, column] : shape) {
      offsets.push_back(row * size.width + column);
      rows = std::max<std::size_t>(rows, row + 1);
      columns = std::max<std::size_t>(columns, column + 1);
    }
    for (std::size_t row = 0; row + rows <= size.height; ++row)
      for (std::size_t column = 0; column + columns <= size.width; ++column)
        set_bit(anchors, row * size.width + column);
  }

  // The anchors at which the shape fits on the empty cells. Calls `beat` after each pass.
  template <class Beat>
  Words fits(const Words& empty, Beat beat) const {
    Words fitting = anchors;
    for (std::size_t offset : offsets) {
      for (std::size_t i = 0; i < fitting.size(); ++i)
        fitting[i] &= word_shifted_down(empty, i, offset);
      beat();
    }
    return fitting;
  }

  // Adds to `live` the cells that some placement of the shape covers. Calls `beat` after each pass.
  template <class Beat>
  void add_covered(const Words& empty, Words& live, Beat beat) const {
    const Words fitting = fits(empty, beat);
    if (!any_bit(fitting)) return;
    for (std::size_t offset : offsets) {
      for (std::size_t i = 0; i < live.size(); ++i) live[i] |= word_shifted_up(fitting, i, offset);
      beat();
    }
  }
};

// A placement by the index of its shape and the place of its anchor.
struct Anchor {
  std::uint32_t shape;
  std::uint32_t row;
  std::uint32_t column;
};

// Every placement on the empty cells: by shape, then in reading order.
std::vector<Anchor> find_placements(const std::vector<Word>& empty, BoardSize size,
                                    std::span<const Shape> shapes, Heartbeat& heart);

// The empty cells that some placement covers.
std::vector<Word> live_cells(const std::vector<Word>& empty, BoardSize size,
                             std::span<const Shape> shapes, Heartbeat& heart);

}  // namespace cgt
