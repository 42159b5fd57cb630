// The search for who wins, for any play.
//
// A position is some large regions plus one value for everything small. All its moves are looked up
// in the table before any is searched: one known loss for the opponent decides it. Regions are
// canonical, so symmetric moves are one.
//
// Large positions are searched by proof numbers: the search always continues at the position that
// seems to decide the whole with the least work. So it turns away in time from moves that look good
// but are hard to decide. Small positions are searched depth first, which costs less per position.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/fingerprint.hpp"
#include "base/memory_resource.hpp"
#include "placement/proof_numbers.hpp"
#include "placement/region_values.hpp"
#include "placement/shared_search.hpp"

namespace cgt {

// Part of a worker's stack of regions.
struct Stretch {
  std::size_t first;
  std::size_t last;

  bool empty() const { return first == last; }
};

// One worker's search. Game derives from it and has, beside a Position with `cells`, `numbers` and
// `promise`:
// - look_up(position): who wins, if that is known; if not, sets the position's numbers;
// - is_simple(position): whether look_at_moves takes it; simplified(position): an equal position
//   that it takes;
// - look_at_moves(position): adds the positions that moves lead to and that are not decided yet to
//   `pending`. Returns true, and may leave some out, as soon as one is known to be lost. It may
//   also stop early if it finds out that a loss takes as much work as `work_to_lose_.limit`: it
//   then sets `work_to_lose_.estimate`;
// - remember(position, numbers, nodes): puts what was found in the table;
// - key_of(position);
// - weight_of_others: to prove a loss takes work for every move; how much each counts beside the
//   one that takes most;
// - if it has a better way than depth first, wins_small(position);
// - if it can tell that positions are played alike, key_of_alike(position), look_up_alike(position,
//   key) and remember_alike(key, wins, nodes), which are called for small positions;
// - if its positions come without a promise, set_promise(position), which is called only for
//   positions that are put in order.
template <class Game, class Cells, class Position>
class ProofSearch {
 public:
  // Whether the player to move wins on these cells, if that is known without a search.
  std::optional<bool> known(const Cells& cells) {
    Position position = game().position_of(cells);
    return game().look_up(position);
  }

  // Whether the player to move wins on these cells. Throws Stopped.
  bool wins(const Cells& cells) { return decide(game().position_of(cells)); }

  // How far these cells are from being decided, after a search of about as many nodes as are
  // allowed. Throws Stopped.
  ProofNumbers numbers(const Cells& cells) { return numbers_of(game().position_of(cells)); }

  // The proof numbers of these cells without a search: 0 and infinite if it is known who wins, else
  // estimates.
  ProofNumbers estimated(const Cells& cells) {
    Position position = game().position_of(cells);
    const auto answer = game().look_up(position);
    return answer ? ProofNumbers::of_outcome(*answer) : position.numbers;
  }

  // Whether the player to move wins, unless a proof number reaches `most` before that is found out.
  // Throws Stopped.
  std::optional<bool> wins_within(const Cells& cells, float most) {
    Position position = game().position_of(cells);
    if (const auto answer = game().look_up(position)) return answer;
    const ProofNumbers numbers = settle(position, {most, most});
    return numbers.is_decided() ? std::optional(numbers.is_won()) : std::nullopt;
  }

  // An estimate, from the positions that moves lead to, of the work it takes to prove that the
  // player to move wins: 0 if that is known, infinite if that player is known to lose. Throws
  // Stopped.
  double effort_to_win(const Cells& cells) {
    Position position = game().position_of(cells);
    if (const auto wins = game().look_up(position)) return ProofNumbers::of_outcome(*wins).to_win;
    if (!game().is_simple(position)) return position.numbers.to_win;
    pending_.clear();
    if (game().look_at_moves(position)) return 0;
    float least = ProofNumbers::infinite;
    for (const Position& next : pending_) least = std::min(least, next.numbers.to_lose);
    return least;
  }

 protected:
  explicit ProofSearch(SharedSearch& shared)
      : shared_(shared), pending_(shared.memory), regions_(shared.memory), numbers_(shared.memory),
        nodes_(shared) {}

  // Whether the player to move wins. Throws Stopped.
  bool decide(Position position) {
    if (const auto answer = game().look_up(position)) return *answer;
    const ProofNumbers found = settle(position, {ProofNumbers::infinite, ProofNumbers::infinite});
    if (!found.is_decided()) throw Stopped();  // it is far enough
    return found.is_won();
  }

