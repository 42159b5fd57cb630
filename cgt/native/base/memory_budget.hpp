// Memory that several tables share: each takes more as it grows, and together they never take more
// than the budget.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>

namespace cgt {

class OutOfBudgetError : public std::exception {
 public:
  const char* what() const noexcept override { return "this takes more memory than allowed"; }
};

class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t bytes) : left_(bytes) {}

  // Takes `bytes` bytes; if fewer are left, takes none and returns false.
  bool take(std::size_t bytes) {
    std::size_t left = left_.load(std::memory_order_relaxed);
    while (left >= bytes)
      if (left_.compare_exchange_weak(left, left - bytes, std::memory_order_relaxed)) return true;
    return false;
  }

  void give_back(std::size_t bytes) { left_.fetch_add(bytes, std::memory_order_relaxed); }

  std::size_t left() const { return left_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::size_t> left_;
};

}  // namespace cgt
