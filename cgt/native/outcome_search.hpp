// The search for who wins a board that is too large to be valued completely.
//
// A position is some large regions plus one value for everything small. The search is depth-first
// over moves, with a bounded table of outcomes that all workers share. What makes it fast:
// - Moves are tried in the order of how little they leave connected, told by counting neighbouring
//   pairs of cells, which costs a few operations where finding the parts costs a hundred.
// - Before any move is searched, all are looked up in the table: one known loss for the opponent
//   settles the position.
// - Regions are canonical, so symmetric moves fall together.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fingerprint.hpp"
#include "game_board.hpp"
#include "region_values.hpp"
#include "table.hpp"

namespace cgt {

// Which positions workers are at, so that another worker can turn to something else first.
class BusyPositions {
 public:
  bool has(Fingerprint key) const { return place(key).load(std::memory_order_relaxed) == key.low; }
  void enter(Fingerprint key) { place(key).store(key.low, std::memory_order_relaxed); }
  void leave(Fingerprint key) {
    if (has(key)) place(key).store(0, std::memory_order_relaxed);
  }

 private:
  // Positions that meet in one place are forgotten sooner; that costs time, never an answer.
  std::atomic<Word>& place(Fingerprint key) { return places_[key.high % places_.size()]; }
  const std::atomic<Word>& place(Fingerprint key) const {
    return places_[key.high % places_.size()];
  }

  std::array<std::atomic<Word>, 1 << 12> places_{};
};

// What all workers on one question share.
struct SharedSearch {
  Table& outcomes;
  unsigned valued_size;  // regions of up to so many cells are valued completely
  BusyPositions busy{};
  alignas(64) std::atomic<bool> stop = false;
  alignas(64) std::atomic<std::uint64_t> nodes = 0;
};

// A move that has been made but not looked into: what it leaves, and a number by which moves are
// put in order.
template <class Cells>
struct RawMove {
  Cells rest;
  std::uint16_t region;  // in which of the position's regions it is
  std::uint16_t rank;
};

// Lists moves with those that leave little connected first.
template <class Cells>
class MoveList {
 public:
  void clear() { moves_.clear(); }

  void add_all(const GameBoard<Cells>& board, const Cells& cells, std::uint16_t region,
               unsigned other_cells) {
    board.for_each_move(cells, [&](const Cells& rest) {
      const unsigned pairs = (rest & rest.without(last_column()).up(1)).count() +
                             (rest & rest.up(Cells::stride)).count();
      const unsigned rank = std::min(pairs + 2 * other_cells, ranks - 1);
      moves_.push_back({rest, region, static_cast<std::uint16_t>(rank)});
    });
  }

  // In order; valid until the next change. Ranks lie close together, so counting sorts fastest.
  const std::vector<RawMove<Cells>>& sorted() {
    unsigned least = ranks;
    unsigned most = 0;
    for (const auto& move : moves_) {
      least = std::min<unsigned>(least, move.rank);
      most = std::max<unsigned>(most, move.rank);
    }
    starts_.assign(moves_.empty() ? 1 : most - least + 2, 0);
    for (const auto& move : moves_) ++starts_[move.rank - least + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    sorted_.resize(moves_.size());
    for (const auto& move : moves_) sorted_[starts_[move.rank - least]++] = move;
    return sorted_;
  }

 private:
  static constexpr unsigned ranks = 1024;

  static const Cells& last_column() {
    static const Cells column = [] {
      Cells cells;
      for (unsigned row = 0; row < Cells::rows; ++row) cells |= Cells::cell(row, Cells::stride - 1);
      return cells;
    }();
    return column;
  }

  std::vector<RawMove<Cells>> moves_;
  std::vector<RawMove<Cells>> sorted_;
  std::vector<std::uint32_t> starts_;
};

// Part of a worker's stack of regions.
struct Stretch {
  std::size_t first;
  std::size_t last;

  bool empty() const { return first == last; }
};

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
    won = won || search_pending(first_pending);
    shared_.busy.leave(key);
    pending_.resize(first_pending);
    regions_.resize(first_region);
    shared_.outcomes.store(key, won);
    return won;
  }

  // Whether one of the positions that wait is lost for the opponent. Those that another worker is
  // at come last: by then it may have the answer.
  bool search_pending(std::size_t first) {
    const std::size_t last = pending_.size();
    for (bool busy_ones : {false, true})
      for (std::size_t i = first; i < last; ++i) {
        Position& waiting = pending_[i];
        if (waiting.searched || (!busy_ones && shared_.busy.has(key_of(waiting)))) continue;
        waiting.searched = true;
        if (!wins(Position(waiting))) return true;
      }
    return false;
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
    won = won || search_pending(first_pending);
    shared_.busy.leave(key);
    pending_.resize(first_pending);
    regions_.resize(first_region);
    shared_.outcomes.store(key, won);
    return won;
  }

  bool search_pending(std::size_t first) {
    const std::size_t last = pending_.size();
    for (bool busy_ones : {false, true})
      for (std::size_t i = first; i < last; ++i) {
        Position& waiting = pending_[i];
        if (waiting.searched || (!busy_ones && is_busy(waiting))) continue;
        waiting.searched = true;
        if (!wins(Position(waiting))) return true;
      }
    return false;
  }

  bool is_busy(const Position& position) const {
    return shared_.busy.has(key_of(regions_[position.regions.first], position.heap));
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
