// A heartbeat: long work calls it often, and every few milliseconds it calls
// back, so that the caller can look for Ctrl-C (and stop the work by throwing).
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <utility>

namespace cgt {

class Heartbeat {
 public:
  explicit Heartbeat(std::function<void()> callback) : callback_(std::move(callback)) {}

  // `work` is the work done since the last call, in steps of about a nanosecond.
  void beat(std::size_t work) {
    since_look_ += work;
    if (since_look_ < steps_between_looks) return;
    since_look_ = 0;
    const auto now = Clock::now();
    if (now - last_call_ < time_between_calls) return;
    last_call_ = now;
    callback_();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t steps_between_looks = 1 << 18;
  static constexpr auto time_between_calls = std::chrono::milliseconds(20);

  std::function<void()> callback_;
  Clock::time_point last_call_ = Clock::now();
  std::size_t since_look_ = 0;
};

}  // namespace cgt