  // How far a position is from being decided, after a search of about as many nodes as are allowed.
  // Throws Stopped, also if so many nodes do not suffice to value all its regions but one.
  ProofNumbers numbers_of(Position position) {
    if (const auto answer = game().look_up(position)) return ProofNumbers::of_outcome(*answer);
    if (shared_.most_nodes == 0) return position.numbers;
    return settle(position, {ProofNumbers::infinite, ProofNumbers::infinite});
  }

  // Depth first.
  bool is_won(const Position& given) {
    Position position = game().simplified(given);
    if (const auto answer = game().look_up(position)) return *answer;
    std::optional<Fingerprint> alike;
    if constexpr (requires { game().key_of_alike(position); }) {
      alike = game().key_of_alike(position);
      if (alike)
        if (const auto answer = game().look_up_alike(position, *alike)) return *answer;
    }
    const Visit visit = enter(position);
    const bool won = game().look_at_moves(position) || any_is_lost(visit.first_pending);
    leave(visit, position, ProofNumbers::of_outcome(won));
    if constexpr (requires { game().key_of_alike(position); })
      if (alike) game().remember_alike(*alike, won, nodes_.here() - visit.nodes_before);
    return won;
  }

  // Whether the player to move wins a small position.
  bool wins_small(const Position& position) { return is_won(position); }

  // Also between the moves of one position: with large pieces there may be hundreds of thousands.
  void check_stop() const {
    if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped();
  }

  struct WorkToLose {
    float limit = ProofNumbers::infinite;
    float estimate = 0;  // if look_at_moves stopped early
  };

  SharedSearch& shared_;
  WorkToLose work_to_lose_;             // of the position whose moves are looked at
  std::pmr::vector<Position> pending_;  // a stack: positions still to be searched
  std::pmr::vector<Cells> regions_;  // a stack: the large regions of all positions being searched

 private:
  Game& game() { return static_cast<Game&>(*this); }

  // Searches a position until it is decided or until a number reaches its limit.
  ProofNumbers settle(const Position& given, ProofNumbers limits) {
    if (given.cells <= shared_.quick_size)
      return ProofNumbers::of_outcome(game().wins_small(given));
    Position position = game().simplified(given);
    if (!game().is_simple(given))
      if (const auto answer = game().look_up(position)) return ProofNumbers::of_outcome(*answer);
    const Visit visit = enter(position);
    const std::size_t first_number = numbers_.size();
    ProofNumbers numbers = ProofNumbers::of_outcome(true);
    work_to_lose_ = {limits.to_lose, 0};
    const bool won = game().look_at_moves(position);
    const float estimate = std::exchange(work_to_lose_, {}).estimate;
    if (!won && estimate > 0) {
      numbers = {least_to_lose(visit.first_pending), estimate};
    } else if (!won) {
      for (std::size_t i = visit.first_pending; i < pending_.size(); ++i)
        numbers_.push_back(pending_[i].numbers);
      numbers = settle_pending(visit.first_pending, first_number, limits);
      numbers_.resize(first_number);
    }
    leave(visit, position, numbers);
    return numbers;
  }

  float least_to_lose(std::size_t first) const {
    float least = ProofNumbers::most;
    for (std::size_t i = first; i < pending_.size(); ++i)
      least = std::min(least, pending_[i].numbers.to_lose);
    return least;
  }

  // How much harder a position may look that another worker is searching, before this worker
  // searches it, too.
  static constexpr float most_detour = 16;

