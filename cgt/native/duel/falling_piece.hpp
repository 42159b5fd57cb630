// A piece on its way down, moved step by step, as by a person or a replay.
#pragma once

#include <cstdint>

#include "duel/rules.hpp"

namespace cgt {

enum class Step : std::uint8_t { left, right, down, turn };

// Each call is given the well that the piece came into. The rules outlive the piece.
class FallingPiece {
 public:
  // Where it comes in, whether or not there is room. What comes from above begins in the top rows
  // of the well, or right above the stack if that is higher.
  FallingPiece(const DuelRules& rules, const Well& well, PieceId piece);

  // Makes a step and returns true, or returns false where the rules do not allow it or there is no
  // room. What has to be turned, or moved, above the well may be so above the stack, which is as
  // good.
  bool take(Step step, const Well& well);

  PieceId piece() const { return piece_; }
  // Where it is now.
  Placement place() const;
  // Where it comes to if it falls straight down from here.
  Placement landing(const Well& well) const;

 private:
  struct Place {
    unsigned state;
    int column;
    int row;

    friend bool operator==(const Place&, const Place&) = default;
  };

  const DuelPiece& shapes() const { return rules_->piece(piece_); }
  const TurnedPiece& turned(unsigned state) const {
    return shapes().rotations[shapes().states[state].rotation];
  }
  bool begins_above() const { return rules_->come_from_above() || rules_->moves() == Moves::drop; }
  bool is_above(const Well& well) const;
  // Whether it would come to a place where it may not land, and could not be moved from.
  bool would_stick_out(const Well& well) const;
  int highest_begin(unsigned state, const Well& well) const;
  bool fits(const Place& place, const Well& well) const;
  Place turned_inside() const;
  Place turned_above(const Well& well) const;
  Place turned_at_start(const Well& well) const;

  const DuelRules* rules_;
  PieceId piece_;
  Place place_;
};

}  // namespace cgt
