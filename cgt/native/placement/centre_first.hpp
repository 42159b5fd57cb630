// The order of moves that cuts a region in two soonest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace cgt {

// Moves near the centre of the region come first: two parts cost less than the whole.
template <class Box>
class CentreFirst {
  using Cells = typename Box::Cells;

 public:
  // The region lies in the top left corner.
  CentreFirst(const Box& box, const Cells& region) : box_(box), region_(region) {
    for (Cells left = region; left.any(); left = left.without_first()) {
      const auto [row, column] = place_of(left);
      last_row_ = std::max(last_row_, row);
      last_column_ = std::max(last_column_, column);
    }
  }

  BoardVector ranks(const Boards<Cells::words>& leaves) const {
    BoardVector all{};
    for (std::size_t i = 0; i < boards_at_once; ++i) all[i] = rank(leaves[i]);
    return all;
  }

 private:
  // The square of the distance of the piece from the centre, in half cells; 0 if there is none.
  std::uint32_t rank(const Cells& leaves) const {
    int rows = 0;
    int columns = 0;
    int cells = 0;
    for (Cells piece = region_.without(leaves); piece.any(); piece = piece.without_first()) {
      const auto [row, column] = place_of(piece);
      rows += 2 * row - last_row_;
      columns += 2 * column - last_column_;
      ++cells;
    }
    if (cells == 0) return 0;
    const int square = (rows * rows + columns * columns) / (cells * cells);
    return static_cast<std::uint32_t>(std::min(square, farthest));
  }

  static constexpr int farthest = 1023;  // beyond that, moves come in any order

  struct Place {
    int row;
    int column;
  };

  // Of the first cell.
  Place place_of(const Cells& cells) const {
    const unsigned bit = cells.first();
    const unsigned row = box_.row_of(bit);
    return {static_cast<int>(row), static_cast<int>(bit - row * box_.width())};
  }

  const Box& box_;
  const Cells region_;
  int last_row_ = 0;
  int last_column_ = 0;
};

}  // namespace cgt
