// The Python face of games played step by step.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bind/duel_values.hpp"
#include "duel/live_game.hpp"

namespace cgt::bindings {

using namespace nb::literals;

namespace {

template <class Action>
auto with_heart(const Action& action) {
  const nb::gil_scoped_release unlocked;
  Heartbeat heart(stop_on_signal);
  return action(heart);
}

}  // namespace

void add_live_games(nb::module_& m) {
  nb::enum_<Step>(m, "Step")
      .value("LEFT", Step::left)
      .value("RIGHT", Step::right)
      .value("DOWN", Step::down)
      .value("CLOCKWISE", Step::clockwise)
      .value("COUNTERCLOCKWISE", Step::counterclockwise)
      .value("HALF_TURN", Step::half_turn);
  nb::enum_<Happened>(m, "Happened")
      .value("NOTHING", Happened::nothing)
      .value("MOVED", Happened::moved)
      .value("LOCKED", Happened::locked);
  using MaybePlacement = std::optional<PlacementTuple>;
  nb::class_<LiveGame>(m, "LiveGame")
      .def(
          "__init__",
          [](LiveGame* place, Rules rules, const Bad& bad, const Columns& columns, unsigned preview,
             Scoring scoring) {
            with_piece(*rules, columns, 0);
            require(well_of(columns).stack_height() <= rules->height(), "the stack is too high");
            require(bad.rules() == nullptr || bad.rules() == rules.get(),
                    "the player has other rules");
            new (place) LiveGame(rules, bad.clone(), well_of(columns), preview, {scoring, 0, 0});
          },
          "rules"_a, "bad"_a, "columns"_a, "preview"_a, "scoring"_a)
      .def(
          "come_in",
          [](LiveGame& live, const nb::object& pulse) {
            const nb::gil_scoped_release unlocked;
            Heartbeat heart(calling(pulse));
            live.come_in(heart);
          },
          "pulse"_a.none())
      .def(
          "step",
          [](LiveGame& live, Step step) {
            return with_heart([&](Heartbeat& heart) { return live.step(step, heart); });
          },
          "step"_a)
      .def("drop",
           [](LiveGame& live) {
             return with_heart([&](Heartbeat& heart) { return live.drop(heart); });
           })
      .def(
          "place",
          [](LiveGame& live, const PlacementTuple& tuple) {
            const Placement placement = placement_of(tuple);
            with_heart([&](Heartbeat& heart) { live.place(placement, heart); });
          },
          "placement"_a)
      .def_prop_ro("over", [](const LiveGame& live) { return live.game().over(); })
      .def_prop_ro("placed", [](const LiveGame& live) { return live.game().placed(); })
      .def_prop_ro("lines", [](const LiveGame& live) { return live.game().lines(); })
      .def_prop_ro("score", [](const LiveGame& live) { return live.game().score(); })
      .def_prop_ro("columns", [](const LiveGame& live) { return columns_of(live.game().well()); })
      .def_prop_ro("visible", [](const LiveGame& live) { return live.game().visible(); })
      .def_prop_ro("falling",
                   [](const LiveGame& live) {
                     return live.falling() ? MaybePlacement(tuple_of(live.falling()->place()))
                                           : std::nullopt;
                   })
      .def_prop_ro(
          "landing",
          [](const LiveGame& live) {
            return live.falling()
                       ? MaybePlacement(tuple_of(live.falling()->landing(live.game().well())))
                       : std::nullopt;
          })
      .def_prop_ro("last",
                   [](const LiveGame& live) {
                     std::optional<PlayedTuple> last;
                     if (!live.trace().empty()) last = tuples_of({live.trace().back()}).front();
                     return last;
                   })
      .def_prop_ro("cleared", [](const LiveGame& live) { return live.game().cleared(); })
      .def_prop_ro("trace", [](const LiveGame& live) { return tuples_of(live.trace()); });
}

}  // namespace cgt::bindings
