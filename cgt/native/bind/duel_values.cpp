#include "bind/duel_values.hpp"

namespace cgt::bindings {

Well well_of(const Columns& columns) {
  require(columns.size() >= narrowest_well && columns.size() <= widest_well,
          "a well has 2 to 40 columns");
  Well well(static_cast<unsigned>(columns.size()));
  for (unsigned i = 0; i < columns.size(); ++i) {
    require(columns[i] >> (highest_well + largest_piece_side) == 0, "the stack is too high");
    well.set_column(i, columns[i]);
  }
  return well;
}

Columns columns_of(const Well& well) {
  Columns columns(well.width());
  for (unsigned i = 0; i < well.width(); ++i) columns[i] = well.column(i);
  return columns;
}

PlacementTuple tuple_of(Placement placement) {
  return {placement.rotation, placement.column, placement.row};
}

Placement placement_of(const PlacementTuple& tuple) {
  const auto [rotation, column, row] = tuple;
  require(rotation < 256 && column < 256 && row < 256, "this is no placement");
  return {static_cast<std::uint8_t>(rotation), static_cast<std::uint8_t>(column),
          static_cast<std::uint8_t>(row)};
}

std::vector<PlayedTuple> tuples_of(const std::vector<Played>& trace) {
  std::vector<PlayedTuple> tuples;
  tuples.reserve(trace.size());
  for (const Played& played : trace)
    tuples.emplace_back(played.piece, played.placement.rotation, played.placement.column,
                        played.placement.row);
  return tuples;
}

const DuelRules& with_piece(const DuelRules& rules, const Columns& columns, PieceId piece) {
  require(piece < rules.pieces(), "no such piece");
  require(columns.size() == rules.width(), "the well has another width");
  return rules;
}

void check_pieces(const DuelRules& rules, const std::vector<PieceId>& pieces) {
  require(!pieces.empty(), "there is no piece to send");
  for (const PieceId piece : pieces) require(piece < rules.pieces(), "no such piece");
}

void check_placement(const DuelRules& rules, const Columns& columns, PieceId piece,
                     Placement placement) {
  require(placement.rotation < with_piece(rules, columns, piece).piece(piece).rotations.size(),
          "no such rotation");
  const TurnedPiece& turned = rules.turned(piece, placement);
  require(placement.column + turned.width <= rules.width() &&
              placement.row + turned.height <= highest_well + largest_piece_side &&
              well_of(columns).has_room(turned, placement.column, placement.row),
          "the piece has no room there");
}

}  // namespace cgt::bindings