  // A position is won if one that a move leads to is lost, and lost if all are won.
  ProofNumbers settle_pending(std::size_t first, std::size_t first_number, ProofNumbers limits) {
    const std::size_t last_number = numbers_.size();
    for (;;) {
      ProofNumbers all{ProofNumbers::infinite, 0};
      std::size_t best = first_number;
      float second = ProofNumbers::infinite;
      float most_to_win = 0;
      for (std::size_t i = first_number; i < last_number; ++i) {
        all.to_lose += numbers_[i].to_win;
        most_to_win = std::max(most_to_win, numbers_[i].to_win);
        if (numbers_[i].to_lose < all.to_win) {
          second = all.to_win;
          all.to_win = numbers_[i].to_lose;
          best = i;
        } else {
          second = std::min(second, numbers_[i].to_lose);
        }
      }
      if (all.to_lose == 0) return ProofNumbers::of_outcome(false);
      all.to_lose += (Game::weight_of_others - 1) * (all.to_lose - most_to_win);
      if (all.to_win >= limits.to_win || all.to_lose >= limits.to_lose) return all;
      if (nodes_.is_far_enough()) return all;
      Position next = pending_[first + best - first_number];
      if (all.to_win < most_detour * next.numbers.to_lose &&
          shared_.busy.has(game().key_of(next))) {
        numbers_[best].to_lose *= 2;  // another worker is searching it: prefer something else
        continue;
      }
      const float room = limits.to_lose - all.to_lose;
      const ProofNumbers found = go_on(
          next, all,
          {limit_to_win(first_number, best, room), std::min(limits.to_win, 1.25f * second + 1)});
      if (found.is_lost()) return ProofNumbers::of_outcome(true);
      numbers_[best] = found;
    }
  }

  // How far the work to win one of several positions may rise while the work to lose them all rises
  // by no more than `room`; but always beyond what it is now.
  float limit_to_win(std::size_t first, std::size_t place, float room) const {
    const float now = numbers_[place].to_win;
    float limit = now + room;
    if constexpr (Game::weight_of_others != 1) {
      float most_of_others = 0;
      for (std::size_t i = first; i < numbers_.size(); ++i)
        if (i != place) most_of_others = std::max(most_of_others, numbers_[i].to_win);
      // Until this one takes more work than all others, it counts as one of them.
      const float below = std::max(most_of_others - now, 0.0f);
      limit = std::max(now + std::min(room / Game::weight_of_others, below),
                       limit - (Game::weight_of_others - 1) * below);
    }
    return std::max(limit, 1.01f * now + 1);
  }

  // Continues the search at the best of several positions. The limit is what is left of the
  // parent's limit, or a little beyond the second best, so that the search does not jump back and
  // forth.
  ProofNumbers go_on(Position& next, ProofNumbers all, ProofNumbers limits) {
    if (const auto answer = game().look_up(next))
      return ProofNumbers::of_outcome(*answer);  // decided meanwhile
    if (std::max(all.to_win, all.to_lose) >= ProofNumbers::most)
      return ProofNumbers::of_outcome(is_won(next));  // there is nothing left to compare
    return settle(next, limits);
  }

  // Whether one of the pending positions, from `first` on, is lost for the player to move. The most
  // promising come first. Those that another worker is searching come last: by then that worker may
  // have the answer.
  bool any_is_lost(std::size_t first) {
    const std::size_t last = pending_.size();
    if constexpr (requires(Position position) { game().set_promise(position); })
      for (std::size_t i = first; i < last; ++i) game().set_promise(pending_[i]);
    std::stable_sort(pending_.begin() + static_cast<std::ptrdiff_t>(first), pending_.end(),
                     [](const Position& a, const Position& b) { return a.promise > b.promise; });
    std::size_t busy = first;  // positions before this one wait for their second turn
    for (std::size_t i = first; i < last; ++i) {
      if (shared_.busy.has(game().key_of(pending_[i])))
        std::swap(pending_[busy++], pending_[i]);
      else if (!is_won(Position(pending_[i])))
        return true;
    }
    for (std::size_t i = first; i < busy; ++i)
      if (!is_won(Position(pending_[i]))) return true;
    return false;
  }

  // What is restored when the search leaves a position.
  struct Visit {
    Fingerprint key;
    std::size_t first_pending;
    std::size_t first_region;
    std::uint64_t nodes_before;
  };

  Visit enter(const Position& position) {
    check_stop();
    const Visit visit{game().key_of(position), pending_.size(), regions_.size(), nodes_.here()};
    nodes_.add_one();
    shared_.busy.enter(visit.key);
    return visit;
  }

  void leave(const Visit& visit, const Position& position, ProofNumbers numbers) {
    shared_.busy.leave(visit.key);
    game().remember(position, numbers, nodes_.here() - visit.nodes_before);
    pending_.resize(visit.first_pending);
    regions_.resize(visit.first_region);
  }

  std::pmr::vector<ProofNumbers> numbers_;  // a stack: of positions searched by proof numbers
  NodeCounter nodes_;
};

}  // namespace cgt
