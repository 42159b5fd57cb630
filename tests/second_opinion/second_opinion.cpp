// A second opinion: who wins a board of a placement game, or its nimber, found in the plainest way.
//
// It shares no line with the solver. It goes depth first, in the order in which the moves come, in
// one thread; what it has found it keeps under the whole position. It knows no proof numbers,
// values or fingerprints.
//
//   second_opinion misere|normal WIDTH HEIGHT SHAPE...
//
// A shape is written by rows, #.|##, in each of its rotations. Boards have up to 8 rows and
// columns: bit 8 * row + column of a word is a cell.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

using Cells = std::uint64_t;
using Position = std::vector<Cells>;  // regions in rising order

struct Hash {
  std::size_t operator()(const Position& position) const {
    std::size_t all = position.size();
    for (Cells region : position) all = (all ^ region) * 0x9e3779b97f4a7c15 ^ all >> 29;
    return all;
  }
};

constexpr int side = 8;

Cells cell(int row, int column) { return Cells{1} << (side * row + column); }

template <class Map>
Cells moved(Cells cells, Map map) {
  Cells image = 0;
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column)
      if (cells & cell(row, column)) image |= map(row, column);
  return image;
}

Cells in_corner(Cells cells) {
  constexpr Cells first_row = 0xff;
  constexpr Cells first_column = 0x0101010101010101;
  while (!(cells & first_row)) cells >>= side;
  while (!(cells & first_column)) cells >>= 1;
  return cells;
}

Cells turned(Cells cells) {
  return in_corner(moved(cells, [](int row, int column) { return cell(column, side - 1 - row); }));
}

Cells flipped(Cells cells) {
  return in_corner(moved(cells, [](int row, int column) { return cell(row, side - 1 - column); }));
}

class Game {
 public:
  Game(bool misere, const std::set<Cells>& shapes) : misere_(misere) {
    mirrors_ = true;
    for (Cells shape : shapes) mirrors_ = mirrors_ && shapes.count(flipped(shape)) > 0;
    for (Cells shape : shapes)
      for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
          const Cells there = shape << (side * row + column);
          if (count(there) == count(shape) && in_corner(there) == shape)
            placements_.push_back(there);
        }
  }

  // Unions of placements that overlap, each as its least image.
  Position regions(Cells cells) {
    std::vector<Cells> found;
    for (Cells placement : placements_) {
      if (placement & ~cells) continue;
      Cells joined = placement;
      std::vector<Cells> others;
      for (Cells region : found) {
        if (region & placement)
          joined |= region;
        else
          others.push_back(region);
      }
      others.push_back(joined);
      found = others;
    }
    for (Cells& region : found) region = least_image(region);
    std::sort(found.begin(), found.end());
    return found;
  }

  // Whether the player to move wins.
  bool wins(const Position& position) {
    if (position.empty()) return misere_;
    const auto known = outcomes_.find(position);
    if (known != outcomes_.end()) return known->second;
    bool won = false;
    for (std::size_t i = 0; i < position.size() && !won; ++i) {
      for (const Position& left : after(position[i])) {
        Position next = left;
        for (std::size_t j = 0; j < position.size(); ++j)
          if (j != i) next.push_back(position[j]);
        std::sort(next.begin(), next.end());
        if (!wins(next)) {
          won = true;
          break;
        }
      }
    }
    outcomes_.emplace(position, won);
    return won;
  }

  // In normal play: the least number that no move leads to, for each region; together by XOR.
  unsigned nimber(const Position& position) {
    unsigned all = 0;
    for (Cells region : position) {
      const auto known = nimbers_.find(region);
      if (known != nimbers_.end()) {
        all ^= known->second;
        continue;
      }
      std::set<unsigned> reached;
      for (const Position& left : after(region)) reached.insert(nimber(left));
      unsigned least = 0;
      while (reached.count(least) > 0) ++least;
      nimbers_.emplace(region, least);
      all ^= least;
    }
    return all;
  }

 private:
  static int count(Cells cells) { return __builtin_popcountll(cells); }

  Cells least_image(Cells region) {
    region = in_corner(region);
    const auto known = images_.find(region);
    if (known != images_.end()) return known->second;
    Cells least = region;
    Cells image = region;
    for (int turn = 0; turn < 4; ++turn) {
      image = turned(image);
      least = std::min(least, image);
      if (mirrors_) least = std::min(least, flipped(image));
    }
    images_.emplace(region, least);
    return least;
  }

  // What each move in a region leaves of it.
  const std::set<Position>& after(Cells region) {
    const auto known = after_.find(region);
    if (known != after_.end()) return known->second;
    std::set<Position> found;
    for (Cells placement : placements_)
      if (!(placement & ~region)) found.insert(regions(region & ~placement));
    return after_.emplace(region, found).first->second;
  }

  bool misere_;
  bool mirrors_;
  std::vector<Cells> placements_;
  std::unordered_map<Position, bool, Hash> outcomes_;
  std::unordered_map<Cells, unsigned> nimbers_;
  std::unordered_map<Cells, Cells> images_;
  std::map<Cells, std::set<Position>> after_;
};

int main(int count, char** words) {
  if (count < 5) return 2;
  const bool misere = std::string(words[1]) == "misere";
  const int width = std::atoi(words[2]);
  const int height = std::atoi(words[3]);
  std::set<Cells> shapes;
  for (int i = 4; i < count; ++i) {
    Cells shape = 0;
    int row = 0;
    int column = 0;
    for (const char* at = words[i]; *at; ++at) {
      if (*at == '|') {
        ++row;
        column = 0;
      } else if (*at == '#') {
        shape |= cell(row, column++);
      } else {
        ++column;
      }
    }
    shapes.insert(in_corner(shape));
  }
  Cells board = 0;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) board |= cell(row, column);
  Game game(misere, shapes);
  const Position start = game.regions(board);
  if (misere)
    std::printf("%s\n", game.wins(start) ? "N" : "P");
  else
    std::printf("%u\n", game.nimber(start));
}
