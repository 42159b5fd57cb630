#include "duel/falling_piece.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace cgt {

namespace {

// The turn of this kind from a state, if there is one.
const Turn* turn_of(const TurnState& state, TurnBy by) {
  const auto found = std::find_if(state.turns.begin(), state.turns.end(),
                                  [&](const Turn& turn) { return turn.by == by; });
  return found == state.turns.end() ? nullptr : &*found;
}

}  // namespace

FallingPiece::FallingPiece(const DuelRules& rules, const Well& well, PieceId piece)
    : rules_(&rules), piece_(piece), place_{0, 0, 0} {
  if (!begins_above()) {
    const SpawnPlace spawn = shapes().moves.spawns.front();
    place_ = {spawn.state, spawn.column, spawn.row};
    return;
  }
  const PlaceAbove above = shapes().moves.above;
  place_ = {above.state, above.column,
            std::max(highest_begin(above.state, well),
                     static_cast<int>(well.stack_height()) + rows_below(above.state))};
}

bool FallingPiece::take(Step step, const Well& well) {
  std::optional<Place> next = place_;
  switch (step) {
    case Step::left:
    case Step::right:
      if (rules_->inside() == Inside::falls && !is_above(well)) return false;
      next->column += step == Step::left ? -1 : 1;
      break;
    case Step::down:
      if (would_stick_out(well)) return false;
      --next->row;
      break;
    case Step::clockwise:
      next = after(TurnBy::clockwise, well);
      break;
    case Step::counterclockwise:
      next = after(TurnBy::counterclockwise, well);
      break;
    case Step::half_turn:
      next = after(TurnBy::half, well);
      break;
  }
  if (!next || !fits(*next, well)) return false;
  place_ = *next;
  return true;
}

Placement FallingPiece::place() const {
  return {state(place_.state).rotation, static_cast<std::uint8_t>(place_.column),
          static_cast<std::uint8_t>(place_.row)};
}

Placement FallingPiece::landing(const Well& well) const {
  FallingPiece fallen(*this);
  for (Place next = place_; fits(next, well); --next.row) fallen.place_ = next;
  return fallen.place();
}

bool FallingPiece::would_stick_out(const Well& well) const {
  return begins_above() && !rules_->come_from_above() &&
         landing(well).row + turned(place_.state).height > rules_->height();
}

bool FallingPiece::is_above(const Well& well) const {
  return place_.row >= static_cast<int>(well.stack_height());
}

// How far below its bounding box in a state the piece gets by turning. With this many rows between
// it and the stack, it turns as freely as above an empty well.
int FallingPiece::rows_below(unsigned state) const {
  if (rules_->inside() != Inside::turns) return 0;
  const auto& states = shapes().moves.states;
  std::array<std::optional<int>, most_turn_states> up{};  // from the first state
  up[state] = 0;
  int lowest = 0;
  for (std::size_t round = 1; round < states.size(); ++round)
    for (std::size_t from = 0; from < states.size(); ++from)
      for (const Turn& turn : states[from].turns)
        if (up[from] && !up[turn.to]) {
          up[turn.to] = *up[from] + turn.move.up;
          lowest = std::min(lowest, *up[turn.to]);
        }
  return -lowest;
}

int FallingPiece::highest_begin(unsigned state, const Well& well) const {
  return std::max(static_cast<int>(rules_->height()) - static_cast<int>(turned(state).height),
                  static_cast<int>(well.stack_height()));
}

bool FallingPiece::fits(const Place& place, const Well& well) const {
  const TurnedPiece& shape = turned(place.state);
  const unsigned top = rules_->height() + (begins_above() ? rules_->rows_above() : 0);
  return place.column >= 0 && place.row >= 0 &&
         static_cast<unsigned>(place.column) + shape.width <= rules_->width() &&
         static_cast<unsigned>(place.row) + shape.height <= top &&
         well.has_room(shape, static_cast<unsigned>(place.column),
                       static_cast<unsigned>(place.row));
}

// Where a turn takes the piece, if the rules allow it.
std::optional<FallingPiece::Place> FallingPiece::after(TurnBy by, const Well& well) const {
  const Turn* turn = turn_of(state(place_.state), by);
  if (turn == nullptr) return std::nullopt;
  if (rules_->inside() == Inside::turns) return turned_inside(*turn, well);
  if (begins_above() && !is_above(well)) return std::nullopt;
  // To the next state for which there is a place.
  while (turn != nullptr && turn->to != place_.state) {
    const auto place =
        begins_above() ? turned_above(turn->to, well) : turned_at_spawn(turn->to, well);
    if (place) return place;
    turn = turn_of(state(turn->to), by);
  }
  return std::nullopt;
}

std::optional<FallingPiece::Place> FallingPiece::turned_inside(const Turn& turn,
                                                               const Well& well) const {
  const auto moved = [&](Offset offset) {
    return Place{turn.to, place_.column + offset.right, place_.row + offset.up};
  };
  if (const Place place = moved(turn.move); fits(place, well)) return place;
  for (const Offset kick : turn.kicks)
    if (const Place place = moved(kick); fits(place, well)) return place;
  return std::nullopt;
}

// The place after a turn above the stack, if the piece is narrow enough: moved off the wall if
// necessary, and no higher than where a piece would begin.
std::optional<FallingPiece::Place> FallingPiece::turned_above(unsigned state,
                                                              const Well& well) const {
  const int room = static_cast<int>(rules_->width()) - static_cast<int>(turned(state).width);
  if (room < 0) return std::nullopt;
  return Place{state, std::min(place_.column, room),
               std::min(place_.row, highest_begin(state, well))};
}

// From one of its spawn places to another.
std::optional<FallingPiece::Place> FallingPiece::turned_at_spawn(unsigned state,
                                                                 const Well& well) const {
  const auto& spawns = shapes().moves.spawns;
  const auto place_in = [&](unsigned wanted) -> std::optional<Place> {
    for (const SpawnPlace spawn : spawns)
      if (spawn.state == wanted) return Place{spawn.state, spawn.column, spawn.row};
    return std::nullopt;
  };
  if (place_in(place_.state) != place_) return std::nullopt;
  const auto place = place_in(state);
  return place && fits(*place, well) ? place : std::nullopt;
}

}  // namespace cgt
