// The search in misère play where it stops looking at moves early, and what it is built on, against
// complete values.
#include "base/budget_memory.hpp"
#include "base/stable_vector.hpp"
#include "check.hpp"
#include "placement/misere_search.hpp"
#include "placement/wide_box.hpp"

namespace cgt::test {

namespace {

const std::vector<Shape> dominoes{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}};
const std::vector<Shape> corners{{{0, 0}, {0, 1}, {1, 0}},
                                 {{0, 0}, {0, 1}, {1, 1}},
                                 {{0, 0}, {1, 0}, {1, 1}},
                                 {{0, 1}, {1, 0}, {1, 1}}};

// Nothing but the smallest regions is valued. Everything else is searched: depth first up to some
// number of cells, where positions with the same graphs are one, and by proof numbers above, where
// the work of a position may be estimated after a single move.
void searches_agree_with_values(const std::vector<Shape>& shapes, unsigned quick_size,
                                unsigned first_look) {
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
  SharedSearch shared{outcomes, experience, &stacks, 3, quick_size, first_look};
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

template <class Box>
void ends_have_at_most_one_neighbour(BoardSize size) {
  std::mt19937 random(12);
  const Box box(size);
  for (int number = 0; number < 300; ++number) {
    std::vector<std::vector<bool>> filled(size.height + 2, std::vector<bool>(size.width + 2));
    typename Box::Cells cells;
    for (unsigned row = 0; row < size.height; ++row)
      for (unsigned column = 0; column < size.width; ++column)
        if (random() % 3 != 0) {
          filled[row + 1][column + 1] = true;
          cells |= box.cell(row, column);
        }
    typename Box::Cells expected;
    for (unsigned row = 0; row < size.height; ++row)
      for (unsigned column = 0; column < size.width; ++column) {
        const int neighbours = filled[row][column + 1] + filled[row + 2][column + 1] +
                               filled[row + 1][column] + filled[row + 1][column + 2];
        if (filled[row + 1][column + 1] && neighbours <= 1) expected |= box.cell(row, column);
      }
    check(box.ends_of(cells) == expected, "the ends are the cells with at most one neighbour");
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
    searches_agree_with_values(dominoes, 0, first_look);
    searches_agree_with_values(corners, 0, first_look);
  }
  for (unsigned quick_size : {12u, 64u}) searches_agree_with_values(dominoes, quick_size, 128);
  ends_have_at_most_one_neighbour<ByteBox>({8, 8});
  ends_have_at_most_one_neighbour<WideBox<1>>({13, 4});
  ends_have_at_most_one_neighbour<WideBox<1>>({64, 1});
  ends_have_at_most_one_neighbour<WideBox<2>>({100, 1});
  ends_have_at_most_one_neighbour<WideBox<2>>({11, 9});
  elements_of_a_stable_vector_stay();
}

}  // namespace cgt::test
