// A placement game as the page plays it: boards as text, moves with their cells, questions with a
// time limit.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bind/browser/door.hpp"
#include "label/placements.hpp"
#include "placement/solver.hpp"

namespace cgt::browser {

// A moment until which something may take its time.
class Limits {
 public:
  static Limits of(double seconds) { return Limits(Clock::now() + length(seconds)); }

  double left() const {
    return std::max(0.0, std::chrono::duration<double>(end_ - Clock::now()).count());
  }
  bool is_over() const { return Clock::now() >= end_; }
  // A part of the time that is left; at most so many seconds of it.
  Limits share(double part) const { return of(part * left()); }
  Limits within(double seconds) const { return Limits(std::min(end_, of(seconds).end_)); }

 private:
  using Clock = std::chrono::steady_clock;
  static Clock::duration length(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  explicit Limits(Clock::time_point end) : end_(end) {}

  Clock::time_point end_;
};

// How time is divided when a move is chosen; cgt/placement/time_shares.py says what they mean.
struct TimeShares {
  double who_wins;
  double next_move;
  double one_of_many;
  double seconds_for_hardest;
  double seconds_to_look;
  double seconds_for_traps;
  double patience_when_won;
  double at_least;
};

// The cells that a placement covers, as places on the board in reading order.
struct BoardMove {
  unsigned piece;
  std::vector<unsigned> cells;
  BoardCells leaves;
  std::vector<std::size_t> alike;  // all placements, by number, that leave the same up to symmetry

  std::size_t images() const { return alike.size(); }
};

// `P`: the player who made a move wins; `N`: the next player does.
using Outcome = std::optional<bool>;  // whether the player to move wins, if that is known

class BoardGame {
 public:
  // Reads play, the size of the largest board, pieces and time shares.
  explicit BoardGame(Words& words);

  Play play() const { return play_; }
  const TimeShares& shares() const { return shares_; }
  const std::string& piece_name(unsigned piece) const { return names_[piece]; }
  PlacementSolver& solver() { return *solver_; }

  // A board written as `..#|...`, in the size of the game.
  BoardCells board(std::string_view text) const;

  // Every placement; and every move, of several that leave the same board up to symmetry only the
  // first, which lists them all.
  std::vector<BoardMove> placements(const BoardCells& board) const;
  std::vector<BoardMove> moves(const BoardCells& board) const;

  // The number of the region of each cell, from 1; 0 where no placement covers it.
  std::vector<std::uint8_t> regions(const BoardCells& board) const;
  // A region as a board of its own, with nothing else empty.
  static BoardCells region(const BoardCells& board, const std::vector<std::uint8_t>& labels,
                           unsigned number);
  std::size_t live_cells_of(const BoardCells& board) const;
  // Who wins where no piece fits.
  bool to_move_wins_when_over() const { return play_ == Play::misere; }

  // Questions to the solver, which tell the page how far they are. Empty if time or memory does not
  // suffice.
  Outcome wins(const BoardCells& board, const Limits& limits);
  Outcome known(const BoardCells& board, const Limits& limits);
  double effort_to_win(const BoardCells& board, const Limits& limits);
  std::optional<unsigned> nimber(const BoardCells& board, const Limits& limits);
  std::optional<FormId> form(const BoardCells& board, const Limits& limits);

  // Boards that a level left with a proven win: it takes its time not to lose that again.
  void remember_win(const BoardCells& left) { won_.push_back(left.empty); }
  bool follows_a_win(const BoardCells& board) const;

 private:
  SolverPulse until(const Limits& limits) const;
  std::vector<Word> least_image(const BoardCells& board) const;

  Play play_;
  BoardSize size_;
  bool mirrors_;
  std::vector<std::string> names_;
  std::vector<Shape> shapes_;
  std::vector<unsigned> piece_of_shape_;
  TimeShares shares_{};
  std::unique_ptr<PlacementSolver> solver_;
  std::vector<std::vector<Word>> won_;
};

// Adds cells as a list.
inline void add_cells(Json& json, std::string_view name, const std::vector<unsigned>& cells) {
  json.key(name).open('[');
  for (const unsigned cell : cells) json.add(cell);
  json.close(']');
}

}  // namespace cgt::browser
