// Wells of straight drops as the exact solver keeps them: in one number. They list the placements
// of a piece.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "base/bits.hpp"
#include "base/vectors.hpp"
#include "duel/exact/packed_well.hpp"
#include "duel/rows.hpp"
#include "duel/rules.hpp"

namespace cgt {

// A well in one number, column after column, each with room for a piece that sticks out; so a
// placement is one shift. For straight drops and the ending by height.
template <class Number>
class NumberBoard {
 public:
  using Packed = Number;
  static constexpr unsigned compared_with_preview = 4;  // see StateOptions::compared

  static bool fits(const DuelRules& rules, unsigned code_bits) {
    return rules.inside() == Inside::falls && rules.ending() == Ending::height &&
           rules.width() <= most_columns &&
           // Less, not equal: a number must not be shifted by its whole width.
           rules.width() * stride_of(rules) + code_bits < 8 * sizeof(Number);
  }

  explicit NumberBoard(const DuelRules& rules)
      : width_(rules.width()), height_(rules.height()), stride_(stride_of(rules)),
        column_((Number{1} << stride_) - 1) {
    for (unsigned i = 0; i < width_; ++i) floor_ |= Number{1} << i * stride_;
    above_ = lowest_rows(stride_) ^ lowest_rows(height_);
    pieces_.resize(rules.pieces());
    for (PieceId id = 0; id < rules.pieces(); ++id)
      for (const TurnedPiece& turned : rules.piece(id).rotations) {
        Shape shape{turned, 0, 0, {}, 0};
        for (unsigned i = 0; i < turned.width; ++i) {
          shape.cells |= Number{turned.columns[i]} << i * stride_;
          shape.image |= Number{turned.columns[i]} << (turned.width - 1 - i) * stride_;
          shape.tops[i] = static_cast<unsigned>(std::bit_width(turned.columns[i]));
        }
        shape.size = count(shape.cells);
        pieces_[id].push_back(shape);
      }
  }

  unsigned code_shift() const { return width_ * stride_; }
  Packed with_code(Packed well, unsigned code) const { return well | Number{code} << code_shift(); }
  unsigned code(Packed key) const { return static_cast<unsigned>(key >> code_shift()); }
  Packed without_code(Packed key) const { return key & ((Number{1} << code_shift()) - 1); }

  Packed pack(const Well& well) const {
    Packed packed = 0;
    for (unsigned i = 0; i < width_; ++i) packed |= Number{well.column(i)} << i * stride_;
    return packed;
  }
  Well unpack(Packed packed) const {
    Well well(width_);
    for (unsigned i = 0; i < width_; ++i) well.set_column(i, column(packed, i));
    return well;
  }

  Packed mirrored(Packed packed) const {
    Packed image = 0;
    for (unsigned i = 0; i < width_; ++i)
      image |= Number{column(packed, i)} << (width_ - 1 - i) * stride_;
    return image;
  }

  // The well on so many rows of ground (see packed_well.hpp), and with nothing in these rows.
  Packed on_ground(Packed well, unsigned rows) const { return well | lowest_rows(rows); }
  Packed without_ground(Packed well, unsigned rows) const { return well & ~lowest_rows(rows); }

  // How much ground there may be under a piece that comes: none of its placements depends on what
  // is in these rows. No more than `most`.
  unsigned ground_under(Packed well, PieceId piece, unsigned most) const {
    const Heights heights = heights_of(well);
    const unsigned highest = *std::max_element(heights.begin(), heights.end());
    for (unsigned ground = std::min(most, highest); ground > 0; --ground) {
      // If the rows hold nothing, no placement gets to them.
      Heights above{};
      for (unsigned i = 0; i < width_; ++i) above[i] = heights[i] > ground ? heights[i] : 0;
      const auto gets_there = [&](const Shape& shape) {
        const Bytes rows = landing_rows(above, shape.turned);
        return (places_of(rows < Bytes{} + static_cast<std::uint8_t>(ground)) &
                low_bits(ways_of(shape.turned))) != 0;
      };
      if (std::none_of(pieces_[piece].begin(), pieces_[piece].end(), gets_there)) return ground;
    }
    return 0;
  }
  // No less than there may be under any piece that is at least so wide, whichever way it is turned.
  unsigned most_ground(Packed well, unsigned least_width) const {
    unsigned most = height_;
    for (unsigned at = 0; at + least_width <= width_; ++at) {
      unsigned highest = 0;
      for (unsigned i = 0; i < least_width; ++i) highest = std::max(highest, height(well, at + i));
      most = std::min(most, highest == 0 ? 0 : highest - 1);
    }
    return most;
  }

