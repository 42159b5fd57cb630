// The search for who wins in misère play, where the last to move loses.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "outcome_search.hpp"
#include "region_values.hpp"

namespace cgt {

// One worker's search in misère play.
//
// Large positions are searched by proof numbers: always on at the position whose outcome seems to
// take the least to settle the whole. That turns away in time from moves that look good and are
// hard to decide. Small positions are searched depth first, which costs less for each.
template <class Cells>
class MisereSearch {
 public:
  MisereSearch(const GameBoard<Cells>& board, FormValues& values,
               RegionValues<Cells, FormValues>& region_values, SharedSearch& shared)
      : board_(board), values_(values), valuer_(region_values, shared.stop), shared_(shared) {}

  // Whether the player to move wins on these cells. Throws Stopped.
  bool wins(const Cells& cells) {
    pending_.clear();
    const Position position = position_of(cells);
    if (const auto answer = known(position)) return *answer;
    return settle(position, {ProofNumbers::infinite, ProofNumbers::infinite}).is_won();
  }

  // The same if it can be told without a search.
  std::optional<bool> known(const Cells& cells) {
    const Position position = position_of(cells);
    return known(position);
  }

  // The logarithm of the chance that the player to move loses, by how much harder it looks to win than
  // to lose from the positions that moves lead to. Throws Stopped.
  double log_chance_of_loss(const Cells& cells) {
    pending_.clear();
    const Position position = position_of(cells);
    if (const auto wins = known(position)) return *wins ? certainly_not : 0;
    if (look_at_moves(position)) return certainly_not;
    double to_win = ProofNumbers::infinite;
    double to_lose = 0;
    for (const Position& next : pending_) {
      to_win = std::min<double>(to_win, next.numbers.to_lose);
      to_lose += next.numbers.to_win;
    }
    return std::log(to_win) - std::log(to_win + to_lose);
  }

 private:
  struct Position {
    Stretch regions;  // the large ones, in regions_
    Fingerprint sum;  // of their fingerprints
    FormId small;     // the value of everything else
    unsigned cells;   // of the large regions
    float promise = 0;
    bool searched = false;
    ProofNumbers numbers{};
  };

  static Fingerprint key_of(const Position& position) {
    const Fingerprint sum = position.sum + fingerprint_of(~Word{position.small});
    return {mix(sum.low), mix(sum.high)};
  }

  Position position_of(const Cells& cells) {
    regions_.clear();
    Position position{{0, 0}, {}, zero_form, 0};
    board_.for_each_region(cells, [&](const Cells& region, unsigned size) {
      if (size <= shared_.valued_size) {
        const FormId value = valuer_.of_region(region, size);
        position.small = values_.sum(position.small, value);
      } else {
        regions_.push_back(board_.canonical(region));
        position.sum = position.sum + fingerprint_of_cells(regions_.back());
        position.cells += size;
      }
    });
    position.regions.last = regions_.size();
    return position;
  }

  // Who wins, if that is known; if not, the position is told its numbers.
  std::optional<bool> known(Position& position) const {
    if (position.cells == 0) return values_.wins(position.small);
    const auto found = shared_.outcomes.find(key_of(position));
    if (!found) {
      position.numbers = shared_.experience.guess(position.cells, position.small);
      return std::nullopt;
    }
    const PositionKnowledge knowledge(*found);
    const auto wins = knowledge.wins();
    if (!wins) position.numbers = knowledge.numbers();
    return wins;
  }
  std::optional<bool> known(const Position& position) const {
    Position copy = position;
    return known(copy);
  }

  // Searches a position until it is decided or until a number reaches its limit.
  ProofNumbers settle(const Position& position, ProofNumbers limits) {
    if (position.cells <= shared_.quick_size) return ProofNumbers::of_outcome(wins(position));
    const Visit visit = enter(position);
    const bool won = look_at_moves(position);
    numbers_.resize(visit.first_pending);
    for (std::size_t i = visit.first_pending; i < pending_.size(); ++i)
      numbers_.push_back(pending_[i].numbers);
    const ProofNumbers numbers =
        won ? ProofNumbers::of_outcome(true) : settle_pending(visit.first_pending, limits);
    numbers_.resize(visit.first_pending);
    leave(visit, position, numbers);
    return numbers;
  }

  // A position is won if one that a move leads to is lost, and lost if all are won.
  ProofNumbers settle_pending(std::size_t first, ProofNumbers limits) {
    for (;;) {
      ProofNumbers all{ProofNumbers::infinite, 0};
      std::size_t best = first;
      float second = ProofNumbers::infinite;
      for (std::size_t i = first; i < numbers_.size(); ++i) {
        all.to_lose += numbers_[i].to_win;
        if (numbers_[i].to_lose < all.to_win) {
          second = all.to_win;
          all.to_win = numbers_[i].to_lose;
          best = i;
        } else {
          second = std::min(second, numbers_[i].to_lose);
        }
      }
      if (all.to_lose == 0) return ProofNumbers::of_outcome(false);
      if (all.to_win >= limits.to_win || all.to_lose >= limits.to_lose) return all;
      const ProofNumbers numbers = numbers_[best];
      if (is_busy(pending_[best], numbers)) {
        numbers_[best].to_lose *= 2;  // another worker is at it
        continue;
      }
      Position next = pending_[best];
      ProofNumbers found;
      if (const auto wins = known(next)) {  // by now
        found = ProofNumbers::of_outcome(*wins);
      } else if (std::max(all.to_win, all.to_lose) >= ProofNumbers::most) {
        found = ProofNumbers::of_outcome(this->wins(next));  // nothing more to compare
      } else {
        // What is left of the limit, and a little more than the next best, lest the search goes to
        // and fro; but always more than there is now.
        const float to_win =
            std::max(limits.to_lose - all.to_lose + numbers.to_win, 1.01f * numbers.to_win + 1);
        const float to_lose = std::min(limits.to_win, 1.25f * second + 1);
        found = settle(next, {to_win, to_lose});
      }
      if (found.is_lost()) return ProofNumbers::of_outcome(true);
      numbers_[best] = found;
    }
  }

