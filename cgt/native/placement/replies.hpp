// How many of the moves on a board win: what makes a lost board hard to answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/memory_resource.hpp"
#include "placement/game_board.hpp"
#include "placement/proof_numbers.hpp"
#include "placement/region_values.hpp"
#include "placement/solver.hpp"

namespace cgt {

// Counts the moves that win and those that lose, until all are decided or the share of those that
// win reaches `share`. The easy ones come first: what is known, then what takes little work, so
// that one hard move does not take the time of all; and among these the likeliest to win. Throws
// Stopped; what was counted stays counted.
template <class Box, class Search>
class ReplyCounter {
  using Cells = typename Box::Cells;

 public:
  ReplyCounter(const GameBoard<Box>& board, Search& search, double share,
               std::pmr::memory_resource* memory, Replies& replies)
      : board_(board), search_(search), share_(share), open_(memory), replies_(replies) {}

  void count(const Cells& cells, Order order) {
    board_.for_each_placement(cells, [&](const Cells&) { ++replies_.moves; });
    board_.for_each_placement(cells, [&](const Cells& piece) {
      if (is_enough()) return;
      const Cells leaves = cells.without(piece);
      const ProofNumbers numbers = search_.estimated(leaves);
      if (numbers.is_decided())
        count_one(numbers.is_won());
      else
        open_.push_back({leaves, numbers.to_lose});
    });
    put_in(order);
    for (float work = little_work; !open_.empty() && !is_enough(); work *= more_work)
      decide(work < ProofNumbers::most ? work : ProofNumbers::infinite);
  }

 private:
  struct Reply {
    Cells leaves;
    float to_lose;  // how hard it seems to prove that the opponent loses what is left
  };
  static constexpr float little_work = 0x1p10f;
  static constexpr float more_work = 0x1p6f;

  bool is_enough() const {
    return static_cast<double>(replies_.wins) >= share_ * static_cast<double>(replies_.moves);
  }

  void count_one(bool opponent_wins) { ++(opponent_wins ? replies_.losses : replies_.wins); }

  // Counts the replies that are decided with so much work.
  void decide(float most) {
    std::erase_if(open_, [&](const Reply& reply) {
      const auto opponent_wins =
          is_enough() ? std::nullopt : search_.wins_within(reply.leaves, most);
      if (opponent_wins) count_one(*opponent_wins);
      return opponent_wins.has_value();
    });
  }

  // Another worker begins with every other reply, so that two do not search the same.
  void put_in(Order order) {
    std::stable_sort(open_.begin(), open_.end(),
                     [](const Reply& a, const Reply& b) { return a.to_lose < b.to_lose; });
    if (order == Order::backwards)
      for (std::size_t i = 0; i + 1 < open_.size(); i += 2) std::swap(open_[i], open_[i + 1]);
  }

  const GameBoard<Box>& board_;
  Search& search_;
  double share_;
  std::pmr::vector<Reply> open_;
  Replies& replies_;
};

}  // namespace cgt
