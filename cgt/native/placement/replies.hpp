// How many of the moves on a board win: what makes a lost board hard to answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <optional>
#include <vector>

#include "placement/game_board.hpp"
#include "placement/proof_numbers.hpp"
#include "placement/region_values.hpp"
#include "placement/solver.hpp"

namespace cgt {

// Counts the moves that win and those that lose, until all are decided or the share of those that
// win reaches `share`. The easy ones come first: what is known, then what takes little work, so
// that one hard move does not take the time of all. Throws Stopped; what was counted stays counted.
template <class Box, class Search>
void count_replies(const GameBoard<Box>& board, Search& search, const typename Box::Cells& cells,
                   double share, Order order, std::pmr::memory_resource* memory, Replies& replies) {
  using Cells = typename Box::Cells;
  constexpr float little_work = 0x1p10f;
  constexpr float more = 0x1p6f;
  std::pmr::vector<Cells> open(memory);
  board.for_each_placement(cells,
                           [&](const Cells& piece) { open.push_back(cells.without(piece)); });
  if (order == Order::backwards) std::reverse(open.begin(), open.end());
  replies.moves = open.size();
  const auto enough = [&] {
    return static_cast<double>(replies.wins) >= share * static_cast<double>(replies.moves);
  };
  const auto decide = [&](auto ask) {
    std::erase_if(open, [&](const Cells& leaves) {
      const std::optional<bool> opponent_wins = enough() ? std::nullopt : ask(leaves);
      if (opponent_wins) ++(*opponent_wins ? replies.losses : replies.wins);
      return opponent_wins.has_value();
    });
  };
  decide([&](const Cells& leaves) { return search.known(leaves); });
  for (float work = little_work; !open.empty() && !enough(); work *= more) {
    const float most = work < ProofNumbers::most ? work : ProofNumbers::infinite;
    decide([&](const Cells& leaves) { return search.wins_within(leaves, most); });
  }
}

}  // namespace cgt
