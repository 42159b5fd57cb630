// Which counts of a batch there are, and which of them an evaluation wants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/vectors.hpp"
#include "duel/evaluate/groups.hpp"

namespace cgt {

// Counts that add up: over columns, over the sides between neighbours, over columns with both
// neighbours, or over cells, where what a piece adds does not depend on the well.
enum class Over : std::uint8_t { columns, sides, between, cells };

enum class Sum : std::uint8_t {
  heights,
  covering,
  column_transitions,
  joined_cells,
  hole_rows,
  holes_to_surface,
  roofed_holes,
  roofed_hole_rows,
  roofed_holes_to_surface,
  row_transitions,
  steps,
  changes,
  wells,
  valleys,
  deep_valleys,
  valley_cells,
  valley_columns,
  big_holes,
  middle_holes,
  small_holes,
  cells,
  cell_rows,
  high_cell_rows,
  rise_of_high_cells
};
inline constexpr std::size_t number_of_sums = 24;

constexpr std::size_t place_of(Sum sum) { return static_cast<std::size_t>(sum); }

constexpr Over over(Sum sum) {
  if (sum < Sum::row_transitions) return Over::columns;
  if (sum < Sum::wells) return Over::sides;
  return sum < Sum::cells ? Over::between : Over::cells;
}

// Whether a sum is needed for the wanted groups.
constexpr bool wants(const Wanted& wanted, Sum sum) {
  switch (sum) {
    case Sum::heights:
    case Sum::covering:
    case Sum::column_transitions:
    case Sum::cells:
      return true;
    case Sum::joined_cells:
      return wanted.has(Group::joined);
    case Sum::hole_rows:
    case Sum::holes_to_surface:
    case Sum::cell_rows:
    case Sum::high_cell_rows:
      return wanted.has(Group::rows_of_cells);
    case Sum::rise_of_high_cells:
      return wanted.has(Group::high_cells);
    case Sum::roofed_holes:
    case Sum::roofed_hole_rows:
    case Sum::roofed_holes_to_surface:
      return wanted.has(Group::roofed_holes);
    case Sum::row_transitions:
      return wanted.has(Group::row_transitions);
    case Sum::steps:
      return wanted.has(Group::steps);
    case Sum::changes:
      return wanted.has(Group::outer_columns);
    case Sum::wells:
      return wanted.has(Group::wells);
    case Sum::valleys:
    case Sum::deep_valleys:
      return wanted.has(Group::valleys);
    case Sum::valley_cells:
    case Sum::valley_columns:
      return wanted.has(Group::valley_cells);
    case Sum::big_holes:
    case Sum::middle_holes:
    case Sum::small_holes:
      return wanted.has(Group::holes_between);
  }
  return false;
}

// Counts that do not add up, but are joined: of all columns but a few they are found only by
// joining those before and those after.
enum class Extreme : std::uint8_t {
  full_rows,
  hole_rows,
  filled_rows,  // with all rows below them
  lowest,
  nearest_hole,
  deepest_hole,
  kinds_of_steps  // over sides; the others are over columns
};
inline constexpr std::size_t number_of_extremes = 7;

constexpr std::size_t place_of(Extreme extreme) { return static_cast<std::size_t>(extreme); }

constexpr bool wants(const Wanted& wanted, Extreme extreme) {
  switch (extreme) {
    case Extreme::full_rows:
    case Extreme::hole_rows:
      return true;
    case Extreme::filled_rows:
      return wanted.filled_rows();
    case Extreme::lowest:
      return wanted.has(Group::heights);
    case Extreme::nearest_hole:
    case Extreme::deepest_hole:
      return wanted.has(Group::roofed_holes);
    case Extreme::kinds_of_steps:
      return wanted.has(Group::steps);
  }
  return false;
}

template <Extreme extreme, class Bits>
[[gnu::always_inline]] inline Bits join(Bits a, Bits b) {
  if constexpr (extreme == Extreme::full_rows) return a & b;
  if constexpr (extreme == Extreme::lowest || extreme == Extreme::nearest_hole)
    return as_bits(smaller(as_counts(a), as_counts(b)));
  if constexpr (extreme == Extreme::deepest_hole)
    return as_bits(larger(as_counts(a), as_counts(b)));
  return a | b;
}

// What has no effect when it is joined.
template <Extreme extreme, class Cells>
constexpr Cells nothing_of() {
  if constexpr (extreme == Extreme::full_rows) return static_cast<Cells>(~Cells{0});
  if constexpr (extreme == Extreme::lowest || extreme == Extreme::nearest_hole) return 127;
  return 0;
}

// Calls a function with each wanted sum, or extreme, as a compile-time constant.
template <Wanted wanted, class Function>
[[gnu::always_inline]] inline void for_each_sum(const Function& function) {
  [&]<std::size_t... places>(std::index_sequence<places...>) {
    const auto call = [&]<Sum sum>() {
      if constexpr (wants(wanted, sum)) function.template operator()<sum>();
    };
    (call.template operator()<static_cast<Sum>(places)>(), ...);
  }(std::make_index_sequence<number_of_sums>());
}
template <Wanted wanted, class Function>
[[gnu::always_inline]] inline void for_each_extreme(const Function& function) {
  [&]<std::size_t... places>(std::index_sequence<places...>) {
    const auto call = [&]<Extreme extreme>() {
      if constexpr (wants(wanted, extreme)) function.template operator()<extreme>();
    };
    (call.template operator()<static_cast<Extreme>(places)>(), ...);
  }(std::make_index_sequence<number_of_extremes>());
}

}  // namespace cgt
