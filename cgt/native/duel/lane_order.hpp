// Lanes: the well in pairs of columns, from the left. On odd widths the last three columns are one
// lane, which stays in place. If pieces stay inside lanes, wells that differ only in the order of
// their pairs are played alike; one order stands for all.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>

#include "duel/well.hpp"

namespace cgt {

// How many lanes are pairs.
constexpr unsigned pairs_of(unsigned width) { return (width - 3 * (width % 2)) / 2; }

// Which lane a column belongs to.
constexpr unsigned lane_of(unsigned column, unsigned width) {
  return std::min(column / 2, width % 2 == 0 ? width / 2 - 1 : pairs_of(width));
}

// The pairs of a well in order: by their left, then by their right column as numbers. Of equal
// ones, the one further left comes first.
class LaneOrder {
 public:
  explicit LaneOrder(const Well& well) : count_(pairs_of(well.width())) {
    for (unsigned i = 0; i < count_; ++i)
      pairs_[i] = {well.column(2 * i), well.column(2 * i + 1), i};
    std::sort(pairs_.begin(), pairs_.begin() + count_);
  }

  // Sorts the pairs of the well that this is the order of.
  void apply(Well& well) const {
    for (unsigned i = 0; i < count_; ++i) {
      well.set_column(2 * i, std::get<0>(pairs_[i]));
      well.set_column(2 * i + 1, std::get<1>(pairs_[i]));
    }
  }

  // Where a column of the sorted well comes from.
  unsigned column_before(unsigned column) const {
    return column / 2 < count_ ? 2 * std::get<2>(pairs_[column / 2]) + column % 2 : column;
  }

 private:
  unsigned count_;
  std::array<std::tuple<Column, Column, unsigned>, widest_well / 2> pairs_;
};

}  // namespace cgt
