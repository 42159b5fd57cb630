// Boxes of any width and height, for boards that are too long for 8 × 8. Those of one word turn and
// split several boards side by side, as ByteBox does; what the compiler does not know of them are
// masks and distances that are worked out once.
#pragma once

#include "placement/box.hpp"

namespace cgt {

// A box of N words, up to four.
template <std::size_t N>
class WideBox : public BoxOfWords<WideBox<N>, N> {
 public:
  using Cells = CellSet<N>;

  static constexpr bool is_side_by_side = N == 1;

  // A box of `size.width` × `size.height` cells, which fit in N words. It is no higher than wide.
  explicit WideBox(BoardSize size)
      : width_(static_cast<unsigned>(size.width)), height_(static_cast<unsigned>(size.height)),
        step_(N == 1 && height_ == 1 ? 0 : width_) {
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

  // The least image, moved to the top left corner, under the four rotations or, with mirror images,
  // under the eight symmetries; not of the empty set.
  Cells canonical(const Cells& cells, bool with_mirror_images) const {
    if constexpr (is_side_by_side) {
      const std::array<Cells, boards_at_once> boards{cells};
      return boards_of<Cells>(canonical(vector_of(boards.data()), with_mirror_images))[0];
    } else {
      return canonical_alone(cells, with_mirror_images);
    }
  }

  // The same for several boards at once.
  BoardVector grown(const BoardVector& x) const {
    const Word not_last = not_last_.word(0);
    return x | (x & not_last) << 1 | (x >> 1 & not_last) | x << step_ | x >> step_;
  }
  BoardVector canonical(const BoardVector& boards, bool with_mirror_images) const;

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
    if (column < height_) {
      square_ |= cell;
      diagonals_[height_ - 1 + column - row] |= cell;
    }
  }

  Cells row_up(const Cells& x) const {
    return N == 1 || step_ < word_bits ? x.up_a_little(step_) : x.up(step_);
  }
  Cells row_down(const Cells& x) const {
    return N == 1 || step_ < word_bits ? x.down_a_little(step_) : x.down(step_);
  }

  Cells canonical_alone(const Cells& cells, bool with_mirror_images) const;

  // Moved left until a cell is in the first column; adds to `columns` by how many columns.
  Cells to_left(Cells x, unsigned& columns) const {
    for (std::size_t power = width_powers(); power-- > 0;)
      if (!(x & first_columns_[power]).any()) {
        x = x.down(std::size_t{1} << power);
        columns += 1u << power;
      }
    return x;
  }

  // The first `rows` rows in the opposite order.
  Cells flipped(const Cells& x, unsigned rows) const {
    Cells image;
    for (unsigned row = 0; row < rows; ++row)
      for (unsigned column = 0; column < width_; column += word_bits) {
        const Word part = low_bits(std::min<std::size_t>(width_ - column, word_bits));
        image.add_bits_at(std::size_t{rows - 1 - row} * width_ + column,
                          x.bits_at(std::size_t{row} * width_ + column) & part);
      }
    return image;
  }

  // Rows and columns exchanged, of cells in the first `side` rows and columns. The cells of one
  // diagonal all move by as many bits.
  Cells transposed(const Cells& x, unsigned side) const {
    Cells image = x & diagonals_[height_ - 1];
    for (unsigned away = 1; away < side; ++away) {
      const std::size_t distance = std::size_t{away} * (width_ - 1);
      image |= (x & diagonals_[height_ - 1 + away]).up(distance);
      image |= (x & diagonals_[height_ - 1 - away]).down(distance);
    }
    return image;
  }

