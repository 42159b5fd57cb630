// The box of a piece: four rows and four columns in which S. Park's Tetris program keeps each
// tetromino. The row of its top is a feature of its evaluation.
#pragma once

#include <algorithm>
#include <bit>
#include <initializer_list>

#include "duel/well.hpp"

namespace cgt {

// How far the top row of its box is above the lowest row of a piece. Pieces that are no tetrominoes
// have no box; for them it is their own top row.
inline unsigned rows_up_to_box_top(const TurnedPiece& piece) {
  int cells = 0;
  for (unsigned i = 0; i < piece.width; ++i) cells += std::popcount(piece.columns[i]);
  if (cells != 4) return piece.height - 1;
  const auto is = [&](std::initializer_list<Column> columns) {
    return piece.width == columns.size() &&
           std::equal(columns.begin(), columns.end(), piece.columns.begin());
  };
  if (is({1, 1, 1, 1})) return 1;  // I, flat
  // J, L and T with three cells below, S flat: they stand one row above the floor of the box.
  if (is({3, 1, 1}) || is({1, 1, 3}) || is({1, 3, 1}) || is({1, 3, 2})) return 2;
  return 3;
}

}  // namespace cgt
