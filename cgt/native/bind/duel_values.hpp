// Wells, placements and traces on their way between Python and the core: lists of columns and
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

// Returns the rules after checking that they fit the piece and the width of the well.
const DuelRules& with_piece(const DuelRules& rules, const Columns& columns, PieceId piece);

void check_pieces(const DuelRules& rules, const std::vector<PieceId>& pieces);
void check_placement(const DuelRules& rules, const Columns& columns, PieceId piece,
                     Placement placement);

}  // namespace cgt::bindings
