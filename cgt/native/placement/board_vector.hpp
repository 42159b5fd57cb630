// Several boards of a word each in one vector register. The solver splits and turns millions of
// small boards; side by side that costs a quarter of what it costs one after the other.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif
// Registers of 512 bits, and instructions that turn boards of eight bytes.
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__GFNI__)
#define CGT_BOARDS_512
#endif

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "base/bit_cast.hpp"
#include "base/bits.hpp"

namespace cgt {

#ifdef CGT_BOARDS_512
inline constexpr std::size_t boards_at_once = 8;
// With a mask, intrinsics say what is in the words that they leave out; without, compilers warn.
inline constexpr __mmask8 all_eight = 0xff;
#elif defined(__AVX2__)
inline constexpr std::size_t boards_at_once = 4;
#else
inline constexpr std::size_t boards_at_once = 2;
#endif

typedef Word BoardVector __attribute__((vector_size(boards_at_once * sizeof(Word))));

// From boards_at_once boards.
template <class Board>
BoardVector vector_of(const Board* boards) {
  static_assert(sizeof(Board) == sizeof(Word) && std::is_trivially_copyable_v<Board>);
  BoardVector vector;
  std::memcpy(&vector, boards, sizeof vector);
  return vector;
}

template <class Board>
std::array<Board, boards_at_once> boards_of(const BoardVector& vector) {
  return bit_cast<std::array<Board, boards_at_once>>(vector);
}

// All bits of the boards for which a comparison holds.
template <class Comparison>
BoardVector mask(const Comparison& comparison) {
  return (BoardVector)comparison;
}

inline bool any(const BoardVector& x) {
#ifdef CGT_BOARDS_512
  return _mm512_test_epi64_mask((__m512i)x, (__m512i)x) != 0;
#elif defined(__AVX2__)
  return !_mm256_testz_si256((__m256i)x, (__m256i)x);
#endif
  Word all = 0;
  for (std::size_t i = 0; i < boards_at_once; ++i) all |= x[i];
  return all != 0;
}

inline BoardVector least(const BoardVector& a, const BoardVector& b) {
#ifdef CGT_BOARDS_512
  return (BoardVector)_mm512_maskz_min_epu64(all_eight, (__m512i)a, (__m512i)b);
#endif
  const BoardVector less = mask(a < b);
  return (a & less) | (b & ~less);
}

// Moves down those boards by `bits` that have none of the cells `empty`; adds `step` to their
// `steps`.
inline BoardVector moved_if_empty(const BoardVector& x, Word empty, std::size_t bits, Word step,
                                  BoardVector& steps) {
  const BoardVector moved = mask((x & empty) == 0);
  steps += moved & step;
  return (x & ~moved) | (x >> bits & moved);
}

#ifdef CGT_BOARDS_512
// The number of the lowest bit of each word that is not 0.
inline BoardVector lowest_bits(const BoardVector& x) {
  return 63 - (BoardVector)_mm512_maskz_lzcnt_epi64(all_eight, (__m512i)(x & -x));
}
#endif

// In each board of `all` the 4-connected part that holds the first of the cells `marks`. Every part
// must hold one of them: so a part that holds all of them is the whole board, and the fill can stop
// early. `grown` adds the neighbours of cells.
template <class Grown>
BoardVector parts_with_first_of(const BoardVector& all, const BoardVector& marks, Grown grown) {
  BoardVector part = marks & -marks;
  for (;;) {
    const BoardVector larger = grown(part) & all;
    part = grown(larger) & all;
    const BoardVector missing = marks & ~part;
    const BoardVector whole = mask(missing == 0);
    if (!any(~whole & (part ^ larger))) return (all & whole) | (part & ~whole);
  }
}

}  // namespace cgt
