// A proof to play against: its lines are read and checked, then it answers every move of whoever
// loses. What is proved, and who begins, the page has read from the file's header.
#include <memory>

#include "bind/browser/door.hpp"
#include "proof/checker.hpp"

namespace cgt::browser {

namespace {

constexpr unsigned most_board_cells = 256;
constexpr unsigned most_shapes = 4096;
constexpr std::size_t most_bytes = std::size_t{512} << 20;

std::unique_ptr<proof::ProofChecker> current_proof;

proof::ProofChecker& checker() {
  if (!current_proof) throw std::invalid_argument("no proof was loaded");
  return *current_proof;
}

void tell_checked(std::size_t done, std::size_t of) {
  tell(Json().open('{').add("checked", done).add("of", of).close('}'));
}

proof::Setup read_setup(Words& words) {
  proof::Setup setup;
  setup.is_misere = words.word() == "misere";
  setup.board.width = words.count(most_board_cells);
  setup.board.height = words.count(most_board_cells);
  if (setup.board.cells() == 0 || setup.board.cells() > most_board_cells)
    throw std::invalid_argument("the board has no size that can be played on");
  setup.small = words.count(most_board_cells);
  setup.first_line = words.large();
  setup.memory = most_bytes;
  setup.shapes.resize(words.count(most_shapes));
  for (proof::Shape& shape : setup.shapes) {
    shape.resize(words.count(most_board_cells));
    for (auto& [row, column] : shape) {
      row = words.count(most_board_cells);
      column = words.count(most_board_cells);
    }
  }
  return setup;
}

std::vector<bool> empty_cells(std::string_view board) {
  std::vector<bool> empty;
  for (const char cell : board)
    if (cell != '|') empty.push_back(cell == '.');
  return empty;
}

void feed(std::string_view block) {
  const auto mistake = checker().feed(block, tell_checked);
  if (mistake)
    throw std::invalid_argument("line " + std::to_string(mistake->line) + ", column " +
                                std::to_string(mistake->column) + ": " + mistake->problem);
}

// Whether what was read proves the claim: `N`, `P`, or a nimber.
bool claim_holds(const std::vector<bool>& empty, std::string_view claim) {
  if (claim == "N") return checker().is_won(empty, 0, tell_checked);
  const std::size_t heap = claim == "P" ? 0 : Words(claim).count(most_board_cells);
  for (std::size_t smaller = 0; smaller < heap; ++smaller)
    if (!checker().is_won(empty, smaller, tell_checked)) return false;
  return checker().is_lost(empty, heap, tell_checked);
}

void check(Words& words, Json& answer) {
  const std::vector<bool> empty = empty_cells(words.word());
  const std::string_view claim = words.word();
  const std::uint64_t positions = words.large();
  feed({});
  if (checker().lines() != positions)
    throw std::invalid_argument("the file has " + std::to_string(checker().lines()) +
                                " positions, not " + std::to_string(positions));
  if (const auto wrong = checker().check(1, tell_checked))
    throw std::invalid_argument(
        "line " + std::to_string(wrong->line) +
        (wrong->move.empty() ? ": the position is won" : ": a move has no answer: " + wrong->move));
  if (!claim_holds(empty, claim))
    throw std::invalid_argument("the list does not show what is claimed");
  answer.add("positions", checker().positions()).add("moves", checker().moves());
}

void give_answer(Words& words, Json& answer) {
  const auto found = checker().answer(empty_cells(words.word()), 0, tell_checked);
  if (!found) throw std::invalid_argument("the proof knows no winning move on this board");
  answer.key("cells").open('[');
  for (const std::size_t cell : found->cells) answer.add(cell);
  answer.close(']');
}

}  // namespace

bool answer_proof(std::string_view subject, Words& words, Json& answer) {
  if (subject == "proof") {
    current_proof.reset();  // its memory first
    current_proof = proof::ProofChecker::make(read_setup(words));
  } else if (subject == "proof-lines") {
    std::string_view block = words.others();
    block.remove_prefix(std::min<std::size_t>(1, block.size()));  // the blank after the question
    if (!block.empty()) feed(block);
  } else if (subject == "proof-check") {
    check(words, answer);
  } else if (subject == "proof-answer") {
    give_answer(words, answer);
  } else {
    return false;
  }
  return true;
}

}  // namespace cgt::browser
