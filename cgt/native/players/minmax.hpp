// Min-max: looking ahead in a duel, where Good minimises the cost and Bad maximises it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/heartbeat.hpp"
#include "duel/bag.hpp"
#include "duel/evaluate/judge.hpp"
#include "duel/rules.hpp"

namespace cgt {

// Values of wells by Kravec's algorithm, including the values of the moves on the way. Values are
// costs: Good wants the least, Bad the most.
class MinMax {
 public:
  static constexpr double lost = lost_value;

  MinMax(const DuelRules& rules, const Evaluation& evaluation)
      : rules_(&rules), judge_(rules, evaluation) {}

  const DuelRules* rules() const { return rules_; }

  // What a well is worth after Good has placed `depth` more pieces: first those that are known,
  // then those that Bad chooses from the bag. The value is exact if it lies between `least` and
  // `most`; otherwise the result is some number on the same side of them.
  double value(const Well& well, std::span<const PieceId> known, unsigned depth, double least,
               double most, Heartbeat& heart, const PieceBag& bag = {}) {
    if (depth == 0) return judge_.value(well);
    if (!known.empty())
      return best_placement(well, known[0], known.subspan(1), depth, least, most, heart, bag);
    double worst = -lost;
    for (PieceId piece = 0; piece < rules_->pieces(); ++piece) {
      if (!bag.has(piece)) continue;
      worst = std::max(worst, best_placement(well, piece, {}, depth, std::max(worst, least), most,
                                             heart, bag.without(piece)));
      if (worst >= most) break;
    }
    return worst;
  }

  // From here on placements are made in this well, and valued to this depth.
  void look_at(const Well& well, unsigned depth) {
    while (judges_.size() <= depth) judges_.push_back(judge_);
    judges_[depth].look_at(well);
  }

  // The value of a placement in that well: of the move, and of the well that it leaves.
  double value_of_placement(const Well& well, PieceId piece, Placement placement,
                            std::span<const PieceId> known, unsigned depth, double least,
                            double most, Heartbeat& heart, const PieceBag& bag = {}) {
    heart.beat(1 << 6);
    const Judged judged = judges_[depth].judge(piece, placement);
    if (depth == 1 || judged.well == lost) return judged.sum();
    Well after = well;
    rules_->lock(after, piece, placement);
    return judged.move +
           value(after, known, depth - 1, least - judged.move, most - judged.move, heart, bag);
  }

 private:
  // Each depth has its own list of placements and its own judge.
  double best_placement(const Well& well, PieceId piece, std::span<const PieceId> known,
                        unsigned depth, double least, double most, Heartbeat& heart,
                        const PieceBag& bag) {
    if (placements_.size() <= depth) placements_.resize(depth + 1);
    rules_->list_placements(well, piece, placements_[depth]);
    look_at(well, depth);
    double best = lost;
    if (depth == 1) {
      heart.beat(placements_[depth].size() << 5);
      judges_[depth].judge_all(piece, placements_[depth], judged_);
      for (const Judged& judged : judged_) {
        best = std::min(best, judged.sum());
        if (best <= least) break;
      }
      return best;
    }
    for (std::size_t i = 0; i < placements_[depth].size(); ++i) {
      const Placement placement = placements_[depth][i];
      best = std::min(best, value_of_placement(well, piece, placement, known, depth, least,
                                               std::min(best, most), heart, bag));
      if (best <= least) break;
    }
    return best;
  }

  const DuelRules* rules_;
  Judge judge_;
  std::vector<Judge> judges_;
  std::vector<std::vector<Placement>> placements_;
  std::vector<Judged> judged_;
};

}  // namespace cgt
