// What is counted in a batch: in many columns of a well at once, or in the wells that many
// placements leave. The counts are those of counts.hpp, by the same names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "duel/evaluate/batch_sums.hpp"
#include "duel/evaluate/column_batch.hpp"

namespace cgt {

template <class Cells>
class BatchCounts {
 public:
  using Bits = BitVector<Cells>;
  using Counts = CountVector<Cells>;
  using Columns = ColumnBatch<Cells>;
  using Rows = RowsOfBatch<Cells>;

  std::array<Counts, number_of_sums> sums;
  std::array<Bits, number_of_extremes> extremes;
  Bits first_column;
  Bits last_column;
  int width;
  int height;

  template <Sum sum>
  [[gnu::always_inline]] Counts& at() {
    return sums[place_of(sum)];
  }
  template <Sum sum>
  [[gnu::always_inline]] Counts at() const {
    return sums[place_of(sum)];
  }
  template <Extreme extreme>
  [[gnu::always_inline]] Bits at() const {
    return extremes[place_of(extreme)];
  }
  template <Extreme extreme>
  [[gnu::always_inline]] void add_extreme(Bits more) {
    extremes[place_of(extreme)] = join<extreme>(extremes[place_of(extreme)], more);
  }

  template <Wanted wanted>
  void begin() {
    for_each_sum<wanted>([&]<Sum sum>() { at<sum>() = Counts{}; });
    for_each_extreme<wanted>([&]<Extreme extreme>() {
      extremes[place_of(extreme)] = Bits{} + nothing_of<extreme, Cells>();
    });
  }

  template <Wanted wanted>
  [[gnu::always_inline]] void add_columns(const Columns& columns);
  template <Wanted wanted>
  [[gnu::always_inline]] void add_sides(const Columns& left, const Columns& right,
                                        const Rows& rows);
  // All but wells, which are counted for several columns at once.
  template <Wanted wanted>
  [[gnu::always_inline]] void add_between(const Columns& left, const Columns& here,
                                          const Columns& right);
  template <std::size_t number>
  [[gnu::always_inline]] void add_wells(std::array<Bits, number>& cells,
                                        const std::array<Bits, number>& empty, std::size_t used);
  // Cells of columns, or of a piece; the high ones by themselves.
  template <Wanted wanted>
  [[gnu::always_inline]] void add_cells(Bits cells);
  template <Wanted wanted>
  [[gnu::always_inline]] void add_high_cells(Bits cells, const Rows& rows);

