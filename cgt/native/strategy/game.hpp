// The duel as the checker of strategies plays it, row by row and with moves of its own: nothing
// here is shared with the solver.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "strategy/instructions.hpp"

namespace cgt::strategy {

using Row = std::uint64_t;  // the cells of a row as bits, from the left
// A well as its rows from the floor up, as many as have filled cells.
using Rows = std::vector<Row>;

using Cells = std::vector<std::pair<unsigned, unsigned>>;  // rows and columns of a turned piece

struct Setup {
  unsigned width = 0;
  unsigned height = 0;
  std::vector<std::vector<Cells>> pieces;  // for each piece its rotations
  bool slides = false;                     // whether pieces also move sideways inside the well
};

class Game {
 public:
  explicit Game(const Setup& setup);

  // Every place where a piece can land: by rotation, from the floor up, from right to left.
  std::vector<Place> places(const Rows& well, PieceNumber piece) const;

  // The well after a piece has landed and full rows are gone.
  Rows after(const Rows& well, PieceNumber piece, Place place) const;

  bool is_over(const Rows& well) const { return well.size() > setup_.height; }
  // Whether all cells of a placement are in one lane.
  bool stays_in_lane(PieceNumber piece, Place place) const;

  Rows rows_of(std::span<const Column> columns) const;
  std::vector<Column> columns_of(const Rows& rows) const;
  // The well with its lanes in order: by the left, then by the right column as numbers. On odd
  // widths the last three columns stay where they are.
  Rows with_lanes_in_order(const Rows& rows) const;

 private:
  struct Turned {
    unsigned width = 0;
    std::vector<Row> rows;
  };

  bool has_room(const Rows& well, const Turned& turned, unsigned column, unsigned row) const;
  void list_drops(const Rows& well, const Turned& turned, std::uint8_t rotation,
                  std::vector<Place>& found) const;
  void list_slides(const Rows& well, const Turned& turned, std::uint8_t rotation,
                   std::vector<Place>& found) const;

  Setup setup_;
  std::vector<std::vector<Turned>> pieces_;
};

}  // namespace cgt::strategy
