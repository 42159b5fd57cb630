// Work on many things that do not depend on each other, shared out among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <vector>

#include "base/heartbeat.hpp"
#include "base/threads.hpp"

namespace cgt {

// Calls work(worker, index, heartbeat) for every index below `count`, from up to `threads` threads;
// `worker` is the number of the thread. The first error stops all of them and is thrown here.
template <class Work>
void share_out(unsigned threads, std::size_t count, Heartbeat& heart, const Work& work) {
  constexpr std::size_t at_once = 8;
  struct Stopped {};
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> stop = false;
  std::exception_ptr failure;
  std::mutex failing;
  const auto run = [&](unsigned worker, Heartbeat& mine) {
    try {
      for (;;) {
        const std::size_t begin = next.fetch_add(at_once);
        if (begin >= count || stop) return;
        for (std::size_t i = begin; i < std::min(begin + at_once, count); ++i)
          work(worker, i, mine);
      }
    } catch (const Stopped&) {
      return;  // by another, whose error is told
    } catch (...) {
      const std::scoped_lock locked(failing);
      if (!failure) failure = std::current_exception();
      stop = true;
    }
  };
  {
    std::vector<JoiningThread> others;
    for (unsigned worker = 1; worker < threads && worker * at_once < count; ++worker)
      others.emplace_back([&, worker] {
        Heartbeat mine([&] {
          if (stop) throw Stopped();
        });
        run(worker, mine);
      });
    run(0, heart);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace cgt