  // The names that features use, as in WellCounts.
  Counts holes() const { return heights() - cells(); }
  Counts covering() const { return at<Sum::covering>(); }
  Counts rows_with_holes() const { return bit_counts(at<Extreme::hole_rows>()); }
  Counts column_transitions() const { return at<Sum::column_transitions>(); }
  Counts highest() const { return bit_counts(at<Extreme::filled_rows>()); }
  Counts lowest() const { return as_counts(at<Extreme::lowest>()); }
  Counts heights() const { return at<Sum::heights>(); }
  Counts lowest_hole() const {
    const Bits holes = at<Extreme::hole_rows>();
    return bit_counts((holes ^ (holes - 1)) & as_bits(holes != 0));
  }
  Counts highest_hole() const { return bit_counts(filled_up(at<Extreme::hole_rows>())); }
  Counts cells() const { return at<Sum::cells>(); }
  Counts row_transitions() const { return at<Sum::row_transitions>(); }
  Counts steps() const { return at<Sum::steps>(); }
  Counts kinds_of_steps() const { return bit_counts(at<Extreme::kinds_of_steps>()); }
  Counts wells() const { return at<Sum::wells>(); }
  Counts valleys() const { return at<Sum::valleys>(); }
  Counts deep_valleys() const { return at<Sum::deep_valleys>(); }
  Counts big_holes() const { return at<Sum::big_holes>(); }
  Counts middle_holes() const { return at<Sum::middle_holes>(); }
  Counts small_holes() const { return at<Sum::small_holes>(); }
  Counts joined_cells() const { return at<Sum::joined_cells>(); }
  Counts cell_rows() const { return at<Sum::cell_rows>(); }
  Counts high_cell_rows() const { return at<Sum::high_cell_rows>(); }
  Counts hole_rows() const { return at<Sum::hole_rows>(); }
  Counts holes_to_surface() const { return at<Sum::holes_to_surface>(); }
  Counts rise_of_high_cells() const { return at<Sum::rise_of_high_cells>(); }
  Counts roofed_holes() const { return at<Sum::roofed_holes>(); }
  Counts roofed_holes_to_top() const {
    return roofed_holes() * count(height + 1) - at<Sum::roofed_hole_rows>();
  }
  Counts roofed_holes_to_surface() const { return at<Sum::roofed_holes_to_surface>(); }
  Counts nearest_roofed_hole() const {
    return roofed_holes() == 0 ? Counts{} + count(height) : as_counts(at<Extreme::nearest_hole>());
  }
  Counts deepest_roofed_hole() const { return as_counts(at<Extreme::deepest_hole>()); }
  Counts valley_cells() const { return at<Sum::valley_cells>(); }
  Counts valley_columns() const { return at<Sum::valley_columns>(); }
  Counts first_free_heights() const {
    return heights() + count(height) - 2 * bit_counts(filled_up(first_column));
  }
  Counts row_chunks() const {
    return at<Sum::changes>() +
           bit_counts(at<Extreme::filled_rows>() & ~(first_column & last_column));
  }

