// The recommender of Park et al. (Sogang): breadth first over the visible pieces, the best so many
// wells kept at each level. What moves are worth adds up on the way; what a well is worth counts at
// its own level only.
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
    double value;  // a cost, after all visible pieces that could be placed
  };

  // Keeps so many wells at each level; all if that is 0.
  Beam(const DuelRules& rules, const Evaluation& evaluation, std::size_t keeps)
      : rules_(&rules), judge_(rules, evaluation), keeps_(keeps) {}

  // The best of these placements of the first visible piece. Of equally good ones the first by
  // their order. Where the game ends whatever is done, what is best before that counts. Throws
  // std::runtime_error if there are more wells than can be kept.
  Choice choose(const Well& well, std::span<const PieceId> visible,
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
    std::uint32_t number;       // in the order in which they were found
    std::uint32_t first_order;  // of the first placement on the way
    Placement placement;

    friend bool operator<(const Candidate& a, const Candidate& b) {
      return std::tie(a.value, a.first_order, a.number) <
             std::tie(b.value, b.first_order, b.number);
    }
  };

  static constexpr std::size_t most_candidates = 1 << 24;
  static constexpr std::size_t most_nodes = 1 << 21;  // they have a well each

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
