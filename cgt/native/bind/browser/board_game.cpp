#include "bind/browser/board_game.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "label/boards.hpp"

namespace cgt::browser {

namespace {

// All tables together. The page's memory has room for this and for what tables that grow leave
// behind.
constexpr std::size_t solver_memory = std::size_t{192} << 20;
constexpr unsigned most_pieces = 64;
constexpr unsigned most_rotations = 8;
constexpr unsigned most_piece_cells = 16;
constexpr double seconds_between_tells = 0.1;

void no_beat() {}

void clear_bit(std::vector<Word>& words, std::size_t index) {
  words[index / word_bits] &= ~(Word{1} << index % word_bits);
}

// Whether the mirror image of each shape is a shape, too.
bool have_mirror_images(std::vector<Shape> shapes) {
  for (Shape& shape : shapes) std::sort(shape.begin(), shape.end());
  return std::all_of(shapes.begin(), shapes.end(), [&](Shape shape) {
    std::uint32_t last = 0;
    for (const auto& cell : shape) last = std::max(last, cell.second);
    for (auto& cell : shape) cell.second = last - cell.second;
    std::sort(shape.begin(), shape.end());
    return std::find(shapes.begin(), shapes.end(), shape) != shapes.end();
  });
}

}  // namespace

BoardGame::BoardGame(Words& words) {
  play_ = words.word() == "misere" ? Play::misere : Play::normal;
  size_.width = words.count(most_cells);
  size_.height = words.count(most_cells);
  if (size_.cells() == 0 || size_.cells() > most_cells)
    throw std::invalid_argument("placement games take boards of 1 to 256 cells");
  const unsigned pieces = words.count(most_pieces);
  for (unsigned piece = 0; piece < pieces; ++piece) {
    names_.emplace_back(words.word());
    const unsigned rotations = words.count(most_rotations);
    for (unsigned turn = 0; turn < rotations; ++turn) {
      Shape shape(words.count(most_piece_cells));
      for (auto& [row, column] : shape) {
        row = words.count(most_piece_cells);
        column = words.count(most_piece_cells);
      }
      shapes_.push_back(std::move(shape));
      piece_of_shape_.push_back(piece);
    }
  }
  for (double* share : {&shares_.who_wins, &shares_.next_move, &shares_.one_of_many,
                        &shares_.seconds_for_hardest, &shares_.seconds_to_look,
                        &shares_.seconds_for_traps, &shares_.patience_when_won, &shares_.at_least})
    *share = words.decimal();
  mirrors_ = have_mirror_images(shapes_);
  solver_ = PlacementSolver::make({size_, shapes_, play_, 1, solver_memory});
}

BoardCells BoardGame::board(std::string_view text) const {
  BoardCells board{size_, std::vector<Word>(words_for(size_.cells()))};
  std::size_t cell = 0;
  for (const char c : text) {
    if (c == '|') continue;
    if (cell >= size_.cells()) throw std::invalid_argument("the board has another size");
    if (c == '.') set_bit(board.empty, cell);
    ++cell;
  }
  if (cell != size_.cells()) throw std::invalid_argument("the board has another size");
  return board;
}

std::vector<BoardMove> BoardGame::placements(const BoardCells& board) const {
  Heartbeat heart(no_beat);
  std::vector<BoardMove> found;
  for (const Anchor anchor : find_placements(board.empty, board.size, shapes_, heart)) {
    BoardMove move{piece_of_shape_[anchor.shape], {}, board, {found.size()}};
    for (const auto& [row, column] : shapes_[anchor.shape]) {
      const std::size_t cell = (anchor.row + row) * board.size.width + anchor.column + column;
      move.cells.push_back(static_cast<unsigned>(cell));
      clear_bit(move.leaves.empty, cell);
    }
    found.push_back(std::move(move));
  }
  return found;
}

std::vector<BoardMove> BoardGame::moves(const BoardCells& board) const {
  std::vector<BoardMove> found;
  std::map<std::vector<Word>, std::size_t> kinds;
  std::size_t number = 0;
  for (BoardMove& move : placements(board)) {
    const auto [known, is_new] = kinds.try_emplace(least_image(move.leaves), found.size());
    if (is_new)
      found.push_back(std::move(move));
    else
      found[known->second].alike.push_back(number);
    ++number;
  }
  return found;
}

// The least of the images under turning, and under mirroring if the pieces allow that.
std::vector<Word> BoardGame::least_image(const BoardCells& board) const {
  const std::size_t w = board.size.width;
  const std::size_t h = board.size.height;
  std::vector<Word> least;
  for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
    const bool flips_rows = (symmetry & 1) != 0;
    const bool flips_columns = (symmetry & 2) != 0;
    const bool swaps = (symmetry & 4) != 0;
    const bool mirrors = (flips_rows != flips_columns) != swaps;
    if ((swaps && w != h) || (mirrors && !mirrors_)) continue;
    std::vector<Word> image(board.empty.size());
    for_each_bit(board.empty, [&](std::size_t cell) {
      std::size_t row = cell / w;
      std::size_t column = cell % w;
      if (flips_rows) row = h - 1 - row;
      if (flips_columns) column = w - 1 - column;
      set_bit(image, swaps ? column * w + row : row * w + column);
    });
    if (least.empty() || image < least) least = std::move(image);
  }
  return least;
}

