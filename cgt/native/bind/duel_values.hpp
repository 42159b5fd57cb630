// Wells, placements and traces as they go through the doors of the duel: lists of columns and
// tuples of numbers, checked before the core sees them.
#pragma once

#include <memory>
#include <tuple>
#include <vector>

#include "bind/bindings.hpp"
#include "duel/game.hpp"
#include "duel/rules.hpp"

namespace cgt::bindings {

using Rules = std::shared_ptr<DuelRules>;
using Columns = std::vector<Column>;
using PlacementTuple = std::tuple<unsigned, unsigned, unsigned>;        // rotation, column, row
using PlayedTuple = std::tuple<PieceId, unsigned, unsigned, unsigned>;  // a piece before that

Well well_of(const Columns& columns);
Columns columns_of(const Well& well);

Placement placement_of(const PlacementTuple& tuple);
PlacementTuple tuple_of(Placement placement);
std::vector<PlayedTuple> tuples_of(const std::vector<Played>& trace);

// The rules, for which that piece and the width of that well are right.
const DuelRules& with_piece(const DuelRules& rules, const Columns& columns, PieceId piece);

void check_pieces(const DuelRules& rules, const std::vector<PieceId>& pieces);
void check_placement(const DuelRules& rules, const Columns& columns, PieceId piece,
                     Placement placement);

}  // namespace cgt::bindings
