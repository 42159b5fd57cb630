// What searches for who wins a board have in common, where it is too large to be valued completely.
//
// A position is some large regions plus one value for everything small. The search is depth-first
// over moves, with a table of outcomes that all workers share. What makes it fast:
// - All moves of a position are looked up in the table before any is searched: one known loss for
//   the opponent settles it.
// - The rest are tried in the order of how likely they are to win, by what was found of positions
//   like them, and of how much they cost.
// - Regions are canonical, so symmetric moves fall together.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "fingerprint.hpp"
#include "game_board.hpp"
#include "proof_numbers.hpp"
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

// How often positions that look alike were lost for the player to move, so far: those that a move
// should lead to are tried first.
class Experience {
 public:
  // Of a position with so many cells in large regions, and a value for everything small.
  void add(unsigned cells, unsigned value, bool lost) {
    std::atomic<std::uint32_t>& place = place_of(cells, value);
    std::uint32_t counts = place.load(std::memory_order_relaxed);
    if (seen(counts) == most) counts = counts >> 1 & 0x7fff7fff;
    place.store(counts + (1 << 16) + lost, std::memory_order_relaxed);
  }

  // The chance that such a position is lost, as far as is known.
  float chance_of_loss(unsigned cells, unsigned value) const {
    const std::uint32_t counts = place_of(cells, value).load(std::memory_order_relaxed);
    return (static_cast<float>(counts & 0xffff) + 0.3f) / (static_cast<float>(seen(counts)) + 1.0f);
  }

  // A first guess at how much is to be searched.
  ProofNumbers guess(unsigned cells, unsigned value) const {
    const float chance = chance_of_loss(cells, value);
    const float size = std::exp(0.1f * static_cast<float>(cells));
    return {std::max(size / (1.001f - chance), 1.0f), std::max(size / chance, 1.0f)};
  }

  // The logarithm of that chance divided by what it costs to find out: to go through positions in
  // this order finds a lost one soonest.
  float promise(unsigned cells, unsigned value) const {
    return std::log(chance_of_loss(cells, value)) - cost_of_cell * static_cast<float>(cells);
  }

 private:
  static constexpr std::uint32_t most = 255;
  static constexpr float cost_of_cell = 0.5f;  // measured, as the other numbers here
  static constexpr std::size_t cell_counts = 257;
  static constexpr std::size_t value_counts = 256;

  static std::uint32_t seen(std::uint32_t counts) { return counts >> 16; }

  // A number more than is told apart here shares the place of another: that costs time only.
  std::atomic<std::uint32_t>& place_of(unsigned cells, unsigned value) {
    return places_[cells % cell_counts * value_counts + value % value_counts];
  }
  const std::atomic<std::uint32_t>& place_of(unsigned cells, unsigned value) const {
    return places_[cells % cell_counts * value_counts + value % value_counts];
  }

  // How often such a position was seen, and how often it was lost, 16 bits each.
  std::vector<std::atomic<std::uint32_t>> places_ =
      std::vector<std::atomic<std::uint32_t>>(cell_counts * value_counts);
};

// What all workers on one question share.
struct SharedSearch {
  Table<PositionKnowledge::Weight>& outcomes;
  Experience& experience;
  unsigned valued_size;  // regions of up to so many cells are valued completely
  unsigned quick_size;   // positions of up to so many cells are searched without proof numbers
  BusyPositions busy{};
  alignas(64) std::atomic<bool> stop = false;
  alignas(64) std::atomic<std::uint64_t> nodes = 0;
};

// Part of a worker's stack of regions.
struct Stretch {
  std::size_t first;
  std::size_t last;

  bool empty() const { return first == last; }
};

// The moves in one region, those that leave little connected first, told by counting neighbouring
// pairs of cells. They are looked into in groups: what is known of one is fetched from memory while
// others are worked on.
template <class Cells>
class MoveGroups {
 public:
  void find(const GameBoard<Cells>& board, const Cells& region) {
    board.list_moves(region, moves_);
    sort();
    next_ = 0;
  }

  // Goes on to the next group; false if there is none.
  bool next(const GameBoard<Cells>& board) {
    const std::size_t count = std::min(at_once, order_.size() - next_);
    if (count == 0) return false;
    group_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t move = order_[next_ + i];
      group_.rests[i] = moves_.rests[move];
      group_.besides[i] = moves_.besides[move];
      group_.numbers[i] = i;
    }
    next_ += count;
    size_ = count;
    left_.clear();
    board.add_regions_left(group_, left_);
    return true;
  }

  // Moves in this group.
  std::size_t size() const { return size_; }

  // The regions that the moves of this group leave.
  const std::vector<LeftRegion<Cells>>& left() const { return left_; }

 private:
  static constexpr std::size_t at_once = 8;

  // Ranks are small numbers, so counting sorts fastest.
  void sort() {
    ranks_.resize(moves_.size());
    std::uint32_t least = UINT32_MAX;
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      ranks_[i] = moves_.rests[i].count_pairs();
      least = std::min(least, ranks_[i]);
      most = std::max(most, ranks_[i]);
    }
    starts_.assign(ranks_.empty() ? 1 : most - least + 2, 0);
    for (std::uint32_t rank : ranks_) ++starts_[rank - least + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    order_.resize(ranks_.size());
    for (std::uint32_t i = 0; i < ranks_.size(); ++i) order_[starts_[ranks_[i] - least]++] = i;
  }

  MoveList<Cells> moves_;
  std::vector<std::uint32_t> ranks_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;
  MoveList<Cells> group_;
  std::size_t size_ = 0;
  std::vector<LeftRegion<Cells>> left_;
};

}  // namespace cgt
