// Eight numbers of 32 bits side by side, on which one instruction works at once where the processor
// can.
#pragma once

#include <cstdint>
#include <cstring>

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace cgt {

inline constexpr unsigned lanes = 8;

using Lanes = std::uint32_t __attribute__((vector_size(4 * lanes)));
using IntLanes = std::int32_t __attribute__((vector_size(4 * lanes)));
using DoubleLanes = double __attribute__((vector_size(8 * lanes)));

template <class Values>
[[gnu::always_inline]] inline Values lanes_from(const void* first) {
  Values values;
  std::memcpy(&values, first, sizeof(values));
  return values;
}

[[gnu::always_inline]] inline bool any(Lanes values) {
#ifdef __AVX__
  return _mm256_testz_si256(reinterpret_cast<__m256i>(values), reinterpret_cast<__m256i>(values)) ==
         0;
#else
  std::uint64_t words[4];
  std::memcpy(words, &values, sizeof(words));
  return (words[0] | words[1] | words[2] | words[3]) != 0;
#endif
}

// How many bits are set in each byte of each lane. Such counts may be added up to 31 times.
[[gnu::always_inline]] inline Lanes bits_in_bytes(Lanes x) {
  x -= x >> 1 & 0x55555555;
  x = (x & 0x33333333) + (x >> 2 & 0x33333333);
  return (x + (x >> 4)) & 0x0f0f0f0f;
}

// The sum of a lane's bytes.
[[gnu::always_inline]] inline IntLanes sum_of_bytes(Lanes x) {
  x = (x & 0x00ff00ff) + (x >> 8 & 0x00ff00ff);
  return reinterpret_cast<IntLanes>((x + (x >> 16)) & 0xffff);
}

[[gnu::always_inline]] inline IntLanes count_bits(Lanes x) {
  return sum_of_bytes(bits_in_bytes(x));
}

// All bits at and below set ones.
[[gnu::always_inline]] inline Lanes filled_up(Lanes x) {
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  return x | x >> 16;
}

}  // namespace cgt
