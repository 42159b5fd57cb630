// Checkpoints whose words were changed one by one, with the right checksum for what they say now.
// Each is refused, or loaded and searched from; the sanitizers see that nothing else happens.
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/checkpoint.hpp"
#include "check.hpp"
#include "duel/exact/solver.hpp"
#include "files.hpp"
#include "placement/solver.hpp"

namespace cgt::test {

namespace {

const std::vector<Shape> dominoes{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}};
const BoardCells five_by_five{{5, 5}, {low_bits(25)}};

std::vector<Word> words_in(const TemporaryFile& file) {
  Heartbeat heart([] {});
  CheckpointReader reader(file.path(), file.size(), heart);
  std::vector<Word> words(reader.left());
  for (Word& word : words) word = reader.read();
  reader.finish();
  return words;
}

void write(const TemporaryFile& file, const std::vector<Word>& words) {
  CheckpointWriter writer(file.path());
  for (const Word word : words) writer.write(word);
  writer.finish();
}

// Loads what `save` wrote and calls use(solver) if it was not refused.
template <class Make, class Use>
bool is_loaded(const TemporaryFile& file, Make make, Use use) {
  const auto solver = make();
  Heartbeat heart([] {});
  try {
    solver->load(file.path(), file.size(), heart);
  } catch (const CheckpointError&) {
    use(*solver);  // it is as it was
    return false;
  }
  try {
    use(*solver);
  } catch (const CheckpointError&) {  // what it says is found to contradict itself
  }
  return true;
}

// Changes about `most` of the words, each in several ways; and the number of words.
template <class Make, class Use>
void change_every_word(const TemporaryFile& file, std::size_t most, Make make, Use use) {
  const std::vector<Word> words = words_in(file);
  check(is_loaded(file, make, use), "what was not changed is loaded");
  std::size_t refused = 0;
  for (std::size_t at = 0; at < words.size(); at += 1 + words.size() / most)
    for (const Word value : {words[at] + 1, words[at] - 1, words[at] ^ 2, ~words[at], Word{0},
                             Word{1} << 63, words[at] ^ Word{1} << 26, Word{UINT32_MAX}}) {
      std::vector<Word> changed = words;
      changed[at] = value;
      write(file, changed);
      if (value != words[at] && !is_loaded(file, make, use)) ++refused;
    }
  check(refused > 0, "most of that is refused");
  for (const std::size_t length : {words.size() - 1, words.size() + 1, words.size() / 2}) {
    std::vector<Word> changed = words;
    changed.resize(length);
    write(file, changed);
    check(!is_loaded(file, make, use), "the number of words must be right");
  }
}

void changed_checkpoints_of_placement_games(Play play) {
  const TemporaryFile file("cgt-changed-");
  const auto make = [&] {
    return PlacementSolver::make({{5, 5}, dominoes, play, 1, std::size_t{1} << 20});
  };
  const auto first = make();
  const auto wins = first->wins(five_by_five, [](const SolverProgress&) { return true; });
  check(wins.has_value(), "a small board is solved");
  first->save(file.path());
  change_every_word(file, 60, make, [](PlacementSolver& solver) {
    int looks = 0;
    const auto few_looks = [&](const SolverProgress&) { return ++looks < 3; };
    (void)solver.wins(five_by_five, few_looks);
    (void)solver.nimber({{4, 4}, {low_bits(16)}}, few_looks);
  });
}

// A square and a bar of three, which only fall.
std::shared_ptr<const DuelRules> falling_pieces(unsigned width, unsigned height) {
  const std::vector<std::vector<std::pair<unsigned, unsigned>>> turned[] = {
      {{{0, 0}, {0, 1}, {1, 0}, {1, 1}}}, {{{0, 0}, {0, 1}, {0, 2}}, {{0, 0}, {1, 0}, {2, 0}}}};
  std::vector<DuelPiece> pieces;
  for (const auto& rotations : turned) {
    DuelPiece piece;
    for (const auto& cells : rotations) {
      piece.moves.states.push_back({static_cast<std::uint8_t>(piece.rotations.size()), {}});
      piece.rotations.emplace_back(cells);
    }
    pieces.push_back(piece);
  }
  return std::make_shared<const DuelRules>(width, height, std::move(pieces), Inside::falls,
                                           Ending::height, 4);
}

void changed_checkpoints_of_the_duel(unsigned preview) {
  const TemporaryFile file("cgt-changed-");
  const auto game = falling_pieces(4, 4);
  const auto make = [&] {
    return DuelSolver::make(
        {game, Well(4), preview, {0, 1}, GoodPlays::anywhere, std::size_t{1} << 26});
  };
  const auto first = make();
  const DuelAnswer answer = first->solve([](const DuelProgress&) { return true; });
  check(answer != DuelAnswer::unknown, "a small duel is decided");
  first->save(file.path());
  change_every_word(file, 200, make, [](DuelSolver& solver) {
    int looks = 0;
    const auto few_looks = [&](const DuelProgress&) { return ++looks < 3; };
    if (solver.solve(few_looks) == DuelAnswer::unknown) return;
    (void)solver.instructions(false, 1000, few_looks);
  });
}

}  // namespace

void test_checkpoints() {
  for (const Play play : {Play::misere, Play::normal}) changed_checkpoints_of_placement_games(play);
  for (const unsigned preview : {0u, 1u}) changed_checkpoints_of_the_duel(preview);
}

}  // namespace cgt::test
