// How many positions it takes to prove that a position is lost: an estimate, which counts a
// position again wherever it is needed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <unordered_map>
#include <vector>

#include "base/fingerprint.hpp"
#include "base/memory_resource.hpp"
#include "placement/proof_positions.hpp"
#include "placement/solver.hpp"

namespace cgt {

// Looks at all answers to all moves, down to positions without large regions. That is far more than
// a search looks at; so beyond a number of positions it only guesses.
template <class Game>
class ProofCosts {
  using Cells = typename Game::Cells;
  using Position = ProofPosition<Cells>;

 public:
  ProofCosts(Game& game, std::pmr::memory_resource* memory)
      : game_(game), moves_(game, memory), known_(memory) {}

  float of_lost(const Position& lost) {
    if (lost.regions.empty()) return 0;
    const Fingerprint key = lost.key();
    if (const auto found = known_.find(key.low); found != known_.end()) return found->second;
    if (known_.size() >= most_known) return std::exp2(static_cast<float>(lost.cells()) / 4);
    float cost = 1;
    for (const Position& won : next_positions(lost)) cost += of_won(won);
    known_.emplace(key.low, cost);
    return cost;
  }

 private:
  static constexpr std::size_t most_known = std::size_t{1} << 20;

  float of_won(const Position& won) {
    if (won.regions.empty()) return 0;
    const Fingerprint key = won.key() + fingerprint_of(1);
    if (const auto found = known_.find(key.low); found != known_.end()) return found->second;
    float least = std::numeric_limits<float>::infinity();
    for (const Position& next : next_positions(won)) {
      const bool wins = next.regions.empty() ? game_.value_wins(next.small) : game_.wins(next);
      if (!wins) least = std::min(least, of_lost(next));
      if (least == 0) break;
    }
    if (std::isinf(least)) throw ContradictionError();
    known_.emplace(key.low, least);
    return least;
  }

  // The positions that moves lead to, each once; those that cost nothing to prove come first.
  std::vector<Position> next_positions(const Position& position) {
    std::vector<Position> all;
    moves_.any(position, [&](const Position& next) {
      all.push_back(next);
      return false;
    });
    const auto rank = [](const Position& one) { return std::pair(one.cells(), one.key().low); };
    std::sort(all.begin(), all.end(),
              [&](const Position& a, const Position& b) { return rank(a) < rank(b); });
    const auto is_same = [&](const Position& a, const Position& b) { return rank(a) == rank(b); };
    all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
    return all;
  }

  Game& game_;
  ProofMoves<Game> moves_;
  std::pmr::unordered_map<Word, float> known_;
};

}  // namespace cgt
