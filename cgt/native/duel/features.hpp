// What evaluations look at: in a well, and in a placement. Each feature is defined here and nowhere
// else. Most are sums over columns, over neighbouring columns, or over columns with both
// neighbours, so that what a placement changes can be told from the few columns around it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/bits.hpp"
#include "duel/well.hpp"

namespace cgt {

enum class Feature {
  max_height,
  mean_height,
  big_holes,
  middle_holes,
  small_holes,
  height_sum,
  height_steps,
  height_range,
  min_height,
  holes,
  holes_to_floor,
  holes_to_surface,
  lowest_hole,
  highest_hole,
  hole_depth,
  rows_with_holes,
  valleys,
  deep_valleys,
  wells,
  joined_cells,
  cells,
  cell_heights,
  high_cell_heights,
  row_transitions,
  column_transitions,
  diversity,
  landing_height,
  placed_row,
  lines,
  four_lines,
  eroded_cells,
  wall_contacts,
  floor_contacts,
  block_contacts
};

inline constexpr std::array<std::string_view, 34> feature_names{"max-height",
                                                                "mean-height",
                                                                "big-holes",
                                                                "middle-holes",
                                                                "small-holes",
                                                                "height-sum",
                                                                "height-steps",
                                                                "height-range",
                                                                "min-height",
                                                                "holes",
                                                                "holes-to-floor",
                                                                "holes-to-surface",
                                                                "lowest-hole",
                                                                "highest-hole",
                                                                "hole-depth",
                                                                "rows-with-holes",
                                                                "valleys",
                                                                "deep-valleys",
                                                                "wells",
                                                                "joined-cells",
                                                                "cells",
                                                                "cell-heights",
                                                                "high-cell-heights",
                                                                "row-transitions",
                                                                "column-transitions",
                                                                "diversity",
                                                                "landing-height",
                                                                "placed-row",
                                                                "lines",
                                                                "four-lines",
                                                                "eroded-cells",
                                                                "wall-contacts",
                                                                "floor-contacts",
                                                                "block-contacts"};

// From here on features are about the placement, not about the well that it leaves.
inline constexpr Feature first_move_feature = Feature::landing_height;

// Which features are asked for at all: what nobody asks for is not counted.
struct Wanted {
  bool joined = false;
  bool rows_of_cells = false;
  bool heights = false;  // of the highest and the lowest column; rows of holes
  bool steps = false;
  bool row_transitions = false;
  bool wells = false;
  bool valleys = false;
  bool holes_between = false;

  constexpr bool sides() const { return steps || row_transitions; }
  constexpr bool between() const { return wells || valleys || holes_between; }

  // Whether all that others want is wanted here, too.
  constexpr bool covers(const Wanted& other) const {
    return joined >= other.joined && rows_of_cells >= other.rows_of_cells &&
           heights >= other.heights && steps >= other.steps &&
           row_transitions >= other.row_transitions && wells >= other.wells &&
           valleys >= other.valleys && holes_between >= other.holes_between;
  }
};

// What is counted is known when the program is built, for speed: there is code for each of these.
inline constexpr Wanted wanted_by_bcts{.row_transitions = true, .wells = true};
inline constexpr Wanted wanted_by_dt{.steps = true, .row_transitions = true, .wells = true};
inline constexpr Wanted wanted_by_seed_003{.heights = true, .holes_between = true};
inline constexpr Wanted wanted_by_seed_000{
    .joined = true, .rows_of_cells = true, .heights = true, .steps = true, .valleys = true};
inline constexpr Wanted wanted_by_anyone{.joined = true,
                                         .rows_of_cells = true,
                                         .heights = true,
                                         .steps = true,
                                         .row_transitions = true,
                                         .wells = true,
                                         .valleys = true,
                                         .holes_between = true};

// Several small sums in one word, so that they are added and taken out together. Each stays below
// 2^16: there are 40 columns with 48 rows at most.
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

// As bits, for one column or for several at once.

// Filled cells with an empty one somewhere below: all but those that stand on the floor without a
// gap.
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

// Sums over columns by themselves.
struct ColumnSums {
  Word basic = 0;   // heights, cells, cells with an empty one somewhere below, transitions
  Word joined = 0;  // joined cells
  Word rows = 0;    // of cells, of high cells, of holes; holes to the surface