  // What a well promises, and the best that a placement of a piece leaves of that; nothing if the
  // piece has no placement.
  Promise promise(Packed well) const {
    std::array<int, widest_well + 2> ignored;
    return promise_of(well, ignored);
  }
  std::optional<std::uint32_t> least_cost(Packed well, PieceId piece) const {
    std::array<int, widest_well + 2> heights{};
    const Promise before = promise_of(well, heights);
    std::optional<std::uint32_t> least;
    for_each_drop(well, piece, [&](const Shape& shape, std::uint8_t, const Drop& drop) {
      const std::uint32_t cost = promise_after(before, heights, shape, drop).cost();
      least = std::min(cost, least.value_or(cost));
      return true;
    });
    return least;
  }

  // The placements of a piece that do not make the stack too high, in no particular order; with
  // their mirror images if those are wanted.
  void list(Packed well, PieceId piece, bool images, std::vector<Option<Packed>>& options) const {
    // With a step of 0 at each wall, so that the columns there are no special case.
    std::array<int, widest_well + 2> heights{};
    const Promise before = promise_of(well, heights);
    const Packed image = images ? mirrored(well) : Packed{0};
    for_each_drop(well, piece, [&](const Shape& shape, std::uint8_t rotation, const Drop& drop) {
      const unsigned image_at = width_ - drop.at - shape.turned.width;
      Packed image_after =
          images ? image | shape.image << (image_at * stride_ + drop.row) : Packed{0};
      if (images && drop.full != 0) image_after = cleared(image_after, drop.full);
      const Promise promise = promise_after(before, heights, shape, drop);
      const Placement placement{rotation, static_cast<std::uint8_t>(drop.at),
                                static_cast<std::uint8_t>(drop.row)};
      options.push_back({drop.after, image_after, placement, order_of(promise, placement)});
      return true;
    });
  }

  // Whether a piece has a placement that does not make the stack too high.
  bool has_any(Packed well, PieceId piece) const {
    const Heights heights = heights_of(well);
    for (const Shape& shape : pieces_[piece])
      if ((fitting(shape.turned, landing_rows(heights, shape.turned)) &
           low_bits(ways_of(shape.turned))) != 0)
        return true;
    bool found = false;  // only where it fills a row
    for_each_drop(well, piece, [&](const Shape&, std::uint8_t, const Drop&) {
      found = true;
      return false;
    });
    return found;
  }

 private:
  struct Shape {
    TurnedPiece turned;
    Packed cells;
    Packed image;  // the cells, mirrored
    std::array<unsigned, largest_piece_side> tops;
    unsigned size;
  };

  // A piece that has landed: where, what it leaves, and the rows that were full.
  struct Drop {
    unsigned at;
    unsigned row;
    Packed after;
    Packed full;
  };

  // Heights and rows of all columns side by side.
  using Bytes = BitVector<std::uint8_t>;
  static constexpr unsigned most_columns = length_of<Bytes>;

  using Heights = std::array<std::uint8_t, most_columns + largest_piece_side>;
  Heights heights_of(Packed well) const {
    Heights heights{};
    for (unsigned i = 0; i < width_; ++i) heights[i] = static_cast<std::uint8_t>(height(well, i));
    return heights;
  }

  // For each leftmost column the row in which a piece lands.
  static Bytes landing_rows(const Heights& heights, const TurnedPiece& turned) {
    Bytes rows{};
    for (unsigned i = 0; i < turned.width; ++i) {
      const auto bottom = static_cast<std::uint8_t>(turned.bottoms[i]);
      rows = larger(rows, larger(loaded<Bytes>(&heights[i]), Bytes{} + bottom) - bottom);
    }
    return rows;
  }

  // The leftmost columns where a piece stays below the top if it fills no row; and how many there
  // are in all.
  Word fitting(const TurnedPiece& turned, const Bytes& rows) const {
    if (turned.height > height_) return 0;
    return places_of(rows <= Bytes{} + static_cast<std::uint8_t>(height_ - turned.height));
  }
  unsigned ways_of(const TurnedPiece& turned) const {
    return turned.width <= width_ ? width_ - turned.width + 1 : 0;
  }

  // Calls visit for each placement that does not make the stack too high, until it returns false.
  template <class Visit>
  void for_each_drop(Packed well, PieceId piece, const Visit& visit) const {
    const Heights heights = heights_of(well);
    // The rows that are filled in all columns left of one, and in all from one on.
    std::array<Column, most_columns + 1> left_of;
    std::array<Column, most_columns + 1> from;
    left_of[0] = from[width_] = ~Column{0};
    for (unsigned i = 0; i < width_; ++i) left_of[i + 1] = left_of[i] & column(well, i);
    for (unsigned i = width_; i-- > 0;) from[i] = from[i + 1] & column(well, i);
    unsigned last_width = 0;
    Word clears = 0;  // where a piece that is so wide may fill a row
    std::uint8_t rotation = 0;
    for (const Shape& shape : pieces_[piece]) {
      const TurnedPiece& turned = shape.turned;
      const Bytes rows = landing_rows(heights, turned);
      std::array<std::uint8_t, most_columns> row_at;
      store(row_at.data(), rows);
      const Word fits = fitting(turned, rows);
      const unsigned ways = ways_of(turned);
      if (turned.width != last_width) {
        last_width = turned.width;
        clears = 0;
        for (unsigned at = 0; at < ways; ++at)
          clears |= Word{(left_of[at] & from[at + turned.width]) != 0} << at;
      }
      for (Word places = (fits & low_bits(ways)) | clears; places != 0;
           places = without_lowest(places)) {
        const auto at = static_cast<unsigned>(std::countr_zero(places));
        Drop drop{at, row_at[at], well | shape.cells << (at * stride_ + row_at[at]), 0};
        if ((clears >> at & 1) != 0) drop.full = full_rows(drop.after);
        if (drop.full != 0) {
          drop.after = cleared(drop.after, drop.full);
          if ((drop.after & above_) != 0) continue;
        } else if ((fits >> at & 1) == 0) {
          continue;
        }
        if (!visit(shape, rotation, drop)) return;
      }
      ++rotation;
    }
  }

