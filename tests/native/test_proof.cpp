// The native checker of proofs against trying everything on small boards.
#include <algorithm>
#include <map>
#include <string>

#include "check.hpp"
#include "proof/checker.hpp"

namespace cgt::test {

namespace {

using namespace proof;

using Mask = std::uint32_t;

const std::vector<Shape> dominoes{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}};
const std::vector<Shape> corners{{{0, 0}, {0, 1}, {1, 0}},
                                 {{0, 0}, {0, 1}, {1, 1}},
                                 {{0, 0}, {1, 0}, {1, 1}},
                                 {{0, 1}, {1, 0}, {1, 1}}};
const Pulse quiet = [](std::size_t, std::size_t) {};

// All positions of a game on one board, and who wins each of them.
class Tried {
 public:
  Tried(BoxSize board, const std::vector<Shape>& shapes, bool is_misere)
      : board_(board), is_misere_(is_misere) {
    for (const Shape& shape : shapes)
      for (std::size_t row = 0; row < board.height; ++row)
        for (std::size_t column = 0; column < board.width; ++column) {
          Mask mask = 0;
          bool inside = true;
          for (auto [r, c] : shape) {
            inside = inside && row + r < board.height && column + c < board.width;
            if (inside) mask |= Mask{1} << ((row + r) * board.width + column + c);
          }
          if (inside) moves_.push_back(mask);
        }
  }

  bool has_moves() const { return !moves_.empty(); }

  bool is_won(Mask empty) {
    if (const auto found = known_.find(empty); found != known_.end()) return found->second;
    bool can_move = false;
    bool wins = false;
    for (const Mask move : moves_)
      if ((move & empty) == move) {
        can_move = true;
        wins = !is_won(empty & ~move) || wins;
      }
    return known_[empty] = can_move ? wins : is_misere_;
  }

  // The lines of all lost positions that some moves lead to.
  std::vector<std::string> lost() const {
    std::vector<std::string> lines;
    for (const auto& [empty, wins] : known_) {
      if (wins) continue;
      std::string line;
      for (std::size_t cell = 0; cell < board_.cells(); ++cell) {
        if (cell > 0 && cell % board_.width == 0) line += '|';
        line += (empty >> cell & 1) != 0 ? '.' : '#';
      }
      lines.push_back(line);
    }
    return lines;
  }

 private:
  BoxSize board_;
  bool is_misere_;
  std::vector<Mask> moves_;
  std::map<Mask, bool> known_;
};

std::unique_ptr<ProofChecker> checker_of(BoxSize board, const std::vector<Shape>& shapes,
                                         bool is_misere, std::size_t small,
                                         std::size_t memory = std::size_t{1} << 24) {
  return ProofChecker::make({board, shapes, is_misere, small, 7, memory});
}

// Feeds lines in blocks of some size, which need not end where lines do.
std::optional<Mistake> feed(ProofChecker& checker, const std::vector<std::string>& lines,
                            std::size_t at_once) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  for (std::size_t at = 0; at < all.size(); at += at_once)
    if (auto mistake = checker.feed(std::string_view(all).substr(at, at_once), quiet))
      return mistake;
  return checker.feed("", quiet);
}

void check_all_lost_positions(BoxSize board, const std::vector<Shape>& shapes, bool is_misere,
                              std::size_t small) {
  Tried tried(board, shapes, is_misere);
  const bool wins = tried.is_won((Mask{1} << board.cells()) - 1);
  const std::vector<bool> empty(board.cells(), true);
  for (unsigned threads : {1u, 3u}) {
    const auto checker = checker_of(board, shapes, is_misere, small);
    check(!feed(*checker, tried.lost(), 1 + 13 * threads), "pictures can be read");
    check(checker->lines() == tried.lost().size(), "every line is a position");
    check(!checker->check(threads, quiet), "what is lost is proved by what is lost");
    check(checker->is_won(empty, 0, quiet) == wins, "whoever wins is proved to win");
    check(checker->is_lost(empty, 0, quiet) == !wins, "whoever loses is proved to lose");
    const auto answer = checker->answer(empty, 0, quiet);
    check(answer.has_value() == (wins && tried.has_moves()), "whoever wins has a move to win by");
    if (!answer) continue;
    Mask left = (Mask{1} << board.cells()) - 1;
    for (const std::size_t cell : answer->cells) left &= ~(Mask{1} << cell);
    check(!tried.is_won(left), "the move leaves a lost position");
  }
}

