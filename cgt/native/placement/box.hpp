// The box that all boards of a solver lie in: which cell is which bit, who is whose neighbour, and
// what a region looks like when it is turned.
//
// Cell (row, column) is bit row * width + column, and a box is at least as wide as it is high. So a
// box takes no more words than it has cells, however long it is: 8 × 8, 20 × 3 and 64 × 1 are one
// word, 11 × 11 and 42 × 3 two, 16 × 16 and 256 × 1 four. A tall board is laid down.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "label/placements.hpp"
#include "placement/boards.hpp"
#include "placement/byte_boards.hpp"
#include "placement/cells.hpp"

namespace cgt {

// What all kinds of boxes share. Self has width(), row_of(bit), grown(cells) and
// canonical(boards, with_mirror_images).
template <class Self, std::size_t N>
class BoxOfWords {
 public:
  using Cells = CellSet<N>;

  Cells cell(unsigned row, unsigned column) const {
    return Cells::bit(std::size_t{row} * self().width() + column);
  }

  // The 4-connected part of `all` that holds the cells `part`. It makes two steps at a time,
  // because the processor cannot predict whether there is another.
  Cells part_with(const Cells& all, Cells part) const {
    for (;;) {
      const Cells larger = self().grown(part) & all;
      const Cells largest = self().grown(larger) & all;
      if (largest == larger) return larger;
      part = largest;
    }
  }

  // The least image, moved to the top left corner, under the four rotations or, with mirror images,
  // under the eight symmetries; of those that fit in the box, and not of the empty set.
  Cells canonical(const Cells& cells, bool with_mirror_images) const {
    return self().canonical(Boards<N>(cells), with_mirror_images)[0];
  }

  // Every cell (row, column) moved to the cell map(row, column).
  template <class Map>
  Cells mapped(const Cells& cells, Map map) const {
    Cells image;
    for (Cells left = cells; left.any(); left = left.without_first()) {
      const unsigned index = left.first();
      const unsigned row = self().row_of(index);
      const auto [to_row, to_column] = map(row, index - row * self().width());
      image |= cell(to_row, to_column);
    }
    return image;
  }

 protected:
  // Of some cells those with at most one neighbour, given who has one on which side.
  struct Neighbours {
    Cells left;
    Cells right;
    Cells above;
    Cells below;
  };
  static Cells ends_of(const Cells& x, const Neighbours& has) {
    return x.without((has.left & has.right) | (has.above & has.below) |
                     ((has.left | has.right) & (has.above | has.below)));
  }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
};

// Boards of up to 8 × 8 cells, the fastest: everything about them is known to the compiler.
class ByteBox : public BoxOfWords<ByteBox, 1> {
 public:
  static constexpr unsigned width() { return 8; }
  static constexpr unsigned height() { return 8; }
  static constexpr unsigned row_of(unsigned bit) { return bit / 8; }

  explicit ByteBox(BoardSize) {}

  // Every cell and its neighbours.
  Cells grown(const Cells& x) const {
    return x | x.without(last_column).up(1) | x.without(first_column).down(1) | x.up(8) | x.down(8);
  }

  // How many pairs of neighbours there are.
  unsigned count_pairs(const Cells& x) const {
    return (x & x.without(last_column).up(1)).count() + (x & x.up(8)).count();
  }

  // The cells with at most one neighbour.
  Cells ends_of(const Cells& x) const {
    return BoxOfWords::ends_of(
        x, {x.without(last_column).up(1), x.without(first_column).down(1), x.up(8), x.down(8)});
  }

  // The same for several boards at once.
  BoardVector count_pairs(const Boards<1>& boards) const {
    const BoardVector x = boards.word(0);
    return bit_counts(x & (x & ~last_column.word(0)) << 1) + bit_counts(x & x << 8);
  }
  using BoxOfWords::canonical;
  Boards<1> grown(const Boards<1>& boards) const {
    return Boards<1>({ByteBoards::grown(boards.word(0))});
  }
  Boards<1> canonical(const Boards<1>& boards, bool with_mirror_images) const {
    return Boards<1>({ByteBoards::canonical(boards.word(0), with_mirror_images)});
  }

 private:
  static constexpr Cells first_column = Cells::of_words({0x0101010101010101});
  static constexpr Cells last_column = Cells::of_words({0x8080808080808080});
};

}  // namespace cgt
