// Sets of cells of a board as bits: what the solver of placement games computes with. Which cell is
// which bit is known to the box that the boards lie in; see box.hpp.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "base/bits.hpp"

namespace cgt {

// The last bit first; of a word, or of each word of a vector.
template <class Bits>
constexpr Bits reversed_bits(Bits x) {
  x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
  x = (x >> 8 & 0x00ff00ff00ff00ff) | (x & 0x00ff00ff00ff00ff) << 8;
  x = (x >> 16 & 0x0000ffff0000ffff) | (x & 0x0000ffff0000ffff) << 16;
  return x >> 32 | x << 32;
}

template <std::size_t N>
class CellSet {
 public:
  static constexpr std::size_t words = N;

  using Words = std::array<Word, N>;

  constexpr CellSet() = default;

  static constexpr CellSet of_words(const Words& words) {
    CellSet set;
    set.words_ = words;
    return set;
  }
  const Words& all_words() const { return words_; }

  static constexpr CellSet bit(std::size_t index) {
    CellSet set;
    set_bit(set.words_, index);
    return set;
  }

  constexpr Word word(std::size_t index) const { return words_[index]; }
  constexpr bool any() const { return any_bit(words_); }

  unsigned count() const {
    unsigned bits = 0;
    for (Word word : words_) bits += count_bits(word);
    return bits;
  }

  unsigned first() const {
    std::size_t i = 0;
    if constexpr (N > 1)
      while (words_[i] == 0) ++i;
    return static_cast<unsigned>(i * word_bits) +
           static_cast<unsigned>(std::countr_zero(words_[i]));
  }

  unsigned last() const {
    std::size_t i = N - 1;
    if constexpr (N > 1)
      while (words_[i] == 0) --i;
    return static_cast<unsigned>(i * word_bits) + static_cast<unsigned>(std::bit_width(words_[i])) -
           1;
  }

  // The first cell alone.
  CellSet lowest() const {
    CellSet set;
    std::size_t i = 0;
    if constexpr (N > 1)
      while (words_[i] == 0) ++i;
    set.words_[i] = words_[i] & (~words_[i] + 1);
    return set;
  }

  CellSet without_first() const {
    CellSet set = *this;
    std::size_t i = 0;
    if constexpr (N > 1)
      while (words_[i] == 0) ++i;
    set.words_[i] = without_lowest(words_[i]);
    return set;
  }

  constexpr CellSet& operator|=(const CellSet& other) {
    for (std::size_t i = 0; i < N; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr CellSet& operator&=(const CellSet& other) {
    for (std::size_t i = 0; i < N; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  constexpr CellSet without(const CellSet& other) const {
    CellSet set;
    for (std::size_t i = 0; i < N; ++i) set.words_[i] = words_[i] & ~other.words_[i];
    return set;
  }
  friend constexpr CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend constexpr CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
  // Not the compiler's own, which calls a function for it.
  friend constexpr bool operator==(const CellSet& a, const CellSet& b) {
    Word different = 0;
    for (std::size_t i = 0; i < N; ++i) different |= a.words_[i] ^ b.words_[i];
    return different == 0;
  }

  // By the last cell that only one of the two has.
  friend constexpr bool operator<(const CellSet& a, const CellSet& b) {
    for (std::size_t i = N; i-- > 0;)
      if (a.words_[i] != b.words_[i]) return a.words_[i] < b.words_[i];
    return false;
  }

  // Every cell moved by `bits` bits; cells that leave the words are lost.
  CellSet up(std::size_t bits) const {
    CellSet set;
    if constexpr (N == 1)
      set.words_[0] = words_[0] << bits;
    else
      for (std::size_t i = 0; i < N; ++i) set.words_[i] = word_shifted_up(words_, i, bits);
    return set;
  }
  CellSet down(std::size_t bits) const {
    CellSet set;
    if constexpr (N == 1)
      set.words_[0] = words_[0] >> bits;
    else
      for (std::size_t i = 0; i < N; ++i) set.words_[i] = word_shifted_down(words_, i, bits);
    return set;
  }

  // The same for 1 to 63 bits, which costs less.
  CellSet up_a_little(std::size_t bits) const {
    CellSet set;
    set.words_[0] = words_[0] << bits;
    for (std::size_t i = 1; i < N; ++i)
      set.words_[i] = words_[i] << bits | words_[i - 1] >> (word_bits - bits);
    return set;
  }
  CellSet down_a_little(std::size_t bits) const {
    CellSet set;
    for (std::size_t i = 0; i + 1 < N; ++i)
      set.words_[i] = words_[i] >> bits | words_[i + 1] << (word_bits - bits);
    set.words_[N - 1] = words_[N - 1] >> bits;
    return set;
  }

  // The word of bits that begins at a bit.
  Word bits_at(std::size_t index) const { return word_shifted_down(words_, 0, index); }

  // Adds the bits of a word, the lowest at `index`; those that leave the words are lost.
  void add_bits_at(std::size_t index, Word bits) {
    const std::size_t i = index / word_bits;
    const std::size_t bit = index % word_bits;
    words_[i] |= bits << bit;
    if (bit != 0 && i + 1 < N) words_[i + 1] |= bits >> (word_bits - bit);
  }

  // The last bit first.
  CellSet reversed() const {
    CellSet set;
    for (std::size_t i = 0; i < N; ++i) set.words_[N - 1 - i] = reversed_bits(words_[i]);
    return set;
  }

 private:
  Words words_{};
};

}  // namespace cgt
