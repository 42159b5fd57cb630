// Vectors: several numbers side by side in 32 bytes. One instruction works on all of them, if the
// processor has such instructions; otherwise the compiler makes several of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace cgt {

inline constexpr std::size_t vector_bytes = 32;

template <class Number, std::size_t bytes = vector_bytes>
struct VectorOf {
  using type __attribute__((vector_size(bytes))) = Number;
};

// Columns as bits, the numbers that are counted in them, and the values of wells.
template <class Cells>
using BitVector = typename VectorOf<Cells>::type;
template <class Cells>
using CountVector = typename VectorOf<std::make_signed_t<Cells>>::type;
template <class Cells>
using DoubleVector = typename VectorOf<double, vector_bytes / sizeof(Cells) * sizeof(double)>::type;

template <class Vector>
using NumberOf = std::remove_cvref_t<decltype(Vector{}[0])>;

template <class Type>
inline constexpr bool is_vector = !std::is_class_v<Type> && !std::is_arithmetic_v<Type>;

template <class Vector>
inline constexpr std::size_t length_of = sizeof(Vector) / sizeof(NumberOf<Vector>);

template <class Vector>
[[gnu::always_inline]] inline Vector loaded(const NumberOf<Vector>* first) {
  Vector vector;
  std::memcpy(&vector, first, sizeof(vector));
  return vector;
}

template <class Vector>
[[gnu::always_inline]] inline void store(NumberOf<Vector>* first, Vector vector) {
  std::memcpy(first, &vector, sizeof(vector));
}

// The same bits, as counts or as cells.
template <class Vector>
[[gnu::always_inline]] inline auto as_counts(Vector vector) {
  return reinterpret_cast<CountVector<std::make_unsigned_t<NumberOf<Vector>>>>(vector);
}
template <class Vector>
[[gnu::always_inline]] inline auto as_bits(Vector vector) {
  return reinterpret_cast<BitVector<std::make_unsigned_t<NumberOf<Vector>>>>(vector);
}

template <class Vector>
[[gnu::always_inline]] inline Vector larger(Vector a, Vector b) {
  return a > b ? a : b;
}
template <class Vector>
[[gnu::always_inline]] inline Vector smaller(Vector a, Vector b) {
  return a < b ? a : b;
}

template <class Vector>
[[gnu::always_inline]] inline bool any(Vector vector) {
#ifdef __AVX2__
  const auto bits = reinterpret_cast<__m256i>(vector);
  return _mm256_testz_si256(bits, bits) == 0;
#else
  std::array<std::uint64_t, vector_bytes / 8> words;
  std::memcpy(words.data(), &vector, sizeof(vector));
  return (words[0] | words[1] | words[2] | words[3]) != 0;
#endif
}

// The places at which a comparison is true, as bits.
template <class Vector>
[[gnu::always_inline]] inline std::uint32_t places_of(Vector is_true) {
#ifdef __AVX2__
  const auto bits = reinterpret_cast<__m256i>(is_true);
  if constexpr (length_of<Vector> == 32)
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(bits));
  if constexpr (length_of<Vector> == 4)
    return static_cast<std::uint32_t>(_mm256_movemask_pd(reinterpret_cast<__m256d>(bits)));
  if constexpr (length_of<Vector> == 8)
    return static_cast<std::uint32_t>(_mm256_movemask_ps(reinterpret_cast<__m256>(bits)));
  if constexpr (length_of<Vector> == 16)
    return static_cast<std::uint32_t>(_mm_movemask_epi8(
        _mm_packs_epi16(_mm256_castsi256_si128(bits), _mm256_extracti128_si256(bits, 1))));
#else
  std::uint32_t places = 0;
  for (std::size_t i = 0; i < length_of<Vector>; ++i)
    places |= static_cast<std::uint32_t>(is_true[i] & 1) << i;
  return places;
#endif
}

// How many bits are set in each number.
template <class Vector>
[[gnu::always_inline]] inline auto bit_counts(Vector x) {
  using Number = NumberOf<Vector>;
#if defined(__AVX512BITALG__) && defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VL__)
  const auto bits = reinterpret_cast<__m256i>(x);
  if constexpr (sizeof(Number) == 2) return as_counts(Vector(_mm256_popcnt_epi16(bits)));
  if constexpr (sizeof(Number) == 4) return as_counts(Vector(_mm256_popcnt_epi32(bits)));
  if constexpr (sizeof(Number) == 8) return as_counts(Vector(_mm256_popcnt_epi64(bits)));
#else
#ifdef __AVX2__
  // Each half of a byte is looked up.
  const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                          0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i half = _mm256_set1_epi8(15);
  const auto bits = reinterpret_cast<__m256i>(x);
  const __m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256(bits, half));
  const __m256i high =
      _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(bits, 4), half));
  x = Vector(_mm256_add_epi8(low, high));
