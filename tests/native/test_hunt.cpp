// The hunt against trying all games, and what it promises about threads, resuming and stopping.
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "duel/hunt.hpp"
#include "players/players.hpp"
#include "small_rules.hpp"

namespace cgt::test {

namespace {

constexpr unsigned width = 4;
const Evaluation evaluation =
    weighted_sum({{"max-height", 3}, {"holes", 7.5}, {"height-steps", 1.25}, {"lines", -2}});

SharedRules small_rules() { return rules(width, 5, Inside::slides, Ending::height); }

std::vector<std::unique_ptr<Bad>> enemies(const SharedRules& game) {
  std::vector<std::unique_ptr<Bad>> all;
  all.push_back(bad_hatetris(game, {0, 1}, true));
  all.push_back(bad_hatetris(game, {1, 0}, false));
  all.push_back(bad_brzustowski(0, 1));
  all.push_back(bad_minmax(game, evaluation, 1, Ties::first, 1));
  return all;
}

// The highest score of all games of so many pieces, by trying all.
std::uint64_t best_score(const SharedRules& game, const Well& well, const Bad& bad, bool begins,
                         unsigned pieces, Heartbeat& heart) {
  if (pieces == 0) return 0;
  const std::unique_ptr<Bad> mine = bad.clone();
  const PieceId piece = mine->choose(well, {}, begins, heart);
  std::vector<Placement> placements;
  game->list_placements(well, piece, placements);
  std::uint64_t best = 0;
  for (const Placement placement : placements) {
    Well after = well;
    const Locked locked = game->lock(after, piece, placement);
    const std::uint64_t more =
        locked.over ? 0 : best_score(game, after, *mine, false, pieces - 1, heart);
    best = std::max(best, locked.lines() + more);
  }
  return best;
}

// The lines of a game that is played as written down, against an enemy who must send these pieces.
std::uint64_t lines_of(const SharedRules& game, const Bad& bad, const std::vector<Played>& trace,
                       Heartbeat& heart) {
  const std::unique_ptr<Bad> mine = bad.clone();
  Well well(width);
  std::uint64_t lines = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    check(mine->choose(well, {}, i == 0, heart) == trace[i].piece, "Bad sends these pieces");
    std::vector<Placement> placements;
    game->list_placements(well, trace[i].piece, placements);
    check(std::find(placements.begin(), placements.end(), trace[i].placement) != placements.end(),
          "the piece can land there");
    lines += game->lock(well, trace[i].piece, trace[i].placement).lines();
  }
  return lines;
}

bool same(const std::vector<Played>& a, const std::vector<Played>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Played& x, const Played& y) {
    return x.piece == y.piece && x.placement == y.placement;
  });
}

void all_games_kept_find_the_best() {
  Heartbeat quiet([] {});
  const SharedRules game = small_rules();
  for (const auto& bad : enemies(game))
    for (const unsigned pieces : {1U, 3U, 5U}) {
      Hunt hunt(game, *bad, evaluation, Well(width), {0, 1, 7}, quiet);
      for (unsigned i = 0; i < pieces; ++i) hunt.advance(quiet);
      const std::uint64_t best = best_score(game, Well(width), *bad, true, pieces, quiet);
      check(hunt.score() == best, "a hunt that keeps all games finds the best score");
      check(lines_of(game, *bad, hunt.trace(), quiet) == best, "its game has that score");
    }
}

void threads_change_nothing() {
  Heartbeat quiet([] {});
  const SharedRules game = small_rules();
  for (const auto& bad : enemies(game)) {
    Hunt alone(game, *bad, evaluation, Well(width), {6, 1, 7}, quiet);
    Hunt shared(game, *bad, evaluation, Well(width), {6, 3, 7}, quiet);
    for (unsigned i = 0; i < 30; ++i) {
      alone.advance(quiet);
      shared.advance(quiet);
      check(alone.games() == shared.games() && alone.score() == shared.score() &&
                alone.considered() == shared.considered(),
            "three threads find what one does");
      check(alone.games() <= 6, "a beam keeps no more games than it may");
      check(alone.games() == 0 || alone.value() == shared.value(), "with the same value");
    }
    check(same(alone.trace(), shared.trace()), "the same game");
    check(lines_of(game, *bad, alone.trace(), quiet) == alone.score(), "which has its score");
  }
}

void a_hunt_is_resumed_where_it_was() {
  Heartbeat quiet([] {});
  const SharedRules game = small_rules();
  for (const auto& bad : enemies(game)) {
    Hunt whole(game, *bad, evaluation, Well(width), {5, 1, 7}, quiet);
    for (unsigned i = 0; i < 4; ++i) whole.advance(quiet);
    Hunt resumed(game, *bad, evaluation, Well(width), {5, 2, 7}, quiet);
    for (const auto& nexts : whole.ways()) resumed.follow(nexts, quiet);
    check(resumed.placed() == 4 && resumed.games() == whole.games(), "all games are there again");
    check(whole.games() > 0 && resumed.value() == whole.value(), "and worth what they were");
    for (unsigned i = 0; i < 3 && whole.games() > 0; ++i) {
      whole.advance(quiet);
      resumed.advance(quiet);
      check(resumed.games() == whole.games(), "they go on in the same way");
      check(whole.games() == 0 || resumed.value() == whole.value(), "with the same values");
    }
  }
}

