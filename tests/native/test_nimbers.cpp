// Nimbers that are asked for in sets, and regions that are told apart by their graphs only, against
// trying every move and against trying every way to match the cells of two regions.
#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>

#include "check.hpp"
#include "placement/game_board.hpp"
#include "placement/graph_key.hpp"
#include "placement/nimber_knowledge.hpp"
#include "placement/small_nimbers.hpp"
#include "placement/solver.hpp"
#include "placement/wide_box.hpp"

namespace cgt::test {

namespace {

using Mask = std::uint32_t;

const std::vector<Shape> dominoes{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}};
const std::vector<Shape> three_in_a_row_or_one{
    {{0, 0}}, {{0, 0}, {0, 1}, {0, 2}}, {{0, 0}, {1, 0}, {2, 0}}};

std::vector<Mask> moves_on(BoardSize size, const std::vector<Shape>& shapes) {
  std::vector<Mask> moves;
  for (const Shape& shape : shapes)
    for (std::size_t row = 0; row < size.height; ++row)
      for (std::size_t column = 0; column < size.width; ++column) {
        Mask mask = 0;
        bool inside = true;
        for (auto [r, c] : shape) {
          inside = inside && row + r < size.height && column + c < size.width;
          if (inside) mask |= Mask{1} << ((row + r) * size.width + column + c);
        }
        if (inside) moves.push_back(mask);
      }
  return moves;
}

using Nimbers = std::unordered_map<Mask, unsigned>;

// Of a whole board, without splitting it.
unsigned plain_nimber(Mask empty, const std::vector<Mask>& moves, Nimbers& known) {
  if (const auto found = known.find(empty); found != known.end()) return found->second;
  std::uint64_t reached = 0;
  for (Mask move : moves)
    if ((move & empty) == move)
      reached |= std::uint64_t{1} << plain_nimber(empty & ~move, moves, known);
  return known[empty] = static_cast<unsigned>(std::countr_one(reached));
}

void check_random_nimbers(const std::vector<Shape>& shapes, BoardSize box, unsigned threads,
                          std::size_t memory, Nimbers& known,
                          const std::vector<Word>& small_regions = {}) {
  std::mt19937 random(18);
  const auto go_on = [](const SolverProgress&) { return true; };
  const BoardSize size{5, 4};
  const std::vector<Mask> moves = moves_on(size, shapes);
  const auto solver = PlacementSolver::make({box, shapes, Play::normal, threads, memory});
  if (!small_regions.empty()) solver->use_small_nimbers(small_regions);
  for (int board = 0; board < 12; ++board) {
    const auto empty = static_cast<Mask>((random() | random() | random()) & low_bits(20));
    const unsigned expected = plain_nimber(empty, moves, known);
    check(solver->nimber({size, {empty}}, go_on) == expected,
          "trying every move finds the same nimber");
    check(solver->wins({size, {empty}}, go_on) == (expected != 0),
          "the player to move wins unless the nimber is 0");
  }
}

void check_sets() {
  const NimberSet set = NimberSet::of(1) | NimberSet::of(4) | NimberSet::of(6);
  check(set.first(2).bits() == 0b10010 && set.first(9).bits() == set.bits(),
        "the least come first");
  check(set.least() == 1 && set.largest() == 6, "the ends of a set");
  check(set.beside(3).bits() == (1 << 2 | 1 << 7 | 1 << 5), "beside a heap nimbers are added");
  check(!NimberSet::of(64).any(), "a set has no room for 64");
  const auto some = NimberKnowledge().with_excluded(set, 1);
  check(some.wins(4) == true && !some.wins(2), "what is excluded is not the nimber");
  check(some.with(NimberKnowledge().with_nimber(2, 1)).nimber() == 2u, "a nimber says all");
  check(some.with(NimberKnowledge().with_excluded(NimberSet::of(0), 1)).excluded().bits() ==
            (set.bits() | 1),
        "what two searches exclude is excluded");
}

// A region by its rows.
template <class Box>
typename Box::Cells cells_of(const Box& box, const std::vector<std::string>& rows) {
  typename Box::Cells cells;
  for (unsigned row = 0; row < rows.size(); ++row)
    for (unsigned column = 0; column < rows[row].size(); ++column)
      if (rows[row][column] == '.') cells |= box.cell(row, column);
  return cells;
}

// Every other set of cells of a small box, of those that are regions with few cells.
void check_small_regions(const std::vector<Shape>& shapes, unsigned cells) {
  Heartbeat heart([] {});
  const std::vector<Word> words = SmallNimbers::made(shapes, cells, heart);
  const SmallNimbers small(words, shapes);
  check(small.cells() == cells, "a table knows how far it goes");
  const BoardSize size{5, 4};
  const std::vector<Mask> moves = moves_on(size, shapes);
  const WideBox<1> box(size);
  const GameBoard<WideBox<1>> board(box, shapes);
  const WideBox<2> large({11, 9});
  const GameBoard<WideBox<2>> large_board(large, shapes);
  Nimbers known;
  std::size_t found = 0;
  for (Mask mask = 1; mask < Mask{1} << 20; mask += 2) {
    const auto region = WideBox<1>::Cells::of_words({mask});
    if (region.count() > cells || box.part_with(region, region.lowest()) != region) continue;
    const auto canonical = board.canonical(region);
    const auto shape = shape_of(box, canonical, region.count());
    check(shape.has_value(), "a region in a small box has a shape");
    check(small.find(*shape) == plain_nimber(mask, moves, known),
          "the table has the nimber of every small region");
    typename WideBox<2>::Cells copy;
    box.mapped(region, [&](unsigned row, unsigned column) {
      copy |= large.cell(row + 3, column + 5);
      return std::pair{row, column};
    });
    check(shape_of(large, large_board.canonical(copy), region.count()) == shape,
          "a region has the same shape in every box");
    ++found;
  }
  check(found > 1000, "there are many small regions");
  const auto row = cells_of(WideBox<1>({12, 5}), {"........."});
  check(!shape_of(WideBox<1>({12, 5}), row, 9), "nine cells in a row have no shape");
}

void check_wrong_tables() {
  Heartbeat heart([] {});
  const auto is_taken = [](const std::vector<Word>& words, const std::vector<Shape>& shapes) {
    try {
      const SmallNimbers small(words, shapes);
      return true;
    } catch (const std::invalid_argument&) {
      return false;
    }
  };
  const std::vector<Word> words = SmallNimbers::made(dominoes, 6, heart);
  check(is_taken(words, dominoes), "a table is for its pieces");
  check(!is_taken(words, three_in_a_row_or_one), "a table is not for other pieces");
  check(!is_taken({}, dominoes), "nothing is no table");
  for (const std::size_t place : {0, 1, 2}) {
    std::vector<Word> changed = words;
    changed[place] += 100;
    check(!is_taken(changed, dominoes), "a table begins as it was made");
  }
  std::vector<Word> full = words;
  std::ranges::replace(full, Word{0}, Word{1});
  check(!is_taken(full, dominoes), "a table has room");
}

template <class Box>
bool have_equal_keys(const Box& box, const std::vector<std::string>& a,
                     const std::vector<std::string>& b, bool plays_dominoes = true) {
  GraphKey<Box> key(box, plays_dominoes);
  return key.of(cells_of(box, a)) == key.of(cells_of(box, b));
}

template <class Box>
void check_known_graphs(const Box& box) {
  check(have_equal_keys(box, {"....."}, {"..", "#.", "#.."}), "a row may bend");
  check(!have_equal_keys(box, {"....."}, {"......"}), "rows of two lengths");
  check(have_equal_keys(box, {"..#", "...", "##."}, {"..##", "...."}),
        "a tail of a square may bend");
  check(!have_equal_keys(box, {"..##", "...."}, {"..#", "...", ".##"}), "tails in two places");
  check(have_equal_keys(box, {"#.#", "...", "#.#", "#.."}, {"#.###", ".....", "#.###"}),
        "of the ends on one cell one is enough, and what is longer may bend");
  check(!have_equal_keys(box, {"#.#", "..."}, {"...."}, false),
        "pieces larger than dominoes cover several ends of one cell");
  check(have_equal_keys(box, {"....", "#.##"}, {"...", "#.#", "#.#"}, false),
        "branches may be turned");
  check(!have_equal_keys(box, {"....", "#.#."}, {".....", "##.##"}), "branches in two places");
  // Whoever only counts neighbours, and neighbours of neighbours, cannot tell these apart.
  check(!have_equal_keys(box, {"...###", ".#...#", "...#.#", "###...", "###.#.", "###..."},
                         {".....", ".###.", ".....", ".###.", "....."}),
        "two rings joined by a path, and a ring with a path across it");
}

struct Graph {
  std::vector<std::vector<std::size_t>> neighbours;
};

// For dominoes without the cells that have a twin: another cell with the same one neighbour.
Graph graph_of(Mask region, std::size_t width, bool plays_dominoes) {
  const auto neighbours_in = [&](Mask cells, std::size_t cell) {
    Mask found = 0;
    if (cell % width != 0) found |= Mask{1} << (cell - 1);
    if (cell % width != width - 1 && cell + 1 < 32) found |= Mask{1} << (cell + 1);
    if (cell >= width) found |= Mask{1} << (cell - width);
    if (cell + width < 32) found |= Mask{1} << (cell + width);
    return found & cells;
  };
  std::vector<Mask> ends_on;
  for (std::size_t cell = 0; plays_dominoes && cell < 32; ++cell) {
    const Mask found = neighbours_in(region, cell);
    if ((region >> cell & 1) == 0 || std::popcount(found) != 1) continue;
    if (std::find(ends_on.begin(), ends_on.end(), found) != ends_on.end())
      region &= ~(Mask{1} << cell);
    else
      ends_on.push_back(found);
  }
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < 32; ++cell)
    if (region >> cell & 1) cells.push_back(cell);
  Graph graph{std::vector<std::vector<std::size_t>>(cells.size())};
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t j = 0; j < cells.size(); ++j)
      if (neighbours_in(region, cells[i]) >> cells[j] & 1) graph.neighbours[i].push_back(j);
  return graph;
}