  template <Wanted wanted>
  [[gnu::always_inline]] void add(Column column, Column high_rows) {
    const int height = std::bit_width(column);
    basic += in_field<0>(height) + in_field<1>(std::popcount(column)) +
             in_field<2>(std::popcount(covering_cells(column))) +
             in_field<3>(std::popcount(changes_in_column(column)));
    if constexpr (wanted.joined) joined += in_field<0>(std::popcount(column & column >> 1));
    if constexpr (wanted.rows_of_cells) {
      rows += in_field<0>(sum_of_rows(column));
      // Most columns have neither high cells nor holes.
      if (const Column high = column & high_rows; high != 0) rows += in_field<1>(sum_of_rows(high));
      if (const Column holes = holes_of(column); holes != 0) {
        const int hole_rows = sum_of_rows(holes);
        rows += in_field<2>(hole_rows) + in_field<3>(height * std::popcount(holes) - hole_rows);
      }
    }
  }
  // Takes out the columns between two places, given the sums before them.
  [[gnu::always_inline]] void take_out(const ColumnSums& before, const ColumnSums& after) {
    basic -= after.basic - before.basic;
    joined -= after.joined - before.joined;
    rows -= after.rows - before.rows;
  }

  int heights() const { return field<0>(basic); }
  int cells() const { return field<1>(basic); }
  int covering() const { return field<2>(basic); }
  int transitions() const { return field<3>(basic); }
  int joined_cells() const { return field<0>(joined); }
};

// Sums over the sides between neighbours; walls are neighbours of the outer columns.
struct SideSums {
  Word sums = 0;            // transitions in rows, steps
  std::uint32_t kinds = 0;  // of steps: a bit for each of -2..2 that occurs

  template <Wanted wanted>
  [[gnu::always_inline]] void add_wall(Column column, Column rows) {
    if constexpr (wanted.row_transitions) sums += in_field<0>(std::popcount(~column & rows));
  }
  template <Wanted wanted>
  [[gnu::always_inline]] void add(Column left, Column right, Column rows) {
    if constexpr (wanted.row_transitions) sums += in_field<0>(std::popcount((left ^ right) & rows));
    if constexpr (wanted.steps) {
      const int step =
          static_cast<int>(std::bit_width(right)) - static_cast<int>(std::bit_width(left));
      sums += in_field<1>(std::abs(step));
      // Steps are between -48 and 48, so what is too far does not come round to the five bits.
      kinds |= static_cast<std::uint32_t>(Word{1} << ((step + 2) & 63) & 0x1f);
    }
  }
  [[gnu::always_inline]] void take_out(const SideSums& before, const SideSums& after) {
    sums -= after.sums - before.sums;
  }

  int row_transitions() const { return field<0>(sums); }
  int steps() const { return field<1>(sums); }
};

// The three kinds of holes of seed 003 in one column, as bits: an empty cell that has a filled cell
// right above it (middle), on both sides (small), or all of that (big). Walls are no filled cells.
struct Holes {
  Column big;
  Column middle;
  Column small;
};

// In a column between two others, or beside a wall.
inline Holes holes_between(Column left, Column cells, Column right) {
  const Column below = cells >> 1 & ~cells;
  const Column between = left & right & ~cells;
  return {below & between, below & ~between, between & ~below};
}

inline Holes holes_in(const Well& well, unsigned index) {
  return holes_between(index > 0 ? well.column(index - 1) : 0, well.column(index),
                       well.column(index + 1));
}

// Sums over columns with their two neighbours. Beyond a wall everything is filled, except for the
// holes of seed 003, for which it is empty.
struct BetweenSums {
  Word sums = 0;   // wells, valleys, deep valleys
  Word holes = 0;  // big, middle, small

  static constexpr Column wall = ~Column{0};

  template <Wanted wanted>
  [[gnu::always_inline]] void add(Column left, Column here, Column right) {
    if constexpr (wanted.wells)  // every empty cell between filled ones, with the empty cells right
                                 // below it
      for (Column cells = cells_between(left, here, right); cells != 0; cells = cells >> 1 & ~here)
        sums += in_field<0>(std::popcount(cells));
    if constexpr (wanted.valleys) {
      const int depth = static_cast<int>(std::min(std::bit_width(left), std::bit_width(right))) -
                        static_cast<int>(std::bit_width(here));
      sums += in_field<1>(std::max(depth, 0)) + in_field<2>(depth >= 3 ? 1 : 0);
    }
    if constexpr (wanted.holes_between) {
      const Holes found = holes_between(left == wall ? 0 : left, here, right == wall ? 0 : right);
      holes += in_field<0>(std::popcount(found.big)) + in_field<1>(std::popcount(found.middle)) +
               in_field<2>(std::popcount(found.small));
    }
  }
  [[gnu::always_inline]] void take_out(const BetweenSums& before, const BetweenSums& after) {
    sums -= after.sums - before.sums;
    holes -= after.holes - before.holes;
  }