void a_hunt_that_is_stopped_is_as_before() {
  Heartbeat quiet([] {});
  const SharedRules game = small_rules();
  struct Stop {};
  const auto bad = bad_hatetris(game, {0, 1}, true);
  Hunt hunt(game, *bad, evaluation, Well(width), {300, 1, 7}, quiet);
  Hunt other(game, *bad, evaluation, Well(width), {300, 1, 7}, quiet);
  unsigned stops = 0;
  for (unsigned i = 0; i < 8; ++i) {
    Heartbeat impatient([&stops] {
      if (++stops % 2 == 1) throw Stop();
    });
    for (bool done = false; !done;) {
      impatient.beat(std::size_t{1} << 17);  // so that looks fall on other places each time
      try {
        hunt.advance(impatient);
        done = true;
      } catch (const Stop&) {
        check(hunt.placed() == i, "a piece is placed in all games or in none");
      }
    }
    other.advance(quiet);
    check(hunt.games() == other.games() && hunt.considered() == other.considered(),
          "stopping changes nothing");
  }
}

void a_look_ahead_continues_the_game() {
  Heartbeat quiet([] {});
  const SharedRules game = small_rules();
  for (const auto& bad : enemies(game)) {
    Hunt hunt(game, *bad, evaluation, Well(width), {4, 1, 7}, quiet);
    std::vector<Played> played = hunt.look_ahead(3, quiet);
    check(played.size() == 3, "as far as it was to look");
    Hunt from_there(game, *bad, evaluation, Well(width), {4, 1, 7}, quiet);
    for (const Played& piece : played)
      from_there.follow(std::vector<Hunt::Next>{{0, piece.placement}}, quiet);
    const std::vector<Played> more = from_there.look_ahead(200, quiet);
    const std::uint64_t before = lines_of(game, *bad, played, quiet);
    played.insert(played.end(), more.begin(), more.end());
    const std::uint64_t lines = lines_of(game, *bad, played, quiet);
    check(from_there.games() > 0 || lines == std::max(before, from_there.score()),
          "the game that scores most counts when all end");
  }
}

void too_many_games_to_keep_are_refused() {
  Heartbeat quiet([] {});
  const SharedRules game = small_rules();
  const auto bad = bad_brzustowski(0, 1);
  for (const unsigned threads : {1U, 3U}) {
    Hunt hunt(game, *bad, evaluation, Well(width), {0, threads, 7, true, 20}, quiet);
    bool refused = false;
    try {
      for (unsigned i = 0; i < 20; ++i) hunt.advance(quiet);
    } catch (const std::runtime_error&) {
      refused = true;
    }
    check(refused && hunt.games() <= 20, "no more games are kept than fit");
  }
}

void whoever_foresees_plays_the_game_that_he_saw() {
  Heartbeat quiet([] {});
  const SharedRules game = small_rules();
  for (const auto& bad : enemies(game)) {
    const Foresight foresight{8, 6, 100};
    const auto foreseeing = [&] { return good_foreseeing(game, evaluation, *bad, foresight); };
    DuelGame played(game, foreseeing(), bad->clone(), Well(width), 0);
    std::vector<Played> seen;
    for (unsigned i = 0; i < 40; ++i) {
      if (i % 3 == 0 && !seen.empty()) {  // half of a plan
        DuelGame copy(played);
        copy.see(quiet);
        const auto next = copy.step(quiet);
        DuelGame again(played);
        again.see(quiet);
        const auto same_next = again.step(quiet);
        check(next.has_value() == same_next.has_value() &&
                  (!next || next->placement == same_next->placement),
              "a copy plays on in the same way");
      }
      played.see(quiet);
      const auto piece = played.step(quiet);
      if (!piece) break;
      seen.push_back(*piece);
      if (seen.size() == 3) {
        Hunt hunt(game, *bad, evaluation, Well(width), {8, 1, 0}, quiet);
        std::vector<Played> plan = hunt.look_ahead(6, quiet);
        plan.resize(3);
        check(same(seen, plan), "the first half of what was seen is played");
      }
    }
    check(lines_of(game, *bad, seen, quiet) == played.lines(), "as Bad plays");
    DuelGame other(game, foreseeing(), bad_sequence({0, 1, 1, 0, 1, 0, 0}), Well(width), 0);
    bool refused = false;
    try {
      for (unsigned i = 0; i < 30; ++i) {
        other.see(quiet);
        if (!other.step(quiet)) break;
      }
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    check(refused, "another Bad than the one computed is noticed");
  }
}

}  // namespace

void test_hunt() {
  all_games_kept_find_the_best();
  threads_change_nothing();
  a_hunt_is_resumed_where_it_was();
  a_hunt_that_is_stopped_is_as_before();
  a_look_ahead_continues_the_game();
  too_many_games_to_keep_are_refused();
  whoever_foresees_plays_the_game_that_he_saw();
}

}  // namespace cgt::test
