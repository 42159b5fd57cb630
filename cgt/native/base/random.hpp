// Chance that is the same on every machine: numbers from a seed (splitmix64).
#pragma once

#include <cstdint>

namespace cgt {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t x = state_;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
  }

  // A number from 0 to `count` - 1, all equally likely. If there is only one, nothing is drawn.
  std::uint64_t below(std::uint64_t count) {
    if (count == 1) return 0;
    const std::uint64_t most = ~std::uint64_t{0} - (~std::uint64_t{0} % count + 1) % count;
    for (;;)
      if (const std::uint64_t number = next(); number <= most) return number % count;
  }

  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

}  // namespace cgt
