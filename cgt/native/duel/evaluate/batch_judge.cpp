#include "duel/evaluate/batch_judge.hpp"

#include <algorithm>
#include <bit>

namespace cgt {

namespace {

// Calls a function with the wanted groups as a compile-time constant. Wells that are too high for
// anything else are rare; for them there is code for all groups only.
template <class Cells, class Function>
void with_groups(const Wanted& wanted, const Function& function) {
  if constexpr (sizeof(Cells) == 8)
    function.template operator()<all_but_whole>();
  else
    with_all_but_whole(wanted, function);
}

}  // namespace

template <class Cells>
BatchJudge<Cells>::BatchJudge(unsigned width, const RowsOfWell& rows)
    : width_(width), rows_(rows),
      row_transitions_above_(
          static_cast<Count>(2 * std::max(0, rows.height - static_cast<int>(8 * sizeof(Cells))))) {
  columns_.build_walls();
  for_each_extreme<all_but_whole>([&]<Extreme extreme>() {
    before_[place_of(extreme)].fill(nothing_of<extreme, Cells>());
    after_[place_of(extreme)].fill(nothing_of<extreme, Cells>());
  });
}

template <class Cells>
void BatchJudge<Cells>::look_at(const Well& well, const Wanted& wanted) {
  with_groups<Cells>(wanted, [&]<Wanted groups>() { look_as<groups>(well); });
}

template <class Cells>
template <Wanted wanted>
void BatchJudge<Cells>::look_as(const Well& well) {
  for (unsigned i = 0; i < width_; ++i) columns_.at(i) = static_cast<Cells>(well.column(i));
  columns_.measure(width_);
  Counts all;
  all.template begin<wanted>();
  // There is one side more than columns.
  for (unsigned first = 0; first <= width_; first += length) {
    Counts counts;
    count_columns<wanted>(columns_, first, counts);
    for_each_sum<wanted>([&]<Sum sum>() {
      all.template at<sum>() += counts.template at<sum>();
      if constexpr (over(sum) != Over::cells)
        store(&sums_[place_of(sum)][wall_width + first], counts.template at<sum>());
    });
    for_each_extreme<wanted>([&]<Extreme extreme>() {
      store(&after_[place_of(extreme)][first], counts.template at<extreme>());
    });
  }
  for_each_sum<wanted>([&]<Sum sum>() {
    totals_[place_of(sum)] = joined(all.template at<sum>(), [](auto a, auto b) { return a + b; });
  });
  totals_[place_of(Sum::row_transitions)] += row_transitions_above_;
  for_each_extreme<wanted>([&]<Extreme extreme>() { join_before_and_after<extreme>(); });
}

template <class Cells>
template <Extreme extreme>
void BatchJudge<Cells>::join_before_and_after() {
  constexpr auto both = [](Bits a, Bits b) { return join<extreme>(a, b); };
  const Bits nothing = Bits{} + nothing_of<extreme, Cells>();
  Cells* const before = &before_[place_of(extreme)][1];
  Cells* const after = &after_[place_of(extreme)][0];
  Bits so_far = nothing;
  unsigned first = 0;
  for (;; first += length) {
    const Bits these = both(so_far, joined_from_below(loaded<Bits>(after + first), nothing, both));
    store(before + first, these);
    if (first + length > width_) break;
    so_far = Bits{} + these[length - 1];
  }
  so_far = nothing;
  for (;; first -= length) {
    const Bits these = both(so_far, joined_from_above(loaded<Bits>(after + first), nothing, both));
    store(after + first, these);
    if (first == 0) break;
    so_far = Bits{} + these[0];
  }
}

// Each column by itself.
template <class Cells>
template <Wanted wanted>
inline void BatchJudge<Cells>::count_columns(const ColumnRow<Cells>& columns, unsigned first,
                                             Counts& counts) const {
  const Columns left = columns.from(first + wall_width - 1);
  const Columns here = columns.from(first + wall_width);
  const Columns right = columns.from(first + wall_width + 1);
  counts.template begin<wanted>();
  counts.template add_columns<wanted>(here);
  counts.template add_sides<wanted>(left, here, rows_);
  counts.template add_between<wanted>(left, here, right);
  if constexpr (wanted.has(Group::wells)) {
    std::array<Bits, 1> cells{cells_between(left.cells, here.cells, right.cells)};
    counts.add_wells(cells, std::array<Bits, 1>{~here.cells}, 1);
  }
  const Bits inside = here.cells & here.inside();
  counts.template add_cells<wanted>(inside);
  counts.template add_high_cells<wanted>(inside, rows_);
}

template <class Cells>
void BatchJudge<Cells>::judge(const Evaluation& evaluation, const TurnedPiece& turned,
                              const Batch& batch, Values& values) const {
  with_groups<Cells>(evaluation.wanted(), [&]<Wanted wanted>() {
    // Code for known widths is faster.
    if constexpr (sizeof(Cells) == 2) switch (turned.width) {
        case 1:
          return judge_as<wanted, 1>(evaluation, turned, batch, values);
        case 2:
          return judge_as<wanted, 2>(evaluation, turned, batch, values);
        case 3:
          return judge_as<wanted, 3>(evaluation, turned, batch, values);
        case 4:
          return judge_as<wanted, 4>(evaluation, turned, batch, values);
        default:
          break;
      }
    judge_as<wanted, 0>(evaluation, turned, batch, values);
  });
}

// For pieces of that width; 0 stands for any.
template <class Cells>
template <Wanted wanted, unsigned known_width>
void BatchJudge<Cells>::judge_as(const Evaluation& evaluation, const TurnedPiece& turned,
                                 const Batch& batch, Values& values) const {
  const unsigned piece_width = known_width > 0 ? known_width : turned.width;
  Counts counts;
  counts.width = static_cast<int>(width_);
  counts.height = rows_.height;
  count_elsewhere<wanted>(batch.first_column, piece_width, counts);
  count_around<wanted, known_width>(turned, batch, counts);
  const Bits full = counts.template at<Extreme::full_rows>();
  store(values.full_rows.data(), full);
  values.clearing = places_of(full != 0) & batch.taken;
  for (std::uint32_t left = values.clearing; left != 0; left &= left - 1)
    count_what_is_left<wanted>(turned, batch, static_cast<unsigned>(std::countr_zero(left)),
                               counts);
  using Doubles = DoubleVector<Cells>;
  store(values.of_wells.data(), evaluation.of_well<wanted, Doubles>(counts));
  const Doubles rows = as_doubles(loaded<CountVector<Cells>>(batch.rows.data()));
  store(values.of_moves.data(), evaluation.of_plain_moves(rows, turned.height));
}

// The counts of all columns but those around the pieces: everything without what these had before.
template <class Cells>
template <Wanted wanted>
inline void BatchJudge<Cells>::count_elsewhere(unsigned first, unsigned piece_width,
                                               Counts& counts) const {
  for_each_sum<wanted>([&]<Sum sum>() {
    auto& count = counts.template at<sum>();
    count = CountVector<Cells>{} + totals_[place_of(sum)];
    if constexpr (over(sum) != Over::cells) {
      const unsigned begin = first + wall_width - (over(sum) == Over::between ? 1 : 0);
      const unsigned more = over(sum) == Over::columns ? 0 : over(sum) == Over::sides ? 1 : 2;
      for (unsigned i = 0; i < piece_width + more; ++i)
        count -= loaded<CountVector<Cells>>(&sums_[place_of(sum)][begin + i]);
    }
  });
  for_each_extreme<wanted>([&]<Extreme extreme>() {
    const unsigned end = first + piece_width + (extreme == Extreme::kinds_of_steps ? 1 : 0);
    counts.extremes[place_of(extreme)] =
        join<extreme>(loaded<Bits>(&before_[place_of(extreme)][first]),
                      loaded<Bits>(&after_[place_of(extreme)][end]));
  });
}

template <class Cells>
template <Wanted wanted, unsigned known_width>
inline void BatchJudge<Cells>::count_around(const TurnedPiece& turned, const Batch& batch,
                                            Counts& counts) const {
  constexpr unsigned most = known_width > 0 ? known_width : largest_piece_side;
  const unsigned piece_width = known_width > 0 ? known_width : turned.width;
  const auto rows = loaded<CountVector<Cells>>(batch.rows.data());
  const auto power = loaded<Bits>(batch.powers.data());
  // The columns of the piece, with two on either side.
  std::array<Columns, most + 2 * wall_width> around;
  for (unsigned i = 0; i < piece_width + 2 * wall_width; ++i)
    around[i] = columns_.from(batch.first_column + i);
  for (unsigned i = 0; i < piece_width; ++i) {
    const auto cells = static_cast<Cells>(turned.columns[i]);
    if (cells == 0) continue;
    const auto top = static_cast<Count>(std::bit_width(cells));
    Columns& column = around[i + wall_width];
    column.cells |= power * cells;
    const auto lowest = static_cast<Cells>(Cells{1} << top);
    column.filled |= power * lowest - 1;
    column.heights = larger(column.heights, rows + top);
    const auto number = static_cast<Count>(std::popcount(cells));
    counts.template at<Sum::cells>() += number;
    if constexpr (wanted.has(Group::rows_of_cells))
      counts.template at<Sum::cell_rows>() +=
          rows * number + static_cast<Count>(sum_of_rows(turned.columns[i]));
    counts.template add_high_cells<wanted>(power * cells, rows_);
  }
  const unsigned end = piece_width + wall_width;
  for (unsigned i = wall_width; i < end; ++i) counts.template add_columns<wanted>(around[i]);
  for (unsigned i = wall_width; i <= end; ++i)
    counts.template add_sides<wanted>(around[i - 1], around[i], rows_);
  for (unsigned i = wall_width - 1; i <= end; ++i)
    counts.template add_between<wanted>(around[i - 1], around[i], around[i + 1]);
  if constexpr (wanted.has(Group::wells)) {
    std::array<Bits, most + 2> cells;
    std::array<Bits, most + 2> empty;
    for (unsigned i = 0; i < piece_width + 2; ++i) {
      cells[i] = cells_between(around[i].cells, around[i + 1].cells, around[i + 2].cells);
      empty[i] = ~around[i + 1].cells;
    }
    counts.add_wells(cells, empty, piece_width + 2);
  }
  if constexpr (wanted.has(Group::outer_columns)) {
    counts.first_column = around[1].inside() != 0 ? Bits{} + columns_.at(0) : around[2].cells;
    counts.last_column =
        around[end].inside() != 0 ? Bits{} + columns_.at(width_ - 1) : around[end - 1].cells;
  }
}

// For a placement that fills rows: what is left is counted as a whole.
template <class Cells>
template <Wanted wanted>
void BatchJudge<Cells>::count_what_is_left(const TurnedPiece& turned, const Batch& batch,
                                           unsigned slot, Counts& counts) const {
  ColumnRow<Cells> columns;
  columns.copy_cells(columns_);
  for (unsigned i = 0; i < turned.width; ++i)
    columns.at(batch.first_column + slot + i) |=
        static_cast<Cells>(turned.columns[i] << batch.rows[slot]);
  columns.clear(counts.template at<Extreme::full_rows>()[slot], width_);
  columns.measure(width_);
  Counts all;
  all.template begin<wanted>();
  for (unsigned first = 0; first <= width_; first += length) {
    Counts these;
    count_columns<wanted>(columns, first, these);
    for_each_sum<wanted>([&]<Sum sum>() { all.template at<sum>() += these.template at<sum>(); });
    for_each_extreme<wanted>([&]<Extreme extreme>() {
      all.template add_extreme<extreme>(these.template at<extreme>());
    });
  }
  for_each_sum<wanted>([&]<Sum sum>() {
    counts.template at<sum>()[slot] =
        joined(all.template at<sum>(), [](auto a, auto b) { return a + b; });
  });
  if constexpr (wanted.has(Group::row_transitions))
    counts.template at<Sum::row_transitions>()[slot] += row_transitions_above_;
  for_each_extreme<wanted>([&]<Extreme extreme>() {
    counts.extremes[place_of(extreme)][slot] =
        joined(all.template at<extreme>(), [](Bits a, Bits b) { return join<extreme>(a, b); });
  });
  if constexpr (wanted.has(Group::outer_columns)) {
    counts.first_column[slot] = columns.at(0);
    counts.last_column[slot] = columns.at(width_ - 1);
  }
}

template class BatchJudge<std::uint16_t>;
template class BatchJudge<std::uint32_t>;
template class BatchJudge<std::uint64_t>;

}  // namespace cgt
