// Words of several boards in one vector register. The solver splits and turns millions of boards;
// side by side that costs a fraction of what it costs one after the other.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif
// Registers of 512 bits, and instructions that turn boards of eight bytes.
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__GFNI__)
#define CGT_BOARDS_512
#endif

#include <cstddef>

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

// How many bits each word has.
inline BoardVector bit_counts(const BoardVector& x) {
#if defined(CGT_BOARDS_512) && defined(__AVX512VPOPCNTDQ__)
  return (BoardVector)_mm512_maskz_popcnt_epi64(all_eight, (__m512i)x);
#endif
  BoardVector counts{};
  for (std::size_t i = 0; i < boards_at_once; ++i) counts[i] = count_bits(x[i]);
  return counts;
}

#ifdef CGT_BOARDS_512
// The number of the lowest bit of each word that is not 0.
inline BoardVector lowest_bits(const BoardVector& x) {
  return 63 - (BoardVector)_mm512_maskz_lzcnt_epi64(all_eight, (__m512i)(x & -x));
}

// In each byte the last bit first. Each bit of the result is a bit of the byte that has a bit in
// the same place of the matrix.
inline BoardVector reversed_in_bytes(const BoardVector& x) {
  const BoardVector matrix = BoardVector{} + 0x8040201008040201;
  return (BoardVector)_mm512_gf2p8affine_epi64_epi8((__m512i)x, (__m512i)matrix, 0);
}

// In each word the last byte first.
inline BoardVector reversed_bytes(const BoardVector& x) {
  // Bytes are numbered in pairs of words.
  constexpr Word low = 0x0001020304050607;
  constexpr Word high = low + 0x0808080808080808;
  const BoardVector order{low, high, low, high, low, high, low, high};
  return (BoardVector)_mm512_shuffle_epi8((__m512i)x, (__m512i)order);
}
#else
inline BoardVector reversed_in_bytes(BoardVector x) {
  x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  return (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
}

inline BoardVector reversed_bytes(BoardVector x) {
  x = (x >> 8 & 0x00ff00ff00ff00ff) | (x & 0x00ff00ff00ff00ff) << 8;
  x = (x >> 16 & 0x0000ffff0000ffff) | (x & 0x0000ffff0000ffff) << 16;
  return x >> 32 | x << 32;
}
#endif

}  // namespace cgt
