#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "check.hpp"
#include "files.hpp"
#include "placement/solver.hpp"

namespace cgt::test {

namespace {

// A move of a plain game: the cells of one placement on a small board.
using Mask = std::uint32_t;

std::vector<Mask> plain_moves(BoardSize size, const std::vector<Shape>& shapes) {
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

bool plain_wins(Mask empty, const std::vector<Mask>& moves, Play play,
                std::map<Mask, bool>& known) {
  if (const auto found = known.find(empty); found != known.end()) return found->second;
  bool can_move = false;
  bool wins = false;
  for (Mask move : moves)
    if ((move & empty) == move) {
      can_move = true;
      wins = wins || !plain_wins(empty & ~move, moves, play, known);
    }
  return known[empty] = can_move ? wins : play == Play::misere;
}

const std::vector<Shape> hooks{
    // closed under turning, not under mirroring
    {{0, 0}, {0, 1}, {0, 2}, {1, 0}},
    {{0, 0}, {0, 1}, {1, 1}, {2, 1}},
    {{0, 2}, {1, 0}, {1, 1}, {1, 2}},
    {{0, 0}, {1, 0}, {2, 0}, {2, 1}},
};
const std::vector<Shape> dominoes{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}};

// The size of a board that fits in a box, upright or turned, small enough to try every move.
BoardSize random_size(BoardSize box, std::mt19937& random) {
  const std::size_t height = 1 + random() % std::min<std::size_t>(box.height, 4);
  const std::size_t most = std::min<std::size_t>(box.width, 20 / height);
  const std::size_t width = most - random() % 2 * (most > 1);
  return random() % 2 ? BoardSize{width, height} : BoardSize{height, width};
}

void check_random_boards(const std::vector<Shape>& shapes, Play play, BoardSize box,
                         unsigned threads, std::size_t memory) {
  std::mt19937 random(4);
  const auto go_on = [](const SolverProgress&) { return true; };
  const auto solver = PlacementSolver::make({box, shapes, play, threads, memory});
  for (int board = 0; board < 40; ++board) {
    const BoardSize size = random_size(box, random);
    const Mask empty = (random() | random()) & static_cast<Mask>(low_bits(size.cells()));
    std::map<Mask, bool> known;
    const bool expected = plain_wins(empty, plain_moves(size, shapes), play, known);
    check(solver->wins({size, {empty}}, go_on) == expected,
          "trying every move finds the same winner");
    const auto form = solver->form({size, {empty}}, FormKind::canonical, go_on);
    check(form.has_value(), "a small board has a form");
    const FormFacts& facts = solver->forms(FormKind::canonical).facts(*form);
    check((play == Play::misere ? facts.misere_win : facts.nimber != 0) == expected,
          "the form has the same winner");
  }
}

void search_beyond_the_valued_size() {
  // 6×6 dominoes are searched, not valued; workers share a table that is far too small.
  const auto go_on = [](const SolverProgress&) { return true; };
  for (unsigned threads : {1u, 3u}) {
    const auto solver =
        PlacementSolver::make({{5, 5}, dominoes, Play::normal, threads, std::size_t{1} << 20});
    const BoardCells board{{5, 4}, {low_bits(20)}};
    check(solver->nimber(board, go_on) == 2u, "Cram on 4×5 has nimber 2");
    check(solver->wins(board, go_on) == true, "so the player to move wins");
  }
}

void searches_a_few_nodes_at_a_time() {
  const auto go_on = [](const SolverProgress&) { return true; };
  const BoardCells board{{5, 5}, {low_bits(25)}};
  for (Play play : {Play::misere, Play::normal}) {
    for (unsigned threads : {1u, 3u}) {
      const auto setup = SolverSetup{{5, 5}, dominoes, play, threads, std::size_t{1} << 22};
      const bool expected = *PlacementSolver::make(setup)->wins(board, go_on);
      const auto solver = PlacementSolver::make(setup);
      auto numbers = solver->numbers(board, 0, 0, go_on);
      check(numbers && !numbers->is_decided() && solver->nodes() == 0, "nothing is known at first");
      for (std::uint64_t most = 1; !numbers || !numbers->is_decided(); most *= 2) {
        numbers = solver->numbers(board, 0, most, go_on);
        check(solver->nodes() > 0, "nodes are counted, however few they are");
      }
      check(numbers->is_won() == expected, "a few nodes at a time find the same winner");
    }
  }
}

void goes_on_from_a_checkpoint() {
  const auto go_on = [](const SolverProgress&) { return true; };
  const TemporaryFile file("cgt-checkpoint-");
  const BoardCells board{{6, 5}, {low_bits(30)}};
  const SolverSetup setup{{6, 6}, dominoes, Play::misere, 3, std::size_t{1} << 22};
  const auto first = PlacementSolver::make(setup);
  check(first->wins(board, go_on) == true, "the player to move wins misère Cram on 5×6");
  first->save(file.path());
  const auto second = PlacementSolver::make(setup);
  Heartbeat heart([] {});
  second->load(file.path(), file.size(), heart);
  check(second->wins(board, go_on) == true, "the checkpoint says the same");
  check(second->nodes() == 0, "nothing is searched again");
}

void stops_when_told_to() {
  const auto solver =
      PlacementSolver::make({{10, 10}, dominoes, Play::misere, 2, std::size_t{1} << 22});
  const BoardCells board{{10, 10}, {low_bits(64), low_bits(36)}};
  check(!solver->wins(board, [](const SolverProgress&) { return false; }).has_value(),
        "there is no answer if the pulse says stop");
  struct Stop {};
  bool stopped = false;
  try {
    solver->wins(board, [](const SolverProgress&) -> bool { throw Stop{}; });
  } catch (const Stop&) {
    stopped = true;
  }
  check(stopped, "an error of the pulse ends the search");
}

void forms_have_a_limit() {
  const auto solver =
      PlacementSolver::make({{6, 6}, dominoes, Play::misere, 1, std::size_t{1} << 18});
  check(!solver
             ->form({{6, 5}, {low_bits(30)}}, FormKind::plain,
                    [](const SolverProgress&) { return true; })
             .has_value(),
        "there is no form if there is no memory for it");
}

}  // namespace

void test_solver() {
  for (Play play : {Play::misere, Play::normal})
    for (BoardSize box : {BoardSize{8, 8}, BoardSize{11, 11}, BoardSize{13, 13}, BoardSize{16, 16},
                          BoardSize{20, 3}, BoardSize{30, 4}, BoardSize{40, 4}, BoardSize{64, 1},
                          BoardSize{64, 4}, BoardSize{128, 2}})
      for (unsigned threads : {1u, 2u}) {
        check_random_boards(hooks, play, box, threads, std::size_t{1} << 22);
        check_random_boards(dominoes, play, box, threads, std::size_t{1} << 20);
      }
  search_beyond_the_valued_size();
  searches_a_few_nodes_at_a_time();
  goes_on_from_a_checkpoint();
  stops_when_told_to();
  forms_have_a_limit();
}

}  // namespace cgt::test
