// What the exact solver of the duel knows of a well and of a placement: what it promises, and its
// cells as small as possible.
//
// Ground are the lowest rows of a well if it does not matter what is in them. They are kept as full
// rows, which no well has that has been cleared. A well on ground that is lost is lost with
// anything in these rows: Bad's strategy never lets Good get there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/bits.hpp"
#include "base/fingerprint.hpp"
#include "duel/rules.hpp"

namespace cgt {

// The cost of a well. Low wells without covered cells and with few steps promise most: the less,
// the better.
struct Promise {
  unsigned covered = 0;
  unsigned filled = 0;
  unsigned steps = 0;
  unsigned height = 0;

  std::uint32_t cost() const { return 8 * covered + 2 * filled + 2 * height + steps; }
};

// A placement that does not end the game: the well that it leaves, and its rank in the order.
template <class Packed>
struct Option {
  Packed well;
  Packed image;  // the mirrored well, where that matters
  Placement placement;
  std::uint64_t order;   // by cost, then in the order of placements
  std::size_t hash = 0;  // of the well or its image, whichever stands for both
};

inline std::uint64_t order_of(const Promise& promise, Placement placement) {
  return std::uint64_t{promise.cost()} << 32 | placement.order();
}

using Packed128 = unsigned __int128;

inline std::size_t hash_of_packed(std::uint64_t well) { return mix(well + 0x9e3779b97f4a7c15); }
inline std::size_t hash_of_packed(Packed128 well) {
  return mix(static_cast<Word>(well) ^ mix(static_cast<Word>(well >> 64) + 0x9e3779b97f4a7c15));
}
template <std::size_t Words>
std::size_t hash_of_packed(const std::array<Word, Words>& well) {
  Word hash = 0x9e3779b97f4a7c15;
  for (const Word word : well) hash = mix(hash ^ word) + 1;
  return hash;
}

// A well as words, and back.
inline std::array<Word, 1> words_of(std::uint64_t well) { return {well}; }
inline std::array<Word, 2> words_of(Packed128 well) {
  return {static_cast<Word>(well), static_cast<Word>(well >> 64)};
}
template <std::size_t Words>
std::array<Word, Words> words_of(const std::array<Word, Words>& well) {
  return well;
}
template <class Packed, std::size_t Words>
Packed packed_of(const std::array<Word, Words>& words) {
  if constexpr (std::is_same_v<Packed, std::array<Word, Words>>)
    return words;
  else if constexpr (Words == 1)
    return words[0];
  else
    return Packed128{words[1]} << 64 | words[0];
}

}  // namespace cgt
