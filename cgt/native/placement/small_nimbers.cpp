#include "placement/small_nimbers.hpp"

#include <algorithm>

#include "base/memory_resource.hpp"
#include "placement/game_board.hpp"

namespace cgt {

namespace {

using Cells = ByteBox::Cells;

constexpr Word first_column = 0x0101010101010101;
constexpr Word last_column = first_column << 7;
constexpr Word first_row = low_bits(8);
constexpr Word last_row = first_row << 56;

// In any order.
Word fingerprint_of_pieces(std::span<const Shape> shapes) {
  Word all = 0;
  for (const Shape& shape : shapes) {
    Word cells = mix(shape.size());
    for (auto [row, column] : shape) cells = mix(cells ^ (Word{row} << 32 | column));
    all += cells;
  }
  return mix(all);
}

// The canonical regions with one cell more than these. Those with the same first row are sorted
// together: all at once would take longer than the heart can wait.
std::vector<Word> with_one_cell_more(const GameBoard<ByteBox>& board,
                                     const std::vector<Word>& regions, Heartbeat& heart) {
  std::vector<std::vector<Word>> by_row(first_row + 1);
  const auto add = [&](Word region, Word places) {
    const Cells cells = Cells::of_words({region});
    for (Word left = board.box().grown(cells).without(cells).word(0) & places; left != 0;
         left = without_lowest(left)) {
      const Cells larger = board.canonical(Cells::of_words({region | (left & -left)}));
      by_row[larger.word(0) & first_row].push_back(larger.word(0));
    }
  };
  // A new cell above or on the left needs the others moved.
  for (const Word region : regions) {
    heart.beat(500);
    add(region, ~Word{0});
    if ((region & last_column) == 0) add(region << 1, first_column);
    if ((region & last_row) == 0) add(region << 8, first_row);
  }
  std::vector<Word> all;
  for (std::vector<Word>& some : by_row) {
    heart.beat(100 * some.size());
    std::sort(some.begin(), some.end());
    all.insert(all.end(), some.begin(), std::unique(some.begin(), some.end()));
  }
  return all;
}

}  // namespace

// The entries are copied to large pages: random access to small ones takes a third more time.
SmallNimbers::SmallNimbers(std::span<const Word> words, std::span<const Shape> shapes)
    : memory_(std::max(words.size_bytes(), sizeof(Word))) {
  if (words.size() <= first_entry || words[mark_place] != mark ||
      words[pieces_place] != fingerprint_of_pieces(shapes) || words[cells_place] > most_cells)
    throw std::invalid_argument("this is no table of small regions for these pieces");
  cells_ = static_cast<unsigned>(words[cells_place]);
  Word* const start = static_cast<Word*>(memory_.start());
  entries_ = {start, words.size() - first_entry};
  std::copy(words.begin() + first_entry, words.end(), start);
  if (std::find(entries_.begin(), entries_.end(), Word{0}) == entries_.end())
    throw std::invalid_argument("this table of small regions is too full");
}

void SmallNimbers::add(std::span<Word> entries, Word shape, unsigned nimber) {
  std::size_t place = place_of(shape, entries.size());
  while (entries[place] != 0) place = place + 1 == entries.size() ? 0 : place + 1;
  entries[place] = shape | Word{nimber} << nimber_shift;
}

// From the smallest regions to the largest: so the table has what a move leaves.
std::vector<Word> SmallNimbers::made(std::span<const Shape> shapes, unsigned cells,
                                     Heartbeat& heart) {
  if (cells > most_cells) throw std::invalid_argument("a small region has up to 14 cells");
  const GameBoard<ByteBox> board(ByteBox({8, 8}), shapes);
  std::vector<Word> regions;
  for (std::vector<Word> next{1}; cells > 0; --cells) {
    regions.insert(regions.end(), next.begin(), next.end());
    if (cells > 1) next = with_one_cell_more(board, next, heart);
  }
  std::vector<Word> words(first_entry + regions.size() / 2 * 3 + 4);
  words[mark_place] = mark;
  words[pieces_place] = fingerprint_of_pieces(shapes);
  words[cells_place] = static_cast<Word>(std::popcount(regions.empty() ? 0 : regions.back()));
  const std::span<Word> entries = std::span(words).subspan(first_entry);
  MoveList<Cells> moves(std::pmr::new_delete_resource());
  GameBoard<ByteBox>::LeftRegions left(std::pmr::new_delete_resource());
  std::vector<unsigned> options;
  for (const Word word : regions) {
    heart.beat(2000);
    const Cells region = Cells::of_words({word});
    board.list_moves(region, moves);
    options.assign(moves.size(), 0);
    left.clear();
    board.add_regions_left(region, moves, left);
    for (const LeftRegion<Cells>& part : left) {
      const auto nimber = board.takes_one_piece(part.size) ? 1 : find(entries, part.region.word(0));
      if (!nimber) throw std::invalid_argument("a piece is not connected");
      options[part.move] ^= *nimber;
    }
    std::uint64_t reached = 0;
    for (const unsigned option : options)
      if (option < 64) reached |= std::uint64_t{1} << option;
    add(entries, word, static_cast<unsigned>(std::countr_one(reached)));
  }
  return words;
}

}  // namespace cgt
