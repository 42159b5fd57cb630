// What a search learns on the way: which positions are worth trying first.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/zero_pages.hpp"
#include "placement/proof_numbers.hpp"

namespace cgt {

// How often positions that look alike were lost for the player to move so far. A move should lead
// to a lost position, so the likeliest of these are tried first.
class Experience {
 public:
  // A position is described by the number of cells in its large regions, by the value of everything
  // small, and, where that tells more, by how many of the cells are ends.
  struct Look {
    unsigned cells;
    unsigned value;
    unsigned ends = 0;
  };

  void add(Look look, bool lost) {
    std::atomic<std::uint32_t>& place = place_of(look);
    std::uint32_t counts = place.load(std::memory_order_relaxed);
    if (seen(counts) == most) counts = counts >> 1 & 0x7fff7fff;
    place.store(counts + (1 << 16) + lost, std::memory_order_relaxed);
  }

  // The probability that such a position is lost, by what was seen so far.
  float chance_of_loss(Look look) const {
    const std::uint32_t counts = place_of(look).load(std::memory_order_relaxed);
    return (static_cast<float>(counts & 0xffff) + 0.3f) / (static_cast<float>(seen(counts)) + 1.0f);
  }

  // A first estimate of how much work it takes to decide the position, which grows with each cell.
  ProofNumbers guess(Look look, float growth) const {
    const float chance = chance_of_loss(look);
    const float size = std::exp(growth * static_cast<float>(look.cells));
    return {std::max(size / (1.001f - chance), 1.0f), std::max(size / chance, 1.0f)};
  }

  // The logarithm of that probability divided by the cost of finding out. In this order a lost
  // position is found soonest.
  float promise(Look look) const {
    return std::log(chance_of_loss(look)) - cost_of_cell * static_cast<float>(look.cells);
  }

 private:
  static constexpr std::uint32_t most = 255;
  static constexpr float cost_of_cell = 0.5f;  // measured, like the other numbers here
  static constexpr std::size_t cell_counts = 257;
  static constexpr std::size_t value_counts = 64;
  static constexpr std::size_t end_counts = 16;

  static std::uint32_t seen(std::uint32_t counts) { return counts >> 16; }

  // Numbers too large for the table share the place of others, which costs only time.
  std::atomic<std::uint32_t>& place_of(Look look) const {
    const std::size_t kind = look.cells % cell_counts * value_counts + look.value % value_counts;
    return static_cast<std::atomic<std::uint32_t>*>(
        places_.start())[kind * end_counts + std::min<std::size_t>(look.ends, end_counts - 1)];
  }

  // How often such a position was seen, and how often it was lost, 16 bits each.
  // Most places are never used, and cost nothing then.
  ZeroPages places_{cell_counts * value_counts * end_counts * sizeof(std::atomic<std::uint32_t>)};
};

}  // namespace cgt
