// The players that there are, made by these functions; each family has a file of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "duel/evaluate/evaluation.hpp"
#include "duel/player.hpp"

namespace cgt {

// Which of several equally good choices is taken. At random: by a seed.
enum class Ties { first, last, random };

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
