// What is counted in a well and of a placement; features are made of these counts. Most counts are
// sums over columns, over pairs of neighbouring columns, or over columns with both neighbours. So
// what a placement changes follows from the few columns around it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "base/bits.hpp"
#include "duel/evaluate/groups.hpp"
#include "duel/well.hpp"

namespace cgt {

// Several small sums in one word, so that they are added and subtracted together. Each stays below
// 2^16: there are at most 40 columns with 48 rows.
template <unsigned place>
constexpr int field(Word sums) {
  return static_cast<int>(sums >> 16 * place & 0xffff);
}
template <unsigned place>
constexpr Word in_field(int count) {
  return static_cast<Word>(count) << 16 * place;
}

// Rows counted from 1 up, summed over the cells of a column.
inline int sum_of_rows(Column cells) {
  constexpr std::array<Column, 6> has_bit{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                          0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                          0xffff0000ffff0000, 0xffffffff00000000};
  int sum = std::popcount(cells);
  for (unsigned i = 0; i < has_bit.size(); ++i) sum += std::popcount(cells & has_bit[i]) << i;
  return sum;
}

// The following are bits, for one column or for several at once.

// Filled cells with an empty one somewhere below: all but those with no gap down to the floor.
template <class Cells>
[[gnu::always_inline]] inline Cells covering_cells(Cells column) {
  return column & (column + 1);
}

// Where a column changes between filled and empty; the floor is filled.
template <class Cells>
[[gnu::always_inline]] inline Cells changes_in_column(Cells column) {
  return column ^ (column << 1 | 1);
}

// Empty cells with filled ones on both sides.
template <class Cells>
[[gnu::always_inline]] inline Cells cells_between(Cells left, Cells here, Cells right) {
  return left & right & ~here;
}

inline Column holes_of(Column cells) {
  return ~cells & low_bits(static_cast<unsigned>(std::bit_width(cells)));
}

// Empty cells right under a filled one.
inline Column roofed_holes_of(Column cells) { return cells >> 1 & ~cells; }

// The rows of a well of that height that features look at.
struct RowsOfWell {
  Column all;
  Column high;  // those with at most ten rows above them
  int height;

  explicit RowsOfWell(unsigned rows)
      : all(low_bits(rows)), high(all & ~low_bits(rows > 11 ? rows - 11 : 0)),
        height(static_cast<int>(rows)) {}
};

// Sums over columns by themselves.
struct ColumnSums {
  Word basic = 0;   // heights, cells, cells with an empty one somewhere below, transitions
  Word joined = 0;  // joined cells
  Word rows = 0;    // of cells, of high cells, of holes; holes to the surface
  Word roofed = 0;  // holes right under a filled cell, their rows, to the surface; rise of cells

  template <Wanted wanted>
  [[gnu::always_inline]] void add(Column column, const RowsOfWell& rows_of_well) {
    const int height = std::bit_width(column);
    basic += in_field<0>(height) + in_field<1>(std::popcount(column)) +
             in_field<2>(std::popcount(covering_cells(column))) +
             in_field<3>(std::popcount(changes_in_column(column)));
    if constexpr (wanted.has(Group::joined))
      joined += in_field<0>(std::popcount(column & column >> 1));
    if constexpr (wanted.has(Group::rows_of_cells)) {
      rows += in_field<0>(sum_of_rows(column));
      // Most columns have neither high cells nor holes.
      if (const Column high = column & rows_of_well.high; high != 0)
        rows += in_field<1>(sum_of_rows(high));
      if (const Column holes = holes_of(column); holes != 0) {
        const int hole_rows = sum_of_rows(holes);
        rows += in_field<2>(hole_rows) + in_field<3>(height * std::popcount(holes) - hole_rows);
      }
    }
    if constexpr (wanted.has(Group::roofed_holes))
      if (const Column holes = roofed_holes_of(column); holes != 0) {
        const int number = std::popcount(holes);
        const int hole_rows = sum_of_rows(holes);
        roofed +=
            in_field<0>(number) + in_field<1>(hole_rows) + in_field<2>(height * number - hole_rows);
      }
    if constexpr (wanted.has(Group::high_cells))
      if (const Column high = column & rows_of_well.high; high != 0)
        roofed += in_field<3>(sum_of_rows(high) + std::popcount(high) * (11 - rows_of_well.height));
  }

  int heights() const { return field<0>(basic); }
  int cells() const { return field<1>(basic); }
  int covering() const { return field<2>(basic); }
  int transitions() const { return field<3>(basic); }
  int joined_cells() const { return field<0>(joined); }
  int cell_rows() const { return field<0>(rows); }
  int high_cell_rows() const { return field<1>(rows); }
  int hole_rows() const { return field<2>(rows); }
  int holes_to_surface() const { return field<3>(rows); }
  int roofed_holes() const { return field<0>(roofed); }
  int roofed_hole_rows() const { return field<1>(roofed); }
  int roofed_holes_to_surface() const { return field<2>(roofed); }
  int rise_of_high_cells() const { return field<3>(roofed); }
};

// Sums over the sides between neighbours; walls are neighbours of the outer columns.
struct SideSums {
  Word sums = 0;            // transitions in rows, steps, all changes between neighbours
  std::uint32_t kinds = 0;  // of steps: a bit for each of -2..2 that occurs

