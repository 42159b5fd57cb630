// The search for who wins in normal play, where the last to move wins, and for nimbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mirror_play.hpp"
#include "outcome_search.hpp"
#include "region_values.hpp"

namespace cgt {

// What is known of a region's nimber, as a table keeps it.
class NimberKnowledge {
 public:
  NimberKnowledge() = default;
  explicit NimberKnowledge(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits() const { return bits_; }

  std::optional<unsigned> nimber() const {
    return bits_ & settled ? std::optional(bits_ & ~settled) : std::nullopt;
  }

  // Whether the player to move wins beside a heap, which is so if the heap is not of the nimber's
  // size.
  std::optional<bool> wins(unsigned heap) const {
    if (const auto known = nimber()) return *known != heap;
    return heap < heaps && bits_ >> heap & 1 ? std::optional(true) : std::nullopt;
  }

  NimberKnowledge with(unsigned heap, bool wins) const {
    if (nimber()) return *this;
    if (!wins) return NimberKnowledge(settled | heap);
    return heap < heaps ? NimberKnowledge(bits_ | 1u << heap) : *this;
  }

 private:
  static constexpr std::uint32_t settled = 1u << 31;
  static constexpr unsigned heaps = 31;  // of which it is remembered that they are not the nimber

  std::uint32_t bits_ = 0;
};

// One worker's search in normal play, where every region has a number of its own: the smaller of
// several large regions are valued by searching for theirs, so that a position is one region beside
// a nim heap (after Lemoine and Viennot, "Nimbers are inevitable").
template <class Cells>
class NormalSearch {
 public:
  NormalSearch(const GameBoard<Cells>& board,
               RegionValues<Cells, NormalValues>& region_values, SharedSearch& shared)
      : board_(board), mirror_play_(board), valuer_(region_values, shared.stop), shared_(shared) {}

  // Whether the player to move wins on these cells. Throws Stopped.
  bool wins(const Cells& cells) {
    pending_.clear();
    return wins(position_of(cells));
  }

  // The same if it can be told without a search.
  std::optional<bool> known(const Cells& cells) {
    const Position position = position_of(cells);
    if (position.regions.empty()) return position.heap != 0;
    if (position.regions.last - position.regions.first > 1) return std::nullopt;
    return knowledge_of(regions_[position.regions.first]).wins(position.heap);
  }

  // The nimber of any set of cells. Throws Stopped.
  unsigned nimber(const Cells& cells) {
    pending_.clear();
    const Position position = position_of(cells);
    unsigned total = position.heap;
    for (std::size_t i = position.regions.first; i < position.regions.last; ++i)
      total ^= region_nimber(Cells(regions_[i]));
    return total;
  }

  // As in misère play; with several large regions, nothing is known of what they leave together.
  double log_chance_of_loss(const Cells& cells) {
    pending_.clear();
    const Position position = position_of(cells);
    if (position.regions.empty()) return position.heap == 0 ? 0 : certainly_not;
    double sum = 0;
    for (std::size_t i = position.regions.first; i < position.regions.last; ++i) {
      const Cells region = regions_[i];
      const bool one = position.regions.last - position.regions.first == 1;
      const unsigned heap = one ? position.heap : several_heap;
      if (const auto wins = one ? knowledge_of(region).wins(heap) : std::nullopt)
        return *wins ? certainly_not : 0;
      const std::size_t first_pending = pending_.size();
      if (look_at_moves(region, heap) && one) return certainly_not;
      for (std::size_t next = first_pending; next < pending_.size(); ++next)
        sum += std::log1p(-shared_.experience.chance_of_loss(
            regions_[pending_[next].regions.first].count(), pending_[next].heap));
    }
    return sum;
  }

 private:
  struct Position {
    Stretch regions;  // the large ones, in regions_, the largest first
    unsigned heap;    // everything else
    float promise = 0;
    bool searched = false;
  };

  // Regions whose nimbers are known are part of the heap.
  Position position_of(const Cells& cells) {
    regions_.clear();
    Position position{{0, 0}, 0};
    board_.for_each_region(cells, [&](const Cells& region, unsigned size) {
      if (size <= shared_.valued_size) {
        position.heap ^= valuer_.of_region(region, size);
        return;
      }
      const Cells canonical = board_.canonical(region);
      if (const auto nimber = knowledge_of(canonical).nimber())
        position.heap ^= *nimber;
      else
        regions_.push_back(canonical);
    });
    finish(position);
    return position;
  }

  // The regions of a position end where the stack of regions does.
  void finish(Position& position) {
    position.regions.last = regions_.size();
    std::sort(regions_.begin() + static_cast<std::ptrdiff_t>(position.regions.first),
              regions_.end(),
              [](const Cells& a, const Cells& b) { return a.count() > b.count(); });
  }

