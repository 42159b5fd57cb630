// What a player of a duel is: Good, who places pieces, or Bad, who chooses them. Players know only
// what they are shown of the game. The built-in ones are in players/.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/heartbeat.hpp"
#include "duel/rules.hpp"

namespace cgt {

using SharedRules = std::shared_ptr<const DuelRules>;

// Everything besides what a player sees that decides the player's next choices.
using Memory = std::vector<std::uint64_t>;

class Good {
 public:
  virtual ~Good() = default;
  virtual std::unique_ptr<Good> clone() const = 0;

  // Where to put the first of the visible pieces; there is at least one place.
  // If the heartbeat throws, the player is as before.
  virtual Placement choose(const Well& well, std::span<const PieceId> visible,
                           std::span<const Placement> placements, Heartbeat& heart) = 0;

  virtual void add_memory(Memory&) const {}

  // Whether the memory can ever be the same again, and is known.
  virtual bool may_repeat() const { return true; }

  // Whether the player may choose a place that is not in the list: a trace or a strategy may be of
  // another game.
  virtual bool may_err() const { return false; }

  // The rules that the player looks ahead by, if any.
  virtual const DuelRules* rules() const { return nullptr; }
};

class Bad {
 public:
  virtual ~Bad() = default;
  virtual std::unique_ptr<Bad> clone() const = 0;

  // The piece that comes after those that Good can see already. Called before each placement.
  // Before the first placement it is called for every piece that Good can see then; `is_first` is
  // true for these calls. If the heartbeat throws, the player is as before.
  virtual PieceId choose(const Well& well, std::span<const PieceId> visible, bool is_first,
                         Heartbeat& heart) = 0;

  virtual void add_memory(Memory&) const {}

  // Whether the memory can ever be the same again, and is known.
  virtual bool may_repeat() const { return true; }

  // The rules that the player uses, if any.
  virtual const DuelRules* rules() const { return nullptr; }
};

}  // namespace cgt