  int wells() const { return field<0>(sums); }
  int valleys() const { return field<1>(sums); }
  int deep_valleys() const { return field<2>(sums); }
};

// What is no sum.
struct Extremes {
  Column filled_rows = 0;
  Column rows_with_holes = 0;
  int lowest = 64;

  template <Wanted wanted>
  [[gnu::always_inline]] void add(Column column) {
    rows_with_holes |= holes_of(column);
    if constexpr (wanted.heights) {
      filled_rows |= column;
      lowest = std::min(lowest, static_cast<int>(std::bit_width(column)));
    }
  }
  template <Wanted wanted>
  [[gnu::always_inline]] void add(const Extremes& other) {
    rows_with_holes |= other.rows_with_holes;
    if constexpr (wanted.heights) {
      filled_rows |= other.filled_rows;
      lowest = std::min(lowest, other.lowest);
    }
  }

  int highest() const { return std::bit_width(filled_rows); }
};

// All that is counted in a well.
struct WellCounts {
  ColumnSums columns;
  SideSums sides;
  BetweenSums between;
  Extremes extremes;
};

// All that is counted of a placement.
struct MoveCounts {
  unsigned row;     // of its lowest cell, from 0
  unsigned height;  // of the piece as it is turned
  unsigned lines;
  unsigned eroded;  // of its own cells, how many went
  int wall_contacts = 0;
  int floor_contacts = 0;
  int block_contacts = 0;
};

// The rows of a well of that height that features look at.
struct RowsOfWell {
  Column all;
  Column high;  // those with at most ten rows above them

  explicit RowsOfWell(unsigned height)
      : all(low_bits(height)), high(all & ~low_bits(height > 11 ? height - 11 : 0)) {}
};

// A weighted sum of features; the less, the better.
class Evaluation {
 public:
  struct Term {
    Feature feature;
    double weight;
  };

  explicit Evaluation(const std::vector<Term>& terms) {
    for (const Term& term : terms) weights_[static_cast<std::size_t>(term.feature)] += term.weight;
    const auto any = [&](Feature first, Feature last) {
      return std::any_of(weights_.begin() + static_cast<std::ptrdiff_t>(first),
                         weights_.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                         [](double weight) { return weight != 0; });
    };
    wanted_.joined = any(Feature::joined_cells, Feature::joined_cells);
    wanted_.rows_of_cells = any(Feature::holes_to_floor, Feature::holes_to_surface) ||
                            any(Feature::cell_heights, Feature::high_cell_heights);
    wanted_.steps = any(Feature::height_steps, Feature::height_steps) ||
                    any(Feature::diversity, Feature::diversity);
    wanted_.row_transitions = any(Feature::row_transitions, Feature::row_transitions);
    wanted_.holes_between = any(Feature::big_holes, Feature::small_holes);
    wanted_.valleys = any(Feature::valleys, Feature::deep_valleys);
    wanted_.wells = any(Feature::wells, Feature::wells);
    wanted_.heights = any(Feature::max_height, Feature::mean_height) ||
                      any(Feature::height_sum, Feature::height_sum) ||
                      any(Feature::height_range, Feature::min_height) ||
                      any(Feature::lowest_hole, Feature::highest_hole) ||
                      any(Feature::cells, Feature::cells);
    judges_contacts_ = any(Feature::wall_contacts, Feature::block_contacts);
    judges_moves_ = any(first_move_feature, Feature::block_contacts);
  }

  const Wanted& wanted() const { return wanted_; }
  double weight(Feature feature) const { return weights_[static_cast<std::size_t>(feature)]; }
  bool judges_moves() const { return judges_moves_; }
  bool judges_contacts() const { return judges_contacts_; }

