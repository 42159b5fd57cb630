// The search for who wins in normal play, where the last to move wins, and for nimbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "outcome_search.hpp"
#include "region_values.hpp"

namespace cgt {

// One worker's search in normal play, where every region has a number of its own: the smaller of
// several large regions are valued by searching for theirs, so that a position is one region beside
// a nim heap (after Lemoine and Viennot, "Nimbers are inevitable").
template <class Cells>
class NormalSearch {
 public:
  NormalSearch(const GameBoard<Cells>& board,
               RegionValues<Cells, NormalValues>& region_values, SharedSearch& shared)
      : board_(board), region_values_(region_values), shared_(shared) {}

  bool wins(const Cells& cells) {
    clear();
    Position position = position_of(cells, 0);
    return wins(position);
  }

  // The same if it can be told without a search.
  std::optional<bool> known(const Cells& cells) {
    clear();
    const Position position = position_of(cells, 0);
    unsigned heap = position.heap;
    if (position.regions.empty()) return heap != 0;
    for (std::size_t i = position.regions.first + 1; i < position.regions.last; ++i) {
      const auto nimber = shared_.outcomes.find(nimber_key(regions_[i]));
      if (!nimber) return std::nullopt;
      heap ^= *nimber;
    }
    return known_outcome(regions_[position.regions.first], heap);
  }

  unsigned nimber(const Cells& cells) {
    clear();
    const Position position = position_of(cells, 0);
    unsigned total = position.heap;
    for (std::size_t i = position.regions.first; i < position.regions.last; ++i)
      total ^= region_nimber(Cells(regions_[i]));
    return total;
  }

 private:
  struct Position {
    Stretch regions;  // the large ones, in regions_
    unsigned heap;
    bool searched = false;
  };

  void clear() {
    regions_.clear();
    pending_.clear();
  }

  // What lies on `cells` beside a heap; the large regions go on the stack, the largest first.
  Position position_of(const Cells& cells, unsigned heap) {
    Position position{{regions_.size(), 0}, heap};
    board_.for_each_region(cells, [&](const Cells& region, unsigned size) {
      if (size <= shared_.valued_size)
        position.heap ^= region_values_.of_region(region, size, shared_.stop);
      else
        regions_.push_back(board_.canonical(region));
    });
    position.regions.last = regions_.size();
    std::sort(regions_.begin() + static_cast<std::ptrdiff_t>(position.regions.first),
              regions_.end(),
              [](const Cells& a, const Cells& b) { return a.count() > b.count(); });
    return position;
  }

  static Fingerprint key_of(const Cells& region, unsigned heap) {
    const Fingerprint sum =
        fingerprint_of_cells(region) + fingerprint_of(~(Word{heap} | not_misere));
    return {mix(sum.low), mix(sum.high)};
  }

  // The table may hold misère positions too, whose small value is a number as well.
  static constexpr Word not_misere = Word{1} << 40;

  // The nimber of a region is kept beside the outcomes, under a heap that no game has.
  static Fingerprint nimber_key(const Cells& region) { return key_of(region, 1u << 30); }

  bool wins(const Position& position) {
    unsigned heap = position.heap;
    if (position.regions.empty()) return heap != 0;
    for (std::size_t i = position.regions.last; --i > position.regions.first;)
      heap ^= region_nimber(Cells(regions_[i]));
    return wins(Cells(regions_[position.regions.first]), heap);
  }

  unsigned region_nimber(const Cells& region) {
    if (const auto known = shared_.outcomes.find(nimber_key(region))) return *known;
    unsigned heap = 0;
    while (wins(region, heap)) ++heap;
    shared_.outcomes.store(nimber_key(region), heap);
    return heap;
  }

  // What is known of a region beside a heap without searching.
  std::optional<bool> known_outcome(const Cells& region, unsigned heap) const {
    if (const auto nimber = shared_.outcomes.find(nimber_key(region))) return *nimber != heap;
    if (const auto known = shared_.outcomes.find(key_of(region, heap))) return *known != 0;
    return std::nullopt;
  }

  bool wins(const Cells& region, unsigned heap) {
    if (const auto known = known_outcome(region, heap)) return *known;
    if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped();
    shared_.nodes.fetch_add(1, std::memory_order_relaxed);

    const Fingerprint key = key_of(region, heap);
    const std::size_t first_pending = pending_.size();
    const std::size_t first_region = regions_.size();
    bool won = false;
    for (unsigned smaller = 0; !won && smaller < heap; ++smaller) won = !wins(region, smaller);
    won = won || look_at_moves(region, heap);
    shared_.busy.enter(key);
    won = won || any_is_lost(
                     pending_, first_pending,
                     [&](const Position& next) {
                       return shared_.busy.has(key_of(regions_[next.regions.first], next.heap));
                     },
                     [&](const Position& next) { return wins(next); });
    shared_.busy.leave(key);
    pending_.resize(first_pending);
    regions_.resize(first_region);
    shared_.outcomes.store(key, won);
    return won;
  }

  // As in misère play. Moves that leave one large region come before those that leave several.
  bool look_at_moves(const Cells& region, unsigned heap) {
    moves_.clear();
    moves_.add_all(board_, region, 0, 0);
    std::vector<Position> several;
    for (const RawMove<Cells>& move : moves_.sorted()) {
      const Position next = position_of(move.rest, heap);
      if (next.regions.empty()) {
        if (next.heap == 0) return true;
        continue;
      }
      if (next.regions.last - next.regions.first > 1) {
        several.push_back(next);
        continue;
      }
      const auto known = known_outcome(regions_[next.regions.first], next.heap);
      if (known && !*known) return true;
      if (known)
        regions_.resize(next.regions.first);
      else
        pending_.push_back(next);
    }
    pending_.insert(pending_.end(), several.begin(), several.end());
    return false;
  }

  const GameBoard<Cells>& board_;
  RegionValues<Cells, NormalValues>& region_values_;
  SharedSearch& shared_;
  std::vector<Cells> regions_;
  std::vector<Position> pending_;
  MoveList<Cells> moves_;
};

}  // namespace cgt
