// A Bad player that can be held to the pieces of a bag: it chooses the best of those that are left.
#pragma once

#include <span>

#include "duel/bag.hpp"
#include "duel/player.hpp"

namespace cgt {

class SelectiveBad : public Bad {
 public:
  // As `choose`, but only among the pieces that the bag has. Who looks ahead knows that the pieces
  // after that come from the same bag and the next.
  virtual PieceId choose_from(const PieceBag& bag, const Well& well,
                              std::span<const PieceId> visible, Heartbeat& heart) = 0;

  PieceId choose(const Well& well, std::span<const PieceId> visible, bool, Heartbeat& heart) final {
    return choose_from(PieceBag(), well, visible, heart);
  }
};

}  // namespace cgt
