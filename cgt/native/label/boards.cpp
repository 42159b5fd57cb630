#include "label/boards.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "label/paint.hpp"
#include "label/runs.hpp"

namespace cgt {

namespace {

// How many runs a board of N words can have, if it is at least two cells wide: three is worst.
template <std::size_t N>
constexpr std::size_t most_runs = [] {
  std::size_t most = 0;
  for (std::size_t width = 2; width <= N * word_bits; ++width)
    most = std::max(most, N * word_bits / width * ((width + 1) / 2));
  return most;
}();
static_assert(most_runs<words_for(most_bulk_cells)> <= UINT8_MAX);

template <std::size_t N>
using RunTable = std::array<std::uint8_t, most_runs<N> + paint_reach<std::uint8_t>>;

template <std::size_t N>
constexpr RunTable<N> every_run_its_own = [] {
  RunTable<N> table{};
  for (std::size_t run = 0; run < table.size(); ++run) table[run] = static_cast<std::uint8_t>(run);
  return table;
}();

template <std::size_t N>
class BoardLabeller {
 public:
  using Board = std::array<Word, N>;

  BoardLabeller(BoardSize size, Labelled which, std::span<const Shape> shapes)
      : size_(size), which_(which) {
    for (std::size_t cell = 0; cell < size.cells(); ++cell) {
      set_bit(on_board_, cell);
      if (cell % size.width != 0) set_bit(has_left_neighbour_, cell);
    }
    for (const Shape& shape : shapes) stencils_.emplace_back(shape, size, Board{});
  }

  // Writes size_.cells() labels and returns the number of components.
  std::uint8_t label(const Word* words, std::uint8_t* labels) const {
    const Board cells = labelled_cells(words);
    const Board starts = first_of_stretches(cells);
    const Board contacts = first_of_stretches(shared_with_row_above(cells));

    RunTable<N> runs = every_run_its_own<N>;
    std::size_t run = 0;
    std::size_t run_above = 0;
    for (std::size_t i = 0; i < N; ++i) {
      const Word starts_above = word_shifted_up(starts, i, size_.width);
      join_runs(runs.data(), contacts[i], starts[i], run, starts_above, run_above);
      run += count_bits(starts[i]);
      run_above += count_bits(starts_above);
    }
    const std::uint8_t count = flatten(runs.data(), 1, run, std::uint8_t{0});
    paint(runs, starts, cells, labels);
    return count;
  }

 private:
  Board labelled_cells(const Word* words) const {
    Board filled;
    std::copy_n(words, N, filled.begin());
    if (which_ == Labelled::filled) return masked(filled);
    for (Word& word : filled) word = ~word;
    const Board empty = masked(filled);
    if (which_ == Labelled::empty) return empty;
    Board live{};
    for (const Stencil<Board>& stencil : stencils_) stencil.add_covered(empty, live, [] {});
    return live;
  }

  Board masked(Board cells) const {
    for (std::size_t i = 0; i < N; ++i) cells[i] &= on_board_[i];
    return cells;
  }

  // The cells whose left neighbour is not set, or is not in the same row.
  Board first_of_stretches(const Board& cells) const {
    Board first;
    for (std::size_t i = 0; i < N; ++i)
      first[i] = cells[i] & ~(word_shifted_up(cells, i, 1) & has_left_neighbour_[i]);
    return first;
  }

  Board shared_with_row_above(const Board& cells) const {
    Board shared;
    for (std::size_t i = 0; i < N; ++i)
      shared[i] = cells[i] & word_shifted_up(cells, i, size_.width);
    return shared;
  }

  void paint(const RunTable<N>& runs, const Board& starts, const Board& cells,
             std::uint8_t* labels) const {
    const std::uint8_t* current = runs.data();
    const std::size_t count = size_.cells();
    for (std::size_t done = 0; done < count; done += 8) {
      const auto starts_here =
          static_cast<unsigned>(starts[done / word_bits] >> done % word_bits & 0xff);
      const auto cells_here =
          static_cast<unsigned>(cells[done / word_bits] >> done % word_bits & 0xff);
      if (done + 8 <= count)
        paint_eight(current, starts_here, cells_here, labels + done);
      else
        paint_some(current, starts_here, cells_here, labels + done,
                   static_cast<unsigned>(count - done));
      current += run_offsets[starts_here][7];
    }
  }

  BoardSize size_;
  Labelled which_;
  Board on_board_{};
  Board has_left_neighbour_{};
  std::vector<Stencil<Board>> stencils_;
};

template <std::size_t N>
void label_all(std::span<const Word> boards, BoardSize size, Labelled which,
               std::span<const Shape> shapes, std::span<std::uint8_t> labels,
               std::span<std::uint8_t> counts, Heartbeat& heart) {
  const BoardLabeller<N> labeller(size, which, shapes);
  const std::size_t work = 2 * size.cells() * (1 + shapes.size());
  for (std::size_t board = 0; board < counts.size(); ++board) {
    counts[board] = labeller.label(&boards[board * N], &labels[board * size.cells()]);
    heart.beat(work);
  }
}

std::vector<Shape> transposed(std::span<const Shape> shapes) {
  std::vector<Shape> images(shapes.begin(), shapes.end());
  for (Shape& shape : images)
    for (auto& [row, column] : shape) std::swap(row, column);
  return images;
}

}  // namespace

void label_boards(std::span<const Word> boards, BoardSize size, Labelled which,
                  std::span<const Shape> shapes, std::span<std::uint8_t> labels,
                  std::span<std::uint8_t> counts, Heartbeat& heart) {
  if (size.width == 1 && size.height > 1) {  // a column has the same bits and labels as a row
    const std::vector<Shape> turned = transposed(shapes);
    return label_boards(boards, {size.height, 1}, which, turned, labels, counts, heart);
  }
  switch (words_for(size.cells())) {
    case 1:
      return label_all<1>(boards, size, which, shapes, labels, counts, heart);
    case 2:
      return label_all<2>(boards, size, which, shapes, labels, counts, heart);
    case 3:
      return label_all<3>(boards, size, which, shapes, labels, counts, heart);
    case 4:
      return label_all<4>(boards, size, which, shapes, labels, counts, heart);
    default:
      throw std::invalid_argument("boards of 1 to 256 cells can be labelled in bulk");
  }
}

}  // namespace cgt
