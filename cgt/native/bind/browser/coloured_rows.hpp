// A well as the page draws it: each filled cell has the letter of its piece. What lands and which
// rows are cleared says the game.
#pragma once

#include <string>
#include <vector>

#include "bind/browser/json.hpp"
#include "duel/rules.hpp"

namespace cgt::browser {

// Calls a function with the row and the column of each cell of a piece that has landed.
template <class Visit>
void for_each_cell(const TurnedPiece& turned, Placement placement, const Visit& visit) {
  for (unsigned i = 0; i < turned.width; ++i)
    for (unsigned row = 0; row < turned.height; ++row)
      if ((turned.columns[i] >> row & 1) != 0) visit(placement.row + row, placement.column + i);
}

class ColouredRows {
 public:
  explicit ColouredRows(unsigned width) : width_(width) {}

  void land(const TurnedPiece& turned, Placement placement, char letter, Column cleared) {
    for_each_cell(turned, placement, [&](unsigned row, unsigned column) {
      while (rows_.size() <= row) rows_.emplace_back(width_, '.');
      rows_[row][column] = letter;
    });
    for (std::size_t row = rows_.size(); row-- > 0;)
      if ((cleared >> row & 1) != 0) rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(row));
  }

  // Fills the cells of a well that no piece of this game has filled.
  void fill(const Well& well) {
    rows_.assign(well.stack_height(), std::string(width_, '.'));
    for (unsigned row = 0; row < rows_.size(); ++row)
      for (unsigned column = 0; column < width_; ++column)
        if ((well.column(column) >> row & 1) != 0) rows_[row][column] = '#';
  }

  // From the floor up.
  void add_to(Json& json) const {
    json.key("rows").open('[');
    for (const std::string& row : rows_) json.add(row);
    json.close(']');
  }

 private:
  unsigned width_;
  std::vector<std::string> rows_;
};

}  // namespace cgt::browser
