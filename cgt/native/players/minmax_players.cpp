// The players that look ahead by min-max: Good and Bad.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "duel/evaluate/judge.hpp"
#include "players/clonable.hpp"
#include "players/minmax.hpp"
#include "players/players.hpp"
#include "players/selective.hpp"
#include "players/tie_breaker.hpp"

namespace cgt {

namespace {

class MinMaxGood final : public Clonable<MinMaxGood, Good> {
 public:
  MinMaxGood(SharedRules rules, const Evaluation& evaluation, unsigned depth, Ties ties,
             std::uint64_t seed)
      : rules_(std::move(rules)), judge_(*rules_, evaluation), minmax_(*rules_, evaluation),
        depth_(depth), ties_(ties, seed) {}

  Placement choose(const Well& well, std::span<const PieceId> visible,
                   std::span<const Placement> placements, Heartbeat& heart) override {
    TieBreaker ties = ties_;
    const Placement chosen = depth_ == 1
                                 ? chosen_at_once(well, visible[0], placements, ties, heart)
                                 : chosen_by_looking(well, visible, placements, ties, heart);
    ties_ = ties;
    return chosen;
  }

  void add_memory(Memory& memory) const override { ties_.add_memory(memory); }
  const DuelRules* rules() const override { return rules_.get(); }

 private:
  Placement chosen_at_once(const Well& well, PieceId piece, std::span<const Placement> placements,
                           TieBreaker& ties, Heartbeat& heart) {
    heart.beat(placements.size() << 5);
    judge_.look_at(well);
    judge_.judge_all(piece, placements, judged_);
    std::size_t chosen = 0;
    bool any = false;
    // Unless chance looks at each in turn, only the best ones count.
    double best = ties.draws() ? MinMax::lost : least_sum();
    for (std::size_t i = 0; i < placements.size(); ++i) {
      const double value = judged_[i].sum();
      if (value > best) continue;
      if (ties.takes(value < best || !any, placements[i].order())) chosen = i;
      best = value;
      any = true;
    }
    return placements[chosen];
  }

  // With several sums at once, none has to wait for the one before.
  double least_sum() const {
    std::array<double, 4> least;
    least.fill(MinMax::lost);
    std::size_t i = 0;
    for (; i + least.size() <= judged_.size(); i += least.size())
      for (std::size_t k = 0; k < least.size(); ++k)
        least[k] = std::min(least[k], judged_[i + k].sum());
    for (; i < judged_.size(); ++i) least[0] = std::min(least[0], judged_[i].sum());
    return std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
  }

  Placement chosen_by_looking(const Well& well, std::span<const PieceId> visible,
                              std::span<const Placement> placements, TieBreaker& ties,
                              Heartbeat& heart) {
    Placement chosen = placements[0];
    double best = MinMax::lost;
    // A value that reaches the limit need not be exact; one that is equal to the best must be.
    double limit = MinMax::lost;
    bool any = false;
    minmax_.look_at(well, depth_);
    for (const Placement placement : placements) {
      const double value = minmax_.value_of_placement(
          well, visible[0], placement, visible.subspan(1), depth_, -MinMax::lost, limit, heart);
      const bool better = !any || value < best;
      if (!better && value > best) continue;
      if (ties.takes(better, placement.order())) chosen = placement;
      if (value < best) {
        best = value;
        limit = std::nextafter(best, MinMax::lost);
      }
      any = true;
    }
    return chosen;
  }

  SharedRules rules_;
  Judge judge_;
  std::vector<Judged> judged_;
  MinMax minmax_;
  unsigned depth_;
  TieBreaker ties_;
};

class MinMaxBad final : public Clonable<MinMaxBad, SelectiveBad, Bad> {
 public:
  MinMaxBad(SharedRules rules, const Evaluation& evaluation, unsigned depth, Ties ties,
            std::uint64_t seed)
      : rules_(std::move(rules)), minmax_(*rules_, evaluation), depth_(depth), ties_(ties, seed) {}

  PieceId choose_from(const PieceBag& bag, const Well& well, std::span<const PieceId> visible,
                      Heartbeat& heart) override {
    TieBreaker ties = ties_;
    known_.assign(visible.begin(), visible.end());
    known_.push_back(0);
    const unsigned depth = std::max(depth_, static_cast<unsigned>(known_.size()));
    PieceId chosen = 0;
    double worst = -MinMax::lost;
    bool any = false;
    for (PieceId piece = 0; piece < rules_->pieces(); ++piece) {
      if (!bag.has(piece)) continue;
      known_.back() = piece;
      const double limit = std::nextafter(worst, -MinMax::lost);
      const double value =
          minmax_.value(well, known_, depth, limit, MinMax::lost, heart, bag.without(piece));
      const bool better = !any || value > worst;
      any = true;
      if (!better && value < worst) continue;
      if (ties.takes(better, piece)) chosen = piece;
      worst = std::max(worst, value);
    }
    ties_ = ties;
    return chosen;
  }

  void add_memory(Memory& memory) const override { ties_.add_memory(memory); }
  const DuelRules* rules() const override { return rules_.get(); }

 private:
  SharedRules rules_;
  MinMax minmax_;
  unsigned depth_;
  TieBreaker ties_;
  std::vector<PieceId> known_;
};

}  // namespace

std::unique_ptr<Good> good_minmax(SharedRules rules, const Evaluation& evaluation, unsigned depth,
                                  Ties ties, std::uint64_t seed) {
  return std::make_unique<MinMaxGood>(std::move(rules), evaluation, depth, ties, seed);
}

std::unique_ptr<Bad> bad_minmax(SharedRules rules, const Evaluation& evaluation, unsigned depth,
                                Ties ties, std::uint64_t seed) {
  return std::make_unique<MinMaxBad>(std::move(rules), evaluation, depth, ties, seed);
}

}  // namespace cgt