  // The same for several boards at once, in all rows and columns.
  BoardVector to_top(BoardVector x, BoardVector& rows) const {
    for (std::size_t power = height_powers(); power-- > 0;)
      x = moved_if_empty(x, first_rows_[power].word(0), std::size_t{width_} << power,
                         Word{1} << power, rows);
    return x;
  }
  BoardVector to_left(BoardVector x, BoardVector& columns) const {
    for (std::size_t power = width_powers(); power-- > 0;)
      x = moved_if_empty(x, first_columns_[power].word(0), std::size_t{1} << power,
                         Word{1} << power, columns);
    return x;
  }
  BoardVector flipped(const BoardVector& x) const {
    BoardVector image{};
    for (unsigned row = 0; row < height_; ++row)
      image |= (x >> (row * width_) & low_bits(width_)) << ((height_ - 1 - row) * width_);
    return image;
  }
  BoardVector transposed(const BoardVector& x) const {
    BoardVector image = x & diagonals_[height_ - 1].word(0);
    for (unsigned away = 1; away < height_; ++away) {
      const unsigned distance = away * (width_ - 1);
      image |= (x & diagonals_[height_ - 1 + away].word(0)) << distance;
      image |= (x & diagonals_[height_ - 1 - away].word(0)) >> distance;
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
  unsigned step_;  // from a cell to the one below it; 0 if there is none and the step would be a
                   // whole word
  std::array<std::uint8_t, bits> rows_{};  // of each cell
  Cells not_last_;                         // the cells that have another to the right
  std::array<Cells, powers> first_rows_;   // the first, the first 2, 4, 8, …
  std::array<Cells, powers> first_columns_;
  Cells square_;  // the cells that can change places with others when rows and columns do
  std::array<Cells, 2 * most_rows - 1> diagonals_;  // of the square, from the lower left
};

template <std::size_t N>
auto WideBox<N>::canonical_alone(const Cells& cells, bool with_mirror_images) const -> Cells {
  unsigned ignored = 0;
  Cells upright = to_left(cells.down(std::size_t{rows_[cells.first()]} * width_), ignored);
  unsigned height = rows_[upright.last()] + 1u;
  unsigned spare = 0;
  Cells turned = to_left(upright.reversed().down(bits - std::size_t{height} * width_), spare);
  unsigned width = width_ - spare;
  const bool stands = height > width;  // the least image is no higher than wide
  if (stands) {
    upright = transposed(upright, height);
    turned = transposed(turned, height);
    std::swap(width, height);
  }
  Cells best = std::min(upright, turned);
  if (!with_mirror_images && !stands && width != height) return best;
  // Transposing and flipping each exchange left and right hands.
  const Cells flipped = this->flipped(upright, height);
  const Cells mirrored = flipped.reversed().down(bits - (std::size_t{height - 1} * width_ + width));
  const Cells other_best = std::min(flipped, mirrored);
  if (with_mirror_images)
    best = std::min(best, other_best);
  else if (stands)
    best = other_best;
  if (width != height) return best;
  best = std::min({best, transposed(flipped, height), transposed(mirrored, height)});
  if (!with_mirror_images) return best;
  return std::min({best, transposed(upright, height), transposed(turned, height)});
}

template <std::size_t N>
BoardVector WideBox<N>::canonical(const BoardVector& boards, bool with_mirror_images) const {
  BoardVector ignored{};
  const BoardVector upright = to_left(to_top(boards, ignored), ignored);
  BoardVector spare_rows{};
  const BoardVector turned = to_left(
      to_top(reversed_bits(upright) >> (word_bits - std::size_t{width_} * height_), spare_rows),
      ignored);
  const BoardVector spare_bits = spare_rows * Word{width_};
  const BoardVector flipped = this->flipped(upright) >> spare_bits;
  const BoardVector mirrored = this->flipped(turned) >> spare_bits;
  BoardVector rotations = least(upright, turned);
  BoardVector others = least(flipped, mirrored);
  const BoardVector too_wide = mask((upright & ~square_.word(0)) != 0);
  if (any(~too_wide)) {
    rotations = least(rotations, least(transposed(flipped), transposed(mirrored)) | too_wide);
    others = least(others, least(transposed(upright), transposed(turned)) | too_wide);
  }
  return with_mirror_images ? least(rotations, others) : rotations;
}

}  // namespace cgt
