// A piece on its way down, moved step by step, as by a person or a replay.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "duel/rules.hpp"

namespace cgt {

// The first four are numbered as in the replays of HATETRIS, which turns clockwise.
enum class Step : std::uint8_t { left, right, down, clockwise, counterclockwise, half_turn };
inline constexpr unsigned step_kinds = 6;

// Each call takes the well that the piece came into. The rules must outlive the piece.
class FallingPiece {
 public:
  // The state it is turned to, and where it is then. States that look alike turn differently.
  struct Place {
    unsigned state;
    int column;
    int row;

    friend auto operator<=>(const Place&, const Place&) = default;
  };

  // A piece where it comes in, whether or not it has room there. A piece that comes from above
  // begins in the top rows of the well, or right above the stack if that is higher.
  FallingPiece(const DuelRules& rules, const Well& well, PieceId piece);

  // Makes a step and returns true; returns false if the rules do not allow it or there is no room.
  // Steps that the rules allow only above the well are allowed above the stack, which comes to the
  // same.
  bool take(Step step, const Well& well);

  PieceId piece() const { return piece_; }
  // Where it is now.
  Placement place() const;
  const Place& exact_place() const { return place_; }
  // Where it lands if it falls straight down from here.
  Placement landing(const Well& well) const;

 private:
  const DuelPiece& shapes() const { return rules_->piece(piece_); }
  const TurnState& state(unsigned index) const { return shapes().moves.states[index]; }
  const TurnedPiece& turned(unsigned index) const {
    return shapes().rotations[state(index).rotation];
  }
  bool begins_above() const {
    return rules_->come_from_above() || rules_->inside() == Inside::falls;
  }
  bool is_above(const Well& well) const;
  // Whether a step would take it to a place where it may not land and from which it cannot move.
  bool would_stick_out(const Well& well) const;
  int highest_begin(unsigned state, const Well& well) const;
  int rows_below(unsigned state) const;
  bool fits(const Place& place, const Well& well) const;
  std::optional<Place> after(TurnBy by, const Well& well) const;
  std::optional<Place> turned_inside(const Turn& turn, const Well& well) const;
  std::optional<Place> turned_above(unsigned state, const Well& well) const;
  std::optional<Place> turned_at_spawn(unsigned state, const Well& well) const;

  const DuelRules* rules_;
  PieceId piece_;
  Place place_;
};

}  // namespace cgt
