// Sets of cells of a small board, for the checker of proofs, which shares none of the search's
// code. Cell (row, column) of a board of some width is bit row * width + column.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace cgt::proof {

template <std::size_t words>
struct Cells {
  std::array<std::uint64_t, words> bits{};

  bool operator==(const Cells&) const = default;
  bool operator<(const Cells& other) const { return bits < other.bits; }

  void add(std::size_t cell) { bits[cell / 64] |= std::uint64_t{1} << (cell % 64); }
  bool has(std::size_t cell) const { return (bits[cell / 64] >> (cell % 64) & 1) != 0; }

  bool overlaps(const Cells& other) const {
    std::uint64_t both = 0;
    for (std::size_t i = 0; i < words; ++i) both |= bits[i] & other.bits[i];
    return both != 0;
  }

  bool is_inside(const Cells& other) const {
    std::uint64_t outside = 0;
    for (std::size_t i = 0; i < words; ++i) outside |= bits[i] & ~other.bits[i];
    return outside == 0;
  }

  Cells without(const Cells& other) const {
    Cells left;
    for (std::size_t i = 0; i < words; ++i) left.bits[i] = bits[i] & ~other.bits[i];
    return left;
  }

  void join(const Cells& other) {
    for (std::size_t i = 0; i < words; ++i) bits[i] |= other.bits[i];
  }

  std::size_t count() const {
    std::size_t sum = 0;
    for (std::uint64_t word : bits) sum += static_cast<std::size_t>(std::popcount(word));
    return sum;
  }

  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < words; ++i)
      for (std::uint64_t left = bits[i]; left != 0; left &= left - 1)
        visit(i * 64 + static_cast<std::size_t>(std::countr_zero(left)));
  }
};

}  // namespace cgt::proof
