// Threads, also where there are none, as in a browser's WebAssembly: there the one thread that
// works looks up from time to time by itself.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>
#include <utility>

namespace cgt {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)

inline constexpr bool has_threads = false;

// Never begins: work is done by the thread that asks for it.
class JoiningThread {
 public:
  template <class Work>
  explicit JoiningThread(const Work&) {
    std::abort();
  }
};

// Whether to stop. Whoever works looks at it often, and every few milliseconds the look calls back,
// so that the flag may be raised.
class StopFlag {
 public:
  StopFlag(bool raised) : raised_(raised) {}
  StopFlag& operator=(bool raised) {
    raised_ = raised;
    return *this;
  }
  operator bool() const { return raised_; }

  bool load(std::memory_order) const {
    if (++looks_ % looks_between_calls == 0 && call_) {
      const auto now = Clock::now();
      if (now - last_call_ >= time_between_calls) {
        last_call_ = now;
        call_();
      }
    }
    return raised_;
  }

  void call_often(std::function<void()> call) { call_ = std::move(call); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr unsigned looks_between_calls = 64;
  static constexpr auto time_between_calls = std::chrono::milliseconds(20);

  bool raised_;
  mutable unsigned looks_ = 0;
  mutable Clock::time_point last_call_ = Clock::now();
  std::function<void()> call_;
};

inline void call_often(StopFlag& flag, std::function<void()> call) {
  flag.call_often(std::move(call));
}

#else

inline constexpr bool has_threads = true;
using JoiningThread = std::jthread;
using StopFlag = std::atomic<bool>;
inline void call_often(StopFlag&, const std::function<void()>&) {}  // another thread raises it

#endif

}  // namespace cgt
