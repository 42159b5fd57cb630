// A duel in which a person plays Good: pieces are moved step by step, and land when they cannot go
// down.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "duel/falling_piece.hpp"
#include "duel/game.hpp"

namespace cgt {

enum class Happened { nothing, moved, locked };

// A game in progress. With the same Bad and the same placements it is the same as any other game.
class LiveGame {
 public:
  LiveGame(SharedRules rules, std::unique_ptr<Bad> bad, const Well& start, unsigned preview,
           const Extras& extras);
  LiveGame(const LiveGame&) = delete;
  LiveGame& operator=(const LiveGame&) = delete;

  // Lets the next piece come in, unless it has already. If it has no room, the game is over. Only
  // this call may take long, because Bad may think; until it is done, no piece is falling and
  // nothing can be moved. If the heartbeat throws, another call resumes.
  void come_in(Heartbeat& heart);

  // A piece that cannot go down lands.
  Happened step(Step step, Heartbeat& heart);
  // Lets the piece fall straight down and land. Nothing happens if it may not land there.
  Happened drop(Heartbeat& heart);
  // Lands the piece here at once; throws std::invalid_argument if it cannot land here.
  void place(Placement placement, Heartbeat& heart);

  const DuelGame& game() const { return game_; }
  // The falling piece; none if the game is over, or before the next piece comes in.
  const std::optional<FallingPiece>& falling() const { return falling_; }
  const std::vector<Played>& trace() const { return trace_; }

 private:
  class Hand;

  LiveGame(SharedRules rules, std::unique_ptr<Hand> hand, std::unique_ptr<Bad> bad,
           const Well& start, unsigned preview, const Extras& extras);
  bool may_land(Placement placement) const;
  void lock(Placement placement, Heartbeat& heart);

  Hand* hand_;  // the game's Good
  DuelGame game_;
  std::vector<Placement> placements_;
  std::optional<FallingPiece> falling_;
  std::vector<Played> trace_;
};

}  // namespace cgt
