// Questions about boards: where pieces fit, what regions and moves are worth, and which move the
// program plays.
#include <memory>

#include "bind/browser/board_game.hpp"
#include "bind/browser/choice.hpp"
#include "bind/browser/door.hpp"
#include "bind/browser/form_text.hpp"

namespace cgt::browser {

namespace {

constexpr std::size_t longest_form = 400;
constexpr double seconds_for_values = 20;  // where who wins is known
constexpr double seconds_at_first =
    0.3;  // for a value; what takes longer is tried again at the end

std::unique_ptr<BoardGame> current_game;

BoardGame& game() {
  if (!current_game) throw std::invalid_argument("no game has begun");
  return *current_game;
}

const char* outcome_text(bool to_move_wins) { return to_move_wins ? "N" : "P"; }

void add_outcome(Json& json, const Outcome& wins) {
  json.key("outcome");
  if (wins)
    json.add(outcome_text(*wins));
  else
    json.add(std::optional<bool>());
}

// The values that follow from a form; whether the player to move wins there.
bool add_form(Json& json, FormId form) {
  const FormStore& forms = game().solver().forms(FormKind::canonical);
  const FormFacts& facts = forms.facts(form);
  const bool wins = game().play() == Play::misere ? facts.misere_win : facts.nimber != 0;
  json.add("canonical", form_text(forms, form, longest_form)).add("nimber", facts.nimber);
  json.add("genus", genus_text(forms, form));
  add_outcome(json, wins);
  return wins;
}

// Where pieces fit and how the board falls apart: no search is needed for that.
void add_position(Json& json, const BoardCells& board) {
  const auto labels = game().regions(board);
  json.key("labels").open('[');
  for (const auto label : labels) json.add(static_cast<unsigned>(label));
  json.close(']');
  const auto placements = game().placements(board);
  json.key("placements").open('[');
  for (const BoardMove& move : placements) {
    json.open('{').add("piece", game().piece_name(move.piece));
    add_cells(json, "cells", move.cells);
    json.close('}');
  }
  json.close(']').add("over", placements.empty());
  if (placements.empty()) add_outcome(json, game().to_move_wins_when_over());
}

// Everything about a board, told bit by bit: what is quick first.
class Analysis {
 public:
  Analysis(const BoardCells& board, const Limits& limits)
      : board_(board), limits_(limits), labels_(game().regions(board)),
        count_(labels_.empty() ? 0 : *std::max_element(labels_.begin(), labels_.end())),
        has_value_(count_) {}

  void run() {
    tell_position();
    for (unsigned number = 1; number <= count_; ++number)
      value_region(number, limits_.within(seconds_at_first));
    value_whole(limits_.within(seconds_at_first));
    if (!outcome_) tell_outcome(game().wins(board_, limits_.share(0.5)));
    list_moves();
    for (unsigned number = 1; number <= count_; ++number)
      if (!has_value_[number - 1]) value_region(number, limits_.within(seconds_for_values));
    value_whole(limits_.within(seconds_for_values));
  }

 private:
  void tell_position() {
    Json part;
    part.open('{').key("position").open('{');
    add_position(part, board_);
    tell(part.close('}').close('}'));
  }

  void value_region(unsigned number, const Limits& limits) {
    const BoardCells alone = BoardGame::region(board_, labels_, number);
    Json part;
    part.open('{').add("region", number);
    if (const auto form = game().form(alone, limits)) {
      add_form(part, *form);
      has_value_[number - 1] = true;
    } else {
      const Outcome wins = count_ == 1 ? outcome_ : game().wins(alone, limits);
      add_outcome(part, wins);
    }
    tell(part.close('}'));
  }

  void value_whole(const Limits& limits) {
    if (is_valued_ || std::find(has_value_.begin(), has_value_.end(), false) != has_value_.end())
      return;
    const auto form = game().form(board_, limits);
    if (!form) return;
    is_valued_ = true;
    Json part;
    part.open('{').key("whole").open('{');
    outcome_ = add_form(part, *form);
    tell(part.close('}').close('}'));
  }

