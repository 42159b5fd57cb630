// A vector that only grows and never moves its elements: one thread at a time may add, while any
// number of others read earlier elements.
#pragma once

#include <array>
#include <atomic>
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
    return chunks_[index / chunk_size].load(std::memory_order_acquire)[index % chunk_size];
  }

  void push_back(Value value) {
    const std::size_t index = size_.load(std::memory_order_relaxed);
    const std::size_t chunk = index / chunk_size;
    if (chunk >= chunks_.size()) throw std::length_error("too many elements");
    if (index % chunk_size == 0) {
      owned_[chunk] = std::make_unique<Value[]>(chunk_size);
      chunks_[chunk].store(owned_[chunk].get(), std::memory_order_release);
    }
    chunks_[chunk].load(std::memory_order_relaxed)[index % chunk_size] = std::move(value);
    size_.store(index + 1, std::memory_order_release);
  }

  // Only for an element whose number no other thread knows yet.
  void pop_back() { size_.fetch_sub(1, std::memory_order_release); }

 private:
  static constexpr std::size_t chunk_size = 1 << 12;
  static constexpr std::size_t most_chunks = 1 << 14;

  std::array<std::atomic<Value*>, most_chunks> chunks_{};
  std::array<std::unique_ptr<Value[]>, most_chunks> owned_{};
  std::atomic<std::size_t> size_ = 0;
};

}  // namespace cgt
