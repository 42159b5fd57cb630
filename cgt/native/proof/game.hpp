// The rules of a placement game as the checker of proofs knows them: placements, the regions that
// empty cells fall apart into, and positions written in one way. The tables of a game are shared by
// threads; each thread has a Game of its own with what it has worked out last.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/budget_memory.hpp"
#include "base/heartbeat.hpp"
#include "proof/cells.hpp"
#include "proof/line.hpp"
#include "proof/position_list.hpp"
#include "proof/values.hpp"

namespace cgt::proof {

using Shape = std::vector<std::pair<std::size_t, std::size_t>>;  // rows and columns

// All shapes of the pieces, turned in every way, with what follows from them.
struct Pieces {
  Pieces(std::vector<Shape> given, std::size_t small_cells);

  std::vector<Shape> shapes;
  bool has_mirror_images = false;
  std::size_t small;  // a region of up to so many cells has a value
};

// A rectangle, with every placement in it.
template <std::size_t words>
struct Box {
  Box(BoxSize box, const Pieces& pieces, BudgetMemory& memory, Heartbeat& heart);

  BoxSize size;
  std::vector<std::pair<std::uint8_t, std::uint8_t>> places;  // the row and column of each bit
  std::pmr::vector<Cells<words>> placements;
};

// A region, moved to the corner of the box around it.
template <std::size_t words>
struct Region {
  std::uint16_t width = 0;
  std::uint16_t height = 0;
  Cells<words> cells;

  bool operator==(const Region&) const = default;
  bool operator<(const Region& other) const {
    return std::tie(width, height, cells) < std::tie(other.width, other.height, other.cells);
  }
};

template <std::size_t words>
struct HashOfRegion {
  std::size_t operator()(const Region<words>& region) const {
    std::uint64_t hash = std::uint64_t{region.width} << 16 | region.height;
    for (const std::uint64_t word : region.cells.bits) {
      hash = (hash ^ word) * 0xBF58476D1CE4E5B9;
      hash ^= hash >> 31;
    }
    return hash;
  }
};

// A large region where it lies: some cells of a box. `origin` is the number of the region that they
// are left of, so that its placements need not be looked for again.
template <std::size_t words>
struct Part {
  const Box<words>* box = nullptr;
  Cells<words> cells;
  std::size_t origin = 0;
  Region<words> region;  // the least image
};

template <std::size_t words>
struct Position {
  std::vector<Part<words>> parts;  // by their regions
  Value value = 0;
};

// The values of small regions, for all threads.
template <std::size_t words>
struct SmallValues {
  explicit SmallValues(BudgetMemory& memory) : known(&memory) {}

  std::mutex changing;
  std::pmr::unordered_map<Region<words>, Value, HashOfRegion<words>> known;
};

template <std::size_t words>
class Game {
 public:
  using Placements = std::pmr::vector<Cells<words>>;

  Game(const Pieces& pieces, Values& values, SmallValues<words>& small, BudgetMemory& memory,
       Heartbeat& heart);

  Heartbeat& heart() { return heart_; }
  const Box<words>& box(BoxSize size);

  // The placements on some cells of a box.
  void fitting(const Box<words>& box, const Cells<words>& cells, Placements& found) const;

  // Adds to a position what some cells fall apart into; `fits` has at least all placements on them.
  void add_regions(Position<words>& position, const Box<words>& box, const Cells<words>& cells,
                   const Placements& fits, std::size_t origin);

  // Puts the regions of a position in order; in normal play two equal ones are worth nothing.
  void put_in_order(Position<words>& position) const;

  // The position after a placement in one part.
  void follow(const Position<words>& before, std::size_t part, const Cells<words>& placement,
              const Placements& fits, Position<words>& after);

  // A position as bytes, the same for the same position; and back.
  static void write(const Position<words>& position, std::vector<std::uint8_t>& bytes);
  void read(Bytes bytes, Position<words>& position);

  std::string picture(const Region<words>& region, const Cells<words>& placed = {}) const;

 private:
  Region<words> least_image(const Box<words>& box, const Cells<words>& cells) const;
  bool is_zero(const Box<words>& box, const Cells<words>& cells, const Placements& fits) const;
  Value small_value(const Box<words>& box, const Cells<words>& cells);
  Value value_of(const Region<words>& region);

  struct Recent {
    Region<words> region;
    Value value = 0;
  };

  const Pieces& pieces_;
  Values& values_;
  SmallValues<words>& small_;
  BudgetMemory& memory_;
  Heartbeat& heart_;
  std::map<std::pair<std::size_t, std::size_t>, std::unique_ptr<Box<words>>> boxes_;
  std::vector<Recent> recent_;
};

}  // namespace cgt::proof
