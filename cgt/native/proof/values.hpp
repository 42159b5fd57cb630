// What small positions are worth, for the checker of proofs: in normal play a nim heap, in misère
// play a canonical form. A value is a number; 0 is the game without moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/budget_memory.hpp"
#include "base/heartbeat.hpp"
#include "base/memory_resource.hpp"
#include "base/stable_vector.hpp"

namespace cgt::proof {

using Value = std::uint32_t;

// Any number of threads may ask.
class Values {
 public:
  Values(bool is_misere, MemoryBudget& budget);

  bool is_misere() const { return is_misere_; }

  // The value of a game with these options.
  Value of(std::vector<Value> options);

  // The value of two games side by side.
  Value sum(Value one, Value other, Heartbeat& heart);

  Value heap(std::size_t size);
  bool is_lost(Value value) const { return is_misere_ ? forms_[value].is_lost : value == 0; }

  // The values that a move leads to.
  std::vector<Value> options(Value value) const;

  // For messages: heaps by their size, what lies deep inside others left out.
  std::string text(Value value, int depth = 3);

 private:
  struct Form {
    const Value* options = nullptr;  // in order
    std::uint32_t count = 0;
    bool is_lost = false;

    std::span<const Value> inside() const { return {options, count}; }
  };
  using Pair = std::uint64_t;

  Value canonical(const std::vector<Value>& options);
  Value added(const std::vector<Value>& options, std::size_t hash);
  bool has_lost(const std::vector<Value>& options) const;
  bool may_become(const std::vector<Value>& options, Value k) const;
  Value sum_of_forms(Value one, Value other, Heartbeat& heart);

  bool is_misere_;
  MemoryBudget& budget_;
  BudgetMemory memory_;
  std::recursive_mutex changing_;
  std::pmr::monotonic_buffer_resource lists_{&memory_};
  StableVector<Form> forms_;
  std::pmr::unordered_multimap<std::size_t, Value> by_hash_{&memory_};
  std::pmr::unordered_map<Pair, Value> sums_{&memory_};
  std::vector<Value> heaps_{0};
};

}  // namespace cgt::proof
