// A time after which work is to end, counted from when it is made.
#pragma once

#include <chrono>
#include <optional>

namespace cgt {

class TimeLimit {
 public:
  // So many seconds from now; never without a number.
  explicit TimeLimit(std::optional<double> seconds) : seconds_(seconds) {}

  // With `before`, that many seconds earlier.
  bool is_up(double before = 0) const {
    if (!seconds_) return false;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    return passed.count() + before >= *seconds_;
  }

 private:
  std::optional<double> seconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace cgt