  template <Wanted wanted>
  [[gnu::always_inline]] double of_well(const WellCounts& counts, unsigned width) const {
    const auto& [columns, sides, between, extremes] = counts;
    double sum = 0;
    const auto add = [&](Feature feature, double count) {
      sum += weights_[static_cast<std::size_t>(feature)] * count;
    };
    add(Feature::holes, columns.heights() - columns.cells());
    add(Feature::hole_depth, columns.covering());
    add(Feature::rows_with_holes, std::popcount(extremes.rows_with_holes));
    add(Feature::column_transitions, columns.transitions());
    if constexpr (wanted.heights) {
      const Column holes = extremes.rows_with_holes;
      add(Feature::max_height, extremes.highest());
      add(Feature::min_height, extremes.lowest);
      add(Feature::height_range, extremes.highest() - extremes.lowest);
      add(Feature::height_sum, columns.heights());
      // Multiplied before it is divided, so that equal wells have equal values to the last bit.
      sum += weights_[static_cast<std::size_t>(Feature::mean_height)] * columns.heights() / width;
      add(Feature::lowest_hole, holes == 0 ? 0 : std::countr_zero(holes) + 1);
      add(Feature::highest_hole, std::bit_width(holes));
      add(Feature::cells, columns.cells());
    }
    if constexpr (wanted.row_transitions) add(Feature::row_transitions, sides.row_transitions());
    if constexpr (wanted.steps) {
      add(Feature::height_steps, sides.steps());
      add(Feature::diversity, std::popcount(sides.kinds));
    }
    if constexpr (wanted.wells) add(Feature::wells, between.wells());
    if constexpr (wanted.valleys) {
      add(Feature::valleys, between.valleys());
      add(Feature::deep_valleys, between.deep_valleys());
    }
    if constexpr (wanted.holes_between) {
      add(Feature::big_holes, field<0>(between.holes));
      add(Feature::middle_holes, field<1>(between.holes));
      add(Feature::small_holes, field<2>(between.holes));
    }
    if constexpr (wanted.joined) add(Feature::joined_cells, columns.joined_cells());
    if constexpr (wanted.rows_of_cells) {
      add(Feature::cell_heights, field<0>(columns.rows));
      add(Feature::high_cell_heights, field<1>(columns.rows));
      add(Feature::holes_to_floor, field<2>(columns.rows));
      add(Feature::holes_to_surface, field<3>(columns.rows));
    }
    return sum;
  }

  // Of a move that clears nothing, without contacts.
  [[gnu::always_inline]] double of_plain_move(unsigned row, unsigned height) const {
    return weights_[static_cast<std::size_t>(Feature::landing_height)] *
               (row + (height - 1) / 2.0) +
           weights_[static_cast<std::size_t>(Feature::placed_row)] * row;
  }

  double of_move(const MoveCounts& counts) const {
    double sum = of_plain_move(counts.row, counts.height);
    const auto add = [&](Feature feature, double count) {
      sum += weights_[static_cast<std::size_t>(feature)] * count;
    };
    if (counts.lines > 0) {
      add(Feature::lines, counts.lines);
      add(Feature::four_lines, counts.lines == 4 ? 1 : 0);
      add(Feature::eroded_cells, counts.lines * counts.eroded);
    }
    if (judges_contacts_) {
      add(Feature::wall_contacts, counts.wall_contacts);
      add(Feature::floor_contacts, counts.floor_contacts);
      add(Feature::block_contacts, counts.block_contacts);
    }
    return sum;
  }

 private:
  std::array<double, feature_names.size()> weights_{};
  Wanted wanted_;
  bool judges_moves_ = false;
  bool judges_contacts_ = false;
};

template <Wanted wanted>
WellCounts counts_of(const Well& well, const RowsOfWell& rows) {
  WellCounts counts;
  const unsigned width = well.width();
  for (unsigned i = 0; i < width; ++i) {
    counts.columns.add<wanted>(well.column(i), rows.high);
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

// Calls a function with what is wanted, as something known when the program is built.
template <class Function>
decltype(auto) with_wanted(const Wanted& wanted, const Function& function) {
  if (wanted_by_bcts.covers(wanted)) return function.template operator()<wanted_by_bcts>();
  if (wanted_by_dt.covers(wanted)) return function.template operator()<wanted_by_dt>();
  if (wanted_by_seed_003.covers(wanted)) return function.template operator()<wanted_by_seed_003>();
  if (wanted_by_seed_000.covers(wanted)) return function.template operator()<wanted_by_seed_000>();
  return function.template operator()<wanted_by_anyone>();
}

}  // namespace cgt
