// The Python face of games played by two players.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bind/duel_values.hpp"
#include "duel/game.hpp"
#include "duel/steps.hpp"

namespace cgt::bindings {

using namespace nb::literals;

void add_games(nb::module_& m) {
  nb::enum_<CycleSearch>(m, "CycleSearch")
      .value("NONE", CycleSearch::none)
      .value("ALL", CycleSearch::all)
      .value("CHECKPOINTS", CycleSearch::checkpoints)
      .value("VALUES", CycleSearch::values);
  nb::enum_<Scoring>(m, "Scoring").value("LINES", Scoring::lines).value("SOGANG", Scoring::sogang);
  nb::class_<DuelRun>(m, "DuelRun")
      .def(
          "__init__",
          [](DuelRun* place, Rules rules, const Good& good, const Bad& bad, const Columns& columns,
             unsigned preview, CycleSearch cycles, std::uint64_t first,
             const Evaluation& evaluation, bool keeps_trace, Scoring scoring,
             unsigned pieces_between_garbage, std::uint64_t garbage_seed) {
            with_piece(*rules, columns, 0);
            for (const DuelRules* others : {good.rules(), bad.rules()})
              require(others == nullptr || others == rules.get(), "a player has other rules");
            require(first >= 1, "the first checkpoint is at step 1 or later");
            new (place) DuelRun(DuelGame(rules, good.clone(), bad.clone(), well_of(columns),
                                         preview, {scoring, pieces_between_garbage, garbage_seed}),
                                cycles, first, evaluation, keeps_trace);
          },
          "rules"_a, "good"_a, "bad"_a, "columns"_a, "preview"_a, "cycles"_a, "first"_a,
          "evaluation"_a, "keeps_trace"_a, "scoring"_a, "pieces_between_garbage"_a,
          "garbage_seed"_a)
      .def(
          "advance",
          [](DuelRun& run, std::uint64_t most_pieces) {
            const nb::gil_scoped_release unlocked;
            Heartbeat heart(stop_on_signal);
            run.advance(most_pieces, heart);
          },
          "most_pieces"_a)
      .def(
          "advance_within",
          [](DuelRun& run, std::uint64_t most_pieces, std::int64_t low, std::int64_t high) {
            const nb::gil_scoped_release unlocked;
            Heartbeat heart(stop_on_signal);
            run.advance_within(most_pieces, low, high, heart);
          },
          "most_pieces"_a, "low"_a, "high"_a)
      .def_prop_ro("over", [](const DuelRun& run) { return run.game().over(); })
      .def_prop_ro("placed", [](const DuelRun& run) { return run.game().placed(); })
      .def_prop_ro("lines", [](const DuelRun& run) { return run.game().lines(); })
      .def_prop_ro("score", [](const DuelRun& run) { return run.game().score(); })
      .def_prop_ro("considered", [](const DuelRun& run) { return run.game().considered(); })
      .def_prop_ro("columns", [](const DuelRun& run) { return columns_of(run.game().well()); })
      .def_prop_ro("visible", [](const DuelRun& run) { return run.game().visible(); })
      .def_prop_ro("may_repeat", [](const DuelRun& run) { return run.game().may_repeat(); })
      .def_prop_ro("cycle",
                   [](const DuelRun& run) {
                     std::optional<std::tuple<std::uint64_t, std::uint64_t, Column>> cycle;
                     if (run.cycle())
                       cycle = {run.cycle()->start, run.cycle()->length, run.cycle()->rows};
                     return cycle;
                   })
      .def_prop_ro("false_claims", &DuelRun::false_claims)
      .def_prop_ro("trace", [](const DuelRun& run) { return tuples_of(run.trace()); });
  m.def(
      "play_steps",
      [](Rules rules, const Bad& bad, const nb::bytes& steps) {
        std::vector<Played> trace;
        require(!rules->piece(0).moves.spawns.empty(), "pieces come in nowhere");
        require(bad.rules() == nullptr || bad.rules() == rules.get(), "the player has other rules");
        const auto fresh = bad.clone();
        const std::span<const std::uint8_t> span{static_cast<const std::uint8_t*>(steps.data()),
                                                 steps.size()};
        for (const std::uint8_t step : span) require(step < step_kinds, "no such step");
        std::optional<Replayed> game;
        {
          const nb::gil_scoped_release unlocked;
          Heartbeat heart(stop_on_signal);
          game = play_steps(*rules, *fresh, span, trace, heart);
        }
        return std::tuple(game->lines, game->pieces, game->steps, game->over,
                          columns_of(game->well), tuples_of(trace));
      },
      "rules"_a, "bad"_a, "steps"_a);
  m.def(
      "steps_to",
      [](Rules rules, const Columns& columns, PieceId piece, const PlacementTuple& tuple,
         const nb::bytes& steps) {
        const Placement target = placement_of(tuple);
        check_placement(with_piece(*rules, columns, piece), columns, piece, target);
        std::vector<Step> kinds;
        for (const char step : std::string_view(steps.c_str(), steps.size())) {
          require(static_cast<std::uint8_t>(step) < step_kinds, "no such step");
          kinds.push_back(static_cast<Step>(step));
        }
        std::optional<std::string> found;
        if (const auto way = steps_to(*rules, well_of(columns), piece, target, kinds)) {
          found.emplace();
          for (const Step step : *way) found->push_back(static_cast<char>(step));
        }
        return found ? nb::object(nb::bytes(found->data(), found->size())) : nb::none();
      },
      "rules"_a, "columns"_a, "piece"_a, "placement"_a, "steps"_a);
}

}  // namespace cgt::bindings
