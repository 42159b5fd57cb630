// The Python face of the duel's rules.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "bind/duel_values.hpp"
#include "duel/lane_order.hpp"
#include "duel/rules.hpp"

namespace cgt::bindings {

using namespace nb::literals;

namespace {

using CellList = std::vector<std::pair<unsigned, unsigned>>;
using OffsetTuple = std::tuple<int, int>;                                  // right, up
using TurnTuple = std::tuple<TurnBy, unsigned, std::vector<OffsetTuple>>;  // by, to, tries
using StateTuple = std::tuple<unsigned, std::vector<TurnTuple>>;           // rotation, turns
using SpawnTuple = std::tuple<unsigned, unsigned, unsigned>;               // state, column, row
using AboveTuple = std::tuple<unsigned, unsigned>;                         // state, column
using PieceTuple =
    std::tuple<std::vector<CellList>, std::vector<StateTuple>, AboveTuple, std::vector<SpawnTuple>>;

std::vector<TurnedPiece> rotations_of(const std::vector<CellList>& lists) {
  require(!lists.empty(), "a piece can be turned in at least one way");
  std::vector<TurnedPiece> rotations;
  for (const CellList& cells : lists) {
    require(!cells.empty(), "a piece has at least one cell");
    for (auto [row, column] : cells)
      require(row < largest_piece_side && column < largest_piece_side, "a piece is too large");
    rotations.emplace_back(cells);
  }
  return rotations;
}

TurnState state_of(const StateTuple& tuple, std::size_t rotations, std::size_t states) {
  constexpr int side = largest_piece_side;
  constexpr int highest_kick = side / 2;  // so that a piece above the stack still fits in a column
  const auto& [rotation, turns] = tuple;
  require(rotation < rotations, "no such rotation");
  TurnState state{static_cast<std::uint8_t>(rotation), {}};
  for (const auto& [by, to, tries] : turns) {
    require(to < states, "no such state");
    std::vector<Offset> offsets;
    for (auto [right, up] : tries) {
      require(std::abs(right) <= side && std::abs(up) <= (tries.size() > 1 ? highest_kick : side),
              "a turn goes too far");
      offsets.push_back({static_cast<std::int8_t>(right), static_cast<std::int8_t>(up)});
    }
    require(!offsets.empty(), "a turn leads somewhere");
    state.turns.push_back(
        {by, static_cast<std::uint8_t>(to), offsets.front(), {offsets.begin() + 1, offsets.end()}});
  }
  return state;
}

DuelPiece piece_of(const PieceTuple& tuple, unsigned width, unsigned height, Ending ending) {
  const auto& [rotations, states, above, spawns] = tuple;
  require(!states.empty() && states.size() <= most_turn_states, "a piece has one to four states");
  require(ending == Ending::height || ending == Ending::lock || !spawns.empty(),
          "a piece comes in somewhere");
  DuelPiece piece{rotations_of(rotations), {}};
  for (const StateTuple& state : states)
    piece.moves.states.push_back(state_of(state, rotations.size(), states.size()));
  const auto turned_in = [&](unsigned state) -> const TurnedPiece& {
    require(state < piece.moves.states.size(), "no such state");
    return piece.rotations[piece.moves.states[state].rotation];
  };
  const auto [above_state, above_column] = above;
  require(above_column <= width && above_column + turned_in(above_state).width <= width,
          "a piece does not come in above the well");
  piece.moves.above = {static_cast<std::uint8_t>(above_state),
                       static_cast<std::uint8_t>(above_column)};
  for (auto [state, column, row] : spawns) {
    const TurnedPiece& turned = turned_in(state);
    require(column + turned.width <= width && row + turned.height <= height,
            "a piece does not come in inside the well");
    piece.moves.spawns.push_back({static_cast<std::uint8_t>(state),
                                  static_cast<std::uint8_t>(column),
                                  static_cast<std::uint8_t>(row)});
  }
  return piece;
}

std::shared_ptr<DuelRules> make_rules(unsigned width, unsigned height,
                                      const std::vector<PieceTuple>& pieces, Inside inside,
                                      Ending ending, unsigned rows_above_bar) {
  require(width >= narrowest_well && width <= widest_well, "a well has 2 to 40 columns");
  require(
      height <= highest_well && (height >= 1 || ending == Ending::height || ending == Ending::lock),
      "a well has 1 to 40 rows");
  require(!pieces.empty(), "a game needs at least one piece");
  require(ending != Ending::bar || rows_above_bar < height, "the bar is below the floor");
  std::vector<DuelPiece> made;
  for (const PieceTuple& piece : pieces) made.push_back(piece_of(piece, width, height, ending));
  return std::make_shared<DuelRules>(width, height, std::move(made), inside, ending,
                                     rows_above_bar);
}

std::vector<PlacementTuple> placements_of(const DuelRules& rules, const Columns& columns,
                                          PieceId piece) {
  std::vector<Placement> placements;
  with_piece(rules, columns, piece).list_placements(well_of(columns), piece, placements);
  std::sort(placements.begin(), placements.end(),
            [](const Placement& a, const Placement& b) { return a.order() < b.order(); });
  std::vector<PlacementTuple> tuples;
  for (const Placement placement : placements) tuples.push_back(tuple_of(placement));
  return tuples;
}

// The well that is left, the cleared rows as bits, and whether the game is over.
std::tuple<Columns, Column, bool> lock(const DuelRules& rules, const Columns& columns,
                                       PieceId piece, const PlacementTuple& tuple) {
  Well well = well_of(columns);
  const Placement placement = placement_of(tuple);
  check_placement(rules, columns, piece, placement);
  const Locked locked = rules.lock(well, piece, placement);
  // A well that was too high before stays too high.
  const bool too_high = rules.come_from_above() && well.stack_height() > rules.height();
  return {columns_of(well), locked.cleared, locked.over || too_high};
}

}  // namespace

void add_rules(nb::module_& m) {
  m.attr("NARROWEST_WELL") = narrowest_well;
  m.attr("WIDEST_WELL") = widest_well;
  m.attr("HIGHEST_WELL") = highest_well;
  m.attr("LARGEST_PIECE_SIDE") = largest_piece_side;
  nb::enum_<Inside>(m, "Inside")
      .value("FALLS", Inside::falls)
      .value("SLIDES", Inside::slides)
      .value("TURNS", Inside::turns);
  nb::enum_<TurnBy>(m, "TurnBy")
      .value("CLOCKWISE", TurnBy::clockwise)
      .value("COUNTERCLOCKWISE", TurnBy::counterclockwise)
      .value("HALF", TurnBy::half);
  nb::enum_<Ending>(m, "Ending")
      .value("HEIGHT", Ending::height)
      .value("LOCK", Ending::lock)
      .value("SPAWN", Ending::spawn)
      .value("BAR", Ending::bar);
  nb::class_<DuelRules>(m, "DuelRules")
      .def("placements", &placements_of, "columns"_a, "piece"_a)
      .def("lock", &lock, "columns"_a, "piece"_a, "placement"_a)
      .def(
          "has_room",
          [](const DuelRules& rules, const Columns& columns, PieceId piece) {
            return with_piece(rules, columns, piece).has_room(well_of(columns), piece);
          },
          "columns"_a, "piece"_a)
      .def_prop_ro("fingerprint", [](const DuelRules& rules) {
        const Fingerprint all = rules.fingerprint();
        return all.low ^ all.high;
      });
  m.def(
      "lane_of",
      [](unsigned column, unsigned width) {
        require(width >= narrowest_well && column < width, "no such column");
        return lane_of(column, width);
      },
      "column"_a, "width"_a);
  m.def(
      "sorted_lanes",
      [](const Columns& columns) {
        Well well = well_of(columns);
        LaneOrder(well).apply(well);
        return columns_of(well);
      },
      "columns"_a);
  m.def("duel_rules", &make_rules, "width"_a, "height"_a, "pieces"_a, "inside"_a, "ending"_a,
        "rows_above_bar"_a);
}

}  // namespace cgt::bindings