  // Depth first.
  bool wins(const Position& position) {
    if (const auto answer = known(position)) return *answer;
    const Visit visit = enter(position);
    const bool won =
        look_at_moves(position) ||
        any_is_lost(
            pending_, visit.first_pending,
            [&](const Position& next) { return shared_.busy.has(key_of(next)); },
            [&](const Position& next) { return wins(next); });
    leave(visit, position, ProofNumbers::of_outcome(won));
    return won;
  }

  // What is put back when a position is left.
  struct Visit {
    Fingerprint key;
    std::size_t first_pending;
    std::size_t first_region;
    std::uint64_t nodes_before;
  };

  Visit enter(const Position& position) {
    if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped();
    shared_.nodes.fetch_add(1, std::memory_order_relaxed);
    const Visit visit{key_of(position), pending_.size(), regions_.size(), nodes_++};
    shared_.busy.enter(visit.key);
    return visit;
  }

  void leave(const Visit& visit, const Position& position, ProofNumbers numbers) {
    pending_.resize(visit.first_pending);
    regions_.resize(visit.first_region);
    shared_.busy.leave(visit.key);
    const std::uint64_t nodes = nodes_ - visit.nodes_before;
    const bool decided = numbers.is_won() || numbers.is_lost();
    const auto knowledge = decided ? PositionKnowledge::decided(numbers.is_won(), nodes)
                                   : PositionKnowledge::open(numbers, nodes);
    shared_.outcomes.store(visit.key, knowledge.bits());
    if (decided) shared_.experience.add(position.cells, position.small, numbers.is_lost());
  }

  // Whether it is better to turn to another position first.
  bool is_busy(const Position& position, ProofNumbers numbers) const {
    return numbers.to_lose < ProofNumbers::most && shared_.busy.has(key_of(position));
  }

  // Collects the positions that moves lead to and that are not known yet. Returns true, and may
  // leave some out, as soon as one is known to be lost for the opponent.
  bool look_at_moves(const Position& position) {
    for (FormId option : values_.forms().options(position.small)) {
      Position next{position.regions, position.sum, option, position.cells};
      const auto wins = known(next);
      if (wins && !*wins) return true;
      if (!wins) wait_for(next);
    }
    for (std::size_t i = position.regions.first; i < position.regions.last; ++i) {
      const auto begin = regions_.begin() + static_cast<std::ptrdiff_t>(position.regions.first);
      const auto here = regions_.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(begin, here, *here) != here) continue;  // the same region again
      if (look_at_moves_in(i, position)) return true;
    }
    return false;
  }

  bool look_at_moves_in(std::size_t moved_in, const Position& position) {
    const Cells region = regions_[moved_in];
    const Position others{{0, 0},
                          position.sum - fingerprint_of_cells(region),
                          position.small,
                          position.cells - region.count()};
    moves_.find(board_, region);
    while (moves_.next(board_)) {
      value_group(others);
      for (std::size_t move = 0; move < nexts_.size(); ++move) {
        Position& next = nexts_[move];
        const auto wins = known(next);
        if (wins && !*wins) return true;
        if (wins) continue;
        next.regions.first = regions_.size();
        for (std::size_t i = position.regions.first; i < position.regions.last; ++i)
          if (i != moved_in) regions_.push_back(Cells(regions_[i]));
        for (const LeftRegion<Cells>& part : moves_.left())
          if (part.move == move && is_large(part)) regions_.push_back(part.region);
        next.regions.last = regions_.size();
        wait_for(next);
      }
    }
    return false;
  }

  // Works out what the moves of a group lead to, but for the stretch of regions.
  void value_group(const Position& others) {
    const auto& left = moves_.left();
    keys_.resize(left.size());
    nexts_.assign(moves_.size(), others);
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (is_large(left[i])) {
        Position& next = nexts_[left[i].move];
        next.sum = next.sum + fingerprint_of_cells(left[i].region);
        next.cells += left[i].size;
      } else {
        keys_[i] = valuer_.prefetch(left[i]);
      }
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (is_large(left[i])) continue;
      Position& next = nexts_[left[i].move];
      next.small = values_.sum(next.small, valuer_.of_left(left[i], keys_[i]));
    }
    for (const Position& next : nexts_) shared_.outcomes.prefetch(key_of(next));
  }

  bool is_large(const LeftRegion<Cells>& part) const { return part.size > shared_.valued_size; }

  void wait_for(Position& position) {
    position.promise = shared_.experience.promise(position.cells, position.small);
    pending_.push_back(position);
  }

  const GameBoard<Cells>& board_;
  FormValues& values_;
  RegionValuer<Cells, FormValues> valuer_;
  SharedSearch& shared_;
  std::vector<Cells> regions_;     // a stack: the large regions of all positions under way
  std::vector<Position> pending_;  // a stack: positions still to be searched
  std::vector<ProofNumbers> numbers_;  // theirs, as far as they are searched by these
  std::uint64_t nodes_ = 0;            // that this worker has searched

  // What look_at_moves_in works with.
  MoveGroups<Cells> moves_;
  std::vector<Fingerprint> keys_;
  std::vector<Position> nexts_;
};

}  // namespace cgt
