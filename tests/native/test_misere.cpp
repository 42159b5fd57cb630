// The search in misère play where it stops looking at moves early, and what it is built on, against
// complete values.
#include "base/budget_memory.hpp"
#include "base/stable_vector.hpp"
#include "check.hpp"
#include "placement/misere_search.hpp"

namespace cgt::test {

namespace {

const std::vector<Shape> dominoes{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}};
const std::vector<Shape> corners{{{0, 0}, {0, 1}, {1, 0}},
                                 {{0, 0}, {0, 1}, {1, 1}},
                                 {{0, 0}, {1, 0}, {1, 1}},
                                 {{0, 1}, {1, 0}, {1, 1}}};

// Nothing but the smallest regions is valued, everything else is searched by proof numbers, and the
// work of a position is estimated after a single move.
void stopping_early_changes_no_outcome(const std::vector<Shape>& shapes, unsigned first_look) {
  std::mt19937 random(11);
  const ByteBox box(BoardSize{8, 8});
  const GameBoard<ByteBox> board(box, shapes);
  constexpr std::size_t bytes = std::size_t{1} << 26;
  MemoryBudget budget(bytes);
  BudgetMemory stacks(budget, std::size_t{1} << 22);
  FormValues values(FormKind::canonical, budget, bytes / 16);
  RegionValues<ByteBox, FormValues> small{board, values, &stacks, {budget, bytes / 8}};
  Table<PositionKnowledge::Weight> outcomes(budget, bytes / 2);
  Experience experience;
  SharedSearch shared{outcomes, experience, &stacks, 3, 0, first_look};
  for (int number = 0; number < 60; ++number) {
    ByteBox::Cells cells;
    for (unsigned row = 0; row < 4; ++row)
      for (unsigned column = 0; column < 5; ++column)
        if (random() % 8 != 0) cells |= box.cell(row, column);
    const bool expected = values.wins(RegionValuer(small, shared.stop).of_cells(cells));
    MisereSearch<ByteBox> search(board, values, small, shared);
    check(search.wins(cells) == expected, "the complete value has the same winner");
    check(search.wins_within(cells, 1) == expected, "what is decided takes no work");
  }
}

void elements_of_a_stable_vector_stay() {
  StableVector<std::size_t> numbers;
  numbers.push_back(0);
  const std::size_t* first = &numbers[0];
  constexpr std::size_t count = 300'000;
  for (std::size_t i = 1; i < count; ++i) numbers.push_back(i);
  check(numbers.size() == count && &numbers[0] == first, "no element moves");
  for (std::size_t i = 0; i < count; ++i) check(numbers[i] == i, "each is where it was put");
  numbers.pop_back();
  numbers.push_back(7);
  check(numbers[count - 1] == 7 && numbers[count - 2] == count - 2, "the last may be replaced");
}

}  // namespace

void test_misere() {
  for (unsigned first_look : {1u, 9u, 128u}) {
    stopping_early_changes_no_outcome(dominoes, first_look);
    stopping_early_changes_no_outcome(corners, first_look);
  }
  elements_of_a_stable_vector_stay();
}

}  // namespace cgt::test
