// The vocabulary of bit operations that the native core is written in.
//
// A row or a board is a sequence of 64-bit words; cell i is bit i % 64 of word
// i / 64, so the leftmost cell of a row is its lowest bit. Multi-word
// operations are templates over the container: std::array for boards of a
// known size (the loops unroll), std::vector for any size.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace cgt {

using Word = std::uint64_t;
inline constexpr std::size_t word_bits = 64;

constexpr std::size_t words_for(std::size_t bits) { return (bits + word_bits - 1) / word_bits; }

// The n lowest bits, for n from 0 to 64.
constexpr Word low_bits(std::size_t n) { return n >= word_bits ? ~Word{0} : (Word{1} << n) - 1; }

constexpr unsigned count_bits(Word word) { return static_cast<unsigned>(std::popcount(word)); }

// Everything up to and including the lowest set bit; the word must not be zero.
constexpr Word through_lowest(Word word) { return word ^ (word - 1); }

constexpr Word without_lowest(Word word) { return word & (word - 1); }

template <class Words>
constexpr void set_bit(Words& words, std::size_t index) {
  words[index / word_bits] |= Word{1} << (index % word_bits);
}

// Word `index` of `words` moved down by `shift` cells (towards cell 0).
template <class Words>
Word word_shifted_down(const Words& words, std::size_t index, std::size_t shift) {
  const std::size_t from = index + shift / word_bits;
  const std::size_t bit = shift % word_bits;
  Word word = from < words.size() ? words[from] >> bit : 0;
  if (bit != 0 && from + 1 < words.size()) word |= words[from + 1] << (word_bits - bit);
  return word;
}

// Word `index` of `words` moved up by `shift` cells (away from cell 0).
template <class Words>
Word word_shifted_up(const Words& words, std::size_t index, std::size_t shift) {
  if (shift / word_bits > index) return 0;
  const std::size_t from = index - shift / word_bits;
  const std::size_t bit = shift % word_bits;
  Word word = words[from] << bit;
  if (bit != 0 && from > 0) word |= words[from - 1] >> (word_bits - bit);
  return word;
}

template <class Words>
constexpr bool any_bit(const Words& words) {
  Word all = 0;
  for (Word word : words) all |= word;
  return all != 0;
}

// Calls visit(index) for each set bit, lowest first.
template <class Words, class Visit>
void for_each_bit(const Words& words, Visit visit) {
  for (std::size_t i = 0; i < words.size(); ++i)
    for (Word left = words[i]; left != 0; left = without_lowest(left))
      visit(i * word_bits + static_cast<std::size_t>(std::countr_zero(left)));
}

}  // namespace cgt
