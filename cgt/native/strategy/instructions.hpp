// The instructions of a strategy of the duel, as they stand in a file: numbers and nothing else.
// Whoever finds strategies fills such a list, and the checker reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cgt::strategy {

// Cells of a column as bits, from the floor up.
using Column = std::uint64_t;
// A piece by its number in the set.
using PieceNumber = std::uint8_t;

// Where a piece lands: its rotation, and the lower left corner of the box around it.
struct Place {
  std::uint8_t rotation = 0;
  std::uint8_t column = 0;
  std::uint8_t row = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

// What to do in a well when these pieces are visible, of which Bad chose the last. Good's has a
// place and what is left; Bad's has a rank. `bag` are the pieces left in the bag, as bits.
struct Instruction {
  std::span<const Column> well;
  std::span<const PieceNumber> visible;
  bool has_place = false;
  Place place;
  std::span<const Column> after;  // all 0 without a place
  std::int64_t rank = 0;
  std::uint64_t bag = 0;
};

// Instructions for wells of one width, with the same number of visible pieces.
class InstructionList {
 public:
  InstructionList(unsigned width, unsigned visible) : width_(width), visible_(visible) {}

  unsigned width() const { return width_; }
  unsigned visible() const { return visible_; }
  std::size_t size() const { return others_.size(); }

  void add(const Instruction& one) {
    wells_.insert(wells_.end(), one.well.begin(), one.well.end());
    wells_.insert(wells_.end(), one.after.begin(), one.after.end());
    wells_.resize(2 * width_ * (size() + 1));
    pieces_.insert(pieces_.end(), one.visible.begin(), one.visible.end());
    others_.push_back({one.rank, one.bag, one.place, one.has_place});
  }

  Instruction operator[](std::size_t index) const {
    const std::span wells(wells_);
    const Others& others = others_[index];
    return {wells.subspan(2 * width_ * index, width_),
            std::span(pieces_).subspan(visible_ * index, visible_),
            others.has_place,
            others.place,
            wells.subspan((2 * index + 1) * width_, width_),
            others.rank,
            others.bag};
  }

 private:
  struct Others {
    std::int64_t rank;
    std::uint64_t bag;
    Place place;
    bool has_place;
  };

  unsigned width_;
  unsigned visible_;
  std::vector<Column> wells_;  // of each instruction the well and what is left
  std::vector<PieceNumber> pieces_;
  std::vector<Others> others_;
};

}  // namespace cgt::strategy
