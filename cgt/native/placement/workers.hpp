// Threads that work on one question together, while the one that asked stays responsive.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <vector>

#include "base/memory_budget.hpp"
#include "base/threads.hpp"
#include "placement/shared_search.hpp"
#include "placement/solver.hpp"

namespace cgt {

inline constexpr auto time_between_looks = std::chrono::milliseconds(20);

inline SolverProgress progress_of(const SharedSearch& shared) {
  const int asking = shared.asking.load(std::memory_order_relaxed);
  return {shared.nodes, shared.outcomes.used(), shared.outcomes.room(),
          asking < 0 ? std::nullopt : std::optional(static_cast<unsigned>(asking))};
}

// Runs `work()` on several threads until one of them has an answer, while this thread calls
// the pulse. The first answer counts; the others are stopped.
template <class Answer, class Work>
  requires has_threads
std::optional<Answer> run_workers(unsigned threads, SharedSearch& shared, const SolverPulse& pulse,
                                  Work work) {
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<Answer> answer;
  std::exception_ptr failure;
  unsigned running = threads;

  const auto finish = [&](auto set_result) {
    const std::lock_guard locked(mutex);
    set_result();
    shared.stop = true;
    --running;
    changed.notify_all();
  };
  std::vector<JoiningThread> workers;
  const auto work_to_the_end = [&] {
    try {
      const Answer found = work();
      finish([&] {
        if (!answer) answer = found;
      });
    } catch (const Stopped&) {
      finish([] {});
    } catch (const OutOfBudgetError&) {
      finish([] {});
    } catch (...) {
      finish([&] { failure = std::current_exception(); });
    }
  };
  try {
    for (unsigned worker = 0; worker < threads; ++worker) workers.emplace_back(work_to_the_end);
  } catch (...) {  // no more threads can be made; those that run must not run for ever
    shared.stop = true;
    throw;
  }
  std::unique_lock locked(mutex);
  while (running > 0) {
    changed.wait_for(locked, time_between_looks);
    if (running == 0 || shared.stop) continue;
    locked.unlock();
    try {
      if (!pulse(progress_of(shared))) shared.stop = true;
    } catch (...) {
      shared.stop = true;
      workers.clear();
      throw;
    }
    locked.lock();
  }
  locked.unlock();
  workers.clear();
  if (failure) std::rethrow_exception(failure);
  return answer;
}

// The same where there are no threads: the search itself calls the pulse.
template <class Answer, class Work>
  requires(!has_threads)
std::optional<Answer> run_workers(unsigned, SharedSearch& shared, const SolverPulse& pulse,
                                  Work work) {
  call_often(shared.stop, [&] {
    if (!pulse(progress_of(shared))) shared.stop = true;
  });
  try {
    return work();
  } catch (const Stopped&) {
    return std::nullopt;
  } catch (const OutOfBudgetError&) {
    return std::nullopt;
  }
}

}  // namespace cgt
