#include "duel/rules.hpp"

#include <array>
#include <span>
#include <utility>

#include "base/bits.hpp"
#include "base/vectors.hpp"

namespace cgt {

namespace {

using Bytes = BitVector<std::uint8_t>;

Column moved_up(Column rows, int by) { return by >= 0 ? rows << by : rows >> -by; }

// Everything that is reached from `rows` by going down through `free` rows.
Column sunk(Column rows, Column free) {
  for (unsigned step = 1; step < 64; step *= 2) {
    rows |= rows >> step & free;
    free &= free >> step;
  }
  return rows;
}

// The places where a piece has room, and those of them that it reaches: for each of its states and
// each column, the rows as bits.
class Reach {
 public:
  // Below `top` rows.
  Reach(const Well& well, const DuelPiece& piece, unsigned top)
      : piece_(piece), width_(well.width()),
        states_(static_cast<unsigned>(piece.moves.states.size())) {
    for (unsigned state = 0; state < states_; ++state) {
      std::fill_n(free_[state].begin(), width_, Column{0});
      std::fill_n(reached_[state].begin(), width_, Column{0});
      const TurnedPiece& turned = piece.rotations[piece.moves.states[state].rotation];
      if (turned.height > top) continue;
      for (unsigned column = 0; column + turned.width <= width_; ++column) {
        Column taken = 0;
        for (unsigned i = 0; i < turned.width; ++i)
          for (Column cells = turned.columns[i]; cells != 0; cells &= cells - 1)
            taken |= well.column(column + i) >> std::countr_zero(cells);
        free_[state][column] = ~taken & low_bits(top - turned.height + 1);
      }
    }
  }

  void begin_anywhere_above(unsigned row) {
    for (unsigned state = 0; state < states_; ++state)
      for (unsigned column = 0; column < width_; ++column)
        reached_[state][column] = free_[state][column] & ~low_bits(row);
  }

  void begin_at(SpawnPlace spawn) {
    reached_[spawn.state][spawn.column] |=
        Column{1} << spawn.row & free_[spawn.state][spawn.column];
  }

  // Makes every step from everywhere, until nothing more is reached.
  void spread(bool turning) {
    for (bool more = true; more;) {
      more = false;
      for (unsigned state = 0; state < states_; ++state) {
        std::span<const Turn> turns = piece_.moves.states[state].turns;
        if (!turning) turns = {};
        more |= spread_from(state, turns);
        for (const Turn& turn : turns)
          if (!turn.kicks.empty()) more |= kick_from(state, turn);
      }
    }
  }

  void list_landings(std::vector<Placement>& placements) const {
    for (unsigned rotation = 0; rotation < piece_.rotations.size(); ++rotation) {
      // States that look alike reach the same places in different ways.
      std::array<unsigned, most_turn_states> alike;
      unsigned found = 0;
      for (unsigned state = 0; state < states_; ++state)
        if (piece_.moves.states[state].rotation == rotation) alike[found++] = state;
      for (unsigned column = 0; column < width_; ++column) {
        Column landed = 0;
        for (unsigned i = 0; i < found; ++i)
          landed |= reached_[alike[i]][column] & ~(free_[alike[i]][column] << 1);
        for (; landed != 0; landed = without_lowest(landed))
          placements.push_back({static_cast<std::uint8_t>(rotation),
                                static_cast<std::uint8_t>(column),
                                static_cast<std::uint8_t>(std::countr_zero(landed))});
      }
    }
  }

 private:
  using RowSets = std::array<std::array<Column, widest_well>, most_turn_states>;

  // Adds reached rows; returns whether any of them is new.
  bool reach(unsigned state, unsigned column, Column rows) {
    const Column fresh = rows & free_[state][column] & ~reached_[state][column];
    reached_[state][column] |= fresh;
    return fresh != 0;
  }

  // Steps down, left and right, and turns that have room. A column beyond the left wall is a large
  // number, too, so one comparison catches both walls.
  bool spread_from(unsigned state, std::span<const Turn> turns) {
    bool more = false;
    for (unsigned column = 0; column < width_; ++column) {
      Column& rows = reached_[state][column];
      const Column free = free_[state][column];
      if (rows == 0) continue;
      if ((rows >> 1 & free & ~rows) != 0) rows = sunk(rows, free);
      if (column > 0) more |= reach(state, column - 1, rows);
      if (column + 1 < width_) more |= reach(state, column + 1, rows);
    }
    for (const Turn& turn : turns) {
      // Copies: a byte of the model might be anything that is written here, for all the compiler
      // knows.
      const unsigned to_state = turn.to;
      const Offset move = turn.move;
      for (unsigned column = 0; column < width_; ++column)
        if (const unsigned to = column + static_cast<unsigned>(move.right); to < width_)
          more |= reach(to_state, to, moved_up(reached_[state][column], move.up));
    }
    return more;
  }

