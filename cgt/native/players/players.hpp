// Functions that make the built-in players; each family has its own file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "duel/bag.hpp"
#include "duel/evaluate/evaluation.hpp"
#include "duel/player.hpp"

namespace cgt {

// Which of several equally good choices is taken; a random choice depends on a seed.
enum class Ties { first, last, random };

// How far a player looks ahead who can compute what comes.
struct Foresight {
  std::size_t keeps;       // games after each piece; all if 0
  unsigned pieces;         // at least one
  std::size_t most_games;  // that fit in the memory
};

// Takes the placement after which the well is worth the least, looking `depth` pieces ahead.
std::unique_ptr<Good> good_minmax(SharedRules rules, const Evaluation& evaluation, unsigned depth,
                                  Ties ties, std::uint64_t seed);
// Looks ahead over all visible pieces, and keeps the best `keeps` wells after each; all if that is
// 0.
std::unique_ptr<Good> good_beam(SharedRules rules, const Evaluation& evaluation, std::size_t keeps);
// Computes what this Bad player will send: looks so many pieces ahead with a beam over whole games,
// plays the first half of the best one, and looks again. Throws std::invalid_argument if Bad sends
// something else, std::runtime_error if there are more games than can be kept.
std::unique_ptr<Good> good_foreseeing(SharedRules rules, const Evaluation& evaluation,
                                      const Bad& bad, const Foresight& foresight);
std::unique_ptr<Good> good_random(std::uint64_t seed);
// Takes these placements one after the other, then always the first possible one.
std::unique_ptr<Good> good_scripted(std::vector<Placement> script);

// What to do in a well with these visible pieces; with a bag, if these pieces, as bits, are left in
// it after the last visible one.
struct Advice {
  Well well;
  std::vector<PieceId> visible;
  Placement placement;
  Word left = 0;
  std::uint64_t rank = 0;  // Bad's only
};
// Follows advice; throws std::invalid_argument if there is none for a well. With `lanes`, advice
// for a well serves for all wells that have the same lanes in another order; on odd widths the last
// three columns are one lane. With a bag, it counts the pieces that come, and throws if one comes
// that the bag does not have.
std::unique_ptr<Good> good_advised(const std::vector<Advice>& advice, bool lanes,
                                   const PieceBag& bag = {});

// Sends the piece after which the well is worth the most, looking `depth` pieces ahead.
std::unique_ptr<Bad> bad_minmax(SharedRules rules, const Evaluation& evaluation, unsigned depth,
                                Ties ties, std::uint64_t seed);
// Sends these pieces over and over.
std::unique_ptr<Bad> bad_sequence(std::vector<PieceId> pieces);
// Follows advice: looks for the well and the pieces that are visible already, and sends the last of
// the advice's visible pieces. In the beginning it sends the pieces before the last of the first
// advice. Throws std::invalid_argument if there is no advice for a well.
std::unique_ptr<Bad> bad_advised(const std::vector<Advice>& advice, const PieceBag& bag = {});
// Sends the `first` pieces, then any by chance.
std::unique_ptr<Bad> bad_uniform(SharedRules rules, std::uint64_t seed, std::vector<PieceId> first);
// Sends all pieces in a random order, then all again in another, and so on.
std::unique_ptr<Bad> bad_bag(SharedRules rules, std::uint64_t seed);
// Sends all pieces in the order that a copy of another player likes best, then all again, and so
// on. Throws std::invalid_argument if that player cannot be restricted to the pieces of a bag.
std::unique_ptr<Bad> bad_bag_of(const Bad& player);
// Mostly sends the piece whose best placement is worst, sometimes one of the next worst.
std::unique_ptr<Bad> bad_bastet(SharedRules rules, const Evaluation& evaluation,
                                std::uint64_t seed);
// S until the well repeats, then Z until it repeats, and so on.
std::unique_ptr<Bad> bad_brzustowski(PieceId s, PieceId z);
// Sends the piece whose lowest possible stack is highest; of equal ones the first in this order.
// With `remembers`, it looks first for the piece that leads to wells seen least often.
std::unique_ptr<Bad> bad_hatetris(SharedRules rules, std::vector<PieceId> order, bool remembers);

}  // namespace cgt
