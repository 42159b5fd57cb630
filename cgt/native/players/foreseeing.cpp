// A Good player against a Bad player whose answers can be computed ahead.
#include <stdexcept>
#include <utility>

#include "duel/hunt.hpp"
#include "players/players.hpp"

namespace cgt {

namespace {

class ForeseeingGood final : public Good {
 public:
  ForeseeingGood(SharedRules rules, const Evaluation& evaluation, std::unique_ptr<Bad> bad,
                 const Foresight& foresight)
      : rules_(std::move(rules)), evaluation_(evaluation), bad_(std::move(bad)),
        foresight_(foresight) {}

  std::unique_ptr<Good> clone() const override {
    auto copy = std::make_unique<ForeseeingGood>(rules_, evaluation_, bad_->clone(), foresight_);
    copy->begins_ = begins_;
    copy->plan_ = plan_;
    copy->played_ = played_;
    return copy;
  }

  Placement choose(const Well& well, std::span<const PieceId> visible,
                   std::span<const Placement> placements, Heartbeat& heart) override {
    std::unique_ptr<Bad> bad = bad_->clone();
    if (bad->choose(well, {}, begins_, heart) != visible[0])
      throw std::invalid_argument("Bad sends another piece than was computed ahead");
    if (played_ == plan_.size()) {
      plan_ = planned(well, heart);
      played_ = 0;
    }
    bad_ = std::move(bad);
    begins_ = false;
    return plan_.empty() ? placements[0] : plan_[played_++].placement;
  }

  // The copy of Bad remembers what Bad does, who says so itself.
  void add_memory(Memory& memory) const override {
    memory.push_back(plan_.size() - played_);
    for (std::size_t i = played_; i < plan_.size(); ++i)
      memory.push_back(plan_[i].placement.order());
  }
  const DuelRules* rules() const override { return rules_.get(); }

 private:
  // What to play before the next look ahead: half of what was seen, for what comes later was seen
  // less clearly; all of it if the game ends there.
  std::vector<Played> planned(const Well& well, Heartbeat& heart) const {
    Hunt hunt(rules_, *bad_, evaluation_, well,
              {foresight_.keeps, 1, 0, begins_, foresight_.most_games}, heart);
    std::vector<Played> plan = hunt.look_ahead(foresight_.pieces, heart);
    if (plan.size() == foresight_.pieces) plan.resize((plan.size() + 1) / 2);
    return plan;
  }

  SharedRules rules_;
  Evaluation evaluation_;
  std::unique_ptr<Bad> bad_;  // as it was before it sent the piece to place
  Foresight foresight_;
  bool begins_ = true;
  std::vector<Played> plan_;
  std::size_t played_ = 0;  // pieces of the plan
};

}  // namespace

std::unique_ptr<Good> good_foreseeing(SharedRules rules, const Evaluation& evaluation,
                                      const Bad& bad, const Foresight& foresight) {
  return std::make_unique<ForeseeingGood>(std::move(rules), evaluation, bad.clone(), foresight);
}

}  // namespace cgt