  // Kicks: turns from places where the turn itself has no room.
  bool kick_from(unsigned state, const Turn& turn) {
    bool more = false;
    for (unsigned column = 0; column < width_; ++column) {
      Column left = reached_[state][column] & without_room(turn.to, column, turn.move);
      for (const Offset kick : turn.kicks) {
        if (left == 0) break;
        if (const unsigned to = column + static_cast<unsigned>(kick.right); to < width_)
          more |= reach(turn.to, to, moved_up(left, kick.up));
        left &= without_room(turn.to, column, kick);
      }
    }
    return more;
  }

  // The rows of a column from which a piece has no room in a state when it is moved.
  Column without_room(unsigned state, unsigned column, Offset offset) const {
    const unsigned to = column + static_cast<unsigned>(offset.right);
    return to < width_ ? ~moved_up(free_[state][to], -offset.up) : ~Column{0};
  }

  const DuelPiece& piece_;
  unsigned width_;
  unsigned states_;
  RowSets free_;
  RowSets reached_;
};

// How many rows lie between the highest and the lowest place that a turn with kicks may lead to. A
// piece with this much room finds the same places as with unlimited room.
unsigned rows_of_kicks(const PieceMoves& moves) {
  int up = 0;
  int down = 0;
  for (const TurnState& state : moves.states)
    for (const Turn& turn : state.turns) {
      if (turn.kicks.empty()) continue;
      up = std::max(up, int{turn.move.up});
      down = std::max(down, -int{turn.move.up});
      for (const Offset offset : turn.kicks) {
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
    add(piece.moves.above.state, piece.moves.above.column);
    for (const TurnedPiece& turned : piece.rotations)
      for (const Column column : turned.columns) add(column);
    for (const TurnState& state : piece.moves.states) {
      add(state.rotation, state.turns.size());
      for (const Turn& turn : state.turns) {
        add(turn.by, turn.to, turn.move.right, turn.move.up, turn.kicks.size());
        for (const Offset offset : turn.kicks) add(offset.right, offset.up);
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
  if (!has_room(well, id)) {
    placements.clear();
    return;
  }
  if (inside_ == Inside::falls || only_drops_matter(well)) {
    list_drops(well, pieces_[id], placements);
    return;
  }
  placements.clear();
  list_reached(well, pieces_[id], placements);
}

// Whether a piece can get above every column before it falls: there is room to move and turn above
// the stack, wherever it comes in.
bool DuelRules::can_fall_anywhere(unsigned stack_height) const {
  return come_from_above() || (ending_ == Ending::spawn && stack_height + rows_to_turn_ <= height_);
}

// If, besides, no cell is covered, a piece can only land where it falls straight down.
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
  // Many columns side by side; there are more of them than the well has.
  std::array<std::uint8_t, widest_well + largest_piece_side + 32> tops{};
  std::array<std::uint8_t, widest_well + 32> rows;
  for (unsigned i = 0; i < width_; ++i) tops[i] = static_cast<std::uint8_t>(well.height(i));
  placements.resize(piece.rotations.size() * width_);
  Placement* next = placements.data();
  std::uint8_t rotation = 0;
  for (const TurnedPiece& turned : piece.rotations) {
    for (unsigned first = 0; first < width_; first += 32) {
      Bytes row{};
      for (unsigned i = 0; i < turned.width; ++i) {
        if (turned.columns[i] == 0) continue;
        const auto bottom = static_cast<std::uint8_t>(turned.bottoms[i]);
        row = larger(row, larger(loaded<Bytes>(&tops[first + i]), Bytes{} + bottom) - bottom);
      }
      store(&rows[first], row);
    }
    for (unsigned column = 0; column + turned.width <= width_; ++column) {
      if (!come_from_above() && rows[column] + turned.height > height_) continue;
      *next++ = {rotation, static_cast<std::uint8_t>(column), rows[column]};
    }
    ++rotation;
  }
  placements.resize(static_cast<std::size_t>(next - placements.data()));
}

void DuelRules::list_reached(const Well& well, const DuelPiece& piece,
                             std::vector<Placement>& placements) const {
  const unsigned above = well.stack_height();
  Reach reach(well, piece, come_from_above() ? above + rows_above_ : height_);
  if (can_fall_anywhere(above))
    reach.begin_anywhere_above(above);
  else
    for (const SpawnPlace spawn : piece.moves.spawns) reach.begin_at(spawn);
  reach.spread(inside_ == Inside::turns);
  reach.list_landings(placements);
}

}  // namespace cgt
