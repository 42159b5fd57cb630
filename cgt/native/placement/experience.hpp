// What a search learns while it goes on: which positions are worth trying first.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "placement/proof_numbers.hpp"

namespace cgt {

// How often positions that look alike were lost for the player to move, so far: those that a move
// should lead to are tried first.
class Experience {
 public:
  // Of a position with so many cells in large regions, and a value for everything small.
  void add(unsigned cells, unsigned value, bool lost) {
    std::atomic<std::uint32_t>& place = place_of(cells, value);
    std::uint32_t counts = place.load(std::memory_order_relaxed);
    if (seen(counts) == most) counts = counts >> 1 & 0x7fff7fff;
    place.store(counts + (1 << 16) + lost, std::memory_order_relaxed);
  }

  // The chance that such a position is lost, as far as is known.
  float chance_of_loss(unsigned cells, unsigned value) const {
    const std::uint32_t counts = place_of(cells, value).load(std::memory_order_relaxed);
    return (static_cast<float>(counts & 0xffff) + 0.3f) / (static_cast<float>(seen(counts)) + 1.0f);
  }

  // A first guess at how much is to be searched.
  ProofNumbers guess(unsigned cells, unsigned value) const {
    const float chance = chance_of_loss(cells, value);
    const float size = std::exp(0.1f * static_cast<float>(cells));
    return {std::max(size / (1.001f - chance), 1.0f), std::max(size / chance, 1.0f)};
  }

  // The logarithm of that chance divided by what it costs to find out: to go through positions in
  // this order finds a lost one soonest.
  float promise(unsigned cells, unsigned value) const {
    return std::log(chance_of_loss(cells, value)) - cost_of_cell * static_cast<float>(cells);
  }

 private:
  static constexpr std::uint32_t most = 255;
  static constexpr float cost_of_cell = 0.5f;  // measured, as the other numbers here
  static constexpr std::size_t cell_counts = 257;
  static constexpr std::size_t value_counts = 256;

  static std::uint32_t seen(std::uint32_t counts) { return counts >> 16; }

  // A number more than is told apart here shares the place of another: that costs time only.
  std::atomic<std::uint32_t>& place_of(unsigned cells, unsigned value) {
    return places_[cells % cell_counts * value_counts + value % value_counts];
  }
  const std::atomic<std::uint32_t>& place_of(unsigned cells, unsigned value) const {
    return places_[cells % cell_counts * value_counts + value % value_counts];
  }

  // How often such a position was seen, and how often it was lost, 16 bits each.
  std::vector<std::atomic<std::uint32_t>> places_ =
      std::vector<std::atomic<std::uint32_t>>(cell_counts * value_counts);
};

}  // namespace cgt
