// Eight numbers of 32 bits side by side; one instruction works on all of them, if the processor has
// such instructions.
#pragma once

#include <cstdint>
#include <cstring>

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace cgt {

inline constexpr unsigned at_once = 8;

using Eight = std::uint32_t __attribute__((vector_size(4 * at_once)));
using EightInts = std::int32_t __attribute__((vector_size(4 * at_once)));
using EightDoubles = double __attribute__((vector_size(8 * at_once)));

template <class Values>
[[gnu::always_inline]] inline Values eight_from(const void* first) {
  Values values;
  std::memcpy(&values, first, sizeof(values));
  return values;
}

[[gnu::always_inline]] inline bool any(Eight values) {
#ifdef __AVX__
  return _mm256_testz_si256(reinterpret_cast<__m256i>(values), reinterpret_cast<__m256i>(values)) ==
         0;
#else
  std::uint64_t words[4];
  std::memcpy(words, &values, sizeof(words));
  return (words[0] | words[1] | words[2] | words[3]) != 0;
#endif
}

// How many bits are set in each byte of each of the eight. Up to 31 such counts may be added.
[[gnu::always_inline]] inline Eight bits_in_bytes(Eight x) {
  x -= x >> 1 & 0x55555555;
  x = (x & 0x33333333) + (x >> 2 & 0x33333333);
  return (x + (x >> 4)) & 0x0f0f0f0f;
}

// The sum of the bytes of each.
[[gnu::always_inline]] inline EightInts sum_of_bytes(Eight x) {
  x = (x & 0x00ff00ff) + (x >> 8 & 0x00ff00ff);
  return reinterpret_cast<EightInts>((x + (x >> 16)) & 0xffff);
}

[[gnu::always_inline]] inline EightInts count_bits(Eight x) {
  return sum_of_bytes(bits_in_bytes(x));
}

// All bits at or below a set bit.
[[gnu::always_inline]] inline Eight filled_up(Eight x) {
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  return x | x >> 16;
}

}  // namespace cgt
