// Looking ahead in a duel: Good takes the least of what Bad can make the most of.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "duel_rules.hpp"
#include "heartbeat.hpp"
#include "well_features.hpp"

namespace cgt {

// Values of wells by seed 003's algorithm. Values are costs: Good wants the least, Bad the most.
class MinMax {
 public:
  static constexpr double lost = std::numeric_limits<double>::infinity();

  MinMax(const DuelRules& rules, const Evaluation& evaluation)
      : rules_(&rules), evaluation_(evaluation) {}

  const DuelRules* rules() const { return rules_; }

  // What a well is worth after Good has placed `depth` more pieces: first those that are known, then
  // whatever Bad chooses. Exact if it is more than `least` and less than `most`; otherwise some
  // number not on the other side of them.
  double value(const Well& well, std::span<const PieceId> known, unsigned depth, double least,
               double most, Heartbeat& heart) {
    if (depth == 0) {
      heart.beat(1 << 6);
      return evaluation_(well);
    }
    if (!known.empty()) return best_rest(well, known[0], known.subspan(1), depth, least, most, heart);
    double worst = -lost;
    for (PieceId piece = 0; piece < rules_->pieces(); ++piece) {
      worst = std::max(worst, best_rest(well, piece, {}, depth, std::max(worst, least), most, heart));
      if (worst >= most) break;
    }
    return worst;
  }

  // The value of a rest: of the well that it leaves.
  double value_of_rest(const Well& well, PieceId piece, Rest rest, std::span<const PieceId> known,
                       unsigned depth, double least, double most, Heartbeat& heart) {
    Well after = well;
    if (rules_->lock(after, piece, rest).over) return lost;
    return value(after, known, depth - 1, least, most, heart);
  }

 private:
  // Each depth has its own list, for the time that it goes through it.
  double best_rest(const Well& well, PieceId piece, std::span<const PieceId> known, unsigned depth,
                   double least, double most, Heartbeat& heart) {
    if (rests_.size() <= depth) rests_.resize(depth + 1);
    rules_->list_rests(well, piece, rests_[depth]);
    double best = lost;
    for (std::size_t i = 0; i < rests_[depth].size(); ++i) {
      const Rest rest = rests_[depth][i];
      best = std::min(best, value_of_rest(well, piece, rest, known, depth, least,
                                          std::min(best, most), heart));
      if (best <= least) break;
    }
    return best;
  }

  const DuelRules* rules_;
  Evaluation evaluation_;
  std::vector<std::vector<Rest>> rests_;
};

}  // namespace cgt
