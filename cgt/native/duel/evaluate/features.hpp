// The features: what evaluations count in a well and of a placement. Each is one row of the two
// tables here, with its name and its count, and is defined nowhere else. A count is made of what
// counts.hpp counts for every placement, or, in the group of the whole well, of the well itself.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "duel/evaluate/counts.hpp"

namespace cgt {

// A mean. The weight is multiplied with the sum before the division, so that equal wells have equal
// values to the last bit.
template <class Sum>
struct Mean {
  Sum sum;
  int number;
};
// Said for compilers that do not find it out by themselves yet, as for the structures below.
template <class Sum>
Mean(Sum, int) -> Mean<Sum>;

// Empty cells with no way to the top, from empty cell to empty cell.
inline int closed_cells(const Well& well) {
  std::array<Column, widest_well + 2> open{};  // with a wall on either side
  for (unsigned i = 0; i < well.width(); ++i)
    open[i + 1] = ~low_bits(static_cast<unsigned>(std::bit_width(well.column(i))));
  for (bool grown = true; grown;) {
    grown = false;
    for (unsigned i = 1; i <= well.width(); ++i) {
      const Column reached = open[i] | open[i] << 1 | open[i] >> 1 | open[i - 1] | open[i + 1];
      if (const Column more = reached & ~well.column(i - 1); more != open[i]) {
        open[i] = more;
        grown = true;
      }
    }
  }
  int closed = 0;
  for (unsigned i = 0; i < well.width(); ++i)
    closed += std::popcount(holes_of(well.column(i)) & ~open[i + 1]);
  return closed;
}

template <class Count>
struct WellFeature {
  std::string_view name;
  Group group;
  Count count;  // of WellCounts, and in some groups of others that have the same names
};
template <class Count>
WellFeature(const char*, Group, Count) -> WellFeature<Count>;

// In the order in which they are added up, which is that of the groups.
inline constexpr std::tuple well_features{
    WellFeature{"holes", Group::basic, [](const auto& c) { return c.holes(); }},
    WellFeature{"hole-depth", Group::basic, [](const auto& c) { return c.covering(); }},
    WellFeature{"rows-with-holes", Group::basic, [](const auto& c) { return c.rows_with_holes(); }},
    WellFeature{"column-transitions", Group::basic,
                [](const auto& c) { return c.column_transitions(); }},
    WellFeature{"max-height", Group::heights, [](const auto& c) { return c.highest(); }},
    WellFeature{"min-height", Group::heights, [](const auto& c) { return c.lowest(); }},
    WellFeature{"height-range", Group::heights,
                [](const auto& c) { return c.highest() - c.lowest(); }},
    WellFeature{"height-sum", Group::heights, [](const auto& c) { return c.heights(); }},
    WellFeature{"mean-height", Group::heights,
                [](const auto& c) { return Mean{c.heights(), c.width}; }},
    WellFeature{"lowest-hole", Group::heights, [](const auto& c) { return c.lowest_hole(); }},
    WellFeature{"highest-hole", Group::heights, [](const auto& c) { return c.highest_hole(); }},
    WellFeature{"cells", Group::heights, [](const auto& c) { return c.cells(); }},
    WellFeature{"row-transitions", Group::row_transitions,
                [](const auto& c) { return c.row_transitions(); }},
    WellFeature{"height-steps", Group::steps, [](const auto& c) { return c.steps(); }},
    WellFeature{"diversity", Group::steps, [](const auto& c) { return c.kinds_of_steps(); }},
    WellFeature{"wells", Group::wells, [](const auto& c) { return c.wells(); }},
    WellFeature{"valleys", Group::valleys, [](const auto& c) { return c.valleys(); }},
    WellFeature{"deep-valleys", Group::valleys, [](const auto& c) { return c.deep_valleys(); }},
    WellFeature{"big-holes", Group::holes_between, [](const auto& c) { return c.big_holes(); }},
    WellFeature{"middle-holes", Group::holes_between,
                [](const auto& c) { return c.middle_holes(); }},
    WellFeature{"small-holes", Group::holes_between, [](const auto& c) { return c.small_holes(); }},
    WellFeature{"joined-cells", Group::joined, [](const auto& c) { return c.joined_cells(); }},
    WellFeature{"cell-heights", Group::rows_of_cells, [](const auto& c) { return c.cell_rows(); }},
    WellFeature{"high-cell-heights", Group::rows_of_cells,
                [](const auto& c) { return c.high_cell_rows(); }},
    WellFeature{"holes-to-floor", Group::rows_of_cells,
                [](const auto& c) { return c.hole_rows(); }},
    WellFeature{"holes-to-surface", Group::rows_of_cells,
                [](const auto& c) { return c.holes_to_surface(); }},
    WellFeature{"cells-high-up", Group::high_cells,
                [](const auto& c) { return c.rise_of_high_cells(); }},
    WellFeature{"roofed-holes", Group::roofed_holes,
                [](const auto& c) { return c.roofed_holes(); }},
    WellFeature{"roofed-holes-to-top", Group::roofed_holes,
                [](const auto& c) { return c.roofed_holes_to_top(); }},
    WellFeature{"roofed-holes-to-surface", Group::roofed_holes,
                [](const auto& c) { return c.roofed_holes_to_surface(); }},
    WellFeature{"nearest-roofed-hole", Group::roofed_holes,
                [](const auto& c) { return c.nearest_roofed_hole(); }},
    WellFeature{"deepest-roofed-hole", Group::roofed_holes,
                [](const auto& c) { return c.deepest_roofed_hole(); }},
    WellFeature{"valley-cells", Group::valley_cells,
                [](const auto& c) { return c.valley_cells(); }},
    WellFeature{"valley-columns", Group::valley_cells,
                [](const auto& c) { return c.valley_columns(); }},
    WellFeature{"first-free-heights", Group::outer_columns,
                [](const auto& c) { return c.first_free_heights(); }},
    WellFeature{"row-chunks", Group::outer_columns, [](const auto& c) { return c.row_chunks(); }},
    WellFeature{"closed-cells", Group::whole, [](const auto& c) { return closed_cells(*c.well); }},
};

// Which placements have the feature: all, those that clear rows, or all if contacts or boxes are
// counted. What is left counts with the well: where a player looks ahead, it does not add up.
enum class MoveGroup : std::uint8_t { place, lines, contacts, box, left };

template <class Count>
struct MoveFeature {
  std::string_view name;
  MoveGroup group;
  Count count;  // of MoveCounts; of places also of PlaceCounts
};
template <class Count>
MoveFeature(const char*, MoveGroup, Count) -> MoveFeature<Count>;

inline constexpr std::tuple move_features{
    MoveFeature{"landing-height", MoveGroup::place,
                [](const auto& c) { return c.row + (c.height - 1) / 2.0; }},
    MoveFeature{"placed-row", MoveGroup::place, [](const auto& c) { return c.row; }},
    MoveFeature{"lines", MoveGroup::lines, [](const MoveCounts& c) { return c.lines; }},
    MoveFeature{"four-lines", MoveGroup::lines,
                [](const MoveCounts& c) { return c.lines == 4 ? 1 : 0; }},
    MoveFeature{"eroded-cells", MoveGroup::lines,
                [](const MoveCounts& c) { return c.lines * c.eroded; }},
    MoveFeature{"wall-contacts", MoveGroup::contacts,
                [](const MoveCounts& c) { return c.wall_contacts; }},
    MoveFeature{"floor-contacts", MoveGroup::contacts,
                [](const MoveCounts& c) { return c.floor_contacts; }},
    MoveFeature{"block-contacts", MoveGroup::contacts,
                [](const MoveCounts& c) { return c.block_contacts; }},
    MoveFeature{"box-row", MoveGroup::box, [](const MoveCounts& c) { return c.box_row; }},
    MoveFeature{"four-lines-now", MoveGroup::left,
                [](const MoveCounts& c) { return c.lines == 4 ? 1 : 0; }},
};

inline constexpr std::size_t number_of_well_features = std::tuple_size_v<decltype(well_features)>;
inline constexpr std::size_t number_of_move_features = std::tuple_size_v<decltype(move_features)>;
inline constexpr std::size_t number_of_features = number_of_well_features + number_of_move_features;

// The names of all features, those of wells before those of moves. A feature's number is its place
// here.
inline constexpr auto feature_names = std::apply(
    [](const auto&... rows) {
      return std::array<std::string_view, number_of_features>{rows.name...};
    },
    std::tuple_cat(well_features, move_features));

constexpr std::optional<std::size_t> feature_named(std::string_view name) {
  for (std::size_t i = 0; i < number_of_features; ++i)
    if (feature_names[i] == name) return i;
  return std::nullopt;
}

}  // namespace cgt
