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
template <class Cells>
class MisereSearch {
 public:
  MisereSearch(const GameBoard<Cells>& board, FormValues& values,
               RegionValues<Cells, FormValues>& region_values, SharedSearch& shared)
      : board_(board), values_(values), valuer_(region_values, shared.stop), shared_(shared) {}

  // Whether the player to move wins on these cells. Throws Stopped.
  bool wins(const Cells& cells) {
    pending_.clear();
    return wins(position_of(cells));
  }

  // The same if it can be told without a search.
  std::optional<bool> known(const Cells& cells) { return known(position_of(cells)); }

  // The logarithm of the chance that the player to move loses: that every move leads to a position
  // that is won, by what is known of those and of others like them. Throws Stopped.
  double log_chance_of_loss(const Cells& cells) {
    pending_.clear();
    const Position position = position_of(cells);
    if (const auto wins = known(position)) return *wins ? certainly_not : 0;
    if (look_at_moves(position)) return certainly_not;
    double sum = 0;
    for (const Position& next : pending_)
      sum += std::log1p(-shared_.experience.chance_of_loss(next.cells, next.small));
    return sum;
  }

 private:
  struct Position {
    Stretch regions;  // the large ones, in regions_
    Fingerprint sum;  // of their fingerprints
    FormId small;     // the value of everything else
    unsigned cells;   // of the large regions
    float promise = 0;
    bool searched = false;
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

  std::optional<bool> known(const Position& position) const {
    if (position.cells == 0) return values_.wins(position.small);
    const auto found = shared_.outcomes.find(key_of(position));
    return found ? std::optional(*found != 0) : std::nullopt;
  }

  bool wins(const Position& position) {
    if (const auto answer = known(position)) return *answer;
    if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped();
    shared_.nodes.fetch_add(1, std::memory_order_relaxed);

    const Fingerprint key = key_of(position);
    const std::size_t first_pending = pending_.size();
    const std::size_t first_region = regions_.size();
    bool won = look_at_moves(position);
    shared_.busy.enter(key);
    won = won || any_is_lost(
                     pending_, first_pending,
                     [&](const Position& next) { return shared_.busy.has(key_of(next)); },
                     [&](const Position& next) { return wins(next); });
    shared_.busy.leave(key);
    pending_.resize(first_pending);
    regions_.resize(first_region);
    shared_.outcomes.store(key, won);
    shared_.experience.add(position.cells, position.small, !won);
    return won;
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

  // What look_at_moves_in works with.
  MoveGroups<Cells> moves_;
  std::vector<Fingerprint> keys_;
  std::vector<Position> nexts_;
};

}  // namespace cgt
