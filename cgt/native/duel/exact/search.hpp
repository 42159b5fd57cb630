// The search of the duel's solver (duel/exact/solver.hpp explains the method): which states are
// lost, and which states the others trust in. It can be stopped, written to a file, and resumed.
//
// Several threads may work on it. Each takes a state, looks at it, while others look at theirs, and
// enters what it has seen; taking and entering are done by one at a time. What is entered as lost
// stays so, whatever was entered meanwhile. A placement to trust in is looked for again if it is
// known to be lost by the time it is entered.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/checkpoint.hpp"
#include "base/heartbeat.hpp"
#include "base/threads.hpp"
#include "duel/exact/scout.hpp"
#include "duel/exact/solver.hpp"

namespace cgt {

template <class Board>
class DuelSearch {
 public:
  using Packed = typename Board::Packed;
  using Options = StateOptions<Board>;
  using Choice = typename Scout<Board>::Choice;

  explicit DuelSearch(const DuelQuestion& question)
      : scout_(question, states_), options_(scout_.options()), pieces_(options_.pieces()),
        states_(options_, pieces_) {
    for (const Packed& start : options_.starts()) {
      const auto [key, hash] = options_.place_of(start);
      starts_.push_back(states_.number_of(key, hash));
    }
    std::sort(starts_.begin(), starts_.end());
    starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
    for (const NodeId start : starts_) push(start, scout_.danger(start));
  }

  DuelAnswer solve(const DuelPulse& pulse, const DuelSolver::Most& most) {
    std::unique_lock locked(mutex_);
    most_states_ = most.states;
    memory_ = most.memory.value_or(options_.question().memory);
    threads_ = 1;
    jobs_ = looking_ = 0;
    is_over_ = is_unknown_ = is_waiting_ = false;
    is_ending_ = any_start_lost();
    bool is_due = false;
    Heartbeat heart([&] { is_due = true; });
    std::vector<JoiningThread> others;
    unsigned wanted = has_threads ? options_.question().threads : 1;
    const auto between_jobs = [&] {
      if (threads_ < wanted && states_.size() >= options_.question().states_alone)
        wanted = threads_ = begin_others(wanted, others);
      if (has_doubts()) return;
      heart.beat(1 << 9);
      if (!is_due) return;
      is_due = false;
      finish_all(locked);
      if (!pulse(progress())) is_ending_ = is_unknown_ = true;
    };
    try {
      work(scout_, locked, between_jobs);
    } catch (...) {
      failure_ = std::current_exception();
      end();
    }
    locked.unlock();
    others.clear();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    if (any_start_lost()) return DuelAnswer::bad;
    return is_unknown_ ? DuelAnswer::unknown : DuelAnswer::good;
  }

  DuelProgress progress() const {
    return {states_.size(), losses_,
            states_.bytes() + open_.bytes() + doubts_.capacity() * sizeof(doubts_[0])};
  }

  void save(const std::string& path) const {
    CheckpointWriter file(path);
    file.write(checkpoint_mark);
    file.write(options_.fingerprint());
    file.write(states_.size());
    file.write(losses_);
    for (NodeId node = 0; node < states_.size(); ++node) {
      for (const Word word : words_of(states_.key(node))) file.write(word);
      file.write(Word{states_.head(node)} << flag_bits | states_.flags(node));
      for (PieceId piece = 0; piece < pieces_; ++piece)
        file.write(states_.slot(node * pieces_ + piece));
    }
    file.finish();
  }

  // Resumes the search in a file; only for one that has just been made, and that is of no use if
  // this throws CheckpointError.
  void load(const std::string& path, std::size_t bytes, Heartbeat& heart) {
    CheckpointReader file(path, bytes, heart);
    if (file.read() != checkpoint_mark) throw CheckpointError("this is no checkpoint of cgt duel");
    if (file.read() != options_.fingerprint())
      throw CheckpointError("this checkpoint is of another question");
    const Word states = file.read();
    const Word losses = file.read();
    const std::size_t words_of_state = words_of(Packed{}).size() + 1 + pieces_;
    require_undamaged(states >= states_.size() && states <= UINT32_MAX && losses <= states &&
                      file.left() == states * words_of_state && states * pieces_ < put_off);
    if (states * states_.bytes_of_state() > options_.question().memory)
      throw CheckpointError("this checkpoint takes more memory than is allowed");
    losses_ = static_cast<std::uint32_t>(losses);
    open_ = {};
    for (NodeId node = 0; node < states; ++node) read_state(file, node, states * pieces_);
    file.finish();
    check_lists(heart);
  }

  // What was found, for making strategies.

