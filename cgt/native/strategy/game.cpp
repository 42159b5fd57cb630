#include "strategy/game.hpp"

#include <algorithm>

namespace cgt::strategy {

Game::Game(const Setup& setup) : setup_(setup) {
  for (const auto& rotations : setup_.pieces) {
    pieces_.emplace_back();
    for (const Cells& cells : rotations) {
      Turned turned;
      for (const auto& [row, column] : cells) {
        turned.width = std::max(turned.width, column + 1);
        if (turned.rows.size() <= row) turned.rows.resize(row + 1);
        turned.rows[row] |= Row{1} << column;
      }
      pieces_.back().push_back(turned);
    }
  }
}

const std::vector<Place>& Game::places(const Rows& well, PieceNumber piece) {
  found_.clear();
  std::uint8_t rotation = 0;
  for (const Turned& turned : pieces_[piece]) {
    if (turned.width <= setup_.width) {
      if (setup_.slides)
        list_slides(well, turned, rotation);
      else
        list_drops(well, turned, rotation);
    }
    ++rotation;
  }
  std::sort(found_.begin(), found_.end(), [](const Place& a, const Place& b) {
    if (a.rotation != b.rotation) return a.rotation < b.rotation;
    if (a.row != b.row) return a.row < b.row;
    return a.column > b.column;
  });
  return found_;
}

Rows Game::after(const Rows& well, PieceNumber piece, Place place) const {
  const Turned& turned = pieces_[piece][place.rotation];
  Rows rows = well;
  for (std::size_t i = 0; i < turned.rows.size(); ++i)
    rows.fill(place.row + i, turned.rows[i] << place.column);
  rows.clear(full_row());
  return rows;
}

std::size_t Game::ground_of(const Rows& well) const {
  std::size_t ground = 0;
  while (ground < well.size() && well[ground] == full_row()) ++ground;
  return ground;
}

Rows Game::on_ground(const Rows& well, std::size_t ground) const {
  Rows rows = well;
  for (std::size_t row = 0; row < ground; ++row) rows.fill(row, full_row());
  return rows;
}

bool Game::stays_in_lane(PieceNumber piece, Place place) const {
  const unsigned last = setup_.width % 2 == 0 ? setup_.width / 2 - 1 : (setup_.width - 3) / 2;
  const auto lane_of = [&](unsigned column) { return std::min(column / 2, last); };
  const unsigned width = pieces_[piece][place.rotation].width;
  return lane_of(place.column) == lane_of(place.column + width - 1);
}

Rows Game::rows_of(std::span<const Column> columns) const {
  Rows rows;
  for (unsigned i = 0; i < columns.size(); ++i)
    for (unsigned row = 0; columns[i] >> row != 0; ++row)
      rows.fill(row, Row{columns[i] >> row & 1} << i);
  return rows;
}

std::vector<Column> Game::columns_of(const Rows& rows) const {
  std::vector<Column> columns(setup_.width);
  for (unsigned row = 0; row < rows.size(); ++row)
    for (unsigned i = 0; i < setup_.width; ++i) columns[i] |= Column{rows[row] >> i & 1} << row;
  return columns;
}

Rows Game::with_lanes_in_order(const Rows& rows) const {
  std::vector<Column> columns = columns_of(rows);
  const unsigned pairs = setup_.width % 2 == 0 ? setup_.width / 2 : (setup_.width - 3) / 2;
  std::vector<std::pair<Column, Column>> lanes;
  lanes.reserve(pairs);
  for (unsigned i = 0; i < pairs; ++i) lanes.emplace_back(columns[2 * i], columns[2 * i + 1]);
  std::sort(lanes.begin(), lanes.end());
  for (unsigned i = 0; i < pairs; ++i) {
    columns[2 * i] = lanes[i].first;
    columns[2 * i + 1] = lanes[i].second;
  }
  return rows_of(columns);
}

bool Game::has_room(const Rows& well, const Turned& turned, unsigned column, unsigned row) const {
  for (std::size_t i = 0; i < turned.rows.size() && row + i < well.size(); ++i)
    if ((well[row + i] & turned.rows[i] << column) != 0) return false;
  return true;
}

// Straight down from above the stack.
void Game::list_drops(const Rows& well, const Turned& turned, std::uint8_t rotation) {
  for (unsigned column = 0; column + turned.width <= setup_.width; ++column) {
    auto row = static_cast<unsigned>(well.size());
    while (row > 0 && has_room(well, turned, column, row - 1)) --row;
    found_.push_back({rotation, static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
  }
}

// From above the stack, down and sideways, wherever there is room.
void Game::list_slides(const Rows& well, const Turned& turned, std::uint8_t rotation) {
  const unsigned columns = setup_.width - turned.width + 1;
  std::vector<bool> reached(columns * (well.size() + 1));
  std::vector<std::pair<unsigned, unsigned>> waiting;
  const auto reach = [&](unsigned column, unsigned row) {
    if (column >= columns || !has_room(well, turned, column, row)) return;
    if (reached[row * columns + column]) return;
    reached[row * columns + column] = true;
    waiting.emplace_back(column, row);
  };
  for (unsigned column = 0; column < columns; ++column)
    reach(column, static_cast<unsigned>(well.size()));
  while (!waiting.empty()) {
    const auto [column, row] = waiting.back();
    waiting.pop_back();
    reach(column + 1, row);
    reach(column - 1, row);  // left of the wall it is a large number
    if (row > 0) reach(column, row - 1);
    if (row == 0 || !has_room(well, turned, column, row - 1))
      found_.push_back(
          {rotation, static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
  }
}

}  // namespace cgt::strategy