  template <Wanted wanted>
  [[gnu::always_inline]] void add_wall(Column column, Column rows) {
    if constexpr (wanted.has(Group::row_transitions))
      sums += in_field<0>(std::popcount(~column & rows));
  }
  template <Wanted wanted>
  [[gnu::always_inline]] void add(Column left, Column right, Column rows) {
    if constexpr (wanted.has(Group::row_transitions))
      sums += in_field<0>(std::popcount((left ^ right) & rows));
    if constexpr (wanted.has(Group::steps)) {
      const int step =
          static_cast<int>(std::bit_width(right)) - static_cast<int>(std::bit_width(left));
      sums += in_field<1>(std::abs(step));
      // Steps are between -48 and 48, so a large step does not wrap around to the five bits.
      kinds |= static_cast<std::uint32_t>(Word{1} << ((step + 2) & 63) & 0x1f);
    }
    if constexpr (wanted.has(Group::outer_columns))
      sums += in_field<2>(std::popcount(left ^ right));
  }

  int row_transitions() const { return field<0>(sums); }
  int steps() const { return field<1>(sums); }
  int changes() const { return field<2>(sums); }
};

// Kravec's three kinds of holes in one column, as bits: an empty cell that has a filled cell
// right above it (middle), on both sides (small), or all of that (big). Walls are no filled cells.
struct Holes {
  Column big;
  Column middle;
  Column small;
};

// The holes of a column between two others, or beside a wall.
inline Holes holes_between(Column left, Column cells, Column right) {
  const Column below = roofed_holes_of(cells);
  const Column between = left & right & ~cells;
  return {below & between, below & ~between, between & ~below};
}

inline Holes holes_in(const Well& well, unsigned index) {
  return holes_between(index > 0 ? well.column(index - 1) : 0, well.column(index),
                       well.column(index + 1));
}

// Sums over columns with their two neighbours. Beyond a wall everything is filled, except for the
// holes of Kravec, for which it is empty.
struct BetweenSums {
  Word sums = 0;   // wells, valleys, deep valleys, valley cells
  Word holes = 0;  // big, middle, small; columns with many valley cells

  static constexpr Column wall = ~Column{0};

  template <Wanted wanted>
  [[gnu::always_inline]] void add(Column left, Column here, Column right) {
    // Every empty cell between filled ones, with the empty cells right below it.
    if constexpr (wanted.has(Group::wells))
      for (Column cells = cells_between(left, here, right); cells != 0; cells = cells >> 1 & ~here)
        sums += in_field<0>(std::popcount(cells));
    if constexpr (wanted.has(Group::valleys)) {
      const int depth = static_cast<int>(std::min(std::bit_width(left), std::bit_width(right))) -
                        static_cast<int>(std::bit_width(here));
      sums += in_field<1>(std::max(depth, 0)) + in_field<2>(depth >= 3 ? 1 : 0);
    }
    // Above the column, so a wall beside it is filled as high as the other neighbour.
    if constexpr (wanted.has(Group::valley_cells)) {
      const Column above = ~low_bits(static_cast<unsigned>(std::bit_width(here)));
      const int cells = std::popcount(left & right & above);
      sums += in_field<3>(cells);
      holes += in_field<3>(cells > 2 ? 1 : 0);
    }
    if constexpr (wanted.has(Group::holes_between)) {
      const Holes found = holes_between(left == wall ? 0 : left, here, right == wall ? 0 : right);
      holes += in_field<0>(std::popcount(found.big)) + in_field<1>(std::popcount(found.middle)) +
               in_field<2>(std::popcount(found.small));
    }
  }

  int wells() const { return field<0>(sums); }
  int valleys() const { return field<1>(sums); }
  int deep_valleys() const { return field<2>(sums); }
  int valley_cells() const { return field<3>(sums); }
  int valley_columns() const { return field<3>(holes); }
  int big_holes() const { return field<0>(holes); }
  int middle_holes() const { return field<1>(holes); }
  int small_holes() const { return field<2>(holes); }
};

// Counts that are no sums.
struct Extremes {
  Column filled_rows = 0;
  Column rows_with_holes = 0;
  int lowest = 64;
  std::int16_t nearest_hole = 64;  // right under a filled cell, to the surface
  std::int16_t deepest_hole = 0;

  template <Wanted wanted>
  [[gnu::always_inline]] void add(Column column) {
    rows_with_holes |= holes_of(column);
    if constexpr (wanted.filled_rows()) filled_rows |= column;
    if constexpr (wanted.has(Group::heights))
      lowest = std::min(lowest, static_cast<int>(std::bit_width(column)));
    if constexpr (wanted.has(Group::roofed_holes))
      if (const Column holes = roofed_holes_of(column); holes != 0) {
        const int height = std::bit_width(column);
        add_holes(height - static_cast<int>(std::bit_width(holes)),
                  height - 1 - std::countr_zero(holes));
      }
  }

