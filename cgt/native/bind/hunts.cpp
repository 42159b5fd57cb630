// The Python face of the hunt for long games.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>

#include "bind/duel_values.hpp"
#include "duel/hunt.hpp"

namespace cgt::bindings {

using namespace nb::literals;

namespace {

using NextTuple = std::tuple<std::uint32_t, unsigned, unsigned, unsigned>;  // a game, a placement

struct TimeIsUp {};

}  // namespace

void add_hunts(nb::module_& m) {
  nb::class_<Hunt>(m, "Hunt")
      .def(
          "__init__",
          [](Hunt* place, Rules rules, const Bad& bad, const Evaluation& evaluation,
             const Columns& columns, std::size_t keeps, unsigned threads, std::uint64_t seed,
             std::size_t most_games) {
            with_piece(*rules, columns, 0);
            require(bad.rules() == nullptr || bad.rules() == rules.get(),
                    "the player has other rules");
            require(threads >= 1, "there is no thread");
            const Well start = well_of(columns);
            require(start.stack_height() <= rules->height(), "the stack is too high");
            const nb::gil_scoped_release unlocked;
            Heartbeat heart(stop_on_signal);
            new (place) Hunt(rules, bad, evaluation, start,
                             {keeps, threads, seed, true, most_games}, heart);
          },
          "rules"_a, "bad"_a, "evaluation"_a, "columns"_a, "keeps"_a, "threads"_a, "seed"_a,
          "most_games"_a)
      .def(
          "advance",
          [](Hunt& hunt, std::optional<double> seconds) {
            const nb::gil_scoped_release unlocked;
            Heartbeat heart([time = TimeLimit(seconds)] {
              stop_on_signal();
              if (time.is_up()) throw TimeIsUp();
            });
            try {
              hunt.advance(heart);
              return true;
            } catch (const TimeIsUp&) {
              return false;
            }
          },
          "seconds"_a.none())
      .def(
          "follow",
          [](Hunt& hunt, const std::vector<NextTuple>& tuples) {
            std::vector<Hunt::Next> nexts;
            for (const auto& [game, rotation, column, row] : tuples)
              nexts.push_back({game, placement_of({rotation, column, row})});
            const nb::gil_scoped_release unlocked;
            Heartbeat heart(stop_on_signal);
            hunt.follow(nexts, heart);
          },
          "nexts"_a)
      .def(
          "look_ahead",
          [](Hunt& hunt, std::uint64_t pieces, const nb::object& pulse) {
            const nb::gil_scoped_release unlocked;
            Heartbeat heart(calling(pulse));
            return tuples_of(hunt.look_ahead(pieces, heart));
          },
          "pieces"_a, "pulse"_a.none())
      .def("ways",
           [](const Hunt& hunt) {
             std::vector<std::vector<NextTuple>> all;
             for (const auto& nexts : hunt.ways()) {
               auto& tuples = all.emplace_back();
               for (const Hunt::Next& next : nexts)
                 tuples.emplace_back(next.game, next.placement.rotation, next.placement.column,
                                     next.placement.row);
             }
             return all;
           })
      .def_prop_ro("placed", &Hunt::placed)
      .def_prop_ro("games", &Hunt::games)
      .def_prop_ro("considered", &Hunt::considered)
      .def_prop_ro("score", &Hunt::score)
      .def_prop_ro("value",
                   [](const Hunt& hunt) {
                     return hunt.games() > 0 ? std::optional(hunt.value()) : std::nullopt;
                   })
      .def_prop_ro("trace", [](const Hunt& hunt) { return tuples_of(hunt.trace()); });
}

}  // namespace cgt::bindings
