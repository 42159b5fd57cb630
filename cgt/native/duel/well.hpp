// The well of the duel, with columns of cells as bits from the floor up, and the pieces put into
// it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "duel/rows.hpp"

namespace cgt {

using Column = std::uint64_t;

inline constexpr unsigned narrowest_well = 2;
inline constexpr unsigned widest_well = 40;
inline constexpr unsigned highest_well = 40;
// A piece has at most this many rows and columns, so that it has room on top of the highest stack.
inline constexpr unsigned largest_piece_side = 8;

// A piece in one rotation. Rows and columns count from its lowest row and its leftmost column.
struct TurnedPiece {
  unsigned width = 0;
  unsigned height = 0;
  std::array<Column, largest_piece_side> columns{};
  std::array<unsigned, largest_piece_side> bottoms{};  // the lowest cell of each column

  explicit TurnedPiece(const std::vector<std::pair<unsigned, unsigned>>& rows_and_columns) {
    for (auto [row, column] : rows_and_columns) {
      width = std::max(width, column + 1);
      height = std::max(height, row + 1);
      columns[column] |= Column{1} << row;
    }
    for (unsigned i = 0; i < width; ++i)
      bottoms[i] = static_cast<unsigned>(std::countr_zero(columns[i]));
  }
};

class Well {
 public:
  // Only the columns of the well and the empty one after them are ever written or copied: wells may
  // be narrow, and are copied often.
  explicit Well(unsigned width) : width_(width) {
    for (unsigned i = 0; i <= width_; i += at_once) columns_[i / at_once] = {};
  }
  Well(const Well& other) : width_(other.width_) { copy_columns(other); }
  Well& operator=(const Well& other) {
    width_ = other.width_;
    copy_columns(other);
    return *this;
  }

  unsigned width() const { return width_; }
  // A column; the one right of the last is empty.
  Column column(unsigned index) const { return at(index); }
  void set_column(unsigned index, Column cells) { at(index) = cells; }

  // The height of a column: the row of its highest filled cell, counted from 1.
  unsigned height(unsigned index) const { return static_cast<unsigned>(std::bit_width(at(index))); }

  // The rows that have a filled cell, as bits.
  Column filled_rows() const {
    Column all = 0;
    for (unsigned i = 0; i < width_; ++i) all |= at(i);
    return all;
  }

  unsigned stack_height() const { return static_cast<unsigned>(std::bit_width(filled_rows())); }

  bool has_room(const TurnedPiece& piece, unsigned column, unsigned row) const {
    for (unsigned i = 0; i < piece.width; ++i)
      if ((at(column + i) & piece.columns[i] << row) != 0) return false;
    return true;
  }

  void put(const TurnedPiece& piece, unsigned column, unsigned row) {
    for (unsigned i = 0; i < piece.width; ++i) at(column + i) |= piece.columns[i] << row;
  }

  Column full_rows() const {
    Column full = ~Column{0};
    for (unsigned i = 0; i < width_; ++i) full &= at(i);
    return full;
  }

  // Removes full rows; everything above sinks. Returns which rows they were, as bits.
  Column clear() {
    const Column full = full_rows();
    remove_rows(full, [&](unsigned number) {
      const Column row = Column{1} << number;
      for (unsigned i = 0; i < width_; ++i) at(i) = without_row(at(i), row, row - 1);
    });
    return full;
  }

  friend bool operator==(const Well& a, const Well& b) {
    if (a.width_ != b.width_) return false;
    for (unsigned i = 0; i < a.width_; ++i)
      if (a.at(i) != b.at(i)) return false;
    return true;
  }

 private:
  Column& at(unsigned index) { return columns_[index / at_once][index % at_once]; }
  Column at(unsigned index) const { return columns_[index / at_once][index % at_once]; }

  void copy_columns(const Well& other) {
    for (unsigned i = 0; i <= width_; i += at_once)
      columns_[i / at_once] = other.columns_[i / at_once];
  }

  static constexpr unsigned at_once = 4;
  using Group = std::array<Column, at_once>;

  alignas(32) std::array<Group, widest_well / at_once + 1> columns_;
  unsigned width_;
};

struct HashWell {
  std::size_t operator()(const Well& well) const {
    std::uint64_t hash = 0x9e3779b97f4a7c15;
    for (unsigned i = 0; i < well.width(); ++i) {
      hash = (hash ^ well.column(i)) * 0xff51afd7ed558ccd;
      hash ^= hash >> 32;
    }
    return hash;
  }
};

}  // namespace cgt