  int highest() const { return std::bit_width(filled_rows); }
  int highest_hole() const { return std::bit_width(rows_with_holes); }
  int lowest_hole() const {
    return rows_with_holes == 0 ? 0 : std::countr_zero(rows_with_holes) + 1;
  }

 private:
  void add_holes(int nearest, int deepest) {
    nearest_hole = std::min(nearest_hole, static_cast<std::int16_t>(nearest));
    deepest_hole = std::max(deepest_hole, static_cast<std::int16_t>(deepest));
  }
};

// All that is counted in a well, by name.
struct WellCounts {
  ColumnSums columns;
  SideSums sides;
  BetweenSums between;
  Extremes extremes;
  int width;
  int height;  // of the well, not of what is in it
  Column first_column = 0;
  Column last_column = 0;
  const Well* well = nullptr;  // for the group of the whole well, else not given

  WellCounts(unsigned columns_of_well, const RowsOfWell& rows)
      : width(static_cast<int>(columns_of_well)), height(rows.height) {}

  int holes() const { return columns.heights() - columns.cells(); }
  int covering() const { return columns.covering(); }
  int rows_with_holes() const { return std::popcount(extremes.rows_with_holes); }
  int column_transitions() const { return columns.transitions(); }
  int row_transitions() const { return sides.row_transitions(); }
  int steps() const { return sides.steps(); }
  int kinds_of_steps() const { return std::popcount(sides.kinds); }
  int wells() const { return between.wells(); }
  int highest() const { return extremes.highest(); }
  int lowest() const { return extremes.lowest; }
  int heights() const { return columns.heights(); }
  int lowest_hole() const { return extremes.lowest_hole(); }
  int highest_hole() const { return extremes.highest_hole(); }
  int cells() const { return columns.cells(); }
  int valleys() const { return between.valleys(); }
  int deep_valleys() const { return between.deep_valleys(); }
  int big_holes() const { return between.big_holes(); }
  int middle_holes() const { return between.middle_holes(); }
  int small_holes() const { return between.small_holes(); }
  int joined_cells() const { return columns.joined_cells(); }
  int cell_rows() const { return columns.cell_rows(); }
  int high_cell_rows() const { return columns.high_cell_rows(); }
  int hole_rows() const { return columns.hole_rows(); }
  int holes_to_surface() const { return columns.holes_to_surface(); }
  int rise_of_high_cells() const { return columns.rise_of_high_cells(); }
  int valley_cells() const { return between.valley_cells(); }
  int valley_columns() const { return between.valley_columns(); }
  int roofed_holes_to_surface() const { return columns.roofed_holes_to_surface(); }
  int deepest_roofed_hole() const { return extremes.deepest_hole; }
  int roofed_holes() const { return columns.roofed_holes(); }
  int roofed_holes_to_top() const {
    return roofed_holes() * (height + 1) - columns.roofed_hole_rows();
  }
  int nearest_roofed_hole() const { return roofed_holes() == 0 ? height : extremes.nearest_hole; }
  int first_free_heights() const {
    return columns.heights() + height - 2 * static_cast<int>(std::bit_width(first_column));
  }
  // A row that begins or ends with an empty cell has one chunk more.
  int row_chunks() const {
    const Column rows = low_bits(static_cast<unsigned>(extremes.highest()));
    return sides.changes() + std::popcount(rows & ~(first_column & last_column));
  }
};

template <Wanted wanted>
WellCounts counts_of(const Well& well, const RowsOfWell& rows) {
  WellCounts counts(well.width(), rows);
  if constexpr (wanted.has(Group::whole)) counts.well = &well;
  const unsigned width = well.width();
  if constexpr (wanted.has(Group::outer_columns)) {
    counts.first_column = well.column(0);
    counts.last_column = well.column(width - 1);
  }
  for (unsigned i = 0; i < width; ++i) {
    counts.columns.add<wanted>(well.column(i), rows);
    counts.extremes.add<wanted>(well.column(i));
  }
  if constexpr (wanted.sides()) {
    counts.sides.add_wall<wanted>(well.column(0), rows.all);
    counts.sides.add_wall<wanted>(well.column(width - 1), rows.all);
    for (unsigned i = 0; i + 1 < width; ++i)
      counts.sides.add<wanted>(well.column(i), well.column(i + 1), rows.all);
  }
  if constexpr (wanted.between())
    for (unsigned i = 0; i < width; ++i)
      counts.between.add<wanted>(i > 0 ? well.column(i - 1) : BetweenSums::wall, well.column(i),
                                 i + 1 < width ? well.column(i + 1) : BetweenSums::wall);
  return counts;
}

// All that is counted of a placement.
struct MoveCounts {
  unsigned row;     // of its lowest cell, from 0
  unsigned height;  // of the piece in this rotation
  unsigned lines = 0;
  unsigned eroded = 0;   // how many of its own cells were cleared
  unsigned box_row = 0;  // of the top of its box
  int wall_contacts = 0;
  int floor_contacts = 0;
  int block_contacts = 0;
};

// What is counted of the place alone, for many placements side by side.
template <class Rows>
struct PlaceCounts {
  Rows row;
  unsigned height;
};

}  // namespace cgt
