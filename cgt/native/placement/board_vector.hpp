// Words of several boards in one vector register. The solver splits and turns millions of boards;
// side by side that costs a fraction of what it costs one after the other.
#pragma once

#ifdef __SSSE3__
#include <immintrin.h>
#endif
// Registers of 512 bits, and instructions that turn boards of eight bytes. Where these are missing,
// the large registers gain nothing. Measured.
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__GFNI__)
#define CGT_BOARDS_512
#endif
// An instruction that looks up every byte of a register in a table of 16 bytes.
#ifdef __SSSE3__
#define CGT_BYTE_TABLES
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

#ifdef CGT_BYTE_TABLES
// Every byte of x is less than 16, and is replaced by the byte of that number in the table, whose
// first eight bytes are `low`.
inline BoardVector looked_up(Word low, Word high, const BoardVector& x) {
#ifdef CGT_BOARDS_512
  const BoardVector table{low, high, low, high, low, high, low, high};
  return (BoardVector)_mm512_shuffle_epi8((__m512i)table, (__m512i)x);
#elif defined(__AVX2__)
  const BoardVector table{low, high, low, high};
  return (BoardVector)_mm256_shuffle_epi8((__m256i)table, (__m256i)x);
#else
  return (BoardVector)_mm_shuffle_epi8((__m128i)BoardVector{low, high}, (__m128i)x);
#endif
}

// The sum of the bytes of each word.
inline BoardVector sums_of_bytes(const BoardVector& x) {
#ifdef CGT_BOARDS_512
  return (BoardVector)_mm512_sad_epu8((__m512i)x, _mm512_setzero_si512());
#elif defined(__AVX2__)
  return (BoardVector)_mm256_sad_epu8((__m256i)x, _mm256_setzero_si256());
#else
  return (BoardVector)_mm_sad_epu8((__m128i)x, _mm_setzero_si128());
#endif
}
#endif

// How many bits each word has.
inline BoardVector bit_counts(const BoardVector& x) {
#if defined(CGT_BOARDS_512) && defined(__AVX512VPOPCNTDQ__)
  return (BoardVector)_mm512_maskz_popcnt_epi64(all_eight, (__m512i)x);
#elif defined(CGT_BYTE_TABLES)
  constexpr Word low = 0x0302020102010100;  // of 0 to 7
  constexpr Word high = low + 0x0101010101010101;
  return sums_of_bytes(looked_up(low, high, x & 0x0f0f0f0f0f0f0f0f) +
                       looked_up(low, high, x >> 4 & 0x0f0f0f0f0f0f0f0f));
#else
  BoardVector counts{};
  for (std::size_t i = 0; i < boards_at_once; ++i) counts[i] = count_bits(x[i]);
  return counts;
#endif
}

#ifdef __AVX2__
// The number of the lowest bit of each word that is not 0.
inline BoardVector lowest_bits(const BoardVector& x) {
#ifdef CGT_BOARDS_512
  return 63 - (BoardVector)_mm512_maskz_lzcnt_epi64(all_eight, (__m512i)(x & -x));
#else
  return bit_counts(~x & (x - 1));
#endif
}
#endif

// In each byte the last bit first.
inline BoardVector reversed_in_bytes(BoardVector x) {
#ifdef CGT_BOARDS_512
  // Each bit of the result is a bit of the byte that has a bit in the same place of the matrix.
  const BoardVector matrix = BoardVector{} + 0x8040201008040201;
  return (BoardVector)_mm512_gf2p8affine_epi64_epi8((__m512i)x, (__m512i)matrix, 0);
#elif defined(CGT_BYTE_TABLES)
  // Four bits reversed.
  constexpr Word low = 0x0e060a020c040800;
  constexpr Word high = low + 0x0101010101010101;
  return looked_up(low, high, x & 0x0f0f0f0f0f0f0f0f) << 4 |
         looked_up(low, high, x >> 4 & 0x0f0f0f0f0f0f0f0f);
#else
  x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  return (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
#endif
}

// In each word the last byte first.
inline BoardVector reversed_bytes(BoardVector x) {
#ifdef CGT_BYTE_TABLES
  // Bytes are numbered in pairs of words.
  constexpr Word first = 0x0001020304050607;
  constexpr Word second = first + 0x0808080808080808;
#ifdef CGT_BOARDS_512
  const BoardVector order{first, second, first, second, first, second, first, second};
  return (BoardVector)_mm512_shuffle_epi8((__m512i)x, (__m512i)order);
#elif defined(__AVX2__)
  const BoardVector order{first, second, first, second};
  return (BoardVector)_mm256_shuffle_epi8((__m256i)x, (__m256i)order);
#else
  return (BoardVector)_mm_shuffle_epi8((__m128i)x, (__m128i)BoardVector{first, second});
#endif
#else
  x = (x >> 8 & 0x00ff00ff00ff00ff) | (x & 0x00ff00ff00ff00ff) << 8;
  x = (x >> 16 & 0x0000ffff0000ffff) | (x & 0x0000ffff0000ffff) << 16;
  return x >> 32 | x << 32;
#endif
}

}  // namespace cgt
