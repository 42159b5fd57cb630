// Questions about the duel: a game that a person plays as Good, or watches.
#include <algorithm>
#include <memory>

#include "bind/browser/door.hpp"
#include "bind/browser/duel_setup.hpp"
#include "duel/live_game.hpp"
#include "duel/steps.hpp"
#include "players/beam.hpp"

namespace cgt::browser {

namespace {

constexpr std::string_view step_letters = "LRDU";  // as HATETRIS writes them, by their numbers
constexpr std::string_view hex_digits = "0123456789ABCDEF";

void no_beat() {}

// A game with everything that the page draws.
class Duel {
 public:
  explicit Duel(Words& words) : setup_(read_rules(words)), advice_(read_weights(words)) {
    const std::unique_ptr<Bad> bad = read_bad(words, setup_.rules);
    const unsigned preview = words.count(8);
    const Extras extras{words.flag() ? Scoring::sogang : Scoring::lines, 0, 0};
    const Well empty(rules().width());
    if (auto good = read_good(words, setup_.rules, *bad))
      watched_ = std::make_unique<DuelGame>(setup_.rules, std::move(good), bad->clone(), empty,
                                            preview, extras);
    live_ = std::make_unique<LiveGame>(setup_.rules, bad->clone(), empty, preview, extras);
    live_->come_in(heart_);
  }

  void step(Step step) {
    if (!live_->falling()) return;
    const Happened happened = live_->step(step, heart_);
    if (happened == Happened::nothing) return;
    write_down(step, 1);
    if (happened == Happened::locked) landed();
  }

  void drop() {
    if (!live_->falling()) return;
    const unsigned from = live_->falling()->place().row;
    const unsigned to = live_->falling()->landing(well()).row;
    if (live_->drop(heart_) != Happened::locked) return;
    write_down(Step::down, from - to + 1);
    landed();
  }

  void place(Placement placement) {
    if (!live_->falling()) return;
    const PieceId piece = live_->falling()->piece();
    const auto way = steps_to(rules(), well(), piece, placement, all_steps());
    live_->place(placement, heart_);
    if (way)
      for (const Step step : *way) write_down(step, 1);
    landed();
  }

  // Lets the watched player place the next piece.
  void watch() {
    if (!watched_) throw std::invalid_argument("nobody is watched");
    if (const auto played = watched_->step(heart_)) place(played->placement);
  }

  void add_state(Json& json) const {
    const DuelGame& game = live_->game();
    json.add("width", rules().width()).add("height", rules().height());
    json.add("fills", rules().rows_to_fill()).add("over", game.over());
    json.add("placed", game.placed()).add("lines", game.lines()).add("score", game.score());
    json.key("rows").open('[');
    for (const std::string& row : rows_) json.add(row);
    json.close(']').key("visible").open('[');
    for (const PieceId piece : game.visible()) json.add(setup_.names[piece]);
    json.close(']');
    if (!live_->trace().empty()) add_played(json, "last", live_->trace().back());
    if (!live_->falling()) return;
    const PieceId piece = live_->falling()->piece();
    add_place(json, "falling", piece, live_->falling()->place());
    add_place(json, "ghost", piece, live_->falling()->landing(well()));
  }

  // Every placement of the piece to place, the best first, and what the evaluation sees in it.
  void add_advice(Json& json, std::size_t keeps, std::size_t most) {
    json.key("advice").open('[');
    if (live_->falling()) {
      const auto& visible = live_->game().visible();
      std::vector<Placement> placements;
      rules().list_placements(well(), visible.front(), placements);
      Beam beam(rules(), advice_.evaluation(), keeps);
      const auto ranked = beam.rank(well(), visible, placements, heart_);
      for (std::size_t i = 0; i < std::min(most, ranked.size()); ++i)
        add_choice(json, visible.front(), ranked[i]);
    }
    json.close(']');
  }

  void add_replay(Json& json) const {
    std::string hex;
    for (std::size_t i = 0; i < steps_.size(); i += 2) {
      const std::size_t first = step_letters.find(steps_[i]);
      const std::size_t second = i + 1 < steps_.size() ? step_letters.find(steps_[i + 1]) : 0;
      hex += hex_digits[step_letters.size() * first + second];
    }
    json.add("steps", steps_).add("hex", hex);
    json.key("trace").open('[');
    for (const Played& played : live_->trace()) {
      json.open('[').add(setup_.names[played.piece]).add(played.placement.rotation);
      json.add(played.placement.column).add(played.placement.row).close(']');
    }
    json.close(']');
  }

 private:
  const DuelRules& rules() const { return *setup_.rules; }
  const Well& well() const { return live_->game().well(); }

