// How pieces move, as data: how each piece turns, where it comes in, what it may do inside the
// well, and what is tried when it turns. Python builds this data. The search for placements, live
// play and the fingerprints of checkpoints know nothing else about how pieces move.
#pragma once

#include <cstdint>
#include <vector>

namespace cgt {

// What a piece may do inside the well. What it may not do there it does above the stack, or, if it
// comes in inside the well, where it comes in.
enum class Inside : std::uint8_t {
  falls,   // it only falls, after it was moved sideways and turned
  slides,  // it moves sideways and down, after it was turned
  turns    // it moves and turns, one step after the other
};

enum class TurnBy : std::uint8_t { clockwise, counterclockwise, half };

// How far the lower left corner of the box around a piece moves.
struct Offset {
  std::int8_t right;
  std::int8_t up;
};

// How a piece turns from one of its states. If it has no room where the turn moves it, it is kicked
// to the first other place at which it has. If pieces turn only above the stack, neither the move
// nor the kicks count.
struct Turn {
  TurnBy by;
  std::uint8_t to;  // the state afterwards
  Offset move;
  std::vector<Offset> kicks;
};

inline constexpr unsigned most_turn_states = 4;

// A state of a piece. Several states may look alike and differ in where their turns lead.
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

// Where a piece appears that comes from above: in the top rows, or above a stack that is higher.
struct PlaceAbove {
  std::uint8_t state;
  std::uint8_t column;
};

// How one piece moves.
struct PieceMoves {
  std::vector<TurnState> states;
  PlaceAbove above;
  std::vector<SpawnPlace> spawns;  // at the first there must be room
};

}  // namespace cgt
