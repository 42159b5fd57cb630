// Boxes of any width and height, for boards that are too long for 8 × 8. They turn and split
// several boards side by side, as ByteBox does; what the compiler does not know of them are masks
// and distances that are worked out once.
#pragma once

#include "placement/box.hpp"

namespace cgt {

// A box of N words, up to four.
template <std::size_t N>
class WideBox : public BoxOfWords<WideBox<N>, N> {
 public:
  using Cells = CellSet<N>;

  // A box of `size.width` × `size.height` cells, which fit in N words. It is no higher than wide.
  explicit WideBox(BoardSize size)
      : width_(static_cast<unsigned>(size.width)), height_(static_cast<unsigned>(size.height)),
        cells_(size.cells()), step_(N == 1 && height_ == 1 ? 0 : width_) {
    for (unsigned row = 0; row < height_; ++row)
      for (unsigned column = 0; column < width_; ++column) add_cell(row, column);
  }

  unsigned width() const { return width_; }
  unsigned height() const { return height_; }
  unsigned row_of(unsigned bit) const { return rows_[bit]; }

  // Every cell and its neighbours.
  Cells grown(const Cells& x) const {
    return x | (x & not_last_).up_a_little(1) | (x.down_a_little(1) & not_last_) | row_up(x) |
           row_down(x);
  }

  // How many pairs of neighbours there are.
  unsigned count_pairs(const Cells& x) const {
    const unsigned beside = (x & (x & not_last_).up_a_little(1)).count();
    return height_ == 1 ? beside : beside + (x & row_up(x)).count();
  }

  // The cells with at most one neighbour.
  Cells ends_of(const Cells& x) const {
    const bool row = height_ == 1;
    return BoxOfWords<WideBox, N>::ends_of(
        x, {(x & not_last_).up_a_little(1), x.down_a_little(1) & not_last_,
            row ? Cells() : row_up(x), row ? Cells() : row_down(x)});
  }

  // The same for several boards at once.
  BoardVector count_pairs(const Boards<N>& x) const {
    const BoardVector beside = (x & (x & not_last_).up_a_little(1)).counts();
    return height_ == 1 ? beside : beside + (x & row_up(x)).counts();
  }
  using BoxOfWords<WideBox, N>::canonical;
  [[gnu::always_inline]] Boards<N> grown(const Boards<N>& x) const {
    return x | (x & not_last_).up_a_little(1) | (x.down_a_little(1) & not_last_) | row_up(x) |
           row_down(x);
  }
  Boards<N> canonical(const Boards<N>& boards, bool with_mirror_images) const {
    const Boards<N> upright = to_corner(boards);
    const Boards<N> turned = to_corner(upright.reversed().down(bits - cells_));
    const Boards<N> flipped = to_top(this->flipped(upright));
    const Boards<N> mirrored = to_top(this->flipped(turned));
    Boards<N> rotations = least(upright, turned);
    Boards<N> others = least(flipped, mirrored);
    // Transposing and flipping each exchange left and right hands.
    const BoardVector fits = (upright & outside_square_).empty();
    if (any(fits)) {
      rotations = least_if(fits, rotations, least(transposed(flipped), transposed(mirrored)));
      if (with_mirror_images)
        others = least_if(fits, others, least(transposed(upright), transposed(turned)));
    }
    return with_mirror_images ? least(rotations, others) : rotations;
  }

 private:
  static constexpr std::size_t bits = N * word_bits;

  void add_cell(unsigned row, unsigned column) {
    const Cells cell = this->cell(row, column);
    rows_[cell.first()] = static_cast<std::uint8_t>(row);
    if (column + 1 < width_) not_last_ |= cell;
    for (std::size_t power = 0; power < powers; ++power) {
      if (row < 1u << power) first_rows_[power] |= cell;
      if (column < 1u << power) first_columns_[power] |= cell;
    }
    row_cells_[row] |= cell;
    if (column < height_)
      diagonals_[height_ - 1 + column - row] |= cell;
    else
      outside_square_ |= cell;
  }

  // For cells and for boards.
  template <class Set>
  Set row_up(const Set& x) const {
    return N == 1 || step_ < word_bits ? x.up_a_little(step_) : x.up(step_);
  }
  template <class Set>
  Set row_down(const Set& x) const {
    return N == 1 || step_ < word_bits ? x.down_a_little(step_) : x.down(step_);
  }

  // Moved up until a cell is in the first row, and left until one is in the first column.
  Boards<N> to_corner(const Boards<N>& x) const {
    Boards<N> moved = to_top(x);
    for (std::size_t power = width_powers(); power-- > 0;)
      moved = moved_if_empty(moved, first_columns_[power], std::size_t{1} << power);
    return moved;
  }
  Boards<N> to_top(Boards<N> x) const {
    for (std::size_t power = height_powers(); power-- > 0;)
      x = moved_if_empty(x, first_rows_[power], std::size_t{width_} << power);
    return x;
  }

  // Moves down those boards by `distance` bits that have none of some cells.
  static Boards<N> moved_if_empty(const Boards<N>& x, const Cells& cells, std::size_t distance) {
    return chosen((x & cells).empty(), x.down(distance), x);
  }

  static Boards<N> least_if(const BoardVector& choose, const Boards<N>& x, const Boards<N>& other) {
    return chosen(choose, least(x, other), x);
  }

  // The rows in the opposite order.
  Boards<N> flipped(const Boards<N>& x) const {
    Boards<N> image;
    for (unsigned row = 0; row < height_; ++row) {
      const Boards<N> cells = x & row_cells_[row];
      const unsigned to_row = height_ - 1 - row;
      image = image | (row < to_row ? cells.up(std::size_t{to_row - row} * width_)
                                    : cells.down(std::size_t{row - to_row} * width_));
    }
    return image;
  }

  // Rows and columns exchanged, of cells in the square. The cells of one diagonal all move by as
  // many bits.
  Boards<N> transposed(const Boards<N>& x) const {
    Boards<N> image = x & diagonals_[height_ - 1];
    for (unsigned away = 1; away < height_; ++away) {
      const std::size_t distance = std::size_t{away} * (width_ - 1);
      image = image | (x & diagonals_[height_ - 1 + away]).up(distance) |
              (x & diagonals_[height_ - 1 - away]).down(distance);
    }
    return image;
  }

  // How many powers of two are less than the width, or than the height.
  std::size_t width_powers() const { return static_cast<std::size_t>(std::bit_width(width_ - 1)); }
  std::size_t height_powers() const {
    return static_cast<std::size_t>(std::bit_width(height_ - 1));
  }
  static constexpr std::size_t powers = 8;
  static constexpr std::size_t most_rows = 16;  // no box of 256 cells is higher than wide

  unsigned width_;
  unsigned height_;
  std::size_t cells_;
  unsigned step_;  // from a cell to the one below it; 0 if there is none and the step would be a
                   // whole word
  std::array<std::uint8_t, bits> rows_{};  // of each cell
  Cells not_last_;                         // the cells that have another to the right
  std::array<Cells, powers> first_rows_;   // the first, the first 2, 4, 8, …
  std::array<Cells, powers> first_columns_;
  std::array<Cells, most_rows> row_cells_;
  Cells outside_square_;  // the cells that have no place when rows and columns are exchanged
  std::array<Cells, 2 * most_rows - 1> diagonals_;  // of the square, from the lower left
};

}  // namespace cgt
