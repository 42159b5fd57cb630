// What the exact solver of the duel is asked.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "duel/rules.hpp"

namespace cgt {

// What Good may do. If that is restricted, only strategies for Good are found.
enum class GoodPlays {
  anywhere,
  // Each piece stays inside one lane, a pair of columns, and wells that differ only in the order of
  // lanes are the same. On odd widths the last three columns are one lane, which stays in place.
  in_lanes,
  // The same, with at most two bumpy lanes, and all others flat and within four rows of each other.
  in_tidy_lanes,
  // There are never more covered cells than these: empty ones with a filled one somewhere above.
  covering_one,
  covering_two,
  covering_three,
  covering_four
};

inline bool is_in_lanes(GoodPlays plays) {
  return plays == GoodPlays::in_lanes || plays == GoodPlays::in_tidy_lanes;
}

// How many cells Good may cover; nothing if as many as he likes.
inline std::optional<unsigned> most_covered(GoodPlays plays) {
  switch (plays) {
    case GoodPlays::covering_one:
      return 1;
    case GoodPlays::covering_two:
      return 2;
    case GoodPlays::covering_three:
      return 3;
    case GoodPlays::covering_four:
      return 4;
    default:
      return std::nullopt;
  }
}

// No question has more of them.
inline constexpr unsigned most_duel_pieces = 32;

struct DuelQuestion {
  std::shared_ptr<const DuelRules> rules;
  Well start;
  unsigned preview;
  // For each piece its mirror image, if mirror images are played alike; empty if they are not.
  std::vector<PieceId> mirror_images;
  GoodPlays plays;
  std::size_t memory;    // in bytes
  bool bag = false;      // whether Bad deals bags: each piece once, in any order, then a new bag
  unsigned threads = 1;  // that search together
  // Below so many states the search is over before other threads have begun; and small searches
  // always find the same.
  std::size_t states_alone = std::size_t{1} << 16;
};

}  // namespace cgt
