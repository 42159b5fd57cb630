// Groups of counts, and which of them an evaluation wants: code is compiled for sets of groups.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace cgt {

// Groups of counts. Each is counted as a whole, or not at all if nobody asks for it; the basic
// group is always counted.
enum class Group : std::uint8_t {
  basic,
  heights,  // of the highest and the lowest column; rows of holes
  row_transitions,
  steps,
  wells,
  valleys,
  holes_between,
  joined,
  rows_of_cells,
  high_cells,    // how far up cells are in the top rows
  roofed_holes,  // holes right under a filled cell
  valley_cells,
  outer_columns,  // the first and the last; chunks of rows
  whole           // counted in the whole well, for each placement anew: easy to write, but slow
};

// The groups that are asked for.
struct Wanted {
  std::uint32_t groups = 1;

  constexpr Wanted() = default;
  constexpr Wanted(std::initializer_list<Group> more) {
    for (const Group group : more) add(group);
  }

  constexpr void add(Group group) { groups |= 1u << static_cast<unsigned>(group); }
  constexpr Wanted without(Group group) const {
    Wanted others = *this;
    others.groups &= ~(1u << static_cast<unsigned>(group));
    return others;
  }
  constexpr bool has(Group group) const {
    return (groups >> static_cast<unsigned>(group) & 1) != 0;
  }
  constexpr bool sides() const {
    return has(Group::steps) || has(Group::row_transitions) || has(Group::outer_columns);
  }
  constexpr bool filled_rows() const { return has(Group::heights) || has(Group::outer_columns); }
  constexpr bool between() const {
    return has(Group::wells) || has(Group::valleys) || has(Group::holes_between) ||
           has(Group::valley_cells);
  }
  // Whether this includes all groups that others want.
  constexpr bool covers(const Wanted& other) const { return (other.groups & ~groups) == 0; }
};

}  // namespace cgt
