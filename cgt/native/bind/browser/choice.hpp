// Which move the program plays, at one of its levels or as a hint. What it does and why is written
// in cgt/placement/choice.py and cgt/placement/levels.py; the numbers come from there.
#pragma once

#include <optional>
#include <string_view>

#include "bind/browser/board_game.hpp"

namespace cgt::browser {

// What a level knows: positions of at most so many live cells, and, if it searches, what the solver
// proves in time.
struct Level {
  unsigned cells;
  bool sets_traps;
  bool searches;
};

// The move that a level plays, by the number of its placement; nothing if no piece fits.
std::optional<std::size_t> level_move(BoardGame& game, const BoardCells& board, const Level& level,
                                      std::uint64_t seed, double seconds);

struct Hint {
  std::string_view kind;  // winning, hardest, likeliest or over
  Outcome wins;           // whether the player to move wins, if that is known
  std::optional<std::size_t> placement;
};

Hint hint(BoardGame& game, const BoardCells& board, const Limits& limits);

}  // namespace cgt::browser