 private:
  using Count = NumberOf<Counts>;
  static Count count(int number) { return static_cast<Count>(number); }
};

template <class Cells>
template <Wanted wanted>
inline void BatchCounts<Cells>::add_columns(const Columns& columns) {
  const Bits cells = columns.cells;
  const Bits inside = columns.inside();
  const Bits holes = columns.filled & ~cells;
  at<Sum::heights>() += columns.heights & as_counts(inside);
  at<Sum::covering>() += bit_counts(covering_cells(cells));
  at<Sum::column_transitions>() += bit_counts(changes_in_column(cells));
  add_extreme<Extreme::full_rows>(cells);
  add_extreme<Extreme::hole_rows>(holes);
  if constexpr (wanted.filled_rows()) add_extreme<Extreme::filled_rows>(columns.filled & inside);
  if constexpr (wanted.has(Group::heights)) add_extreme<Extreme::lowest>(as_bits(columns.heights));
  if constexpr (wanted.has(Group::joined))
    at<Sum::joined_cells>() += bit_counts(cells & cells >> 1 & inside);
  if constexpr (wanted.has(Group::rows_of_cells))
    if (any(holes)) {
      const Counts rows = sums_of_rows(holes);
      at<Sum::hole_rows>() += rows;
      at<Sum::holes_to_surface>() += columns.heights * bit_counts(holes) - rows;
    }
  if constexpr (wanted.has(Group::roofed_holes))
    if (const Bits roofed = cells >> 1 & holes; any(roofed)) {
      const Counts rows = sums_of_rows(roofed);
      const Counts number = bit_counts(roofed);
      const Bits nearest = as_bits(columns.heights - bit_counts(filled_up(roofed)));
      const Bits deepest = as_bits(columns.heights - bit_counts(roofed ^ (roofed - 1)));
      const Bits has_any = as_bits(roofed != 0);
      at<Sum::roofed_holes>() += number;
      at<Sum::roofed_hole_rows>() += rows;
      at<Sum::roofed_holes_to_surface>() += columns.heights * number - rows;
      add_extreme<Extreme::nearest_hole>((nearest & has_any) |
                                         (nothing_of<Extreme::nearest_hole, Cells>() & ~has_any));
      add_extreme<Extreme::deepest_hole>(deepest & has_any);
    }
}

template <class Cells>
template <Wanted wanted>
inline void BatchCounts<Cells>::add_sides(const Columns& left, const Columns& right,
                                          const Rows& rows) {
  const Bits changes = left.cells ^ right.cells;
  if constexpr (wanted.has(Group::row_transitions))
    at<Sum::row_transitions>() += bit_counts(changes & rows.all);
  if constexpr (wanted.has(Group::outer_columns) || wanted.has(Group::steps)) {
    const Bits inside = left.inside() & right.inside();
    if constexpr (wanted.has(Group::outer_columns))
      at<Sum::changes>() += bit_counts(changes & inside);
    if constexpr (wanted.has(Group::steps)) {
      const Counts step = right.heights - left.heights;
      at<Sum::steps>() += larger(step, -step) & as_counts(inside);
      Bits kinds{};
      for (int kind = -2; kind <= 2; ++kind) {
        const auto bit = static_cast<Cells>(Cells{1} << (kind + 2));
        kinds |= as_bits(step == count(kind)) & bit;
      }
      add_extreme<Extreme::kinds_of_steps>(kinds & inside);
    }
  }
}

template <class Cells>
template <Wanted wanted>
inline void BatchCounts<Cells>::add_between(const Columns& left, const Columns& here,
                                            const Columns& right) {
  if constexpr (wanted.has(Group::valleys)) {
    const Counts depth = smaller(left.heights, right.heights) - here.heights;
    at<Sum::valleys>() += larger(depth, Counts{});
    at<Sum::deep_valleys>() -= depth >= 3;  // what is true is -1
  }
  if constexpr (wanted.has(Group::valley_cells)) {
    const Counts number = bit_counts(left.cells & right.cells & ~here.filled);
    at<Sum::valley_cells>() += number;
    at<Sum::valley_columns>() -= number > 2;
  }
  if constexpr (wanted.has(Group::holes_between)) {
    const Bits below = here.cells >> 1 & ~here.cells;
    const Bits between = left.cells & left.inside() & right.cells & right.inside() & ~here.cells;
    at<Sum::big_holes>() += bit_counts(below & between);
    at<Sum::middle_holes>() += bit_counts(below & ~between);
    at<Sum::small_holes>() += bit_counts(between & ~below);
  }
}

// Every empty cell between filled ones, with the empty cells right below it.
template <class Cells>
template <std::size_t number>
inline void BatchCounts<Cells>::add_wells(std::array<Bits, number>& cells,
                                          const std::array<Bits, number>& empty, std::size_t used) {
  Counts wells{};
  for (bool more = true; more;) {
    Bits left{};
    for (std::size_t i = 0; i < used; ++i) {
      wells += bit_counts(cells[i]);
      cells[i] = cells[i] >> 1 & empty[i];
      left |= cells[i];
    }
    more = any(left);
  }
  at<Sum::wells>() += wells;
}

template <class Cells>
template <Wanted wanted>
inline void BatchCounts<Cells>::add_cells(Bits cells) {
  at<Sum::cells>() += bit_counts(cells);
  if constexpr (wanted.has(Group::rows_of_cells)) at<Sum::cell_rows>() += sums_of_rows(cells);
}

template <class Cells>
template <Wanted wanted>
inline void BatchCounts<Cells>::add_high_cells(Bits cells, const Rows& rows) {
  if constexpr (wanted.has(Group::rows_of_cells) || wanted.has(Group::high_cells))
    if (const Bits high = cells & rows.high; any(high)) {
      const Counts high_rows = sums_of_rows(high);
      if constexpr (wanted.has(Group::rows_of_cells)) at<Sum::high_cell_rows>() += high_rows;
      if constexpr (wanted.has(Group::high_cells))
        at<Sum::rise_of_high_cells>() += high_rows + bit_counts(high) * count(11 - rows.height);
    }
}

}  // namespace cgt
