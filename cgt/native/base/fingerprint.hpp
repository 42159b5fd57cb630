// Fingerprints: 128 well-mixed bits that stand for a region or a position in the solver's tables.
//
// Tables keep 96 bits of them. Two different positions out of a billion agree in these bits with a
// probability of some 10^-11: a faulty machine is likelier to cause a wrong answer. The fingerprint
// of a position is the sum of those of its parts, so their order does not matter.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bits.hpp"

namespace cgt {

struct Fingerprint {
  Word low = 0;
  Word high = 0;

  friend Fingerprint operator+(Fingerprint a, Fingerprint b) {
    return {a.low + b.low, a.high + b.high};
  }
  friend Fingerprint operator-(Fingerprint a, Fingerprint b) {
    return {a.low - b.low, a.high - b.high};
  }
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

constexpr Word mix(Word x) {
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93;
  return x ^ x >> 32;
}

[[gnu::always_inline]] inline Fingerprint fingerprint_of(Word word) {
  return {mix(word + 0x9e3779b97f4a7c15), mix(word * 0xc2b2ae3d27d4eb4f + 0x165667b19e3779f9)};
}

// The fingerprint of a sequence with one more word. Not symmetric: the order of words matters.
[[gnu::always_inline]] inline Fingerprint followed_by(Fingerprint all, Word word) {
  const Fingerprint next = fingerprint_of(word);
  return {mix(3 * all.low ^ next.low), mix(3 * all.high + next.high)};
}

// The fingerprint of a set of cells with `words` words.
template <class Cells>
Fingerprint fingerprint_of_cells(const Cells& cells) {
  Fingerprint all = fingerprint_of(cells.word(0));
  for (std::size_t i = 1; i < Cells::words; ++i) all = followed_by(all, cells.word(i) + i);
  return all;
}

}  // namespace cgt