#else
  constexpr auto every = [](unsigned byte) {
    return static_cast<Number>(~std::uint64_t{0} / 255 * byte);
  };
  x -= x >> 1 & every(0x55);
  x = (x & every(0x33)) + (x >> 2 & every(0x33));
  x = (x + (x >> 4)) & every(0x0f);
#endif
  for (unsigned bits_added = 8; bits_added < 8 * sizeof(Number); bits_added *= 2)
    x += x >> bits_added;
  return as_counts(x & Number{127});
#endif
}

// Rows counted from 1 up, summed over the cells of each column.
template <class Vector>
[[gnu::always_inline]] inline auto sums_of_rows(Vector cells) {
  using Number = NumberOf<Vector>;
  constexpr std::array<std::uint64_t, 6> has_bit{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                                 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                                 0xffff0000ffff0000, 0xffffffff00000000};
  auto sums = bit_counts(cells);
  for (unsigned i = 0; 1U << i < 8 * sizeof(Number); ++i)
    sums += bit_counts(cells & static_cast<Number>(has_bit[i])) << i;
  return sums;
}

// All bits at or below a set bit.
template <class Vector>
[[gnu::always_inline]] inline Vector filled_up(Vector x) {
  for (unsigned step = 1; step < 8 * sizeof(NumberOf<Vector>); step *= 2) x |= x >> step;
  return x;
}

// The elements with these numbers of two vectors, one after the other.
template <class Vector, std::size_t... numbers>
[[gnu::always_inline]] inline Vector picked(Vector a, Vector b, std::index_sequence<numbers...>) {
#ifdef __clang__
  return __builtin_shufflevector(a, b, numbers...);
#else
  using Number = std::make_signed_t<NumberOf<Vector>>;
  return __builtin_shuffle(a, b, typename VectorOf<Number>::type{static_cast<Number>(numbers)...});
#endif
}

// Moves all numbers to higher places, or to lower ones; the places that become free are filled.
template <std::size_t by, class Vector>
[[gnu::always_inline]] inline Vector moved_up(Vector vector, Vector fill) {
  constexpr std::size_t length = length_of<Vector>;
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return picked(fill, vector, std::index_sequence<(length - by + i)...>());
  }(std::make_index_sequence<length>());
}
template <std::size_t by, class Vector>
[[gnu::always_inline]] inline Vector moved_down(Vector vector, Vector fill) {
  constexpr std::size_t length = length_of<Vector>;
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return picked(vector, fill, std::index_sequence<(by + i)...>());
  }(std::make_index_sequence<length>());
}

// Joins each number with all before it, or with all after it. What fills has no effect.
template <std::size_t by = 1, class Vector, class Join>
[[gnu::always_inline]] inline Vector joined_from_below(Vector vector, Vector fill,
                                                       const Join& join) {
  if constexpr (by >= length_of<Vector>)
    return vector;
  else
    return joined_from_below<2 * by>(join(vector, moved_up<by>(vector, fill)), fill, join);
}
template <std::size_t by = 1, class Vector, class Join>
[[gnu::always_inline]] inline Vector joined_from_above(Vector vector, Vector fill,
                                                       const Join& join) {
  if constexpr (by >= length_of<Vector>)
    return vector;
  else
    return joined_from_above<2 * by>(join(vector, moved_down<by>(vector, fill)), fill, join);
}

// All numbers joined into one.
template <std::size_t by = 1, class Vector, class Join>
[[gnu::always_inline]] inline NumberOf<Vector> joined(Vector vector, const Join& join) {
  if constexpr (by >= length_of<Vector>)
    return vector[0];
  else
    return joined<2 * by>(join(vector, moved_down<by>(vector, vector)), join);
}

// Counts as doubles.
template <class Vector>
[[gnu::always_inline]] inline auto as_doubles(Vector counts) {
  using Wide = typename VectorOf<std::int32_t, 4 * length_of<Vector>>::type;
  using Doubles = typename VectorOf<double, 8 * length_of<Vector>>::type;
  return __builtin_convertvector(__builtin_convertvector(counts, Wide), Doubles);
}

}  // namespace cgt
