// Questions about the duel: a game that a person plays as Good, or watches.
#include <algorithm>
#include <memory>

#include "bind/browser/coloured_rows.hpp"
#include "bind/browser/door.hpp"
#include "bind/browser/duel_setup.hpp"
#include "bind/browser/replay_text.hpp"
#include "duel/live_game.hpp"
#include "duel/steps.hpp"
#include "players/beam.hpp"

namespace cgt::browser {

namespace {

void no_beat() {}

// A game with everything that the page draws.
class Duel {
 public:
  explicit Duel(Words& words) : setup_(read_rules(words)), advice_(read_weights(words)) {
    const std::unique_ptr<Bad> bad = read_bad(words, setup_.rules);
    const unsigned preview = words.count(8);
    const Extras extras{words.flag() ? Scoring::sogang : Scoring::lines, 0, 0};
    const Well start = read_start(words.word());
    if (auto good = read_good(words, setup_.rules, *bad))
      watched_ = std::make_unique<DuelGame>(setup_.rules, std::move(good), bad->clone(), start,
                                            preview, extras);
    live_ = std::make_unique<LiveGame>(setup_.rules, bad->clone(), start, preview, extras);
    rows_.fill(start);
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

  // Makes the steps of a replay until a piece lands; returns how many were made.
  std::size_t follow(std::string_view letters) {
    const std::uint64_t before = live_->game().placed();
    std::size_t made = 0;
    while (made < letters.size() && live_->game().placed() == before && live_->falling())
      step(static_cast<Step>(step_letters.find(letters[made++])));
    return made;
  }

  void add_state(Json& json) const {
    const DuelGame& game = live_->game();
    json.add("width", rules().width()).add("height", rules().height());
    json.add("fills", rules().rows_to_fill()).add("over", game.over());
    json.add("placed", game.placed()).add("lines", game.lines()).add("score", game.score());
    rows_.add_to(json);
    json.key("visible").open('[');
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
    json.add("steps", steps_).add("hex", replay_in_hex(steps_));
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

  // The well that the game begins with: rows from the top, or `-` for an empty one.
  Well read_start(std::string_view text) const {
    Well start(rules().width());
    if (text == "-") return start;
    const std::size_t width = rules().width() + 1;  // with the sign between rows
    if ((text.size() + 1) % width != 0 || text.size() / width >= rules().height())
      throw std::invalid_argument("the start is no well of this size");
    const std::size_t rows = (text.size() + 1) / width;
    for (std::size_t row = 0; row < rows; ++row)
      for (unsigned column = 0; column < rules().width(); ++column)
        if (text[row * width + column] == '#')
          start.set_column(column, start.column(column) | Column{1} << (rows - 1 - row));
    return start;
  }

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
    rows_.land(rules().turned(played.piece, played.placement), played.placement,
               setup_.names[played.piece].front(), live_->game().cleared());
    live_->come_in(heart_);
  }

  void add_cells_of(Json& json, PieceId piece, Placement placement) const {
    json.key("cells").open('[');
    for_each_cell(rules().turned(piece, placement), placement, [&](unsigned row, unsigned column) {
      json.open('[').add(row).add(column).close(']');
    });
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
  ColouredRows rows_{setup_.rules->width()};
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
  if (subject == "decode") {
    answer.add("steps", decoded_replay(words));
    return true;
  }
  if (subject == "follow") {
    const std::string_view letters = words.word();
    if (letters.find_first_not_of(step_letters) != std::string_view::npos)
      throw std::invalid_argument("there is no such step");
    answer.add("used", duel().follow(letters));
    duel().add_state(answer);
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