std::vector<std::uint8_t> BoardGame::regions(const BoardCells& board) const {
  Heartbeat heart(no_beat);
  std::vector<Word> filled = board.empty;
  for (Word& word : filled) word = ~word;
  if (const std::size_t over = board.size.cells() % word_bits; over != 0)
    filled.back() &= low_bits(over);
  std::vector<std::uint8_t> labels(board.size.cells());
  std::uint8_t count = 0;
  label_boards(filled, board.size, Labelled::live, shapes_, labels, {&count, 1}, heart);
  return labels;
}

BoardCells BoardGame::region(const BoardCells& board, const std::vector<std::uint8_t>& labels,
                             unsigned number) {
  BoardCells alone{board.size, std::vector<Word>(board.empty.size())};
  for (std::size_t cell = 0; cell < labels.size(); ++cell)
    if (labels[cell] == number) set_bit(alone.empty, cell);
  return alone;
}

std::size_t BoardGame::live_cells_of(const BoardCells& board) const {
  Heartbeat heart(no_beat);
  std::size_t count = 0;
  for (const Word word : live_cells(board.empty, board.size, shapes_, heart))
    count += count_bits(word);
  return count;
}

// Tells the page a few times a second how far the search is.
SolverPulse BoardGame::until(const Limits& limits) const {
  return [limits, next = Limits::of(seconds_between_tells)](const SolverProgress& so_far) mutable {
    if (next.is_over()) {
      next = Limits::of(seconds_between_tells);
      Json part;
      part.open('{').key("progress").open('{').add("nodes", so_far.nodes);
      part.add("used", so_far.table_used).add("room", so_far.table_room);
      tell(part.close('}').close('}'));
    }
    return !limits.is_over();
  };
}

Outcome BoardGame::wins(const BoardCells& board, const Limits& limits) {
  if (limits.is_over()) return std::nullopt;
  return solver_->wins(board, until(limits));
}

Outcome BoardGame::known(const BoardCells& board, const Limits& limits) {
  if (limits.is_over()) return std::nullopt;
  return solver_->known(board, until(limits));
}

double BoardGame::effort_to_win(const BoardCells& board, const Limits& limits) {
  if (limits.is_over()) return 0;
  return solver_->effort_to_win(board, until(limits)).value_or(0);
}

std::optional<unsigned> BoardGame::nimber(const BoardCells& board, const Limits& limits) {
  if (limits.is_over()) return std::nullopt;
  return solver_->nimber(board, until(limits));
}

std::optional<FormId> BoardGame::form(const BoardCells& board, const Limits& limits) {
  if (limits.is_over()) return std::nullopt;
  return solver_->form(board, FormKind::canonical, until(limits));
}

bool BoardGame::follows_a_win(const BoardCells& board) const {
  return std::any_of(won_.begin(), won_.end(), [&](const std::vector<Word>& left) {
    for (std::size_t i = 0; i < left.size(); ++i)
      if ((board.empty[i] & ~left[i]) != 0) return false;
    const std::vector<BoardMove> replies = placements({board.size, left});
    return std::any_of(replies.begin(), replies.end(),
                       [&](const BoardMove& reply) { return reply.leaves.empty == board.empty; });
  });
}

}  // namespace cgt::browser