  const KnownStates<Board>& known() const { return states_; }
  Scout<Board>& scout() { return scout_; }
  const std::vector<NodeId>& starts() const { return starts_; }
  bool any_start_lost() const {
    return std::any_of(starts_.begin(), starts_.end(),
                       [&](NodeId start) { return states_.is_lost(start); });
  }
  // The bag that Bad chooses from in a state.
  PieceBag bag_in(NodeId node) const { return bag_of(states_.key(node)); }

 private:
  using Job = DuelJob;
  using Finding = DuelFinding<Board>;
  using Lock = std::unique_lock<std::mutex>;

  static constexpr std::uint32_t put_off = KnownStates<Board>::put_off;
  static constexpr unsigned flag_bits = 16;  // in a file

  // What is entered at once: a state, and one on ground.
  static constexpr std::size_t states_at_once = 2;

  // "cgtduel" and the version of the format.
  static constexpr Word checkpoint_mark = 0x046c657564746763;

  PieceBag bag_of(const Packed& key) const { return options_.bag(options_.board().code(key)); }

  // threads: all of this with the lock, but for looking

  // Does jobs until there are none.
  template <class Between>
  void work(Scout<Board>& scout, Lock& locked, const Between& between_jobs) {
    Job job;
    while (!is_over_) {
      between_jobs();
      if (take(job))
        do_job(job, scout, locked);
      else if (jobs_ == 0 && !is_waiting_)
        end();
      else
        changed_.wait_for(locked, std::chrono::milliseconds(5));
    }
  }

  // Begins other threads, until there are so many; returns how many there are.
  unsigned begin_others(unsigned wanted, std::vector<JoiningThread>& others) {
    try {
      while (others.size() + 1 < wanted) others.emplace_back([this] { help(); });
    } catch (const std::system_error&) {
      return static_cast<unsigned>(others.size()) + 1;  // the system has no more
    }
    return wanted;
  }

  // The life of another thread.
  void help() {
    Lock locked(mutex_);
    try {
      Scout<Board> scout(options_.question(), states_);
      work(scout, locked, [] {});
    } catch (...) {
      failure_ = std::current_exception();
      end();
    }
  }

  void end() {
    is_over_ = true;
    changed_.notify_all();
  }

  void do_job(Job& job, Scout<Board>& scout, Lock& locked) {
    Finding found;
    std::exception_ptr failure;
    ++jobs_;
    ++looking_;
    const bool has_company = threads_ > 1;
    if (has_company) locked.unlock();
    try {
      found = scout.look(job);
    } catch (...) {
      failure = std::current_exception();
    }
    if (has_company) locked.lock();
    --looking_;
    if (failure) std::rethrow_exception(failure);
    while (!states_.has_room(states_at_once)) {
      if (looking_ == 0)
        states_.make_room(states_at_once);
      else
        changed_.wait(locked);
    }
    enter(job, found, scout);
    --jobs_;
    if (has_company) changed_.notify_all();
  }

  // Finishes what all threads are doing, so that nothing is left half done, and begins nothing new.
  void finish_all(Lock& locked) {
    is_waiting_ = true;
    Job job;
    while (jobs_ > 0 || has_doubts()) {
      if (take(job))
        do_job(job, scout_, locked);
      else if (jobs_ > 0)
        changed_.wait(locked);
    }
    is_waiting_ = false;
    changed_.notify_all();
  }

  // jobs

  bool has_doubts() const { return doubt_ != 0 || !doubts_.empty() || !again_.empty(); }

  // The next job, if there is one. States that trusted in one that is lost come first; then the
  // most endangered.
  bool take(Job& job) {
    while (has_doubts()) {
      if (!again_.empty()) {
        const std::uint32_t slot = again_.back();
        again_.pop_back();
        if (take(slot, job)) return true;
        continue;
      }
      if (doubt_ == 0) {
        doubt_ = doubts_.back();
        doubts_.pop_back();
        continue;
      }
      const std::uint32_t slot = doubt_ - 1;
      doubt_ = states_.slot(slot);
      if (take(slot, job)) return true;
    }
    while (!is_ending_ && !is_waiting_ && !open_.empty()) {
      if (is_full() || states_.size() >= most_states_) is_ending_ = is_unknown_ = true;
      if (is_ending_) break;
      const auto [node, danger] = open_.pop();
      const std::uint32_t flags = states_.flags(node);
      if ((flags & (state_flags::lost | state_flags::complete)) != 0 || !is_needed(node)) {
        states_.set_flags(node, flags & ~state_flags::queued);
        continue;
      }
      job.node = node;
      job.again.reset();
      job.is_first_look = (flags & state_flags::expanded) == 0;
      job.danger = danger;
      for (PieceId piece = 0; piece < pieces_; ++piece)
        job.slots[piece] = states_.slot(node * pieces_ + piece);
      return true;
    }
    return false;
  }

