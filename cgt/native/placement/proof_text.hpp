// Positions of a proof as text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "placement/proof_positions.hpp"

namespace cgt {

// Adds a region, cropped to its bounding box: rows with | between them, `.` for its cells.
template <class Box>
void add_region_text(const Box& box, const typename Box::Cells& region, std::string& text) {
  unsigned width = 0;
  unsigned height = 0;
  box.mapped(region, [&](unsigned row, unsigned column) {
    width = std::max(width, column + 1);
    height = std::max(height, row + 1);
    return std::pair{row, column};
  });
  for (unsigned row = 0; row < height; ++row) {
    if (row > 0) text += '|';
    for (unsigned column = 0; column < width; ++column)
      text += (region & box.cell(row, column)).any() ? '.' : '#';
  }
}

// Adds a position and the end of its line; `value_text(small)` is the text of its small parts.
template <class Box, class ValueText>
void add_position_text(const Box& box, const ProofPosition<typename Box::Cells>& position,
                       const ValueText& value_text, std::string& text) {
  for (std::size_t i = 0; i < position.regions.size(); ++i) {
    if (i > 0) text += " + ";
    add_region_text(box, position.regions[i], text);
  }
  if (position.small != 0) text += " + " + value_text(position.small);
  text += '\n';
}

}  // namespace cgt
