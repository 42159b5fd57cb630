#include "duel/falling_piece.hpp"

#include <algorithm>

namespace cgt {

FallingPiece::FallingPiece(const DuelRules& rules, const Well& well, PieceId piece)
    : rules_(&rules), piece_(piece), place_{0, 0, 0} {
  if (!begins_above()) {
    const Start start = shapes().starts.front();
    place_ = {start.state, start.column, start.row};
    return;
  }
  // Lying, if it can, or else in the first way that is narrow enough.
  const auto states = static_cast<unsigned>(shapes().states.size());
  bool found = false;
  for (unsigned state = 0; state < states; ++state) {
    const TurnedPiece& shape = turned(state);
    if (shape.width > rules.width()) continue;
    if (!found || shape.height <= shape.width) place_.state = state;
    found = true;
    if (shape.height <= shape.width) break;
  }
  place_.column = static_cast<int>((rules.width() - turned(place_.state).width) / 2);
  place_.row = highest_begin(place_.state, well);
}

bool FallingPiece::take(Step step, const Well& well) {
  Place next = place_;
  if (step == Step::down) {
    if (would_stick_out(well)) return false;
    --next.row;
  } else if (step == Step::turn) {
    if (rules_->moves() == Moves::spin) {
      next = turned_inside();
    } else {
      next = begins_above() ? turned_above(well) : turned_at_start(well);
    }
  } else {
    if (rules_->moves() == Moves::drop && !is_above(well)) return false;
    next.column += step == Step::left ? -1 : 1;
  }
  if (next == place_ || !fits(next, well)) return false;
  place_ = next;
  return true;
}

Placement FallingPiece::place() const {
  return {shapes().states[place_.state].rotation, static_cast<std::uint8_t>(place_.column),
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

int FallingPiece::highest_begin(unsigned state, const Well& well) const {
  return std::max(static_cast<int>(rules_->height()) - static_cast<int>(turned(state).height),
                  static_cast<int>(well.stack_height()));
}

bool FallingPiece::fits(const Place& place, const Well& well) const {
  const TurnedPiece& shape = turned(place.state);
  const unsigned top = rules_->height() + (begins_above() ? largest_piece_side : 0);
  return place.column >= 0 && place.row >= 0 &&
         static_cast<unsigned>(place.column) + shape.width <= rules_->width() &&
         static_cast<unsigned>(place.row) + shape.height <= top &&
         well.has_room(shape, static_cast<unsigned>(place.column),
                       static_cast<unsigned>(place.row));
}

FallingPiece::Place FallingPiece::turned_inside() const {
  const auto& states = shapes().states;
  const unsigned next = (place_.state + 1) % static_cast<unsigned>(states.size());
  return {next, place_.column + states[next].right - states[place_.state].right,
          place_.row + states[next].up - states[place_.state].up};
}

// Into the next way that is narrow enough, beside the wall if need be, and not higher than where a
// piece would begin.
FallingPiece::Place FallingPiece::turned_above(const Well& well) const {
  if (!is_above(well)) return place_;
  const auto states = static_cast<unsigned>(shapes().states.size());
  for (unsigned turns = 1; turns < states; ++turns) {
    const unsigned next = (place_.state + turns) % states;
    const int room = static_cast<int>(rules_->width()) - static_cast<int>(turned(next).width);
    if (room >= 0)
      return {next, std::min(place_.column, room), std::min(place_.row, highest_begin(next, well))};
  }
  return place_;
}

// From one of the places where it may come in to the next.
FallingPiece::Place FallingPiece::turned_at_start(const Well& well) const {
  const auto& starts = shapes().starts;
  const auto place_of = [](const Start& start) {
    return Place{start.state, start.column, start.row};
  };
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (place_of(starts[i]) != place_) continue;
    for (std::size_t turns = 1; turns < starts.size(); ++turns) {
      const Place next = place_of(starts[(i + turns) % starts.size()]);
      if (fits(next, well)) return next;
    }
  }
  return place_;
}

}  // namespace cgt
