// What the workers that search one position share.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>

#include "base/fingerprint.hpp"
#include "base/memory_resource.hpp"
#include "base/threads.hpp"
#include "placement/experience.hpp"
#include "placement/proof_numbers.hpp"
#include "placement/table.hpp"

namespace cgt {

// Which positions workers are searching, so that another worker can try something else first.
class BusyPositions {
 public:
  bool has(Fingerprint key) const { return place(key).load(std::memory_order_relaxed) == key.low; }
  void enter(Fingerprint key) { place(key).store(key.low, std::memory_order_relaxed); }
  void leave(Fingerprint key) {
    if (has(key)) place(key).store(0, std::memory_order_relaxed);
  }

 private:
  // Positions that share a place are forgotten sooner; that costs time, never a right answer.
  std::atomic<Word>& place(Fingerprint key) { return places_[key.high % places_.size()]; }
  const std::atomic<Word>& place(Fingerprint key) const {
    return places_[key.high % places_.size()];
  }

  std::array<std::atomic<Word>, 1 << 12> places_{};
};

// What all workers on one question share.
struct SharedSearch {
  Table<PositionKnowledge::Weight>& outcomes;
  Experience& experience;
  std::pmr::memory_resource* memory;  // for the workers' stacks
  unsigned valued_size;               // regions of up to this many cells are valued completely
  unsigned quick_size;  // positions of up to this many cells are searched without proof numbers
  unsigned first_look = 128;  // moves that are looked at before the work of all is estimated
  // After so many, a search by proof numbers should end and say how far it is.
  std::uint64_t most_nodes = std::numeric_limits<std::uint64_t>::max();
  // How many nodes a worker counts before it adds them: 1 where the number must be exact.
  std::uint64_t nodes_at_once = 64;
  BusyPositions busy{};
  std::atomic<int> asking = -1;  // the nimber that the whole is asked for, if it is
  alignas(64) StopFlag stop = false;
  alignas(64) std::atomic<std::uint64_t> nodes = 0;
};

// The nodes that one worker has searched. Workers add up what they counted, but not at every node:
// a number that several threads change takes each of them time.
class NodeCounter {
 public:
  explicit NodeCounter(SharedSearch& shared) : shared_(shared) {}
  ~NodeCounter() { tell(); }
  NodeCounter(const NodeCounter&) = delete;
  NodeCounter& operator=(const NodeCounter&) = delete;

  void add_one() {
    if (++here_ - told_ >= shared_.nodes_at_once) tell();
  }

  // Those of this worker.
  std::uint64_t here() const { return here_; }

  // Whether there are as many as are allowed.
  bool is_far_enough() const {
    return shared_.nodes.load(std::memory_order_relaxed) + here_ - told_ >= shared_.most_nodes;
  }

 private:
  void tell() {
    shared_.nodes.fetch_add(here_ - told_, std::memory_order_relaxed);
    told_ = here_;
  }

  SharedSearch& shared_;
  std::uint64_t here_ = 0;
  std::uint64_t told_ = 0;
};

}  // namespace cgt