  // A look for one piece again, unless the state is lost meanwhile.
  bool take(std::uint32_t slot, Job& job) const {
    job.node = slot / pieces_;
    job.again = slot % pieces_;
    return !states_.is_lost(job.node);
  }

  // Enters what was seen.
  void enter(const Job& job, const Finding& found, Scout<Board>& scout) {
    const NodeId node = job.node;
    if (states_.is_lost(node)) return;
    if (!job.again) {
      const std::uint32_t flags = states_.flags(node) & ~state_flags::queued;
      states_.set_flags(node, flags | state_flags::expanded);
      if (job.is_first_look)
        for (PieceId piece = 0; piece < pieces_; ++piece)
          states_.slot(node * pieces_ + piece) = job.slots[piece];
    }
    if (found.is_lost) return lose(node, found);
    const NodeId next = states_.number_of(found.next.key, found.next.hash);
    const std::uint32_t slot = node * pieces_ + found.piece;
    if (states_.is_lost(next)) {  // another thread was faster
      if (job.again)
        again_.push_back(slot);
      else
        put_back(job);
      return;
    }
    states_.slot(slot) = states_.head(next);
    states_.head(next) = slot + 1;
    if (!job.again && found.is_last)
      states_.set_flags(node, states_.flags(node) | state_flags::complete);
    if (needs_a_look(next))
      push(next, found.danger_of_next ? *found.danger_of_next : scout.danger(next));
    if (!job.again && needs_a_look(node)) put_back(job);
  }

  // Marks a state as lost; those that trusted in it have to look for another one. It gets its rank
  // now: all states that it can lead to have been marked before.
  void lose(NodeId node, const Finding& found) {
    if (found.ground) {
      const NodeId all = states_.number_of(found.ground->key, found.ground->hash);
      if (!states_.is_lost(all)) {
        mark_lost(all, state_flags::expanded, found.ground_piece);
        states_.add_ground(found.ground_rows);
      }
    }
    doubts_.push_back(states_.head(node));
    mark_lost(node, states_.flags(node), found.piece);
    if (std::binary_search(starts_.begin(), starts_.end(), node)) is_ending_ = true;
  }
  void mark_lost(NodeId node, std::uint32_t flags, PieceId piece) {
    states_.head(node) = ++losses_;
    states_.set_flags(
        node, (flags & state_flags::marks) | state_flags::lost | piece << state_flags::piece_shift);
  }

  // Reads one state of a file whose states have `slots` slots in all.
  void read_state(CheckpointReader& file, NodeId node, Word slots) {
    auto words = words_of(Packed{});
    for (Word& word : words) word = file.read();
    const auto key = packed_of<Packed>(words);
    require_undamaged(options_.is_state(key) &&
                      states_.number_of(key, options_.hash_of(key)) == node);
    const Word head_and_flags = file.read();
    const Word head = head_and_flags >> flag_bits;
    const auto flags = static_cast<std::uint32_t>(head_and_flags & low_bits(flag_bits) &
                                                  ~Word{state_flags::queued});
    const PieceBag bag = bag_of(key);
    if (const unsigned ground = options_.ground(key); ground > 0) {
      require_undamaged((flags & state_flags::lost) != 0);
      states_.add_ground(ground);
    }
    if ((flags & state_flags::lost) != 0)
      require_undamaged((flags & state_flags::expanded) != 0 &&
                        flags >> state_flags::piece_shift < pieces_ && head >= 1 &&
                        head <= losses_ && bag.has(flags >> state_flags::piece_shift));
    else
      require_undamaged(flags <= (state_flags::expanded | state_flags::complete) &&
                        flags != state_flags::complete && head <= slots);
    states_.head(node) = static_cast<std::uint32_t>(head);
    states_.set_flags(node, flags);
    bool any_put_off = false;
    for (PieceId piece = 0; piece < pieces_; ++piece) {
      const Word next = file.read();
      const bool waits = next >= put_off && next <= UINT32_MAX;
      require_undamaged(waits ? (flags & state_flags::expanded) != 0 && bag.has(piece)
                              : next <= slots);
      states_.slot(node * pieces_ + piece) = static_cast<std::uint32_t>(next);
      any_put_off = any_put_off || waits;
    }
    if ((flags & state_flags::lost) == 0 && (flags & state_flags::expanded) != 0)
      require_undamaged(any_put_off == ((flags & state_flags::complete) == 0));
    // Whatever has not been looked at waits again, if it is still needed.
    if (needs_a_look(node)) push(node, scout_.danger(node));
  }

