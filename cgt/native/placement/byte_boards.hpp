// Boards of eight rows of eight cells, one byte for each row. A vector register holds several of
// them side by side. The solver splits and turns millions of small boards; side by side that costs
// a quarter of what it costs one after the other.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "base/bits.hpp"

namespace cgt {

#ifdef __AVX2__
inline constexpr std::size_t boards_at_once = 4;
#else
inline constexpr std::size_t boards_at_once = 2;
#endif

class ByteBoards {
 public:
  // From boards_at_once boards of a word each.
  template <class Board>
  explicit ByteBoards(const Board* boards) {
    static_assert(sizeof(Board) == sizeof(Word) && std::is_trivially_copyable_v<Board>);
    std::memcpy(&words_, boards, sizeof words_);
  }

  template <class Board>
  std::array<Board, boards_at_once> boards() const {
    return std::bit_cast<std::array<Board, boards_at_once>>(words_);
  }

  // In each board the 4-connected part that holds the first of the cells `marked`. Every part must
  // hold one of them: so a part that holds all of them is the whole board, and the fill can stop
  // early.
  ByteBoards part_with_first_of(const ByteBoards& marked) const {
    const Words all = words_;
    const Words marks = marked.words_;
    Words part = marks & -marks;
    for (;;) {
      const Words larger = grown(part) & all;
      part = grown(larger) & all;
      const Words missing = marks & ~part;
      const Words whole = mask(missing == 0);
      if (!any(~whole & (part ^ larger))) return ByteBoards((all & whole) | (part & ~whole));
    }
  }

  // In each board the least image, moved to the top left corner, under the four rotations or, with
  // mirror images, under the eight symmetries.
  ByteBoards canonical(bool with_mirror_images) const {
    Words ignored{};
    const Words upright = to_left(to_top(words_, ignored), ignored);
    Words spare_columns{};
    const Words mirrored = to_left(mirror(upright), spare_columns);
    Words spare_rows{};
    const Words flipped = to_top(flip(upright), spare_rows);
    const Words turned = flip(mirrored) >> (spare_rows * 8);
    const Words lying = transpose(upright);
    const Words lying_mirrored = mirror(lying) >> spare_rows;
    const Words lying_flipped = flip(lying) >> (spare_columns * 8);
    const Words lying_turned = flip(lying_mirrored) >> (spare_columns * 8);
    const Words rotations = least(least(upright, turned), least(lying_mirrored, lying_flipped));
    if (!with_mirror_images) return ByteBoards(rotations);
    const Words others = least(least(mirrored, flipped), least(lying, lying_turned));
    return ByteBoards(least(rotations, others));
  }

 private:
  typedef Word Words __attribute__((vector_size(boards_at_once * sizeof(Word))));

  explicit ByteBoards(const Words& words) : words_(words) {}

  template <class Comparison>
  static Words mask(const Comparison& comparison) {
    return (Words)comparison;
  }

  static bool any(const Words& x) {
#ifdef __AVX2__
    return !_mm256_testz_si256((__m256i)x, (__m256i)x);
#endif
    Word all = 0;
    for (std::size_t i = 0; i < boards_at_once; ++i) all |= x[i];
    return all != 0;
  }

  static Words least(const Words& a, const Words& b) {
    const Words less = mask(a < b);
    return (a & less) | (b & ~less);
  }

  static Words grown(const Words& x) {
    return x | (x & 0x7f7f7f7f7f7f7f7f) << 1 | (x >> 1 & 0x7f7f7f7f7f7f7f7f) | x << 8 | x >> 8;
  }

  // Moves the boards up until a cell is in the first row; adds to `rows` by how many rows.
  static Words to_top(Words x, Words& rows) {
    for (const unsigned step : {4u, 2u, 1u}) {
      const Words empty = mask((x & low_bits(8 * step)) == 0);
      x = (x & ~empty) | (x >> (8 * step) & empty);
      rows += empty & Word{step};
    }
    return x;
  }

  // Moves the boards left until a cell is in the first column; adds to `columns` by how many
  // columns.
  static Words to_left(Words x, Words& columns) {
    for (int step : {4, 2, 1}) {
      const Word first_columns = low_bits(static_cast<std::size_t>(step)) * 0x0101010101010101;
      const Words empty = mask((x & first_columns) == 0);
      x = (x & ~empty) | (x >> step & empty);
      columns += empty & static_cast<Word>(step);
    }
    return x;
  }

  static Words mirror(Words x) {
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    return (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
  }

  static Words flip(Words x) {
    x = (x >> 8 & 0x00ff00ff00ff00ff) | (x & 0x00ff00ff00ff00ff) << 8;
    x = (x >> 16 & 0x0000ffff0000ffff) | (x & 0x0000ffff0000ffff) << 16;
    return x >> 32 | x << 32;
  }

  static Words transpose(Words x) {
    Words t = (x ^ x >> 7) & 0x00aa00aa00aa00aa;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000cccc;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0;
    return x ^ t ^ t << 28;
  }

  Words words_;
};

}  // namespace cgt
