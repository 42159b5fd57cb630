#include "duel/live_game.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace cgt {

// A Good player that places the piece where it is told to.
class LiveGame::Hand : public Good {
 public:
  std::unique_ptr<Good> clone() const override { return std::make_unique<Hand>(*this); }
  Placement choose(const Well&, std::span<const PieceId>, std::span<const Placement>,
                   Heartbeat&) override {
    return placement;
  }

  Placement placement{0, 0, 0};
};

LiveGame::LiveGame(SharedRules rules, std::unique_ptr<Bad> bad, const Well& start, unsigned preview,
                   const Extras& extras)
    : LiveGame(std::move(rules), std::make_unique<Hand>(), std::move(bad), start, preview, extras) {
}

LiveGame::LiveGame(SharedRules rules, std::unique_ptr<Hand> hand, std::unique_ptr<Bad> bad,
                   const Well& start, unsigned preview, const Extras& extras)
    : hand_(hand.get()),
      game_(std::move(rules), std::move(hand), std::move(bad), start, preview, extras) {}

void LiveGame::come_in(Heartbeat& heart) {
  if (falling_ || game_.over()) return;
  game_.see(heart);
  const PieceId piece = game_.visible().front();
  game_.rules().list_placements(game_.well(), piece, placements_);
  if (placements_.empty())
    game_.step(heart);  // which finds that the game is over
  else
    falling_.emplace(game_.rules(), game_.well(), piece);
}

Happened LiveGame::step(Step step, Heartbeat& heart) {
  if (!falling_) return Happened::nothing;
  if (falling_->take(step, game_.well())) return Happened::moved;
  if (step != Step::down || !may_land(falling_->place())) return Happened::nothing;
  lock(falling_->place(), heart);
  return Happened::locked;
}

Happened LiveGame::drop(Heartbeat& heart) {
  if (!falling_) return Happened::nothing;
  const Placement placement = falling_->landing(game_.well());
  if (!may_land(placement)) return Happened::nothing;
  lock(placement, heart);
  return Happened::locked;
}

void LiveGame::place(Placement placement, Heartbeat& heart) {
  if (!falling_ || !may_land(placement)) throw std::invalid_argument("the piece cannot land there");
  lock(placement, heart);
}

bool LiveGame::may_land(Placement placement) const {
  return std::find(placements_.begin(), placements_.end(), placement) != placements_.end();
}

void LiveGame::lock(Placement placement, Heartbeat& heart) {
  hand_->placement = placement;
  if (const auto played = game_.step(heart)) trace_.push_back(*played);
  falling_.reset();
}

}  // namespace cgt
