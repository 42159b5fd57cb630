// The rules of a duel: its pieces, how they move through the well, and when the game is over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "duel/well.hpp"

namespace cgt {

using PieceId = unsigned;

// A piece that has landed: how it is turned, and where the lower left corner of the box around it
// is.
struct Placement {
  std::uint8_t rotation;
  std::uint8_t column;
  std::uint8_t row;

  // Placements come in this order: by rotation, from the floor up, from right to left.
  std::uint32_t order() const { return rotation << 16 | row << 8 | (255u - column); }

  friend bool operator==(const Placement&, const Placement&) = default;
};

enum class Moves {
  drop,   // turned and moved above the well, then falls
  slide,  // turned above the well, then moved left, right and down through it
  spin    // moved and turned inside the well, one step after the other
};

enum class Ending {
  height,  // over when the stack is too high after a lock; pieces come from above, where there is
           // room
  lock,    // over when a piece sticks out of the well as it lands; then nothing is cleared
  spawn,   // over when a piece has no room where it comes in, which is inside the well
  bar      // HATETRIS's: over when a cell above the bar is filled after a lock
};

// A way in which a piece can be turned while it moves: states follow one another in a circle. Its
// box is put so far right and up from the place that a turn leaves where it is.
struct TurnState {
  std::uint8_t rotation;
  std::int8_t right;
  std::int8_t up;
};

// Where a piece comes in, in ending spawn and bar.
struct Start {
  std::uint8_t state;
  std::uint8_t column;
  std::uint8_t row;
};

struct DuelPiece {
  std::vector<TurnedPiece> rotations;  // the distinct ones
  std::vector<TurnState> states;
  std::vector<Start> starts;  // the first is where there must be room
};

// What a lock does.
struct Locked {
  unsigned lines;
  bool over;
};

class DuelRules {
 public:
  DuelRules(unsigned width, unsigned height, std::vector<DuelPiece> pieces, Moves moves,
            Ending ending, unsigned rows_above_bar);

  unsigned width() const { return width_; }
  unsigned height() const { return height_; }
  Moves moves() const { return moves_; }
  Ending ending() const { return ending_; }
  std::size_t pieces() const { return pieces_.size(); }
  const DuelPiece& piece(PieceId id) const { return pieces_[id]; }
  const TurnedPiece& turned(PieceId id, Placement placement) const {
    return pieces_[id].rotations[placement.rotation];
  }

  // Whether pieces come from above, where there is always room.
  bool come_from_above() const { return ending_ == Ending::height || ending_ == Ending::lock; }

  // Whether a piece can come in at all.
  bool has_room(const Well& well, PieceId piece) const;

  // Lists every place where a piece can land, in no particular order. None if it has no room
  // to come in.
  void list_placements(const Well& well, PieceId piece, std::vector<Placement>& placements) const;

  // Lands a piece, clears full rows, and tells whether the game is over.
  Locked lock(Well& well, PieceId piece, Placement placement) const {
    const TurnedPiece& put = turned(piece, placement);
    well.put(put, placement.column, placement.row);
    if (ending_ == Ending::bar) {
      const unsigned below_bar = height_ - rows_above_bar_;
      const unsigned lines = placement.row + put.height <= below_bar ? well.clear() : 0;
      return {lines, (well.filled_rows() >> below_bar & 1) != 0};
    }
    if (ending_ == Ending::lock && placement.row + put.height > height_) return {0, true};
    const unsigned lines = well.clear();
    // With ending spawn, the next piece will tell. Only what sticks out now can be too high then.
    const bool sticks_out = ending_ == Ending::height && placement.row + put.height > height_;
    return {lines, sticks_out && well.stack_height() > height_};
  }

 private:
  bool can_fall_anywhere(unsigned stack_height) const;
  bool only_drops_matter(const Well& well) const;
  void list_drops(const Well& well, const DuelPiece& piece,
                  std::vector<Placement>& placements) const;
  void list_reached(const Well& well, const DuelPiece& piece,
                    std::vector<Placement>& placements) const;

  unsigned width_;
  unsigned height_;
  std::vector<DuelPiece> pieces_;
  Moves moves_;
  Ending ending_;
  unsigned rows_above_bar_;
  unsigned highest_piece_ = 0;
};

}  // namespace cgt
