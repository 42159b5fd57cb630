// Games that two players of the core play out: Kravec's, min-max against min-max.
#include <algorithm>
#include <string>

#include "bind/browser/coloured_rows.hpp"
#include "bind/browser/door.hpp"
#include "bind/browser/duel_setup.hpp"
#include "duel/game.hpp"
#include "players/players.hpp"

namespace cgt::browser {

namespace {

constexpr unsigned most_pieces = 100'000;
constexpr std::size_t most_frames = 2000;
constexpr std::uint64_t pieces_between_tells = 200;

void no_beat() {}

// The wells after each piece, up to a number of them.
void add_frames(Json& json, const NamedRules& setup, const std::vector<Played>& trace) {
  Well well(setup.rules->width());
  ColouredRows rows(setup.rules->width());
  json.key("frames").open('[');
  for (std::size_t i = 0; i < std::min(trace.size(), most_frames); ++i) {
    const auto& [piece, placement] = trace[i];
    const Column cleared = setup.rules->lock(well, piece, placement).cleared;
    rows.land(setup.rules->turned(piece, placement), placement, setup.names[piece].front(),
              cleared);
    json.open('{').add("piece", setup.names[piece]);
    rows.add_to(json);
    json.close('}');
  }
  json.close(']');
}

void add_cycle(Json& json, const Cycle& cycle) {
  json.key("cycle").open('{').add("start", cycle.start).add("length", cycle.length);
  json.key("rows").open('[');
  for (unsigned row = 0; row < highest_well; ++row)
    if ((cycle.rows >> row & 1) != 0) json.add(row);
  json.close(']').close('}');
}

void answer_minmax(Words& words, Json& answer) {
  const NamedRules setup = read_rules(words);
  const Evaluation evaluation = read_weights(words).evaluation();
  const unsigned depth = std::max(1u, words.count(3));
  const unsigned most = words.count(most_pieces);
  Heartbeat heart(no_beat);
  DuelRun run(DuelGame(setup.rules, good_minmax(setup.rules, evaluation, depth, Ties::first, 0),
                       bad_minmax(setup.rules, evaluation, depth, Ties::first, 0),
                       Well(setup.rules->width()), 0),
              CycleSearch::all, 1, evaluation, true);
  for (std::uint64_t next = 0; !run.game().over() && !run.cycle() && next < most;) {
    next = std::min<std::uint64_t>(most, next + pieces_between_tells);
    run.advance(next, heart);
    tell(Json().open('{').add("placed", run.game().placed()).close('}'));
  }
  answer.add("result", run.game().over() ? "topped-out" : run.cycle() ? "cycle" : "limit");
  answer.add("placed", run.game().placed()).add("lines", run.game().lines());
  answer.add("width", setup.rules->width()).add("height", setup.rules->height());
  if (run.cycle()) add_cycle(answer, *run.cycle());
  add_frames(answer, setup, run.trace());
}

}  // namespace

bool answer_run(std::string_view subject, Words& words, Json& answer) {
  if (subject != "minmax") return false;
  answer_minmax(words, answer);
  return true;
}

}  // namespace cgt::browser