  // The cost of a whole well; its heights come after a free place that stands for the wall.
  Promise promise_of(Packed well, std::array<int, widest_well + 2>& heights) const {
    Promise promise;
    unsigned sum = 0;
    for (unsigned i = 0; i < width_; ++i) {
      const unsigned here = height(well, i);
      heights[i + 1] = static_cast<int>(here);
      sum += here;
      promise.height = std::max(promise.height, here);
    }
    heights[0] = heights[1];
    heights[width_ + 1] = heights[width_];
    for (unsigned i = 1; i < width_; ++i)
      promise.steps += static_cast<unsigned>(std::abs(heights[i + 1] - heights[i]));
    promise.filled = count(well);
    promise.covered = sum - promise.filled;
    return promise;
  }

  // The cost after a drop into a well of which the cost and the heights are known.
  Promise promise_after(const Promise& before, const std::array<int, widest_well + 2>& heights,
                        const Shape& shape, const Drop& drop) const {
    if (drop.full != 0) return promise(drop.after);
    Promise promise = before;
    change(promise, heights, shape, drop.at, static_cast<int>(drop.row));
    return promise;
  }

  // How a piece that fills no row changes the cost: only by its own columns and the steps at their
  // sides.
  void change(Promise& promise, const std::array<int, widest_well + 2>& heights, const Shape& shape,
              unsigned at, int row) const {
    const unsigned width = shape.turned.width;
    int steps = 0;
    int raised = 0;
    int last = heights[at];
    for (unsigned i = 0; i < width; ++i) {
      const int now = row + static_cast<int>(shape.tops[i]);
      raised += now - heights[at + 1 + i];
      if (at + i > 0)
        steps += std::abs(now - last) - std::abs(heights[at + 1 + i] - heights[at + i]);
      last = now;
    }
    if (at + width < width_) {
      const int right = heights[at + width + 1];
      steps += std::abs(right - last) - std::abs(right - heights[at + width]);
    }
    promise.filled += shape.size;
    promise.steps = static_cast<unsigned>(static_cast<int>(promise.steps) + steps);
    promise.covered =
        static_cast<unsigned>(static_cast<int>(promise.covered) + raised) - shape.size;
    promise.height = std::max(promise.height, static_cast<unsigned>(row) + shape.turned.height);
  }

  static unsigned stride_of(const DuelRules& rules) {
    unsigned highest = 0;
    for (PieceId id = 0; id < rules.pieces(); ++id)
      for (const TurnedPiece& turned : rules.piece(id).rotations)
        highest = std::max(highest, turned.height);
    return rules.height() + highest;
  }

  static unsigned count(std::uint64_t well) { return static_cast<unsigned>(std::popcount(well)); }
  static unsigned count(Packed128 well) {
    return count(static_cast<Word>(well)) + count(static_cast<Word>(well >> 64));
  }
  Column column(Packed well, unsigned index) const {
    return static_cast<Column>(well >> index * stride_ & column_);
  }
  unsigned height(Packed well, unsigned index) const {
    return static_cast<unsigned>(std::bit_width(column(well, index)));
  }

  Packed lowest_rows(unsigned rows) const { return floor_ * ((Number{1} << rows) - 1); }

  // Full rows as bits of the first column.
  Packed full_rows(Packed well) const {
    Packed full = well & column_;
    for (unsigned i = 1; i < width_; ++i) full &= well >> i * stride_;
    return full;
  }

  Packed cleared(Packed well, Packed full) const {
    remove_rows(static_cast<Column>(full), [&](unsigned row) {
      // The cells below the row, in every column.
      well = without_row(well, Packed(floor_ << row), lowest_rows(row));
    });
    return well;
  }

  unsigned width_;
  unsigned height_;
  unsigned stride_;
  Packed column_;
  Packed floor_ = 0;  // the lowest cell of each column
  Packed above_ = 0;  // the cells that must not be filled
  std::vector<std::vector<Shape>> pieces_;
};

}  // namespace cgt