// Whether the first cells that have images can be continued to a match of all.
bool can_match(const Graph& a, const Graph& b, std::vector<std::size_t>& images) {
  const std::size_t next = images.size();
  if (next == a.neighbours.size()) return true;
  for (std::size_t image = 0; image < b.neighbours.size(); ++image) {
    if (std::find(images.begin(), images.end(), image) != images.end()) continue;
    if (a.neighbours[next].size() != b.neighbours[image].size()) continue;
    const auto joined = [](const Graph& graph, std::size_t one, std::size_t other) {
      return std::ranges::find(graph.neighbours[one], other) != graph.neighbours[one].end();
    };
    bool fits = true;
    for (std::size_t i = 0; i < next && fits; ++i)
      fits = joined(a, next, i) == joined(b, image, images[i]);
    if (!fits) continue;
    images.push_back(image);
    if (can_match(a, b, images)) return true;
    images.pop_back();
  }
  return false;
}

Mask random_region(std::size_t width, std::size_t height, unsigned cells, std::mt19937& random) {
  Mask region = Mask{1} << random() % (width * height);
  while (static_cast<unsigned>(std::popcount(region)) < cells) {
    const std::size_t cell = random() % (width * height);
    if ((region >> cell & 1) == 0) continue;
    const std::size_t row = cell / width;
    const std::size_t column = cell % width;
    switch (random() % 4) {
      case 0:
        if (column > 0) region |= Mask{1} << (cell - 1);
        break;
      case 1:
        if (column + 1 < width) region |= Mask{1} << (cell + 1);
        break;
      case 2:
        if (row > 0) region |= Mask{1} << (cell - width);
        break;
      default:
        if (row + 1 < height) region |= Mask{1} << (cell + width);
    }
  }
  return region;
}

