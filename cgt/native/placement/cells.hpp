// Sets of cells of a board as bits, for boards of up to Stride × Rows cells: what the solver of
// placement games computes with. Cell (row, column) is bit row * Stride + column.
//
// Stride and Rows are chosen so that a board takes as few words as possible: 8 × 8 in one,
// 11 × 11 in two, 16 × 16 in four.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/bits.hpp"
#include "placement/byte_boards.hpp"

namespace cgt {

template <unsigned Stride, unsigned Rows>
class CellSet {
 public:
  static constexpr unsigned stride = Stride;
  static constexpr unsigned rows = Rows;
  static constexpr std::size_t words = words_for(Stride * Rows);

  // Whether ByteBoards can hold such boards.
  static constexpr bool is_byte_board = Stride == 8 && Rows == 8;

  using Words = std::array<Word, words>;

  constexpr CellSet() = default;

  static CellSet of_words(const Words& words) {
    CellSet set;
    set.words_ = words;
    return set;
  }
  const Words& all_words() const { return words_; }

  static constexpr CellSet cell(unsigned row, unsigned column) {
    CellSet set;
    set_bit(set.words_, row * Stride + column);
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
    if constexpr (words > 1)
      while (words_[i] == 0) ++i;
    return static_cast<unsigned>(i * word_bits) +
           static_cast<unsigned>(std::countr_zero(words_[i]));
  }

  // The first cell alone.
  CellSet lowest() const {
    CellSet set;
    std::size_t i = 0;
    if constexpr (words > 1)
      while (words_[i] == 0) ++i;
    set.words_[i] = words_[i] & (~words_[i] + 1);
    return set;
  }

  CellSet without_first() const {
    CellSet set = *this;
    std::size_t i = 0;
    if constexpr (words > 1)
      while (words_[i] == 0) ++i;
    set.words_[i] = without_lowest(words_[i]);
    return set;
  }

