// How players that look ahead choose between choices of the same value.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "players/players.hpp"

namespace cgt {

// Picks one of several choices of the same value.
class TieBreaker {
 public:
  TieBreaker(Ties ties, std::uint64_t seed) : ties_(ties), random_(seed) {}

  // Whether a choice replaces the best one so far. It must be at least as good.
  bool takes(bool better, std::uint32_t order) {
    equal_ = better ? 1 : equal_ + 1;
    const bool takes = better || (ties_ == Ties::first && order < order_) ||
                       (ties_ == Ties::last && order > order_) ||
                       (ties_ == Ties::random && random_.below(equal_) == 0);
    if (takes) order_ = order;
    return takes;
  }

  // Whether chance decides, which then depends on all choices and their order.
  bool draws() const { return ties_ == Ties::random; }

  void add_memory(Memory& memory) const {
    if (ties_ == Ties::random) memory.push_back(random_.state());
  }

 private:
  Ties ties_;
  Random random_;
  std::uint64_t equal_ = 0;
  std::uint32_t order_ = 0;  // the order of the best one so far
};

}  // namespace cgt
