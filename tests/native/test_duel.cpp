#include <algorithm>
#include <bit>
#include <memory>
#include <string_view>
#include <tuple>
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
            DuelRun run(DuelGame(game_rules, std::move(good), bad_uniform(game_rules, seed, {}),
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
          LiveGame live(game_rules, bad_uniform(game_rules, seed, {}), Well(5),
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
        for (const GoodPlays plays : {GoodPlays::anywhere, GoodPlays::in_lanes,
                                      GoodPlays::in_tidy_lanes, GoodPlays::covering_two}) {
          if (height == 0 && inside == Inside::turns) continue;
          const SharedRules game = rules(width, std::max(height, 4u), inside, Ending::height);
          const bool bag = (width + height + preview) % 2 == 0;
          const auto solver =
              DuelSolver::make({game, Well(width), preview, {}, plays, std::size_t{1} << 24, bag});
          int looks = 0;
          const DuelAnswer answer = solver->solve([&](const DuelProgress&) { return ++looks < 2; });
          if (answer == DuelAnswer::unknown) continue;
          const auto found = solver->instructions(true, 1000, [](const auto&) { return true; });
          check(!found || found->size() > 0, "an answer has instructions");
        }
}

// Evaluations with code of their own, with weights that are no whole numbers: all features that
// want nothing else, one more with each.
std::vector<Evaluation> evaluations_of_all_kinds() {
  std::vector<Evaluation> all;
  for (const Wanted& wanted : {wanted_by_bcts, wanted_by_dt, wanted_by_hunts, wanted_by_kravec,
                               wanted_by_cgt_sogang, wanted_by_sogang, all_but_whole, all_groups}) {
    std::vector<Evaluation::Term> terms;
    std::size_t number = 0;
    std::apply(
        [&](const auto&... features) {
          const auto add = [&](const auto& feature) {
            if (wanted.has(feature.group))
              terms.push_back({number, 0.1 + static_cast<double>(number)});
            ++number;
          };
          (add(features), ...);
        },
        well_features);
    for (; number < number_of_features; ++number)
      terms.push_back({number, 0.3 + static_cast<double>(number)});
    all.emplace_back(terms);
  }
  return all;
}

// Wells of a few columns, of as many as a vector holds, of one more or less, and of many; stacks
// for which 16 bits are enough, or 32, or more.
void for_each_judged_well(Random& random, const auto& function) {
  for (const unsigned width : {4u, 10u, 15u, 16u, 17u, 40u})
    for (const unsigned height : {6u, 11u, 20u, 27u, 28u, 40u})
      for (const Inside inside : {Inside::falls, Inside::turns})
        for (const Ending ending : {Ending::height, Ending::lock, Ending::spawn, Ending::bar}) {
          Well well(width);
          const unsigned stack = 1 + static_cast<unsigned>(random.below(height));
          const bool dense = random.below(2) == 0;
          for (unsigned i = 0; i < width; ++i) {
            const Column cells = random.next() | (dense ? random.next() | random.next() : 0);
            well.set_column(i, cells >> (64 - stack + random.below(stack)));
          }
          well.clear();
          function(rules(width, height, inside, ending), well);
        }
}

// Counting only the columns around a piece, many placements at once, gives to the last bit what
// counting the whole well gives that is left; so it does for one placement alone.
void placements_are_judged_by_what_they_leave() {
  Random random(9);
  std::vector<Placement> placements;
  std::vector<Judged> judged;
  for (const Evaluation& each : evaluations_of_all_kinds())
    for_each_judged_well(random, [&](const SharedRules& game, const Well& well) {
      Judge judge(*game, each);
      judge.look_at(well);
      for (PieceId id = 0; id < game->pieces(); ++id) {
        game->list_placements(well, id, placements);
        judge.judge_all(id, placements, judged);
        for (std::size_t i = 0; i < placements.size(); ++i) {
          Well after = well;
          const Locked locked = game->lock(after, id, placements[i]);
          const unsigned height = game->turned(id, placements[i]).height;
          const double expected =
              locked.over
                  ? lost_value
                  : judge.value(after) + each.of_left({placements[i].row, height, locked.lines()});
          check(judged[i].well == expected, "a placement is worth what it leaves");
          const Judged alone = judge.judge(id, placements[i]);
          check(alone.well == expected, "also judged alone");
          check(alone.move == judged[i].move, "a move is worth the same alone");
        }
      }
    });
}

void the_beam_chooses_a_placement() {
  Random random(10);
  Heartbeat quiet([] {});
  std::vector<Placement> placements;
  for (const Evaluation& each : evaluations_of_all_kinds())
    for_each_judged_well(random, [&](const SharedRules& game, const Well& well) {
      game->list_placements(well, 0, placements);
      if (placements.empty()) return;
      const std::vector<PieceId> visible{0, 1, 0};
      const auto choice = Beam(*game, each, 4).choose(well, visible, placements, quiet);
      check(std::find(placements.begin(), placements.end(), choice.placement) != placements.end(),
            "the beam chooses one of the placements");
    });
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
  the_beam_chooses_a_placement();
  chance_is_even();
}

}  // namespace cgt::test