  // The table may hold misère positions too.
  static Fingerprint key_of(const Cells& region) {
    const Fingerprint sum = fingerprint_of_cells(region) + fingerprint_of(not_misere);
    return {mix(sum.low), mix(sum.high)};
  }
  static constexpr Word not_misere = Word{1} << 40;

  // For telling what workers are at.
  static Fingerprint key_of(const Cells& region, unsigned heap) {
    return key_of(region) + fingerprint_of(heap);
  }

  NimberKnowledge knowledge_of(Fingerprint key) const {
    return NimberKnowledge(shared_.outcomes.find(key).value_or(0));
  }
  NimberKnowledge knowledge_of(const Cells& region) const { return knowledge_of(key_of(region)); }

  bool wins(const Position& position) {
    if (position.regions.empty()) return position.heap != 0;
    unsigned heap = position.heap;
    for (std::size_t i = position.regions.last; --i > position.regions.first;)
      heap ^= region_nimber(Cells(regions_[i]));
    return wins(Cells(regions_[position.regions.first]), heap);
  }

  unsigned region_nimber(const Cells& region) {
    unsigned heap = 0;
    while (wins(region, heap)) ++heap;
    return heap;
  }

  bool wins(const Cells& region, unsigned heap) {
    const Fingerprint key = key_of(region);
    const NimberKnowledge before = knowledge_of(key);
    if (const auto answer = before.wins(heap)) return *answer;
    if (heap == 0)
      if (const auto answer = mirror_play_.wins(region)) {
        shared_.outcomes.store(key, before.with(0, *answer).bits());
        return *answer;
      }
    if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped();
    shared_.nodes.fetch_add(1, std::memory_order_relaxed);

    const Fingerprint busy_key = key_of(region, heap);
    const std::size_t first_pending = pending_.size();
    const std::size_t first_region = regions_.size();
    bool won = look_at_moves(region, heap);
    shared_.busy.enter(busy_key);
    for (unsigned smaller = 0; !won && smaller < heap; ++smaller) won = !wins(region, smaller);
    won = won || any_is_lost(
                     pending_, first_pending,
                     [&](const Position& next) {
                       return shared_.busy.has(key_of(regions_[next.regions.first], next.heap));
                     },
                     [&](const Position& next) { return wins(next); });
    shared_.busy.leave(busy_key);
    pending_.resize(first_pending);
    regions_.resize(first_region);
    shared_.outcomes.store(key, knowledge_of(key).with(heap, won).bits());
    shared_.experience.add(region.count(), heap, !won);
    return won;
  }

  // As in misère play.
  bool look_at_moves(const Cells& region, unsigned heap) {
    moves_.find(board_, region);
    while (moves_.next(board_)) {
      const auto& left = moves_.left();
      keys_.clear();
      for (const LeftRegion<Cells>& part : left) {
        keys_.push_back(is_large(part) ? key_of(part.region) : valuer_.prefetch(part));
        if (is_large(part)) shared_.outcomes.prefetch(keys_.back());
      }
      for (std::uint32_t move = 0; move < moves_.size(); ++move)
        if (leads_to_loss(move, heap)) return true;
    }
    return false;
  }

  // Whether a move is known to leave a lost position; if nothing is known, that waits.
  bool leads_to_loss(std::uint32_t move, unsigned heap) {
    Position next{{regions_.size(), 0}, heap};
    unsigned cells = 0;
    for (std::size_t i = 0; i < moves_.left().size(); ++i) {
      const LeftRegion<Cells>& part = moves_.left()[i];
      if (part.move != move) continue;
      if (!is_large(part)) {
        next.heap ^= valuer_.of_left(part, keys_[i]);
      } else if (const auto nimber = knowledge_of(keys_[i]).nimber()) {
        next.heap ^= *nimber;
      } else {
        regions_.push_back(part.region);
        cells += part.size;
      }
    }
    finish(next);
    if (next.regions.empty()) return next.heap == 0;
    const bool one = next.regions.last - next.regions.first == 1;
    if (const auto wins = one ? knowledge_of(regions_.back()).wins(next.heap) : std::nullopt) {
      regions_.pop_back();
      return !*wins;
    }
    next.promise = shared_.experience.promise(cells, one ? next.heap : several_heap);
    pending_.push_back(next);
    return false;
  }

  bool is_large(const LeftRegion<Cells>& part) const { return part.size > shared_.valued_size; }

  // Under this heap, which no game has, nothing is ever learned of positions with several regions:
  // they come after others of their size.
  static constexpr unsigned several_heap = 255;

  const GameBoard<Cells>& board_;
  MirrorPlay<Cells> mirror_play_;
  RegionValuer<Cells, NormalValues> valuer_;
  SharedSearch& shared_;
  std::vector<Cells> regions_;     // a stack: the large regions of all positions under way
  std::vector<Position> pending_;  // a stack: positions still to be searched

  // What look_at_moves works with.
  MoveGroups<Cells> moves_;
  std::vector<Fingerprint> keys_;
};

}  // namespace cgt
