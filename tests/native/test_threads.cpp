// Several workers on one table, in searches that are watched, saved and stopped meanwhile. The
// answers are checked here; that no two threads use the same memory without order is what
// ThreadSanitizer sees ('make sanitize').
#include <cstddef>
#include <cstdint>
#include <optional>

#include "check.hpp"
#include "duel/exact/solver.hpp"
#include "files.hpp"
#include "placement/solver.hpp"
#include "small_rules.hpp"

namespace cgt::test {

namespace {

const std::vector<Shape> dominoes{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}};
const BoardCells six_by_five{{6, 5}, {low_bits(30)}};
constexpr unsigned threads = 4;

SolverSetup setup(Play play, std::size_t memory) {
  return {{6, 6}, dominoes, play, threads, memory};
}

// Stops a search again and again after a few looks, saving at each, until it is finished.
void saved_and_stopped_while_workers_search(Play play, bool expected) {
  const TemporaryFile file("cgt-threads-");
  std::optional<bool> answer;
  for (int looks = 1; !answer; ++looks) {
    const auto solver = PlacementSolver::make(setup(play, std::size_t{1} << 24));
    Heartbeat heart([] {});
    if (file.exists()) solver->load(file.path(), file.size(), heart);
    int left = looks;
    answer = solver->wins(six_by_five, [&](const SolverProgress&) {
      solver->save(file.path());
      return --left > 0;
    });
    solver->save(file.path());
  }
  check(answer == expected, "a search that was stopped and resumed finds the same winner");
}

// The table begins small and grows several times while all workers use it.
void the_table_grows_under_the_workers() {
  const BoardCells board{{6, 6}, {low_bits(36)}};
  const auto solver = PlacementSolver::make(setup(Play::normal, std::size_t{1} << 26));
  std::size_t room = 0;
  const auto answer = solver->wins(board, [&](const SolverProgress& progress) {
    check(progress.table_room >= room, "a table never shrinks");
    room = progress.table_room;
    return true;
  });
  check(answer == false, "the player to move loses Cram on 6×6");
}

void forms_are_shared_by_workers() {
  const auto go_on = [](const SolverProgress&) { return true; };
  const auto solver = PlacementSolver::make(setup(Play::misere, std::size_t{1} << 26));
  const auto form = solver->form({{5, 4}, {low_bits(20)}}, FormKind::canonical, go_on);
  check(form.has_value(), "4×5 has a form");
  check(solver->forms(FormKind::canonical).facts(*form).nimber == 2u, "its nimber is 2");
  check(solver->nimber({{5, 4}, {low_bits(20)}}, go_on) == 2u, "which a search finds, too");
}

DuelQuestion duel(unsigned width, unsigned height, unsigned preview, unsigned threads,
                  bool bag = false) {
  DuelQuestion question{rules(width, height, Inside::falls, Ending::height),
                        Well(width),
                        preview,
                        {},
                        GoodPlays::anywhere,
                        std::size_t{1} << 26};
  question.bag = bag;
  question.threads = threads;
  question.states_alone = 0;
  return question;
}

// Both players win some of these; tables grow several times.
void threads_find_who_wins_the_duel() {
  unsigned won[2] = {0, 0};
  for (unsigned game = 0; game < 4; ++game)
    for (const unsigned width : {2u, 4u, 6u})
      for (const unsigned height : {3u, 4u, 5u}) {
        const unsigned preview = game % 2;
        const bool bag = game >= 2;
        const auto go_on = [](const DuelProgress&) { return true; };
        const auto alone = DuelSolver::make(duel(width, height, preview, 1, bag))->solve(go_on);
        check(alone != DuelAnswer::unknown, "there is room for all states");
        for (int round = 0; round < 3; ++round) {
          const auto solver = DuelSolver::make(duel(width, height, preview, threads, bag));
          check(solver->solve(go_on) == alone, "threads find the same winner");
          check(solver->instructions(false, SIZE_MAX, go_on).has_value(),
                "and the winner has a strategy");
        }
        ++won[alone == DuelAnswer::good];
      }
  check(won[0] > 0 && won[1] > 0, "each player wins some games");
}

// Whenever it is stopped, what is saved is whole: a file with gaps would be refused.
void a_duel_is_saved_and_stopped_while_threads_search() {
  const TemporaryFile file("cgt-duel-threads-");
  auto answer = DuelAnswer::unknown;
  unsigned rounds = 0;
  for (; answer == DuelAnswer::unknown; ++rounds) {
    const auto solver = DuelSolver::make(duel(6, 5, 1, threads));
    Heartbeat heart([] {});
    if (file.exists()) solver->load(file.path(), file.size(), heart);
    unsigned left = rounds + 1;
    answer = solver->solve([&](const DuelProgress&) {
      solver->save(file.path());
      return --left > 0;
    });
    solver->save(file.path());
  }
  check(
      answer == DuelSolver::make(duel(6, 5, 1, 1))->solve([](const DuelProgress&) { return true; }),
      "a search that was stopped and resumed finds the same winner");
}

}  // namespace

void test_threads() {
  threads_find_who_wins_the_duel();
  a_duel_is_saved_and_stopped_while_threads_search();
  saved_and_stopped_while_workers_search(Play::misere, true);
  saved_and_stopped_while_workers_search(Play::normal, true);
  the_table_grows_under_the_workers();
  forms_are_shared_by_workers();
}

}  // namespace cgt::test
