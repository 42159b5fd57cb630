// How pieces move, as data: in which ways each can be turned, where it comes in, what it may do
// inside the well, and what is tried when it turns. Python builds it. The search for placements,
// live play and the fingerprints of checkpoints know nothing else about how pieces move.
#pragma once

#include <cstdint>
#include <vector>

namespace cgt {

// What a piece may do inside the well. What it may not do there it does above the stack, or, if it
// comes in inside the well, where it comes in.
enum class Inside : std::uint8_t {
  falls,   // it only falls; it is moved sideways and turned before
  slides,  // it is moved sideways and down; it is turned before
  turns    // it is moved and turned, one step after the other
};

enum class TurnBy : std::uint8_t { clockwise, counterclockwise, half };

// How far the lower left corner of the box around a piece moves.
struct Offset {
  std::int8_t right;
  std::int8_t up;
};

// How a piece turns from one of its states. If it has no room where the turn moves it, it is kicked
// to the first of other places at which it has. Where pieces are turned above the stack only, they
// are put down anew, and neither counts.
struct Turn {
  TurnBy by;
  std::uint8_t to;  // the state afterwards
  Offset move;
  std::vector<Offset> kicks;
};

inline constexpr unsigned most_turn_states = 4;

// A way in which a piece can be turned. Several may look alike and differ in what follows.
struct TurnState {
  std::uint8_t rotation;
  std::vector<Turn> turns;  // at most one of each kind
};

// Where a piece comes in, if that is inside the well.
struct SpawnPlace {
  std::uint8_t state;
  std::uint8_t column;
  std::uint8_t row;
};

// How one piece moves.
struct PieceMoves {
  std::vector<TurnState> states;
  std::vector<SpawnPlace> spawns;  // the first is where there must be room
};

}  // namespace cgt
