// The recommender of Park et al. (Sogang): a breadth-first search over the visible pieces that
// keeps only the best wells at each level. The values of moves add up on the way; the value of a
// well counts at its own level only.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "base/heartbeat.hpp"
#include "duel/evaluate/judge.hpp"
#include "duel/rules.hpp"

namespace cgt {

class Beam {
 public:
  struct Choice {
    Placement placement;
    double value;        // a cost, after all visible pieces that could be placed
    std::size_t placed;  // how many pieces that are
  };

  // Keeps `keeps` wells at each level; all if that is 0.
  Beam(const DuelRules& rules, const Evaluation& evaluation, std::size_t keeps)
      : rules_(&rules), judge_(rules, evaluation), keeps_(keeps) {}

  // The best of these placements of the first visible piece; of equally good ones the first in
  // their order. If the game ends whatever is done, the best way until then counts. Throws
  // std::runtime_error if there are more wells than can be kept.
  Choice choose(const Well& well, std::span<const PieceId> visible,
                std::span<const Placement> placements, Heartbeat& heart);

  // What each of these placements leads to, the best first: those after which more pieces can be
  // placed, then by their values, then in their order. Each is followed by a beam of its own, so
  // that their values can be compared. Throws as above.
  std::vector<Choice> rank(const Well& well, std::span<const PieceId> visible,
                           std::span<const Placement> placements, Heartbeat& heart);

 private:
  struct Node {
    Well well;
    double moves;
    Placement first;
  };
  struct Candidate {
    double value;
    double moves;
    std::uint32_t parent;
    std::uint32_t number;       // in the order in which nodes were found
    std::uint32_t first_order;  // the order of the first placement on the way
    Placement placement;

    friend bool operator<(const Candidate& a, const Candidate& b) {
      return std::tie(a.value, a.first_order, a.number) <
             std::tie(b.value, b.first_order, b.number);
    }
  };

  static constexpr std::size_t most_candidates = 1 << 24;
  static constexpr std::size_t most_nodes = 1 << 21;  // each has a well

  void add_candidates(std::uint32_t parent, PieceId piece, std::span<const Placement> placements,
                      bool is_first, Heartbeat& heart);
  void keep_best();

  const DuelRules* rules_;
  Judge judge_;
  std::size_t keeps_;
  std::vector<Node> nodes_;
  std::vector<Node> next_nodes_;
  std::vector<Candidate> candidates_;
  std::vector<Placement> placements_;
  std::vector<Judged> judged_;
};

}  // namespace cgt
