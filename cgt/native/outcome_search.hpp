// What searches for who wins a board have in common, where it is too large to be valued completely.
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

// Whether one of the positions that wait, from `first` on, is lost for the player to move. Those that
// another worker is at come last: by then it may have the answer. `wins` may add and remove positions
// behind those that wait now.
template <class Position, class IsBusy, class Wins>
bool any_is_lost(std::vector<Position>& pending, std::size_t first, IsBusy is_busy, Wins wins) {
  const std::size_t last = pending.size();
  for (bool busy_ones : {false, true})
    for (std::size_t i = first; i < last; ++i) {
      if (pending[i].searched || (!busy_ones && is_busy(pending[i]))) continue;
      pending[i].searched = true;
      if (!wins(Position(pending[i]))) return true;
    }
  return false;
}

}  // namespace cgt
