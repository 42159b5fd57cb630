// 4-connected labelling of a bit matrix of any size: run-based, two scans,
// union-find, after the BRTS algorithm that the Nim tetris paper names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bits.hpp"
#include "base/heartbeat.hpp"

namespace cgt {

// Rows of cells in packed bytes, lowest bit leftmost. Row r begins at bit
// r * row_bits, which need not be a byte's first.
struct BitMatrix {
  std::span<const std::uint8_t> bytes;
  std::size_t width;
  std::size_t height;
  std::size_t row_bits;

  // Fills words_for(width) words with a row; bits past its width are zero.
  void read_row(std::size_t row, std::span<Word> into) const;
};

// Gives each set cell the number of its component, counted from 1 in reading
// order of the components' first cells, and each clear cell 0. Returns the
// number of components. `labels` has width * height places; it is also the
// only working memory besides two rows. Throws std::runtime_error if the
// matrix changes while it is read.
std::int32_t label_image(const BitMatrix& cells, std::span<std::int32_t> labels, Heartbeat& heart);

}  // namespace cgt
