// Painting: from the labels of runs to the label of each cell, eight at a time
// and without a branch per run.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#if defined(__AVX2__) || defined(__SSSE3__)
#include <immintrin.h>
#endif

namespace cgt {

// run_offsets[starts][i]: how many runs begin in cells 0..i of the eight.
inline constexpr auto run_offsets = [] {
  std::array<std::array<std::uint8_t, 8>, 256> table{};
  for (unsigned starts = 0; starts < 256; ++starts) {
    std::uint8_t begun = 0;
    for (unsigned cell = 0; cell < 8; ++cell) {
      begun = static_cast<std::uint8_t>(begun + (starts >> cell & 1));
      table[starts][cell] = begun;
    }
  }
  return table;
}();

// Writes the labels of the first `count` of eight cells. `current` points at
// the label of the last run begun before them; where no cell continues that
// run it is not read.
template <class Label>
void paint_some(const Label* current, unsigned starts, unsigned cells, Label* out, unsigned count) {
  for (unsigned cell = 0; cell < count; ++cell)
    out[cell] = (cells >> cell & 1) != 0 ? current[run_offsets[starts][cell]] : Label{0};
}

// Painting eight cells may read this many labels from `current` on: a register full.
template <class Label>
inline constexpr std::size_t paint_reach = sizeof(Label) == 1 ? 16 : 8;

// The same for all eight; fewer than paint_reach runs may begin in them. May read
// current[0..paint_reach - 1], whatever they are.
template <class Label>
void paint_eight(const Label* current, unsigned starts, unsigned cells, Label* out) {
#ifdef __AVX2__
  if constexpr (std::same_as<Label, std::int32_t>) {
    const __m256i one_bit_each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i labels = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(current));
    const __m256i offsets = _mm256_cvtepu8_epi32(
        _mm_loadl_epi64(reinterpret_cast<const __m128i*>(run_offsets[starts].data())));
    const __m256i is_set = _mm256_cmpeq_epi32(
        _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(cells)), one_bit_each), one_bit_each);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                        _mm256_and_si256(_mm256_permutevar8x32_epi32(labels, offsets), is_set));
    return;
  }
#endif
#ifdef __SSSE3__
  if constexpr (std::same_as<Label, std::uint8_t>) {
    const __m128i one_bit_each = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201));
    const __m128i labels = _mm_loadu_si128(reinterpret_cast<const __m128i*>(current));
    const __m128i offsets =
        _mm_loadl_epi64(reinterpret_cast<const __m128i*>(run_offsets[starts].data()));
    const __m128i is_set = _mm_cmpeq_epi8(
        _mm_and_si128(_mm_set1_epi8(static_cast<char>(cells)), one_bit_each), one_bit_each);
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out),
                     _mm_and_si128(_mm_shuffle_epi8(labels, offsets), is_set));
    return;
  }
#endif
  paint_some(current, starts, cells, out, 8);
}

}  // namespace cgt