  // Throws CheckpointError unless the lists of slots are as the search makes them: no slot is in
  // two of them or twice in one, and of each state that has been looked at and is not lost, every
  // slot of a piece that may come and was not put off is in one; and unless the ranks of lost
  // states are the numbers from 1 on.
  void check_lists(Heartbeat& heart) const {
    std::vector<bool> listed(states_.size() * pieces_);
    std::vector<bool> ranked(losses_);
    const auto take = [](std::vector<bool>& taken, std::size_t number) {
      require_undamaged(!taken[number]);
      taken[number] = true;
    };
    std::size_t lost_states = 0;
    std::size_t trusting = 0;
    std::size_t to_trust = 0;
    for (NodeId node = 0; node < states_.size(); ++node) {
      heart.beat(20);
      if (states_.is_lost(node)) {
        ++lost_states;
        take(ranked, states_.head(node) - 1);
        continue;
      }
      if ((states_.flags(node) & state_flags::expanded) != 0)
        to_trust += options_.choices(options_.board().code(states_.key(node))) - put_off_in(node);
      for (std::uint32_t slot = states_.head(node); slot != 0; slot = states_.slot(slot - 1)) {
        heart.beat(20);
        require_undamaged(slot < put_off);
        take(listed, slot - 1);
        const NodeId truster = (slot - 1) / pieces_;
        require_undamaged((states_.flags(truster) & state_flags::expanded) != 0 &&
                          bag_in(truster).has((slot - 1) % pieces_));
        if (!states_.is_lost(truster)) ++trusting;
      }
    }
    require_undamaged(lost_states == losses_ && trusting == to_trust);
  }

  bool is_full() const {
    return progress().bytes + states_.bytes_to_grow() > memory_ ||
           (states_.size() + states_at_once) * pieces_ >= put_off;
  }

  // The pieces that were put off in a state wait until all that is more endangered by a good deal
  // has been looked at. Measured: halves and three quarters do about as well.
  static unsigned after_a_look(unsigned danger) { return danger * 5 / 8; }

  void push(NodeId node, unsigned danger) {
    const bool is_expanded = (states_.flags(node) & state_flags::expanded) != 0;
    wait(node, is_expanded ? after_a_look(danger) : danger);
  }
  void put_back(const Job& job) {
    wait(job.node, job.is_first_look ? after_a_look(job.danger) : job.danger);
  }
  void wait(NodeId node, unsigned danger) {
    states_.set_flags(node, states_.flags(node) | state_flags::queued);
    open_.push(node, danger);
  }
  bool needs_a_look(NodeId node) const {
    return (states_.flags(node) &
            (state_flags::complete | state_flags::queued | state_flags::lost)) == 0;
  }

  std::uint32_t put_off_in(NodeId node) const {
    std::uint32_t count = 0;
    for (PieceId piece = 0; piece < pieces_; ++piece)
      count += states_.slot(node * pieces_ + piece) >= put_off;
    return count;
  }

  // Whether any state that is not lost trusts in this one.
  bool is_needed(NodeId node) const {
    if (std::binary_search(starts_.begin(), starts_.end(), node)) return true;
    for (std::uint32_t slot = states_.head(node); slot != 0; slot = states_.slot(slot - 1))
      if ((states_.flags((slot - 1) / pieces_) & state_flags::lost) == 0) return true;
    return false;
  }

  Scout<Board> scout_;  // of the thread that asks
  Options& options_;
  std::uint32_t pieces_;
  // The head of a state is the first slot that trusts in it, plus 1, or its rank once it is lost. A
  // slot has the next one that trusts in the same state.
  KnownStates<Board> states_;
  WaitingStates open_;
  std::vector<NodeId> starts_;
  std::uint32_t losses_ = 0;
  // Lists of slots that trusted in states which are lost now; the list that is being worked on; and
  // single ones that came out of it again.
  std::vector<std::uint32_t> doubts_;
  std::uint32_t doubt_ = 0;
  std::vector<std::uint32_t> again_;

  std::size_t most_states_ = SIZE_MAX;
  std::size_t memory_ = SIZE_MAX;
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned threads_ = 1;     // at work
  unsigned jobs_ = 0;        // taken, and what was seen is not entered yet
  unsigned looking_ = 0;     // threads that look at a state, without the lock
  bool is_waiting_ = false;  // until none is: nothing new is begun
  bool is_ending_ = false;   // no state is looked at for the first time
  bool is_over_ = false;
  bool is_unknown_ = false;
  std::exception_ptr failure_;
};

}  // namespace cgt
