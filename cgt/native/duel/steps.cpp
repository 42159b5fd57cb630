#include "duel/steps.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

namespace cgt {

namespace {

// A piece on its way, the step that brought it here, and where it was before.
struct Way {
  FallingPiece piece;
  Step step;
  std::size_t from;
};

std::vector<Step> walked(const std::vector<Way>& ways, std::size_t end) {
  std::vector<Step> steps{Step::down};  // which lands it
  for (std::size_t at = end; at != 0; at = ways[at].from) steps.push_back(ways[at].step);
  std::reverse(steps.begin(), steps.end());
  return steps;
}

}  // namespace

std::optional<std::vector<Step>> steps_to(const DuelRules& rules, const Well& well, PieceId piece,
                                          Placement target, std::span<const Step> steps) {
  std::vector<Way> ways{{FallingPiece(rules, well, piece), Step::down, 0}};
  std::set<FallingPiece::Place> seen{ways.front().piece.exact_place()};
  for (std::size_t at = 0; at < ways.size(); ++at) {  // breadth-first: it grows meanwhile
    const FallingPiece here = ways[at].piece;
    FallingPiece below = here;
    if (here.place() == target && !below.take(Step::down, well)) return walked(ways, at);
    for (const Step step : steps) {
      FallingPiece next = here;
      if (next.take(step, well) && seen.insert(next.exact_place()).second)
        ways.push_back({next, step, at});
    }
  }
  return std::nullopt;
}

}  // namespace cgt
