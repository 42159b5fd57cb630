// The Python face of the duel's rules.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <utility>

#include "bind/duel_values.hpp"
#include "duel/rules.hpp"

namespace cgt::bindings {

using namespace nb::literals;

namespace {

using CellList = std::vector<std::pair<unsigned, unsigned>>;
using StateTuple = std::tuple<unsigned, int, int>;
using StartTuple = std::tuple<unsigned, unsigned, unsigned>;
using PieceTuple =
    std::tuple<std::vector<CellList>, std::vector<StateTuple>, std::vector<StartTuple>>;

DuelPiece piece_of(const PieceTuple& tuple, unsigned width, unsigned height, Ending ending) {
  const auto& [rotations, states, starts] = tuple;
  require(!rotations.empty() && !states.empty() && states.size() <= 4,
          "a piece can be turned in one to four ways");
  require(ending == Ending::height || ending == Ending::lock || !starts.empty(),
          "a piece comes in somewhere");
  DuelPiece piece;
  for (const CellList& cells : rotations) {
    require(!cells.empty(), "a piece has at least one cell");
    for (auto [row, column] : cells)
      require(row < largest_piece_side && column < largest_piece_side, "a piece is too large");
    piece.rotations.emplace_back(cells);
  }
  for (auto [rotation, right, up] : states) {
    require(rotation < rotations.size(), "no such rotation");
    constexpr int side = largest_piece_side;
    require(right >= -side && right <= side && up >= -side && up <= side, "a turn goes too far");
    piece.states.push_back({static_cast<std::uint8_t>(rotation), static_cast<std::int8_t>(right),
                            static_cast<std::int8_t>(up)});
  }
  for (auto [state, column, row] : starts) {
    require(state < states.size(), "no such state");
    const TurnedPiece& turned = piece.rotations[piece.states[state].rotation];
    require(column + turned.width <= width && row + turned.height <= height,
            "a piece does not come in inside the well");
    piece.starts.push_back({static_cast<std::uint8_t>(state), static_cast<std::uint8_t>(column),
                            static_cast<std::uint8_t>(row)});
  }
  return piece;
}

std::shared_ptr<DuelRules> make_rules(unsigned width, unsigned height,
                                      const std::vector<PieceTuple>& pieces, Moves moves,
                                      Ending ending, unsigned rows_above_bar) {
  require(width >= narrowest_well && width <= widest_well, "a well has 2 to 40 columns");
  require(
      height <= highest_well && (height >= 1 || ending == Ending::height || ending == Ending::lock),
      "a well has 1 to 40 rows");
  require(!pieces.empty(), "there is nothing to play with");
  require(ending != Ending::bar || rows_above_bar < height, "the bar is below the floor");
  std::vector<DuelPiece> made;
  for (const PieceTuple& piece : pieces) made.push_back(piece_of(piece, width, height, ending));
  return std::make_shared<DuelRules>(width, height, std::move(made), moves, ending, rows_above_bar);
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

std::tuple<Columns, unsigned, bool> lock(const DuelRules& rules, const Columns& columns,
                                         PieceId piece, const PlacementTuple& tuple) {
  Well well = well_of(columns);
  const Placement placement = placement_of(tuple);
  check_placement(rules, columns, piece, placement);
  const Locked locked = rules.lock(well, piece, placement);
  // A well that was too high before stays so.
  const bool too_high = rules.come_from_above() && well.stack_height() > rules.height();
  return {columns_of(well), locked.lines, locked.over || too_high};
}

}  // namespace

void add_rules(nb::module_& m) {
  m.attr("NARROWEST_WELL") = narrowest_well;
  m.attr("WIDEST_WELL") = widest_well;
  m.attr("HIGHEST_WELL") = highest_well;
  m.attr("LARGEST_PIECE_SIDE") = largest_piece_side;
  nb::enum_<Moves>(m, "Moves")
      .value("DROP", Moves::drop)
      .value("SLIDE", Moves::slide)
      .value("SPIN", Moves::spin);
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
          "columns"_a, "piece"_a);
  m.def("duel_rules", &make_rules, "width"_a, "height"_a, "pieces"_a, "moves"_a, "ending"_a,
        "rows_above_bar"_a);
}

}  // namespace cgt::bindings