  constexpr CellSet& operator|=(const CellSet& other) {
    for (std::size_t i = 0; i < words; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr CellSet& operator&=(const CellSet& other) {
    for (std::size_t i = 0; i < words; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  constexpr CellSet without(const CellSet& other) const {
    CellSet set;
    for (std::size_t i = 0; i < words; ++i) set.words_[i] = words_[i] & ~other.words_[i];
    return set;
  }
  friend constexpr CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend constexpr CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
  friend constexpr bool operator==(const CellSet&, const CellSet&) = default;

  // Every cell moved by `bits` bits; cells that leave the words are lost.
  CellSet up(std::size_t bits) const {
    CellSet set;
    if constexpr (words == 1)
      set.words_[0] = words_[0] << bits;
    else
      for (std::size_t i = 0; i < words; ++i) set.words_[i] = word_shifted_up(words_, i, bits);
    return set;
  }
  CellSet down(std::size_t bits) const {
    CellSet set;
    if constexpr (words == 1)
      set.words_[0] = words_[0] >> bits;
    else
      for (std::size_t i = 0; i < words; ++i) set.words_[i] = word_shifted_down(words_, i, bits);
    return set;
  }

  // Every cell and its neighbours.
  CellSet grown() const {
    return *this | without(last_column).up(1) | without(first_column).down(1) | up(Stride) |
           down(Stride);
  }

  // How many pairs of neighbours there are.
  unsigned count_pairs() const {
    return (*this & without(last_column).up(1)).count() + (*this & up(Stride)).count();
  }

  // The 4-connected part of this set that holds the cells `part`. It makes two steps at a time,
  // because the processor cannot predict whether there is another.
  CellSet part_with(CellSet part) const {
    for (;;) {
      const CellSet larger = part.grown() & *this;
      const CellSet largest = larger.grown() & *this;
      if (largest == larger) return larger;
      part = largest;
    }
  }

  // The part that holds the first of `marked`. Every part must hold one of them: so a part that
  // holds all of them is the whole set, and the fill can stop early.
  CellSet part_with_first_of(const CellSet& marked) const {
    CellSet part = marked.lowest();
    for (;;) {
      const CellSet larger = part.grown() & *this;
      const CellSet largest = larger.grown() & *this;
      if (!marked.without(largest).any()) return *this;
      if (largest == larger) return larger;
      part = largest;
    }
  }

  // Every cell (row, column) moved to the cell map(row, column).
  template <class Map>
  CellSet mapped(Map map) const {
    CellSet image;
    for (CellSet left = *this; left.any(); left = left.without_first()) {
      const unsigned index = left.first();
      const auto [row, column] = map(index / Stride, index % Stride);
      image |= cell(row, column);
    }
    return image;
  }

  // The least image, moved to the top left corner, under the four rotations or, with mirror images,
  // under the eight symmetries; not of the empty set.
  CellSet canonical(bool with_mirror_images) const;

 private:
  using RowBits = std::array<std::uint16_t, Rows>;

  static constexpr CellSet column(unsigned column) {
    CellSet set;
    for (unsigned row = 0; row < Rows; ++row) set |= cell(row, column);
    return set;
  }
  static const CellSet first_column;
  static const CellSet last_column;

  CellSet canonical_of_rows(bool with_mirror_images) const;

  Words words_{};
};

template <unsigned Stride, unsigned Rows>
constexpr CellSet<Stride, Rows> CellSet<Stride, Rows>::first_column =
    CellSet<Stride, Rows>::column(0);
template <unsigned Stride, unsigned Rows>
constexpr CellSet<Stride, Rows> CellSet<Stride, Rows>::last_column =
    CellSet<Stride, Rows>::column(Stride - 1);

namespace detail {

constexpr std::uint16_t mirror_row(std::uint16_t row) {
  unsigned x = row;
  x = (x >> 1 & 0x5555) | (x & 0x5555) << 1;
  x = (x >> 2 & 0x3333) | (x & 0x3333) << 2;
  x = (x >> 4 & 0x0f0f) | (x & 0x0f0f) << 4;
  return static_cast<std::uint16_t>(x >> 8 | x << 8);
}

}  // namespace detail

template <unsigned Stride, unsigned Rows>
CellSet<Stride, Rows> CellSet<Stride, Rows>::canonical(bool with_mirror_images) const {
  if constexpr (is_byte_board) {
    const std::array<CellSet, boards_at_once> boards{*this};
    return ByteBoards(boards.data()).canonical(with_mirror_images).template boards<CellSet>()[0];
  } else {
    return canonical_of_rows(with_mirror_images);
  }
}

template <unsigned Stride, unsigned Rows>
CellSet<Stride, Rows> CellSet<Stride, Rows>::canonical_of_rows(bool with_mirror_images) const {
  static_assert(Stride <= 16 && Rows <= 16);
  RowBits all{};
  unsigned used = 0;
  const unsigned top = first() / Stride;
  unsigned height = 0;
  for (unsigned row = top; row < Rows; ++row) {
    const Word bits = word_shifted_down(words_, 0, row * Stride) & low_bits(Stride);
    all[row - top] = static_cast<std::uint16_t>(bits);
    if (bits != 0) height = row - top + 1;
    used |= static_cast<unsigned>(bits);
  }
  const auto left = static_cast<unsigned>(std::countr_zero(used));
  const auto width = static_cast<unsigned>(std::bit_width(used)) - left;

  // The rows of the four images that transposing and mirroring make; each is also read upwards.
  std::array<RowBits, 4> images{};
  const auto mirror = [](const RowBits& from, unsigned count, unsigned length, RowBits& to) {
    for (unsigned row = 0; row < count; ++row)
      to[row] = static_cast<std::uint16_t>(detail::mirror_row(from[row]) >> (16 - length));
  };
  std::array<bool, 4> counts{};
  if (width >= height) {  // lying: only the images that are as wide count
    for (unsigned row = 0; row < height; ++row)
      images[0][row] = static_cast<std::uint16_t>(all[row] >> left);
    mirror(images[0], height, width, images[1]);
    counts[0] = counts[1] = true;
  }
  if (height >= width) {
    for (unsigned row = 0; row < height; ++row)
      for (unsigned bits = all[row] >> left; bits != 0; bits &= bits - 1)
        images[2][static_cast<unsigned>(std::countr_zero(bits))] |=
            static_cast<std::uint16_t>(1u << row);
    mirror(images[2], width, height, images[3]);
    counts[2] = counts[3] = true;
  }
  const unsigned lines = std::min(width, height);
  const RowBits* best = nullptr;
  bool best_upwards = false;
  const auto line = [&](const RowBits& image, bool upwards, unsigned i) {
    return image[upwards ? lines - 1 - i : i];
  };
  for (unsigned i = 0; i < 4; ++i)
    for (bool upwards : {false, true}) {
      if (!counts[i]) continue;
      // Transposing, mirroring and reading upwards each exchange left and right hands.
      const bool mirror_image = ((i >> 1) + i + upwards) % 2 != 0;
      if (mirror_image && !with_mirror_images) continue;
      bool less = best == nullptr;
      for (unsigned row = lines; best != nullptr && row-- > 0;) {
        const auto a = line(images[i], upwards, row);
        const auto b = line(*best, best_upwards, row);
        if (a == b) continue;
        less = a < b;
        break;
      }
      if (less) {
        best = &images[i];
        best_upwards = upwards;
      }
    }
  CellSet least;
  for (unsigned row = 0; row < lines; ++row) {
    const Word bits = line(*best, best_upwards, row);
    const std::size_t at = row * Stride;
    least.words_[at / word_bits] |= bits << at % word_bits;
    if (at % word_bits + Stride > word_bits && at / word_bits + 1 < words)
      least.words_[at / word_bits + 1] |= bits >> 1 >> (word_bits - 1 - at % word_bits);
  }
  return least;
}

}  // namespace cgt