template <class Box>
void check_random_graphs(const Box& box, unsigned cells, bool plays_dominoes) {
  std::mt19937 random(7);
  constexpr std::size_t width = 6;
  constexpr std::size_t height = 5;
  GraphKey<Box> key(box, plays_dominoes);
  struct Seen {
    Fingerprint key;
    Graph graph;
  };
  std::vector<Seen> seen;
  unsigned equal = 0;
  for (int i = 0; i < 120; ++i) {
    const Mask region = random_region(width, height, cells, random);
    typename Box::Cells in_box;
    for (unsigned cell = 0; cell < width * height; ++cell)
      if (region >> cell & 1) in_box |= box.cell(cell / width, cell % width);
    seen.push_back({key.of(in_box), graph_of(region, width, plays_dominoes)});
    for (std::size_t other = 0; other + 1 < seen.size(); ++other) {
      const bool same_key = seen[other].key == seen.back().key;
      if (seen[other].graph.neighbours.size() != seen.back().graph.neighbours.size()) {
        check(!same_key, "regions with the same key are alike");
        continue;
      }
      std::vector<std::size_t> images;
      if (same_key)
        check(can_match(seen[other].graph, seen.back().graph, images),
              "regions with the same key are alike");
      equal += same_key;
    }
  }
  check(equal > 20, "many regions are alike");
}

}  // namespace

void test_nimbers() {
  check_sets();
  check_known_graphs(ByteBox({8, 8}));
  check_known_graphs(WideBox<2>({13, 8}));
  check_random_graphs(ByteBox({8, 8}), 7, true);
  check_random_graphs(WideBox<1>({10, 6}), 9, true);
  check_random_graphs(ByteBox({8, 8}), 7, false);
  Nimbers known;  // of boards, whoever is asked for them
  for (const std::size_t memory : {std::size_t{1} << 16, std::size_t{1} << 26})
    for (const unsigned threads : {1u, 3u}) {
      check_random_nimbers(dominoes, {8, 8}, threads, memory, known);
      check_random_nimbers(dominoes, {12, 5}, threads, memory, known);
    }
  check_random_nimbers(dominoes, {20, 5}, 2, std::size_t{1} << 26, known);
  check_wrong_tables();
  check_small_regions(dominoes, 9);
  check_small_regions(three_in_a_row_or_one, 8);
  Heartbeat heart([] {});
  const std::vector<Word> small = SmallNimbers::made(dominoes, 10, heart);
  for (const std::size_t memory : {std::size_t{1} << 16, std::size_t{1} << 26}) {
    check_random_nimbers(dominoes, {8, 8}, 2, memory, known, small);
    check_random_nimbers(dominoes, {14, 4}, 1, memory, known, small);
  }
  Nimbers of_others;
  check_random_nimbers(three_in_a_row_or_one, {8, 8}, 1, std::size_t{1} << 26, of_others);
}

}  // namespace cgt::test
