// The rules of a duel: its pieces, how they move through the well, and when the game is over.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "base/fingerprint.hpp"
#include "duel/move_model.hpp"
#include "duel/well.hpp"

namespace cgt {

using PieceId = unsigned;

// A piece that has landed: its rotation, and the lower left corner of its bounding box.
struct Placement {
  std::uint8_t rotation;
  std::uint8_t column;
  std::uint8_t row;

  // Placements come in this order: by rotation, from the floor up, from right to left.
  std::uint32_t order() const { return rotation << 16 | row << 8 | (255u - column); }

  friend bool operator==(const Placement&, const Placement&) = default;
};

enum class Ending {
  height,  // over when the stack is too high after a lock; pieces come from above, where there is
           // room
  lock,    // over when a piece sticks out of the well as it lands; then nothing is cleared
  spawn,   // over when a piece has no room where it comes in, which is inside the well
  bar      // HATETRIS's: over when a cell above the bar is filled after a lock
};

struct DuelPiece {
  std::vector<TurnedPiece> rotations;  // all different
  PieceMoves moves;
};

// What a lock does.
struct Locked {
  Column cleared;  // the rows that were cleared, as bits, where they were before
  bool over;

  unsigned lines() const { return static_cast<unsigned>(std::popcount(cleared)); }
};

class DuelRules {
 public:
  DuelRules(unsigned width, unsigned height, std::vector<DuelPiece> pieces, Inside inside,
            Ending ending, unsigned rows_above_bar);

  unsigned width() const { return width_; }
  unsigned height() const { return height_; }
  Inside inside() const { return inside_; }
  Ending ending() const { return ending_; }
  std::size_t pieces() const { return pieces_.size(); }
  const DuelPiece& piece(PieceId id) const { return pieces_[id]; }
  const TurnedPiece& turned(PieceId id, Placement placement) const {
    return pieces_[id].rotations[placement.rotation];
  }

  // The fingerprint of everything in the rules: different rules have different fingerprints.
  Fingerprint fingerprint() const;

  // The rows that may be filled after a lock.
  unsigned rows_to_fill() const {
    return ending_ == Ending::bar ? height_ - rows_above_bar_ : height_;
  }

  // Whether pieces come from above, where there is always room.
  bool come_from_above() const { return ending_ == Ending::height || ending_ == Ending::lock; }

  // This many free rows above the stack, or the well, are as good as unlimited room.
  unsigned rows_above() const { return rows_above_; }

  // Whether a piece has room to come in.
  bool has_room(const Well& well, PieceId piece) const;

  // Lists every place where a piece can land, in no particular order. None if it has no room
  // to come in.
  void list_placements(const Well& well, PieceId piece, std::vector<Placement>& placements) const;

  // Lands a piece, clears full rows, and says whether the game is over.
  Locked lock(Well& well, PieceId piece, Placement placement) const {
    const TurnedPiece& put = turned(piece, placement);
    well.put(put, placement.column, placement.row);
    if (ending_ == Ending::bar) {
      const Column cleared = placement.row + put.height <= rows_to_fill() ? well.clear() : 0;
      return {cleared, (well.filled_rows() >> rows_to_fill() & 1) != 0};
    }
    if (ending_ == Ending::lock && placement.row + put.height > height_) return {0, true};
    const Column cleared = well.clear();
    // With the ending spawn, the next piece decides. With the ending height, the stack can be too
    // high only if this piece sticks out.
    const bool sticks_out = ending_ == Ending::height && placement.row + put.height > height_;
    return {cleared, sticks_out && well.stack_height() > height_};
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
  Inside inside_;
  Ending ending_;
  unsigned rows_above_bar_;
  unsigned rows_above_ = largest_piece_side;
  unsigned rows_to_turn_ = 0;  // with this many free rows a piece that comes in can go anywhere
};

}  // namespace cgt
