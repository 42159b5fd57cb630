// The instructions of a strategy of the duel, as they stand in a file: numbers and nothing else.
// Whoever finds strategies fills such a list, and the checker reads it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "strategy/small_numbers.hpp"

namespace cgt::strategy {

// Cells of a column as bits, from the floor up.
using Column = std::uint64_t;
// A piece by its number in the set.
using PieceNumber = std::uint8_t;

// No well is wider, and no more pieces are visible.
inline constexpr unsigned widest = 40;
inline constexpr unsigned most_visible = 4;

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

// Instructions for wells of one width, with the same number of visible pieces. There may be many
// millions: numbers take the bytes that they need.
class InstructionList {
 public:
  // The numbers of one instruction.
  class Kept {
   public:
    // Points to them.
    Instruction instruction() const& {
      return {std::span(wells_).first(width_),
              std::span(pieces_).first(visible_),
              place_.has_place,
              place_.place,
              std::span(wells_).subspan(widest, width_),
              rank_,
              bag_};
    }
    Instruction instruction() const&& = delete;

   private:
    friend InstructionList;
    struct MaybePlace {
      Place place;
      bool has_place;
    };

    unsigned width_;
    unsigned visible_;
    std::array<Column, 2 * widest> wells_;
    std::array<PieceNumber, most_visible> pieces_;
    MaybePlace place_;
    std::int64_t rank_;
    std::uint64_t bag_;
  };

  InstructionList(unsigned width, unsigned visible) : width_(width), visible_(visible) {}

  unsigned width() const { return width_; }
  unsigned visible() const { return visible_; }
  std::size_t size() const { return places_.size(); }

  void add(const Instruction& one) {
    for (const Column column : one.well) wells_.push_back(column);
    if (one.has_place) {
      afters_.resize(width_ * size());  // those before that have none
      for (const Column column : one.after) afters_.push_back(column);
    }
    pieces_.insert(pieces_.end(), one.visible.begin(), one.visible.end());
    ranks_.push_back(static_cast<std::uint64_t>(one.rank));
    bags_.push_back(one.bag);
    places_.push_back({one.place, one.has_place});
  }

  Kept operator[](std::size_t index) const {
    Kept one;
    one.width_ = width_;
    one.visible_ = visible_;
    const bool has_after = afters_.size() > width_ * index;
    for (unsigned i = 0; i < width_; ++i) {
      one.wells_[i] = wells_[width_ * index + i];
      one.wells_[widest + i] = has_after ? afters_[width_ * index + i] : 0;
    }
    std::copy_n(pieces_.begin() + static_cast<std::ptrdiff_t>(visible_ * index), visible_,
                one.pieces_.begin());
    one.place_ = places_[index];
    one.rank_ = rank(index);
    one.bag_ = bags_[index];
    return one;
  }

  std::int64_t rank(std::size_t index) const { return static_cast<std::int64_t>(ranks_[index]); }

 private:
  unsigned width_;
  unsigned visible_;
  SmallNumbers wells_;
  SmallNumbers afters_;  // what is left, up to the last instruction that has a place
  std::vector<PieceNumber> pieces_;
  SmallNumbers ranks_;
  SmallNumbers bags_;
  std::vector<Kept::MaybePlace> places_;
};

}  // namespace cgt::strategy
