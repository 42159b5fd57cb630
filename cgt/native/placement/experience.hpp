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
  // A position is described by the number of cells in its large regions, and by the value of
  // everything small.
  void add(unsigned cells, unsigned value, bool lost) {
    std::atomic<std::uint32_t>& place = place_of(cells, value);
    std::uint32_t counts = place.load(std::memory_order_relaxed);
    if (seen(counts) == most) counts = counts >> 1 & 0x7fff7fff;
    place.store(counts + (1 << 16) + lost, std::memory_order_relaxed);
  }

  // The probability that such a position is lost, by what was seen so far.
  float chance_of_loss(unsigned cells, unsigned value) const {
    const std::uint32_t counts = place_of(cells, value).load(std::memory_order_relaxed);
    return (static_cast<float>(counts & 0xffff) + 0.3f) / (static_cast<float>(seen(counts)) + 1.0f);
  }

  // A first estimate of how much work it takes to decide the position, which grows with each cell.
  ProofNumbers guess(unsigned cells, unsigned value, float growth = 0.1f) const {
    const float chance = chance_of_loss(cells, value);
    const float size = std::exp(growth * static_cast<float>(cells));
    return {std::max(size / (1.001f - chance), 1.0f), std::max(size / chance, 1.0f)};
  }

  // The logarithm of that probability divided by the cost of finding out. In this order a lost
  // position is found soonest.
  float promise(unsigned cells, unsigned value) const {
    return std::log(chance_of_loss(cells, value)) - cost_of_cell * static_cast<float>(cells);
  }

 private:
  static constexpr std::uint32_t most = 255;
  static constexpr float cost_of_cell = 0.5f;  // measured, like the other numbers here
  static constexpr std::size_t cell_counts = 257;
  static constexpr std::size_t value_counts = 256;

  static std::uint32_t seen(std::uint32_t counts) { return counts >> 16; }

  // Numbers too large for the table share the place of others, which costs only time.
  std::atomic<std::uint32_t>& place_of(unsigned cells, unsigned value) const {
    return static_cast<std::atomic<std::uint32_t>*>(
        places_.start())[cells % cell_counts * value_counts + value % value_counts];
  }

  // How often such a position was seen, and how often it was lost, 16 bits each.
  // Most places are never used, and cost nothing then.
  ZeroPages places_{cell_counts * value_counts * sizeof(std::atomic<std::uint32_t>)};
};

}  // namespace cgt
