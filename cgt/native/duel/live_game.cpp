#include "duel/live_game.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace cgt {

// Puts the piece where it is told to.
class LiveGame::Hand : public Good {
 public:
  std::unique_ptr<Good> clone() const override { return std::make_unique<Hand>(*this); }
  Rest choose(const Well&, std::span<const PieceId>, std::span<const Rest>, Heartbeat&) override {
    return rest;
  }

  Rest rest{0, 0, 0};
};

LiveGame::LiveGame(SharedRules rules, std::unique_ptr<Bad> bad, const Well& start,
                   unsigned preview, const Extras& extras)
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
  game_.rules().list_rests(game_.well(), piece, rests_);
  if (rests_.empty())
    game_.step(heart);  // which sees that it is over
  else
    falling_.emplace(game_.rules(), game_.well(), piece);
}

Happened LiveGame::step(Step step, Heartbeat& heart) {
  if (!falling_) return Happened::nothing;
  if (falling_->take(step, game_.well())) return Happened::moved;
  if (step != Step::down || !may_rest(falling_->place())) return Happened::nothing;
  lock(falling_->place(), heart);
  return Happened::locked;
}

Happened LiveGame::drop(Heartbeat& heart) {
  if (!falling_) return Happened::nothing;
  const Rest rest = falling_->landing(game_.well());
  if (!may_rest(rest)) return Happened::nothing;
  lock(rest, heart);
  return Happened::locked;
}

void LiveGame::place(Rest rest, Heartbeat& heart) {
  if (!falling_ || !may_rest(rest))
    throw std::invalid_argument("the piece cannot come to rest there");
  lock(rest, heart);
}

bool LiveGame::may_rest(Rest rest) const {
  return std::find(rests_.begin(), rests_.end(), rest) != rests_.end();
}

void LiveGame::lock(Rest rest, Heartbeat& heart) {
  Well filled = game_.well();
  filled.put(game_.rules().turned(falling_->piece(), rest), rest.column, rest.row);
  const auto lines = game_.lines();
  hand_->rest = rest;
  if (const auto played = game_.step(heart)) trace_.push_back(*played);
  cleared_ = game_.lines() > lines ? filled.full_rows() : 0;
  falling_.reset();
}

}  // namespace cgt
