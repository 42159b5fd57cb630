#include <bit>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "check.hpp"
#include "duel/evaluate/judge.hpp"
#include "duel/exact/solver.hpp"
#include "duel/game.hpp"
#include "duel/live_game.hpp"
#include "players/beam.hpp"
#include "players/players.hpp"
#include "small_rules.hpp"

namespace cgt::test {

namespace {

unsigned cells_in(const Well& well) {
  unsigned count = 0;
  for (unsigned i = 0; i < well.width(); ++i)
    count += static_cast<unsigned>(std::popcount(well.column(i)));
  return count;
}

const Evaluation evaluation = weighted_sum({{"max-height", 30},
                                            {"mean-height", 20},
                                            {"big-holes", 30},
                                            {"middle-holes", 25},
                                            {"small-holes", 12.5}});

void games_keep_count_of_their_cells() {
  Heartbeat quiet([] {});
  for (const Inside inside : {Inside::falls, Inside::slides, Inside::turns})
    for (const Ending ending : {Ending::height, Ending::spawn, Ending::bar})
      for (const unsigned width : {4u, 9u, 16u})
        for (const unsigned height : {6u, 40u}) {
          const SharedRules game_rules = rules(width, height, inside, ending);
          for (std::uint64_t seed = 0; seed < 4; ++seed) {
            auto good = seed % 2 == 0 ? good_random(seed)
                                      : good_minmax(game_rules, evaluation, 1, Ties::random, seed);
            DuelRun run(DuelGame(game_rules, std::move(good), bad_uniform(game_rules, seed),
                                 Well(width), static_cast<unsigned>(seed)),
                        CycleSearch::all, 25, evaluation, true);
            run.advance(300, quiet);
            const DuelGame& game = run.game();
            check(cells_in(game.well()) == 4 * game.placed() - width * game.lines(),
                  "four cells come with each piece and a row's go with each line");
            check(run.trace().size() == game.placed(), "every placement is written down");
          }
        }
}

// Without overhangs, every straight drop is also a place where a sliding piece lands.
void drops_are_slides() {
  Random random(5);
  const SharedRules drop = rules(10, 20, Inside::falls, Ending::height);
  const SharedRules slide = rules(10, 20, Inside::slides, Ending::height);
  for (unsigned round = 0; round < 300; ++round) {
    Well well(10);
    for (unsigned i = 0; i < 10; ++i) well.set_column(i, random.next() >> (44 + random.below(20)));
    for (PieceId id = 0; id < 2; ++id) {
      std::vector<Placement> drops;
      std::vector<Placement> slides;
      drop->list_placements(well, id, drops);
      slide->list_placements(well, id, slides);
      for (const Placement placement : drops)
        check(std::find(slides.begin(), slides.end(), placement) != slides.end(),
              "a piece that drops there can slide there");
      for (const Placement placement : slides)
        check(well.has_room(slide->turned(id, placement), placement.column, placement.row),
              "a piece has room where it lands");
    }
  }
}

// Whatever steps are made, pieces land where the rules allow, and the cells add up.
void steps_keep_to_the_rules() {
  Heartbeat quiet([] {});
  for (const Inside inside : {Inside::falls, Inside::slides, Inside::turns})
    for (const Ending ending : {Ending::height, Ending::lock, Ending::spawn, Ending::bar})
      for (const unsigned height : {6u, 40u}) {
        const SharedRules game_rules = rules(5, height, inside, ending);
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
          Random random(seed);
          LiveGame live(game_rules, bad_uniform(game_rules, seed), Well(5),
                        static_cast<unsigned>(seed), {});
          for (unsigned i = 0; i < 2000 && !live.game().over(); ++i) {
            live.come_in(quiet);
            if (!live.falling()) break;
            const PieceId id = live.falling()->piece();
            const Placement landing = live.falling()->landing(live.game().well());
            const Well before = live.game().well();
            check(before.has_room(game_rules->turned(id, landing), landing.column, landing.row),
                  "a piece has room where it falls to");
            const auto choice = random.below(8);
            if (choice < 7) {
              live.step(static_cast<Step>(choice % step_kinds), quiet);
            } else if (live.drop(quiet) == Happened::locked) {
              std::vector<Placement> placements;
              game_rules->list_placements(before, id, placements);
              check(std::find(placements.begin(), placements.end(), landing) != placements.end(),
                    "a piece drops to where it can land");
            }
          }
          check(cells_in(live.game().well()) == 4 * live.game().placed() - 5 * live.game().lines(),
                "four cells come with each piece and a row's go with each line");
          check(live.trace().size() == live.game().placed(), "every placement is written down");
        }
      }
}

// Also if a well takes all bits of a number, or one more; with bags and without. Each search gets a
// short time.
void questions_of_any_size_are_searched() {
  for (const auto& [width, height] : std::vector<std::pair<unsigned, unsigned>>{
           {4, 0}, {4, 4}, {8, 5}, {8, 6}, {16, 5}, {16, 6}, {16, 20}, {40, 17}})
    for (const Inside inside : {Inside::falls, Inside::turns})
      for (const unsigned preview : {0u, 1u, 3u})
        for (const GoodPlays plays :
             {GoodPlays::anywhere, GoodPlays::in_lanes, GoodPlays::in_tidy_lanes}) {
          if (height == 0 && inside == Inside::turns) continue;
          const SharedRules game = rules(width, std::max(height, 4u), inside, Ending::height);
          const bool bag = (width + height + preview) % 2 == 0;
          const auto solver =
              DuelSolver::make({game, Well(width), preview, {}, plays, std::size_t{1} << 24, bag});
          int looks = 0;
          const DuelAnswer answer = solver->solve([&](const DuelProgress&) { return ++looks < 2; });
          if (answer == DuelAnswer::unknown) continue;
          const auto found = solver->instructions(true, 1000, [](const auto&) { return true; });
          check(!found || !found->empty(), "an answer has instructions");
        }
}

// Counting only the columns around a piece gives what counting the whole well gives: one placement
// at a time, eight at a time, and in the beam.
void placements_are_judged_by_what_they_leave() {
  const Evaluation few = weighted_sum({{"holes", 1},
                                       {"hole-depth", 2},
                                       {"rows-with-holes", 3},
                                       {"column-transitions", 4},
                                       {"row-transitions", 5},
                                       {"height-steps", 6},
                                       {"diversity", 7},
                                       {"wells", 8}});
  std::vector<Evaluation::Term> terms;
  for (std::size_t i = 0; i < number_of_well_features; ++i)
    if (feature_names[i] != "mean-height") terms.push_back({i, 1.0 + static_cast<double>(i)});
  const Evaluation all(terms);
  Random random(9);
  Heartbeat quiet([] {});
  for (const Evaluation& each : {few, all})
    for (const unsigned width : {4u, 10u, 40u})
      for (const unsigned height : {6u, 20u, 24u, 40u})
        for (const Inside inside : {Inside::falls, Inside::turns})
          for (const Ending ending : {Ending::height, Ending::lock, Ending::spawn}) {
            const SharedRules game = rules(width, height, inside, ending);
            Judge judge(*game, each);
            std::vector<Placement> placements;
            std::vector<Judged> judged;
            for (unsigned round = 0; round < 12; ++round) {
              Well well(width);
              for (unsigned i = 0; i < width; ++i)
                well.set_column(i, random.next() >> (64 - height + random.below(height)) >> 1);
              well.clear();
              judge.look_at(well);
              for (PieceId id = 0; id < 2; ++id) {
                game->list_placements(well, id, placements);
                if (placements.empty()) continue;
                judge.judge_all(id, placements, judged);
                for (std::size_t i = 0; i < placements.size(); ++i) {
                  Well after = well;
                  const double expected =
                      game->lock(after, id, placements[i]).over ? lost_value : judge.value(after);
                  check(judged[i].well == expected, "a placement is worth what it leaves");
                  check(judge.judge(id, placements[i]).well == expected, "also judged alone");
                }
                const std::vector<PieceId> visible{id, 1 - id, id};
                const auto choice = Beam(*game, each, 4).choose(well, visible, placements, quiet);
                check(std::find(placements.begin(), placements.end(), choice.placement) !=
                          placements.end(),
                      "the beam chooses one of the placements");
              }
            }
          }
}

void chance_is_even() {
  Random random(1);
  std::vector<unsigned> counts(7);
  for (unsigned i = 0; i < 70000; ++i) ++counts[random.below(7)];
  for (const unsigned count : counts)
    check(count > 9500 && count < 10500, "all are equally likely");
}

}  // namespace

void test_duel() {
  games_keep_count_of_their_cells();
  drops_are_slides();
  steps_keep_to_the_rules();
  questions_of_any_size_are_searched();
  placements_are_judged_by_what_they_leave();
  chance_is_even();
}

}  // namespace cgt::test
