#include "duel/rules.hpp"

#include <array>
#include <utility>

#include "base/bits.hpp"

namespace cgt {

namespace {

// For a piece in each of its states and in each column: the rows in which it has room, or which it
// can reach, as bits.
using RowSets = std::array<std::array<Column, widest_well>, most_turn_states>;

Column moved_up(Column rows, int by) { return by >= 0 ? rows << by : rows >> -by; }

// Everything that is reached from `rows` by going down through `free` rows.
Column sunk(Column rows, Column free) {
  for (unsigned step = 1; step < 64; step *= 2) {
    rows |= rows >> step & free;
    free &= free >> step;
  }
  return rows;
}

// How many rows lie between the highest and the lowest place that a turn which kicks may lead to. A
// piece that has so much room finds the same place as if there were no end to it.
unsigned rows_of_kicks(const PieceMoves& moves) {
  int up = 0;
  int down = 0;
  for (const TurnState& state : moves.states)
    for (const Turn& turn : state.turns) {
      if (turn.tries.size() < 2) continue;
      for (const Offset offset : turn.tries) {
        up = std::max(up, int{offset.up});
        down = std::max(down, -int{offset.up});
      }
    }
  return static_cast<unsigned>(up + down);
}

}  // namespace

DuelRules::DuelRules(unsigned width, unsigned height, std::vector<DuelPiece> pieces, Inside inside,
                     Ending ending, unsigned rows_above_bar)
    : width_(width), height_(height), pieces_(std::move(pieces)), inside_(inside), ending_(ending),
      rows_above_bar_(rows_above_bar) {
  for (const DuelPiece& piece : pieces_) {
    unsigned highest = 0;
    for (const TurnedPiece& turned : piece.rotations) highest = std::max(highest, turned.height);
    const unsigned rows = highest + rows_of_kicks(piece.moves);
    rows_above_ = std::max(rows_above_, rows);
    rows_to_turn_ = std::max({rows_to_turn_, 2 * highest, rows});
  }
}

Fingerprint DuelRules::fingerprint() const {
  Fingerprint all{};
  const auto add = [&](auto... words) {
    ((all = followed_by(all, static_cast<Word>(words))), ...);
  };
  add(width_, height_, inside_, ending_, rows_above_bar_, pieces_.size());
  for (const DuelPiece& piece : pieces_) {
    add(piece.rotations.size(), piece.moves.states.size(), piece.moves.spawns.size());
    for (const TurnedPiece& turned : piece.rotations)
      for (const Column column : turned.columns) add(column);
    for (const TurnState& state : piece.moves.states) {
      add(state.rotation, state.turns.size());
      for (const Turn& turn : state.turns) {
        add(turn.by, turn.to, turn.tries.size());
        for (const Offset offset : turn.tries) add(offset.right, offset.up);
      }
    }
    for (const SpawnPlace spawn : piece.moves.spawns) add(spawn.state, spawn.column, spawn.row);
  }
  return all;
}

bool DuelRules::has_room(const Well& well, PieceId id) const {
  if (come_from_above()) return true;
  const DuelPiece& piece = pieces_[id];
  const SpawnPlace spawn = piece.moves.spawns.front();
  return well.has_room(piece.rotations[piece.moves.states[spawn.state].rotation], spawn.column,
                       spawn.row);
}

void DuelRules::list_placements(const Well& well, PieceId id,
                                std::vector<Placement>& placements) const {
  placements.clear();
  if (!has_room(well, id)) return;
  if (inside_ == Inside::falls || only_drops_matter(well))
    list_drops(well, pieces_[id], placements);
  else
    list_reached(well, pieces_[id], placements);
}

// Whether a piece can come to fall anywhere: there is room to move and turn above the stack,
// wherever it comes in.
bool DuelRules::can_fall_anywhere(unsigned stack_height) const {
  return come_from_above() || (ending_ == Ending::spawn && stack_height + rows_to_turn_ <= height_);
}

// Where nothing is covered besides, a piece can only land where it falls straight down.
bool DuelRules::only_drops_matter(const Well& well) const {
  Column any = 0;
  for (unsigned i = 0; i < width_; ++i) {
    const Column column = well.column(i);
    if ((column & (column + 1)) != 0) return false;
    any |= column;
  }
  return can_fall_anywhere(static_cast<unsigned>(std::bit_width(any)));
}

void DuelRules::list_drops(const Well& well, const DuelPiece& piece,
                           std::vector<Placement>& placements) const {
  std::array<int, widest_well> tops;
  for (unsigned i = 0; i < width_; ++i) tops[i] = static_cast<int>(well.height(i));
  placements.resize(piece.rotations.size() * width_);
  std::size_t found = 0;
  std::uint8_t rotation = 0;
  for (const TurnedPiece& turned : piece.rotations) {
    for (unsigned column = 0; column + turned.width <= width_; ++column) {
      int row = 0;
      for (unsigned i = 0; i < turned.width; ++i)
        row = std::max(row, tops[column + i] - static_cast<int>(turned.bottoms[i]));
      if (!come_from_above() && static_cast<unsigned>(row) + turned.height > height_) continue;
      placements[found++] = {rotation, static_cast<std::uint8_t>(column),
                             static_cast<std::uint8_t>(row)};
    }
    ++rotation;
  }
  placements.resize(found);
}

void DuelRules::list_reached(const Well& well, const DuelPiece& piece,
                             std::vector<Placement>& placements) const {
  const auto& states = piece.moves.states;
  const auto count = static_cast<unsigned>(states.size());
  // From above means from any row above the stack.
  const unsigned above = well.stack_height();
  const bool from_above = can_fall_anywhere(above);
  RowSets free;
  RowSets reached;
  for (unsigned state = 0; state < count; ++state) {
    std::fill_n(free[state].begin(), width_, Column{0});
    std::fill_n(reached[state].begin(), width_, Column{0});
    const TurnedPiece& turned = piece.rotations[states[state].rotation];
    const unsigned top = come_from_above() ? above + rows_above_ : height_;
    if (turned.height > top) continue;
    for (unsigned column = 0; column + turned.width <= width_; ++column) {
      Column taken = 0;
      for (unsigned i = 0; i < turned.width; ++i)
        for (Column cells = turned.columns[i]; cells != 0; cells &= cells - 1)
          taken |= well.column(column + i) >> std::countr_zero(cells);
      free[state][column] = ~taken & low_bits(top - turned.height + 1);
      if (from_above) reached[state][column] = free[state][column] & ~low_bits(above);
    }
  }
  if (!from_above)
    for (const SpawnPlace spawn : piece.moves.spawns)
      reached[spawn.state][spawn.column] |= Column{1} << spawn.row;
  for (bool more = true; more;) {
    more = false;
    for (unsigned state = 0; state < count; ++state) {
      for (unsigned column = 0; column < width_; ++column) {
        Column& rows = reached[state][column];
        rows &= free[state][column];
        if (rows == 0) continue;
        if ((rows >> 1 & free[state][column] & ~rows) != 0) rows = sunk(rows, free[state][column]);
        const auto spread = [&](unsigned to_state, unsigned to_column, Column to_rows) {
          const Column fresh = to_rows & free[to_state][to_column] & ~reached[to_state][to_column];
          reached[to_state][to_column] |= fresh;
          more |= fresh != 0;
        };
        if (column > 0) spread(state, column - 1, rows);
        if (column + 1 < width_) spread(state, column + 1, rows);
        for (const Turn& turn : states[state].turns) {
          Column left = rows;  // those from which nothing that was tried has room
          for (const Offset offset : turn.tries) {
            const unsigned to = column + static_cast<unsigned>(offset.right);
            if (to >= width_) continue;  // also beyond the left wall
            const Column there = moved_up(left, offset.up);
            spread(turn.to, to, there);
            left &= ~moved_up(there & free[turn.to][to], -offset.up);
          }
        }
      }
    }
  }
  // States that look alike reach the same places in different ways.
  for (unsigned rotation = 0; rotation < piece.rotations.size(); ++rotation)
    for (unsigned column = 0; column < width_; ++column) {
      Column resting = 0;
      for (unsigned state = 0; state < count; ++state)
        if (states[state].rotation == rotation)
          resting |= reached[state][column] & ~(free[state][column] << 1);
      for (; resting != 0; resting = without_lowest(resting))
        placements.push_back({static_cast<std::uint8_t>(rotation),
                              static_cast<std::uint8_t>(column),
                              static_cast<std::uint8_t>(std::countr_zero(resting))});
    }
}

}  // namespace cgt