// A list without answers does not hold, and the first line that does not is named.
void misses_answers() {
  const auto checker = checker_of({4, 4}, dominoes, true, 12);
  check(!feed(*checker, {"; a comment", "", "....|....|....|.... ", "....|....|....|...#\r"}, 5),
        "comments and blank lines are passed over");
  const auto wrong = checker->check(2, quiet);
  check(wrong && wrong->line == 10, "the second picture is no lost position");
  check(wrong->move.find('@') != std::string::npos, "the move is drawn");
  check(checker->positions() == 2 && checker->moves() > 0, "the first one holds");
}

void judges_small_positions_by_their_value() {
  const auto lost = checker_of({4, 4}, dominoes, true, 12);
  check(!feed(*lost, {"*2 + *2", "{*1+*2, {0, *1}}", ".."}, 1), "sums and forms can be read");
  check(!lost->check(1, quiet), "two equal heaps are lost, and {*3, *2} is the same");
  const auto won = checker_of({4, 4}, dominoes, true, 12);
  check(!feed(*won, {"*1", "0"}, 100), "heaps can be read");
  const auto wrong = won->check(1, quiet);
  check(wrong && wrong->line == 8 && wrong->position == "0" && wrong->move.empty(),
        "whoever cannot move has won");
}

void tells_mistakes() {
  const std::vector<std::pair<std::string, std::size_t>> mistakes{
      {"x", 1},           {"..|.", 1}, {".. + ", 5},   {"{*1", 1},
      {".. ..", 4},       {"{..}", 2}, {".....|.", 1}, {"*999", 1},
      {"*1 + *1000", 10}, {"}", 1},    {"{*1,}", 5},   {std::string("..\0", 3), 3}};
  for (const auto& [line, column] : mistakes) {
    const auto checker = checker_of({3, 2}, dominoes, true, 12);
    const auto mistake = feed(*checker, {"..", line}, 4096);
    check(mistake && mistake->line == 8, "a mistake is found on its line");
    check(mistake->column == column, line.c_str());
  }
  const auto checker = checker_of({3, 2}, dominoes, true, 12);
  check(feed(*checker, {std::string(std::size_t{1} << 21, ' ')}, 4096).has_value(),
        "a line has an end");
}

void keeps_to_its_memory() {
  Tried tried({4, 4}, dominoes, true);
  tried.is_won(0xFFFF);
  bool stopped = false;
  try {
    const auto checker = checker_of({4, 4}, dominoes, true, 2, std::size_t{1} << 17);
    feed(*checker, tried.lost(), 4096);
  } catch (const OutOfBudgetError&) {
    stopped = true;
  }
  check(stopped, "a list beyond the memory allowed is not kept");
}

void stops_when_told_to() {
  struct Stop {};
  bool stopped = false;
  try {
    const auto checker = checker_of({16, 16}, dominoes, true, 12);
    feed(*checker, {"*40 + *39"}, 4096);
    const auto endless = checker_of({16, 16}, dominoes, true, 12, std::size_t{1} << 30);
    endless->feed("*90 + *89 + *88\n", [](std::size_t, std::size_t) { throw Stop{}; });
  } catch (const Stop&) {
    stopped = true;
  }
  check(stopped, "an error of the pulse ends the work");
}

}  // namespace

void test_proof() {
  for (bool is_misere : {true, false})
    for (std::size_t small : {std::size_t{0}, std::size_t{4}, std::size_t{12}})
      for (BoxSize board : {BoxSize{3, 3}, BoxSize{4, 3}, BoxSize{5, 2}, BoxSize{9, 1}}) {
        check_all_lost_positions(board, dominoes, is_misere, small);
        check_all_lost_positions(board, corners, is_misere, small);
      }
  misses_answers();
  judges_small_positions_by_their_value();
  tells_mistakes();
  keeps_to_its_memory();
  stops_when_told_to();
}

}  // namespace cgt::test
