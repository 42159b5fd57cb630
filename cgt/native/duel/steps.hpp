// The steps that bring a piece to a placement, for games that are written down step by step.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "duel/falling_piece.hpp"

namespace cgt {

// The fewest of these steps, ending with the step down that lands the piece. None if they do not
// bring it there.
std::optional<std::vector<Step>> steps_to(const DuelRules& rules, const Well& well, PieceId piece,
                                          Placement target, std::span<const Step> steps);

}  // namespace cgt
