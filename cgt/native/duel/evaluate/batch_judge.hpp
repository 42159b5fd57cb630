// Judges many placements of a piece at once, side by side in vectors. The well is counted once; for
// each placement only the columns around the piece are counted anew.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "duel/evaluate/batch_counts.hpp"
#include "duel/evaluate/evaluation.hpp"
#include "duel/rules.hpp"

namespace cgt {

// Placements of one rotation of a piece: at most one in each of several neighbouring columns.
template <class Cells>
struct PlacementBatch {
  static constexpr unsigned length = length_of<BitVector<Cells>>;

  unsigned first_column = 0;
  std::uint32_t taken = 0;  // the columns that have a placement, as bits
  // Columns without a placement are judged, too, but nobody asks for the result.
  alignas(vector_bytes) std::array<std::make_signed_t<Cells>, length> rows{};
  alignas(vector_bytes) std::array<Cells, length> powers{};  // 2 to the power of the row

  // Takes these, if they are in one column after another. If not, the batch must be made anew.
  bool takes_all(std::span<const Placement> placements) {
    if (placements.size() > length) return false;
    first_column = placements[0].column;
    unsigned differs = 0;
    for (unsigned i = 0; i < placements.size(); ++i) {
      const Placement placement = placements[i];
      differs |= placement.column ^ (first_column + i);
      rows[i] = static_cast<std::make_signed_t<Cells>>(placement.row);
      powers[i] = static_cast<Cells>(Cells{1} << placement.row);
    }
    taken = static_cast<std::uint32_t>(low_bits(placements.size()));
    return differs == 0;
  }
  bool has_room_for(Placement placement) const {
    const unsigned slot = placement.column - first_column;
    return slot < length && (taken >> slot & 1) == 0;
  }
  void add(Placement placement) {
    const unsigned slot = placement.column - first_column;
    taken |= 1U << slot;
    rows[slot] = static_cast<std::make_signed_t<Cells>>(placement.row);
    powers[slot] = static_cast<Cells>(Cells{1} << placement.row);
  }
};

// Columns are as high as `Cells` has bits: the fewer, the more fit side by side.
template <class Cells>
class BatchJudge {
 public:
  using Bits = BitVector<Cells>;
  using Batch = PlacementBatch<Cells>;

  // The highest stack, with the piece on it, that fits: the cell above it must be free.
  static constexpr unsigned highest = 8 * sizeof(Cells) - 1;

  struct Values {
    alignas(vector_bytes) std::array<double, Batch::length> of_wells;  // that are left
    alignas(vector_bytes) std::array<double, Batch::length> of_moves;  // without contacts and boxes
    alignas(vector_bytes) std::array<Cells, Batch::length> full_rows;
    std::uint32_t clearing;  // those that fill rows, as bits
  };

  BatchJudge(unsigned width, const RowsOfWell& rows);

  void look_at(const Well& well, const Wanted& wanted);

  // Values are given for those that are taken; the stack with the piece must fit.
  void judge(const Evaluation& evaluation, const TurnedPiece& turned, const Batch& batch,
             Values& values) const;

 private:
  using Columns = ColumnBatch<Cells>;
  using Counts = BatchCounts<Cells>;
  using Count = std::make_signed_t<Cells>;
  static constexpr unsigned length = Batch::length;
  static constexpr unsigned wall_width = ColumnRow<Cells>::wall_width;

  template <class Number>
  using Row = std::array<Number, ColumnRow<Cells>::room>;

  template <Wanted wanted>
  void look_as(const Well& well);
  template <Extreme extreme>
  void join_before_and_after();
  template <Wanted wanted, unsigned known_width>
  void judge_as(const Evaluation& evaluation, const TurnedPiece& turned, const Batch& batch,
                Values& values) const;
  template <Wanted wanted>
  [[gnu::always_inline]] void count_elsewhere(unsigned first, unsigned piece_width,
                                              Counts& counts) const;
  template <Wanted wanted, unsigned known_width>
  [[gnu::always_inline]] void count_around(const TurnedPiece& turned, const Batch& batch,
                                           Counts& counts) const;
  template <Wanted wanted>
  void count_what_is_left(const TurnedPiece& turned, const Batch& batch, unsigned slot,
                          Counts& counts) const;
  template <Wanted wanted>
  [[gnu::always_inline]] void count_columns(const ColumnRow<Cells>& columns, unsigned first,
                                            Counts& counts) const;

  unsigned width_;
  RowsOfBatch<Cells> rows_;
  Count row_transitions_above_;  // in the rows for which columns have no bits

  ColumnRow<Cells> columns_;
  // What each column, side or column with its neighbours counts, and all of them together.
  std::array<Row<Count>, number_of_sums> sums_{};
  std::array<Count, number_of_sums> totals_{};
  // Joined over all before a place, and from it on.
  std::array<Row<Cells>, number_of_extremes> before_{};
  std::array<Row<Cells>, number_of_extremes> after_{};
};

extern template class BatchJudge<std::uint16_t>;
extern template class BatchJudge<std::uint32_t>;
extern template class BatchJudge<std::uint64_t>;

}  // namespace cgt
