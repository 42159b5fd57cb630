// The players of a duel: Good, who places pieces, and Bad, who chooses them. They are made by the
// functions at the end and know nothing of the game beyond what they are shown.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/heartbeat.hpp"
#include "duel/features.hpp"
#include "duel/rules.hpp"

namespace cgt {

// What decides a player's next choices, beside what the player sees.
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

  // Whether the player may choose a place that is not among those: what others wrote down may be of
  // another game.
  virtual bool may_err() const { return false; }

  // The rules that the player looks ahead by, if any.
  virtual const DuelRules* rules() const { return nullptr; }
};

class Bad {
 public:
  virtual ~Bad() = default;
  virtual std::unique_ptr<Bad> clone() const = 0;

  // The piece that comes after those that Good can see already. Asked before each placement; and
  // before the first one for every piece that Good can see then, which is told by `is_first`. If
  // the heartbeat throws, the player is as before.
  virtual PieceId choose(const Well& well, std::span<const PieceId> visible, bool is_first,
                         Heartbeat& heart) = 0;

  virtual void add_memory(Memory&) const {}

  // Whether the memory can ever be the same again.
  virtual bool may_repeat() const { return true; }

  // The rules that the player goes by, if any.
  virtual const DuelRules* rules() const { return nullptr; }
};

// Which of several equally good choices is taken. At random: by a seed.
enum class Ties { first, last, random };

using SharedRules = std::shared_ptr<const DuelRules>;

// Takes the placement after which the well is worth the least, looking `depth` pieces ahead.
std::unique_ptr<Good> good_minmax(SharedRules rules, const Evaluation& evaluation, unsigned depth,
                                  Ties ties, std::uint64_t seed);
// Looks at all visible pieces, and keeps the best so many wells after each; all if `keeps` is 0.
std::unique_ptr<Good> good_beam(SharedRules rules, const Evaluation& evaluation, std::size_t keeps);
std::unique_ptr<Good> good_random(std::uint64_t seed);
// Takes the placements in this order; any once they are used up.
std::unique_ptr<Good> good_scripted(std::vector<Placement> script);

// What to do in a well with these visible pieces.
struct Advice {
  Well well;
  std::vector<PieceId> visible;
  Placement placement;
};
// Follows advice; throws std::invalid_argument where there is none. With `lanes`, advice for a well
// is good for all that have the same lanes in another order; on odd widths the last three columns
// are one.
std::unique_ptr<Good> good_advised(const std::vector<Advice>& advice, bool lanes);

// Sends the piece after which the well is worth the most, looking `depth` pieces ahead.
std::unique_ptr<Bad> bad_minmax(SharedRules rules, const Evaluation& evaluation, unsigned depth,
                                Ties ties, std::uint64_t seed);
// Sends these pieces over and over.
std::unique_ptr<Bad> bad_sequence(std::vector<PieceId> pieces);
// Sends the last of the visible pieces of some advice for the well and those before it, and in the
// beginning those before the last of the first; throws std::invalid_argument where there is none.
std::unique_ptr<Bad> bad_advised(const std::vector<Advice>& advice);
std::unique_ptr<Bad> bad_uniform(SharedRules rules, std::uint64_t seed);
// Sends all pieces in an order by chance, then again in another.
std::unique_ptr<Bad> bad_bag(SharedRules rules, std::uint64_t seed);
// Mostly sends the piece whose best placement is worst, sometimes the next worse.
std::unique_ptr<Bad> bad_bastet(SharedRules rules, const Evaluation& evaluation,
                                std::uint64_t seed);
// S until the well repeats, then Z until it repeats, and so on.
std::unique_ptr<Bad> bad_brzustowski(PieceId s, PieceId z);
// Sends the piece that cannot leave a low stack; of equal ones the first in this order. With
// `remembers`, above all the piece that leads to wells seen least often.
std::unique_ptr<Bad> bad_hatetris(SharedRules rules, std::vector<PieceId> order, bool remembers);

}  // namespace cgt
