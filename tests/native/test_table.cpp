#include "placement/table.hpp"

#include <thread>

#include "check.hpp"
#include "placement/cells.hpp"
#include "placement/proof_numbers.hpp"

namespace cgt::test {

namespace {

Fingerprint key(std::size_t number) { return fingerprint_of(number); }
std::uint32_t value_of(std::size_t number) { return static_cast<std::uint32_t>(number * 7 + 1); }

// How many of the numbers below `count` are found; checks that none has a wrong value.
template <class Weight>
std::size_t count_found(const Table<Weight>& table, std::size_t count) {
  std::size_t found = 0;
  for (std::size_t number = 0; number < count; ++number)
    if (const auto value = table.find(key(number))) {
      check(*value == value_of(number), "what is found is what was stored");
      ++found;
    }
  return found;
}

void keeps_what_it_has_while_it_grows() {
  constexpr std::size_t count = 300000;
  MemoryBudget budget(std::size_t{64} << 20);
  Table<> table(budget, std::size_t{64} << 20);
  for (std::size_t number = 0; number < count; ++number) table.store(key(number), value_of(number));
  check(count_found(table, count) > count * 98 / 100, "hardly anything is lost on the way");
}

// While the thread that makes the table larger has to wait for a processor, the others may fill it,
// and it forgets. So what they stored is stored again before it is counted: it grows then.
void grows_while_several_threads_use_it() {
  constexpr std::size_t count = 300000;
  MemoryBudget budget(std::size_t{64} << 20);
  Table<> table(budget, std::size_t{64} << 20);
  const std::size_t room_at_first = table.room();
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < 4; ++thread)
      threads.emplace_back([&, thread] {
        for (std::size_t i = 0; i < count; ++i) {
          const std::size_t number = (i + thread * count / 4) % count;
          const auto known = table.find(key(number));
          check(!known || *known == value_of(number), "what is found is what was stored");
          table.store(key(number), value_of(number));
        }
      });
  }
  check(table.room() > room_at_first, "the table has grown");
  count_found(table, count);
  for (std::size_t number = 0; number < count; ++number) table.store(key(number), value_of(number));
  check(count_found(table, count) > count * 98 / 100, "hardly anything is lost after that");
}

void keeps_within_its_budget() {
  constexpr std::size_t memory = std::size_t{2} << 20;
  constexpr std::size_t count = 1000000;
  MemoryBudget budget(memory);
  Table<> table(budget, memory);
  for (std::size_t number = 0; number < count; ++number) table.store(key(number), value_of(number));
  const std::size_t bytes = table.room() * 16;
  check(bytes + budget.left() <= memory, "the table takes no more than the budget has");
  const std::size_t found = count_found(table, count);
  check(found > 0 && found <= table.room(), "a full table forgets");
}

void forgets_what_took_least_work() {
  constexpr std::size_t memory = std::size_t{1} << 20;
  MemoryBudget budget(memory);
  Table<PositionKnowledge::Weight> table(budget, memory);
  const auto hard = PositionKnowledge::of(ProofNumbers::of_outcome(true), 1 << 20).bits();
  const auto easy = PositionKnowledge::of(ProofNumbers::of_outcome(false), 1).bits();
  constexpr std::size_t hard_ones = 200;
  for (std::size_t number = 0; number < hard_ones; ++number) table.store(key(number), hard);
  for (std::size_t number = hard_ones; number < 1000000; ++number) table.store(key(number), easy);
  std::size_t kept = 0;
  for (std::size_t number = 0; number < hard_ones; ++number)
    kept += table.find(key(number)) == hard;
  check(kept > hard_ones * 9 / 10, "values that took much work are kept");
}

void proof_numbers_are_rounded_up() {
  for (float number = 1; number < ProofNumbers::most / 4; number *= 3.7f) {
    const auto kept = PositionKnowledge(PositionKnowledge::of({number, 2 * number}, 5).bits());
    check(!kept.wins().has_value(), "an open position is kept as one");
    check(kept.numbers().to_win >= number && kept.numbers().to_win < 1.03f * number,
          "a number is kept, rounded up a little");
    check(kept.numbers().to_lose >= 2 * number, "so is the other");
  }
}

void words_that_change_places_make_a_difference() {
  // Rows 0 to 3 and rows 4 to 7 of a board 16 wide are a word each.
  using Cells = CellSet<4>;
  for (Word first : {Word{0x1235}, Word{0xffff0001}, Word{0x8000000000000003}})
    for (Word second : {Word{0x10}, Word{0xabcdef0}, ~Word{1}}) {
      const auto one = fingerprint_of_cells(Cells::of_words({first, second, 0, 0}));
      for (Word shift : {Word{0}, Word{1}}) {
        const auto other =
            fingerprint_of_cells(Cells::of_words({second + shift, first - shift, 0, 0}));
        check(one.low != other.low && one.high != other.high, "the fingerprints are different");
      }
    }
}

}  // namespace

void test_table() {
  words_that_change_places_make_a_difference();
  keeps_what_it_has_while_it_grows();
  grows_while_several_threads_use_it();
  keeps_within_its_budget();
  forgets_what_took_least_work();
  proof_numbers_are_rounded_up();
}

}  // namespace cgt::test