  static std::vector<Step> all_steps() {
    return {Step::left, Step::right, Step::down, Step::clockwise};
  }

  void write_down(Step step, unsigned times) {
    const auto letter = static_cast<std::size_t>(step);
    if (letter < step_letters.size()) steps_.append(times, step_letters[letter]);
  }

  // Colours the cells of the piece that has landed, takes full rows away, and lets the next piece
  // come in.
  void landed() {
    const Played played = live_->trace().back();
    const TurnedPiece& turned = rules().turned(played.piece, played.placement);
    const std::string& name = setup_.names[played.piece];
    for (unsigned i = 0; i < turned.width; ++i)
      for (unsigned row = 0; row < turned.height; ++row) {
        if ((turned.columns[i] >> row & 1) == 0) continue;
        const std::size_t at = played.placement.row + row;
        while (rows_.size() <= at) rows_.emplace_back(rules().width(), '.');
        rows_[at][played.placement.column + i] = name.front();
      }
    const Column cleared = live_->game().cleared();
    for (std::size_t row = rows_.size(); row-- > 0;)
      if ((cleared >> row & 1) != 0) rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(row));
    live_->come_in(heart_);
  }

  void add_cells_of(Json& json, PieceId piece, Placement placement) const {
    const TurnedPiece& turned = rules().turned(piece, placement);
    json.key("cells").open('[');
    for (unsigned i = 0; i < turned.width; ++i)
      for (unsigned row = 0; row < turned.height; ++row)
        if ((turned.columns[i] >> row & 1) != 0)
          json.open('[').add(placement.row + row).add(placement.column + i).close(']');
    json.close(']');
  }

  void add_place(Json& json, std::string_view name, PieceId piece, Placement placement) const {
    json.key(name).open('{').add("piece", setup_.names[piece]);
    json.key("placement").open('[').add(placement.rotation).add(placement.column);
    json.add(placement.row).close(']');
    add_cells_of(json, piece, placement);
    json.close('}');
  }

  void add_played(Json& json, std::string_view name, const Played& played) const {
    add_place(json, name, played.piece, played.placement);
  }

  void add_choice(Json& json, PieceId piece, const Beam::Choice& choice) const {
    json.open('{').add("value", choice.value).add("placed", choice.placed);
    add_place(json, "place", piece, choice.placement);
    json.key("features").open('[');
    for (std::size_t i = 0; i < advice_.terms.size(); ++i) {
      Judge judge(rules(), Evaluation({{advice_.terms[i].feature, 1.0}}));
      judge.look_at(well());
      const double value = judge.judge(piece, choice.placement).sum();
      json.open('[').add(advice_.names[i]).add(value).add(advice_.terms[i].weight).close(']');
    }
    json.close(']').close('}');
  }

  NamedRules setup_;
  NamedWeights advice_;
  Heartbeat heart_{no_beat};
  std::unique_ptr<DuelGame> watched_;
  std::unique_ptr<LiveGame> live_;
  std::vector<std::string> rows_;  // from the floor up, a letter for each filled cell
  std::string steps_;
};

std::unique_ptr<Duel> current_duel;

Duel& duel() {
  if (!current_duel) throw std::invalid_argument("no duel has begun");
  return *current_duel;
}

Step step_named(std::string_view name) {
  constexpr std::string_view names[] = {"left", "right", "down", "clockwise", "counterclockwise",
                                        "half"};
  for (unsigned i = 0; i < step_kinds; ++i)
    if (names[i] == name) return static_cast<Step>(i);
  throw std::invalid_argument("there is no such step");
}

Placement read_placement(Words& words) {
  const auto rotation = static_cast<std::uint8_t>(words.count(255));
  const auto column = static_cast<std::uint8_t>(words.count(255));
  return {rotation, column, static_cast<std::uint8_t>(words.count(255))};
}

}  // namespace

bool answer_duel(std::string_view subject, Words& words, Json& answer) {
  if (subject == "advise") {
    const std::size_t keeps = words.count(10000);
    duel().add_advice(answer, keeps, words.count(1000));
    return true;
  }
  if (subject == "replay") {
    duel().add_replay(answer);
    return true;
  }
  if (subject == "duel")
    current_duel = std::make_unique<Duel>(words);
  else if (subject == "step")
    duel().step(step_named(words.word()));
  else if (subject == "drop")
    duel().drop();
  else if (subject == "place")
    duel().place(read_placement(words));
  else if (subject == "watch")
    duel().watch();
  else if (subject != "state")
    return false;
  duel().add_state(answer);
  return true;
}

}  // namespace cgt::browser
