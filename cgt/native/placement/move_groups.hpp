// The moves of a position, in the order and in the groups in which a search tries them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/memory_resource.hpp"
#include "placement/game_board.hpp"

namespace cgt {

// Moves that leave few neighbouring pairs of cells come first.
template <class Box>
class FewPairsFirst {
  using Cells = typename Box::Cells;

 public:
  FewPairsFirst(const Box& box, const Cells&) : box_(box) {}

  BoardVector ranks(const Boards<Cells::words>& leaves) const { return box_.count_pairs(leaves); }

 private:
  const Box& box_;
};

// The moves in one region, in an order that gives each a rank: a small number, the lowest first.
// They are tried in groups: the table entries of one are fetched from memory while others are
// worked on.
template <class Box, class Order = FewPairsFirst<Box>>
class MoveGroups {
  using Cells = typename Box::Cells;

 public:
  explicit MoveGroups(std::pmr::memory_resource* memory)
      : moves_(memory), ranks_(memory), order_(memory), group_(memory), left_(memory) {}

  void find(const GameBoard<Box>& board, const Cells& region) {
    region_ = region;
    board.list_moves(region, moves_);
    sort(Order(board.box(), region));
    next_ = 0;
  }

  // Moves on to the next group; false if there is none.
  bool next(const GameBoard<Box>& board) {
    const std::size_t count = std::min(at_once, order_.size() - next_);
    if (count == 0) return false;
    group_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t move = order_[next_ + i];
      group_.leaves.put(i, moves_.leaves[move]);
      group_.numbers[i] = i;
    }
    next_ += count;
    size_ = count;
    left_.clear();
    board.add_regions_left(region_, group_, left_);
    return true;
  }

  // The number of moves in the region, and of those in the groups so far.
  std::size_t all() const { return order_.size(); }
  std::size_t seen() const { return next_; }

  // The number of moves in this group, and the rank of each.
  std::size_t size() const { return size_; }
  std::uint32_t rank(std::size_t move) const { return ranks_[order_[next_ - size_ + move]]; }

  // The regions that the moves of this group leave.
  const typename GameBoard<Box>::LeftRegions& left() const { return left_; }

 private:
  static constexpr std::size_t at_once = 8;

  // Ranks are small numbers, so counting sort is fastest.
  void sort(const Order& order) {
    ranks_.resize(moves_.size());
    std::uint32_t least = UINT32_MAX;
    std::uint32_t most = 0;
    for (std::size_t first = 0; first < ranks_.size(); first += boards_at_once) {
      const BoardVector ranks = order.ranks(moves_.leaves.from(first));
      const std::size_t last = std::min(ranks_.size(), first + boards_at_once);
      for (std::size_t i = first; i < last; ++i) {
        ranks_[i] = static_cast<std::uint32_t>(ranks[i - first]);
        least = std::min(least, ranks_[i]);
        most = std::max(most, ranks_[i]);
      }
    }
    starts_.assign(ranks_.empty() ? 1 : most - least + 2, 0);
    for (std::uint32_t rank : ranks_) ++starts_[rank - least + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    order_.resize(ranks_.size());
    for (std::uint32_t i = 0; i < ranks_.size(); ++i) order_[starts_[ranks_[i] - least]++] = i;
  }

  Cells region_;
  MoveList<Cells> moves_;
  std::pmr::vector<std::uint32_t> ranks_;
  std::vector<std::uint32_t> starts_;
  std::pmr::vector<std::uint32_t> order_;
  std::size_t next_ = 0;
  MoveList<Cells> group_;
  std::size_t size_ = 0;
  typename GameBoard<Box>::LeftRegions left_;
};

}  // namespace cgt
