// A vector that only grows and never moves its elements: one thread at a time may add, while any
// number of others read earlier elements.
//
// Elements lie in chunks. The first are small and each as large as all before it, so that a short
// vector takes little memory and no time to make; from some size on all are alike.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>

namespace cgt {

template <class Value>
class StableVector {
 public:
  std::size_t size() const { return size_.load(std::memory_order_acquire); }

  const Value& operator[](std::size_t index) const {
    const Place place = place_of(index);
    return chunks_[place.chunk].load(std::memory_order_acquire)[place.offset];
  }

  void push_back(Value value) {
    const std::size_t index = size_.load(std::memory_order_relaxed);
    const auto [chunk, offset] = place_of(index);
    if (chunk >= chunks_.size()) throw std::length_error("too many elements");
    if (offset == 0) {
      // As many as there are already, within bounds.
      owned_[chunk] = std::make_unique<Value[]>(std::clamp(index, first_chunk, largest_chunk));
      chunks_[chunk].store(owned_[chunk].get(), std::memory_order_release);
    }
    chunks_[chunk].load(std::memory_order_relaxed)[offset] = std::move(value);
    size_.store(index + 1, std::memory_order_release);
  }

  // Only for an element whose number no other thread knows yet.
  void pop_back() { size_.fetch_sub(1, std::memory_order_release); }

 private:
  static constexpr std::size_t first_chunk = 1 << 6;
  static constexpr std::size_t largest_chunk = 1 << 16;
  static constexpr std::size_t most_elements = 1 << 26;
  static constexpr std::size_t small_chunks = std::bit_width(largest_chunk / first_chunk);

  struct Place {
    std::size_t chunk;
    std::size_t offset;
  };

  static Place place_of(std::size_t index) {
    if (index >= largest_chunk)
      return {small_chunks - 1 + index / largest_chunk, index % largest_chunk};
    if (index < first_chunk) return {0, index};
    return {static_cast<std::size_t>(std::bit_width(index / first_chunk)),
            index - std::bit_floor(index)};
  }

  static constexpr std::size_t most_chunks = small_chunks - 1 + most_elements / largest_chunk;

  std::array<std::atomic<Value*>, most_chunks> chunks_{};
  std::array<std::unique_ptr<Value[]>, most_chunks> owned_{};
  std::atomic<std::size_t> size_ = 0;
};

}  // namespace cgt
