// The duel as the checker of strategies plays it, row by row and with moves of its own: nothing
// here is shared with the solver.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "strategy/instructions.hpp"

namespace cgt::strategy {

// No stack is higher, and no piece.
inline constexpr unsigned highest_stack = 48;
inline constexpr unsigned highest_piece = 8;
inline constexpr unsigned most_rows = highest_stack + highest_piece;

using Row = std::uint64_t;  // the cells of a row as bits, from the left

// A well as its rows from the floor up, as many as have filled cells.
class Rows {
 public:
  std::size_t size() const { return size_; }
  Row operator[](std::size_t row) const { return rows_[row]; }

  // Fills cells of a row, which may lie above all others.
  void fill(std::size_t row, Row cells) {
    while (size_ <= row) rows_[size_++] = 0;
    rows_[row] |= cells;
  }

  void clear(Row full) {
    const auto end = rows_.begin() + static_cast<std::ptrdiff_t>(size_);
    size_ = static_cast<std::size_t>(std::remove(rows_.begin(), end, full) - rows_.begin());
    drop_empty();
  }

  // Empties the lowest rows.
  void empty_below(std::size_t row) {
    std::fill_n(rows_.begin(), std::min(row, size_), 0);
    drop_empty();
  }

  friend bool operator==(const Rows& a, const Rows& b) {
    return std::equal(a.rows_.begin(), a.rows_.begin() + static_cast<std::ptrdiff_t>(a.size_),
                      b.rows_.begin(), b.rows_.begin() + static_cast<std::ptrdiff_t>(b.size_));
  }

 private:
  void drop_empty() {
    while (size_ > 0 && rows_[size_ - 1] == 0) --size_;
  }

  std::size_t size_ = 0;
  std::array<Row, most_rows> rows_;  // only the first ones mean anything
};

using Cells = std::vector<std::pair<unsigned, unsigned>>;  // rows and columns of a turned piece

struct Setup {
  unsigned width = 0;
  unsigned height = 0;
  std::vector<std::vector<Cells>> pieces;  // for each piece its rotations
  bool slides = false;                     // whether pieces also move sideways inside the well
};

class Game {
 public:
  explicit Game(const Setup& setup);

  // Every place where a piece can land: by rotation, from the floor up, from right to left. It is
  // overwritten when the next is asked for.
  const std::vector<Place>& places(const Rows& well, PieceNumber piece);

  // The well after a piece has landed and full rows are gone.
  Rows after(const Rows& well, PieceNumber piece, Place place) const;

  bool is_over(const Rows& well) const { return well.size() > setup_.height; }
  // Whether all cells of a placement are in one lane.
  bool stays_in_lane(PieceNumber piece, Place place) const;

  // How many of the lowest rows are full: the ground, if Bad's instruction is for such a well.
  std::size_t ground_of(const Rows& well) const;
  Rows on_ground(const Rows& well, std::size_t ground) const;

  Rows rows_of(std::span<const Column> columns) const;
  std::vector<Column> columns_of(const Rows& rows) const;
  // The well with its lanes in order: by the left, then by the right column as numbers. On odd
  // widths the last three columns stay where they are.
  Rows with_lanes_in_order(const Rows& rows) const;

 private:
  struct Turned {
    unsigned width = 0;
    std::vector<Row> rows;
  };

  Row full_row() const { return (Row{1} << setup_.width) - 1; }
  bool has_room(const Rows& well, const Turned& turned, unsigned column, unsigned row) const;
  void list_drops(const Rows& well, const Turned& turned, std::uint8_t rotation);
  void list_slides(const Rows& well, const Turned& turned, std::uint8_t rotation);

  Setup setup_;
  std::vector<std::vector<Turned>> pieces_;
  std::vector<Place> found_;
};

}  // namespace cgt::strategy
