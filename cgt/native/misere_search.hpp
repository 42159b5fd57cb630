// The search for who wins in misère play, where the last to move loses.
#pragma once

#include <algorithm>
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
      : board_(board), values_(values), region_values_(region_values), shared_(shared) {}

  // Whether the player to move wins on these cells. Throws Stopped.
  bool wins(const Cells& cells) {
    regions_.clear();
    pending_.clear();
    Position position{{0, 0}, {}, zero_form};
    push_regions(cells, position);
    return wins(position);
  }

  // The same if it can be told without a search.
  std::optional<bool> known(const Cells& cells) {
    regions_.clear();
    Position position{{0, 0}, {}, zero_form};
    push_regions(cells, position);
    if (position.regions.empty()) return values_.wins(position.small);
    const auto found = shared_.outcomes.find(key_of(position));
    return found ? std::optional(*found != 0) : std::nullopt;
  }

 private:
  struct Position {
    Stretch regions;  // the large ones, in regions_
    Fingerprint sum;  // of their fingerprints
    FormId small;     // the value of everything else
    bool searched = false;
  };

  Fingerprint key_of(const Position& position) const {
    const Fingerprint sum = position.sum + fingerprint_of(~Word{position.small});
    return {mix(sum.low), mix(sum.high)};
  }

  // Adds what lies on `cells` to a position whose regions end where the stack of regions does.
  void push_regions(const Cells& cells, Position& position) {
    board_.for_each_region(cells, [&](const Cells& region, unsigned size) {
      if (size <= shared_.valued_size) {
        const FormId value = region_values_.of_region(region, size, shared_.stop);
        position.small = values_.sum(position.small, value);
      } else {
        regions_.push_back(board_.canonical(region));
        position.sum = position.sum + fingerprint_of_cells(regions_.back());
      }
    });
    position.regions.last = regions_.size();
  }

  bool wins(const Position& position) {
    if (position.regions.empty()) return values_.wins(position.small);
    const Fingerprint key = key_of(position);
    if (const auto known = shared_.outcomes.find(key)) return *known != 0;
    if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped();
    shared_.nodes.fetch_add(1, std::memory_order_relaxed);

    const std::size_t first_pending = pending_.size();
    const std::size_t first_region = regions_.size();
    bool won = look_at_moves(position, first_pending);
    shared_.busy.enter(key);
    won = won || any_is_lost(
                     pending_, first_pending,
                     [&](const Position& next) { return shared_.busy.has(key_of(next)); },
                     [&](const Position& next) { return wins(next); });
    shared_.busy.leave(key);
    pending_.resize(first_pending);
    regions_.resize(first_region);
    shared_.outcomes.store(key, won);
    return won;
  }

  // Collects the positions that moves lead to and that are not known yet. Returns true, and may
  // leave some out, as soon as one is known to be lost for the opponent.
  bool look_at_moves(const Position& position, std::size_t first_pending) {
    for (FormId option : values_.forms().options(position.small))
      if (settles({position.regions, position.sum, option}, first_pending)) return true;
    moves_.clear();
    unsigned all_cells = 0;
    for (std::size_t i = position.regions.first; i < position.regions.last; ++i)
      all_cells += regions_[i].count();
    for (std::size_t i = position.regions.first; i < position.regions.last; ++i) {
      const auto begin = regions_.begin() + static_cast<std::ptrdiff_t>(position.regions.first);
      const auto here = regions_.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(begin, here, *here) != here) continue;  // the same region again
      moves_.add_all(board_, regions_[i], static_cast<std::uint16_t>(i - position.regions.first),
                     all_cells - regions_[i].count());
    }
    for (const RawMove<Cells>& move : moves_.sorted()) {
      const std::size_t moved_in = position.regions.first + move.region;
      Position next{{regions_.size(), 0},
                    position.sum - fingerprint_of_cells(regions_[moved_in]),
                    position.small};
      for (std::size_t i = position.regions.first; i < position.regions.last; ++i)
        if (i != moved_in) regions_.push_back(regions_[i]);
      push_regions(move.rest, next);
      const std::size_t pending_before = pending_.size();
      if (settles(next, first_pending)) return true;
      if (pending_.size() == pending_before) regions_.resize(next.regions.first);
    }
    return false;
  }

  // Whether a position is known to be lost for the player to move; if nothing is known, it waits.
  bool settles(const Position& position, std::size_t first_pending) {
    if (position.regions.empty()) return !values_.wins(position.small);
    if (const auto known = shared_.outcomes.find(key_of(position))) return *known == 0;
    for (std::size_t i = first_pending; i < pending_.size(); ++i)
      if (pending_[i].sum == position.sum && pending_[i].small == position.small) return false;
    pending_.push_back(position);
    return false;
  }

  const GameBoard<Cells>& board_;
  FormValues& values_;
  RegionValues<Cells, FormValues>& region_values_;
  SharedSearch& shared_;
  std::vector<Cells> regions_;     // a stack: the large regions of all positions under way
  std::vector<Position> pending_;  // a stack: positions still to be searched
  MoveList<Cells> moves_;
};

}  // namespace cgt
