// Makes strategies from what the duel's search has found: the winner's instructions for every state
// that can come up.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <unordered_set>
#include <vector>

#include "duel/exact/search.hpp"

namespace cgt {

// States that need instructions, each once, in the order in which they come up.
class WaitingInstructions {
 public:
  void add(NodeId node) {
    if (seen_.insert(node).second) waiting_.push_back(node);
  }
  bool has_seen(NodeId node) const { return seen_.contains(node); }
  std::optional<NodeId> next() {
    if (waiting_.empty()) return std::nullopt;
    const NodeId node = waiting_.front();
    waiting_.pop_front();
    return node;
  }

 private:
  std::unordered_set<NodeId> seen_;
  std::deque<NodeId> waiting_;
};

// A search of ours leaves no gaps in a strategy; one that a file said was finished may.
[[noreturn]] inline void throw_wrong_checkpoint() {
  throw CheckpointError("what this checkpoint says cannot be true: its strategy has gaps");
}

// With `fewest`, Good prefers to return to states that have instructions already. `may_go_on` is
// called before each instruction with the number so far; the result is nothing if it returns false.
template <class Board, class MayGoOn>
std::optional<std::vector<Instruction>> good_instructions(DuelSearch<Board>& search, bool fewest,
                                                          const MayGoOn& may_go_on) {
  StateOptions<Board>& states = search.options();
  std::vector<Instruction> found;
  WaitingInstructions waiting;
  for (const NodeId start : search.starts()) waiting.add(start);
  while (const auto node = waiting.next()) {
    const auto key = search.key(*node);
    const Well well = states.board().unpack(states.board().without_code(key));
    const PieceBag bag = search.bag_in(*node);
    for (PieceId chosen = 0; chosen < states.pieces(); ++chosen) {
      if (!bag.has(chosen)) continue;
      const auto choice = search.choice_in(*node, chosen);
      // The search is over: every state that has been looked at and is not lost is safe.
      const auto* option = search.not_lost(choice);
      if (option == nullptr) throw_wrong_checkpoint();
      const auto leads_to = [&](const auto& there) {
        const auto next = search.find(choice, there);
        if (!next) throw_wrong_checkpoint();
        return *next;
      };
      if (fewest && !waiting.has_seen(leads_to(*option)))
        for (const auto& other : choice.options)
          if (const auto there = search.find(choice, other); there && waiting.has_seen(*there)) {
            option = &other;
            break;
          }
      waiting.add(leads_to(*option));
      if (!may_go_on(found.size())) return std::nullopt;
      found.push_back({well, states.visible(states.board().code(key), chosen), option->placement, 0,
                       bag.without(chosen).left()});
    }
  }
  return found;
}

template <class Board, class MayGoOn>
std::optional<std::vector<Instruction>> bad_instructions(DuelSearch<Board>& search,
                                                         const MayGoOn& may_go_on) {
  StateOptions<Board>& states = search.options();
  const Board& board = states.board();
  std::vector<Instruction> found;
  const auto choose = [&](const typename Board::Packed& key, PieceId chosen, std::uint32_t rank) {
    const unsigned code = board.code(key);
    found.push_back({board.unpack(board.without_code(key)),
                     states.visible(code, chosen),
                     {0, 0, 0},
                     rank,
                     states.bag(code).without(chosen).left()});
  };
  std::set<typename Board::Packed> ended;  // where the game ends with the next piece
  WaitingInstructions waiting;
  waiting.add(*std::find_if(search.starts().begin(), search.starts().end(),
                            [&](NodeId start) { return search.is_lost(start); }));
  while (const auto node = waiting.next()) {
    const auto key = search.key(*node);
    const PieceId chosen = search.lost_for(*node);
    const auto choice = search.choice_in(*node, chosen);
    if (!may_go_on(found.size())) return std::nullopt;
    choose(key, chosen, search.rank(*node));
    for (const auto& option : choice.options) {
      const auto next = search.find(choice, option);
      if (next) {
        waiting.add(*next);
        continue;
      }
      const auto last = states.key_of(option, choice.next).key;
      if (!ended.insert(last).second) continue;
      const auto piece = states.ends_at_once(board.without_code(last), board.code(last));
      if (!piece) throw_wrong_checkpoint();
      if (!may_go_on(found.size())) return std::nullopt;
      choose(last, *piece, 0);
    }
  }
  return found;
}

}  // namespace cgt
