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

#include "bits.hpp"

namespace cgt {

template <unsigned Stride, unsigned Rows>
class CellSet {
 public:
  static constexpr unsigned stride = Stride;
  static constexpr unsigned rows = Rows;
  static constexpr std::size_t words = words_for(Stride * Rows);

  constexpr CellSet() = default;

  static constexpr CellSet cell(unsigned row, unsigned column) {
    CellSet set;
    set_bit(set.words_, row * Stride + column);
    return set;
  }

  // A full rectangle in the top left corner.
  static constexpr CellSet rectangle(unsigned width, unsigned height) {
    CellSet set;
    for (unsigned row = 0; row < height; ++row)
      for (unsigned column = 0; column < width; ++column) set |= cell(row, column);
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

  // Larger bits first, as one long number.
  friend bool operator<(const CellSet& a, const CellSet& b) {
    for (std::size_t i = words; i-- > 0;)
      if (a.words_[i] != b.words_[i]) return a.words_[i] < b.words_[i];
    return false;
  }

  // Every cell moved by so many bits; what leaves the words is lost.
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

  // The 4-connected part of this set that holds `seed`. Two steps at a time, because whether there
  // is another is what the processor cannot foresee.
  CellSet part_with(CellSet seed) const {
    for (;;) {
      const CellSet larger = seed.grown() & *this;
      const CellSet largest = larger.grown() & *this;
      if (largest == larger) return larger;
      seed = largest;
    }
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

  CellSet canonical_of_bytes(bool with_mirror_images) const;
  CellSet canonical_of_rows(bool with_mirror_images) const;

  std::array<Word, words> words_{};
};

template <unsigned Stride, unsigned Rows>
constexpr CellSet<Stride, Rows> CellSet<Stride, Rows>::first_column =
    CellSet<Stride, Rows>::column(0);
template <unsigned Stride, unsigned Rows>
constexpr CellSet<Stride, Rows> CellSet<Stride, Rows>::last_column =
    CellSet<Stride, Rows>::column(Stride - 1);

namespace detail {

// Eight rows of eight cells in one word, a row to a byte.
constexpr Word mirror_bytes(Word x) {
  x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  return (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
}

constexpr Word transpose_bytes(Word x) {
  Word t = (x ^ x >> 7) & 0x00aa00aa00aa00aa;
  x ^= t ^ t << 7;
  t = (x ^ x >> 14) & 0x0000cccc0000cccc;
  x ^= t ^ t << 14;
  t = (x ^ x >> 28) & 0x00000000f0f0f0f0;
  return x ^ t ^ t << 28;
}

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
  if constexpr (Stride == 8 && Rows == 8)
    return canonical_of_bytes(with_mirror_images);
  else
    return canonical_of_rows(with_mirror_images);
}

template <unsigned Stride, unsigned Rows>
CellSet<Stride, Rows> CellSet<Stride, Rows>::canonical_of_bytes(bool with_mirror_images) const {
  // Rows and columns that are used, as bytes.
  Word cells = words_[0] >> (std::countr_zero(words_[0]) / 8 * 8);
  Word columns = cells | cells >> 32;
  columns |= columns >> 16;
  columns = (columns | columns >> 8) & 0xff;
  cells >>= std::countr_zero(columns);
  const int spare_columns = std::countl_zero(columns << (word_bits - 8)) + std::countr_zero(columns);
  const int spare_rows = std::countl_zero(cells) / 8;
  // An image and what comes of it by mirroring and by turning it upside down: two of these four are
  // rotations of the cells, which ones depends on whether the image is transposed.
  const auto least_of_four = [&](Word image, int spare_x, int spare_y, bool transposed) {
    const Word mirrored = detail::mirror_bytes(image) >> spare_x;
    const int shift = 8 * spare_y;
    const Word flipped = __builtin_bswap64(image) >> shift;
    const Word turned = __builtin_bswap64(mirrored) >> shift;
    const Word even = std::min(image, turned);
    const Word odd = std::min(mirrored, flipped);
    return with_mirror_images ? std::min(even, odd) : transposed ? odd : even;
  };
  CellSet least;
  least.words_[0] = std::min(
      least_of_four(cells, spare_columns, spare_rows, false),
      least_of_four(detail::transpose_bytes(cells), spare_rows, spare_columns, true));
  return least;
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

  // The rows of the four images that are told apart by transposing and mirroring; each is also
  // read upwards.
  std::array<RowBits, 4> images{};
  const auto mirror = [](const RowBits& from, unsigned count, unsigned length, RowBits& to) {
    for (unsigned row = 0; row < count; ++row)
      to[row] = static_cast<std::uint16_t>(detail::mirror_row(from[row]) >> (16 - length));
  };
  std::array<bool, 4> counts{};
  if (width >= height) {  // lying: of the images only those that are as wide
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
