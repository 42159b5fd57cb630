// Memory for vectors that counts against a budget: an allocation beyond it throws OutOfBudgetError.
#pragma once

#include <cstddef>

#include "base/memory_budget.hpp"
#include "base/memory_resource.hpp"

namespace cgt {

// Has some bytes of its own, so that it is never left with nothing. Takes more from a budget that
// it shares with others, and keeps what it took. Any number of threads may use it.
class BudgetMemory final : public std::pmr::memory_resource {
 public:
  BudgetMemory(MemoryBudget& shared, std::size_t own) : shared_(shared), own_(own) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    while (!own_.take(bytes)) {
      if (!shared_.take(bytes)) throw OutOfBudgetError();
      own_.give_back(bytes);
    }
    try {
      return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    } catch (...) {
      own_.give_back(bytes);
      throw;
    }
  }

  void do_deallocate(void* start, std::size_t bytes, std::size_t alignment) override {
    std::pmr::new_delete_resource()->deallocate(start, bytes, alignment);
    own_.give_back(bytes);
  }

  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  MemoryBudget& shared_;
  MemoryBudget own_;
};

}  // namespace cgt