  void tell_outcome(const Outcome& wins) {
    outcome_ = wins;
    Json part;
    part.open('{').key("whole").open('{');
    add_outcome(part, wins);
    tell(part.close('}').close('}'));
    if (count_ != 1) return;
    Json region;  // which is the whole
    region.open('{').add("region", 1);
    add_outcome(region, wins);
    tell(region.close('}'));
  }

  void list_moves() {
    moves_ = game().moves(board_);
    worth_.assign(moves_.size(), outcome_ == Outcome(false) ? Outcome(true) : std::nullopt);
    Json part;
    part.open('{').key("moves").open('[');
    for (const BoardMove& move : moves_) {
      part.open('[');
      for (const std::size_t number : move.alike) part.add(number);
      part.close(']');
    }
    tell(part.close(']').close('}'));
    const Limits limits = limits_.share(0.8);
    find_worths([&](const BoardMove& move) { return game().known(move.leaves, limits); });
    for (const Limits& round : {limits.share(0.5), limits}) {
      std::size_t left =
          static_cast<std::size_t>(std::count(worth_.begin(), worth_.end(), Outcome()));
      find_worths([&](const BoardMove& move) {
        return game().wins(move.leaves, round.share(1.0 / static_cast<double>(left--)));
      });
    }
    if (!outcome_) tell_outcome_by_moves();
    tell_values(limits_.within(seconds_for_values));
  }

  // Asks about every move that is not decided, and tells what came out.
  template <class Ask>
  void find_worths(const Ask& ask) {
    for (std::size_t i = 0; i < moves_.size(); ++i)
      if (!worth_[i]) worth_[i] = ask(moves_[i]);
    Json part;
    part.open('{').key("worth").open('[');
    for (const Outcome& wins : worth_)
      wins ? part.add(outcome_text(*wins)) : part.add(std::optional<bool>());
    tell(part.close(']').close('}'));
  }

  void tell_outcome_by_moves() {
    if (std::find(worth_.begin(), worth_.end(), Outcome(false)) != worth_.end())
      tell_outcome(true);
    else if (std::find(worth_.begin(), worth_.end(), Outcome()) == worth_.end())
      tell_outcome(moves_.empty() ? game().to_move_wins_when_over() : false);
  }

  void tell_values(const Limits& limits) {
    for (std::size_t i = 0; i < moves_.size() && !limits.is_over(); ++i) {
      const double share = 1.0 / static_cast<double>(moves_.size() - i);
      const auto form = game().form(moves_[i].leaves, limits.share(share));
      if (!form) continue;
      Json part;
      part.open('{').add("move", i);
      add_form(part, *form);
      tell(part.close('}'));
    }
  }

  BoardCells board_;
  Limits limits_;
  std::vector<std::uint8_t> labels_;
  unsigned count_;
  std::vector<bool> has_value_;
  bool is_valued_ = false;
  Outcome outcome_;
  std::vector<BoardMove> moves_;
  std::vector<Outcome> worth_;
};

void answer_level(Words& words, Json& answer) {
  const BoardCells board = game().board(words.word());
  Level level{};
  level.cells = words.count(most_cells);
  level.sets_traps = words.flag();
  level.searches = words.flag();
  const std::uint64_t seed = words.large();
  answer.add("placement", level_move(game(), board, level, seed, words.decimal()));
}

void answer_hint(Words& words, Json& answer) {
  const BoardCells board = game().board(words.word());
  const Hint found = hint(game(), board, Limits::of(words.decimal()));
  answer.add("kind", found.kind).add("placement", found.placement);
  add_outcome(answer, found.wins);
}

}  // namespace

bool answer_placement(std::string_view subject, Words& words, Json& answer) {
  if (subject == "game") {
    current_game.reset();  // its memory first
    current_game = std::make_unique<BoardGame>(words);
  } else if (subject == "position") {
    add_position(answer, game().board(words.word()));
  } else if (subject == "outcome") {
    const BoardCells board = game().board(words.word());
    add_outcome(answer, game().wins(board, Limits::of(words.decimal())));
  } else if (subject == "analyse") {
    const BoardCells board = game().board(words.word());
    Analysis(board, Limits::of(words.decimal())).run();
  } else if (subject == "level") {
    answer_level(words, answer);
  } else if (subject == "hint") {
    answer_hint(words, answer);
  } else {
    return false;
  }
  return true;
}

}  // namespace cgt::browser
