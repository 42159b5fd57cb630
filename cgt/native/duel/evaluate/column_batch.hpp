// Columns of a well side by side in vectors.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "base/vectors.hpp"
#include "duel/evaluate/counts.hpp"
#include "duel/rows.hpp"
#include "duel/well.hpp"

namespace cgt {

// Columns side by side, each as bits, with everything below its surface, and its height.
template <class Cells>
struct ColumnBatch {
  using Bits = BitVector<Cells>;

  Bits cells;
  Bits filled;
  CountVector<Cells> heights;

  static constexpr Cells wall = static_cast<Cells>(~Cells{0});

  // As a mask: those that are columns of the well.
  [[gnu::always_inline]] Bits inside() const { return as_bits(cells != wall); }
};

// All columns of a well one after the other, with walls before the first and after the last; more
// can be read than there is.
template <class Cells>
class ColumnRow {
 public:
  using Bits = BitVector<Cells>;
  using Count = std::make_signed_t<Cells>;
  static constexpr unsigned wall_width = 2;
  static constexpr unsigned length = length_of<Bits>;
  static constexpr std::size_t room = widest_well + 2 * wall_width + 32;

  // Columns must be set, or copied, and measured before anything is read.
  void build_walls() { cells_.fill(ColumnBatch<Cells>::wall); }
  void copy_cells(const ColumnRow& other) { cells_ = other.cells_; }

  Cells& at(unsigned column) { return cells_[wall_width + column]; }
  Cells at(unsigned column) const { return cells_[wall_width + column]; }

  // Removes full rows; everything above sinks.
  void clear(Cells full, unsigned width) {
    remove_rows(full, [&](unsigned number) {
      const auto row = static_cast<Cells>(Cells{1} << number);
      const auto below = static_cast<Cells>(row - 1);
      for (unsigned i = wall_width; i < wall_width + width; i += length) {
        const Bits cells = loaded<Bits>(&cells_[i]);
        const Bits left = without_row(cells, Bits{} + row, Bits{} + below);
        store(&cells_[i], cells == ColumnBatch<Cells>::wall ? cells : left);
      }
    });
  }

  // Finds heights and what is filled, once all cells are there. What is read beyond is wall, too.
  void measure(unsigned width) {
    unsigned i = 0;
    for (; i < width + 2 * wall_width; i += length) {
      const Bits filled = filled_up(loaded<Bits>(&cells_[i]));
      store(&filled_[i], filled);
      store(&heights_[i], bit_counts(filled));
    }
    for (const unsigned end = i + largest_piece_side; i < end; i += length) {
      store(&filled_[i], Bits{} + ColumnBatch<Cells>::wall);
      store(&heights_[i], CountVector<Cells>{} + Count{8 * sizeof(Cells)});
    }
  }
  // The columns from a place on; place 2 is the first column.
  [[gnu::always_inline]] ColumnBatch<Cells> from(unsigned place) const {
    return {loaded<Bits>(&cells_[place]), loaded<Bits>(&filled_[place]),
            loaded<CountVector<Cells>>(&heights_[place])};
  }

 private:
  alignas(vector_bytes) std::array<Cells, room> cells_;
  alignas(vector_bytes) std::array<Cells, room> filled_;
  alignas(vector_bytes) std::array<Count, room> heights_;
};

// The rows of a well that features look at, as far as columns have bits for them.
template <class Cells>
struct RowsOfBatch {
  Cells all;
  Cells high;
  int height;

  explicit RowsOfBatch(const RowsOfWell& rows)
      : all(static_cast<Cells>(rows.all)), high(static_cast<Cells>(rows.high)),
        height(rows.height) {}
};

}  // namespace cgt
