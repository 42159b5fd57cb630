// The positions found to be won last, whole, so that nothing is taken for another. A new one takes
// the place of an old one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/budget_memory.hpp"
#include "proof/position_list.hpp"

namespace cgt::proof {

class WonCache {
 public:
  // Takes as many bytes as are allowed, up to some that are enough.
  WonCache(BudgetMemory& memory, std::size_t bytes) : slots_(&memory) {
    const std::size_t count = std::min(bytes, most_bytes) / sizeof(Slot);
    if (count > 0) slots_.resize(std::bit_floor(count));
  }

  bool has(Bytes position) const {
    if (slots_.empty() || position.size() > longest) return false;
    const Slot& slot = slots_[hash_of(position) & (slots_.size() - 1)];
    return slot.length == position.size() &&
           std::memcmp(slot.bytes.data(), position.data(), position.size()) == 0;
  }

  void add(Bytes position) {
    if (slots_.empty() || position.size() > longest) return;
    Slot& slot = slots_[hash_of(position) & (slots_.size() - 1)];
    slot.length = static_cast<std::uint8_t>(position.size());
    std::memcpy(slot.bytes.data(), position.data(), position.size());
  }

 private:
  static constexpr std::size_t longest = 31;
  static constexpr std::size_t most_bytes = std::size_t{1} << 27;

  struct Slot {
    std::uint8_t length = 0;
    std::array<std::uint8_t, longest> bytes{};
  };

  std::pmr::vector<Slot> slots_;
};

}  // namespace cgt::proof
