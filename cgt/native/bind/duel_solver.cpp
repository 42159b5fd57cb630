// The Python face of the duel's solver.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bind/duel_values.hpp"
#include "bind/strategies.hpp"
#include "duel/exact/solver.hpp"

namespace cgt::bindings {

using namespace nb::literals;

namespace {

// What it takes to give a byte of the tables back, on a busy machine: the search ends in time for
// that, or its answer would come too late to be told.
constexpr double seconds_to_free = 5e-10;

// Lets Ctrl-C through, reports progress, and ends the search when the time is up.
DuelPulse pulse_of(std::optional<double> seconds, const nb::object& progress) {
  return [&progress, time = TimeLimit(seconds)](const DuelProgress& so_far) {
    const nb::gil_scoped_acquire locked;
    let_signals_through();
    if (!progress.is_none()) progress(so_far.states, so_far.lost, so_far.bytes);
    return !time.is_up(seconds_to_free * static_cast<double>(so_far.bytes));
  };
}

}  // namespace

void add_duel_solver(nb::module_& m) {
  add_strategies(m);
  nb::enum_<GoodPlays>(m, "GoodPlays")
      .value("ANYWHERE", GoodPlays::anywhere)
      .value("IN_LANES", GoodPlays::in_lanes)
      .value("IN_TIDY_LANES", GoodPlays::in_tidy_lanes)
      .value("COVERING_ONE", GoodPlays::covering_one)
      .value("COVERING_TWO", GoodPlays::covering_two)
      .value("COVERING_THREE", GoodPlays::covering_three)
      .value("COVERING_FOUR", GoodPlays::covering_four);
  nb::enum_<DuelAnswer>(m, "DuelAnswer")
      .value("GOOD", DuelAnswer::good)
      .value("BAD", DuelAnswer::bad)
      .value("UNKNOWN", DuelAnswer::unknown);
  nb::class_<DuelSolver>(m, "DuelSolver")
      .def(
          "solve",
          [](DuelSolver& solver, std::optional<double> seconds, const nb::object& progress,
             std::optional<std::size_t> most_states, std::optional<std::size_t> memory) {
            const DuelPulse pulse = pulse_of(seconds, progress);
            const nb::gil_scoped_release unlocked;
            return solver.solve(pulse, {most_states.value_or(SIZE_MAX), memory});
          },
          "seconds"_a.none(), "progress"_a.none(), "most_states"_a.none() = nb::none(),
          "memory"_a.none() = nb::none())
      .def_prop_ro("progress",
                   [](const DuelSolver& solver) {
                     const DuelProgress so_far = solver.progress();
                     return std::tuple(so_far.states, so_far.lost, so_far.bytes);
                   })
      .def("save", &DuelSolver::save, "path"_a, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "load",
          [](DuelSolver& solver, const std::string& path, std::size_t size) {
            const nb::gil_scoped_release unlocked;
            Heartbeat heart(stop_on_signal);
            solver.load(path, size, heart);
          },
          "path"_a, "size"_a)
      .def(
          "instructions",
          [](DuelSolver& solver, bool fewest, std::size_t most, std::optional<double> seconds) {
            const nb::object silent = nb::none();
            const DuelPulse pulse = pulse_of(seconds, silent);
            const nb::gil_scoped_release unlocked;
            return solver.instructions(fewest, most, pulse);
          },
          "fewest"_a, "most"_a, "seconds"_a.none());
  m.def(
      "duel_solver",
      [](Rules rules, const Columns& start, unsigned preview,
         const std::vector<PieceId>& mirror_images, GoodPlays plays, std::size_t memory, bool bag,
         unsigned threads) {
        with_piece(*rules, start, 0);
        require(preview <= 3, "the solver takes a preview of up to three pieces");
        require(rules->pieces() <= most_duel_pieces, "the solver takes up to 32 pieces");
        require(well_of(start).stack_height() <= rules->height(), "the stack is too high");
        require(mirror_images.empty() || mirror_images.size() == rules->pieces(),
                "each piece has a mirror image");
        require(!bag || rules->pieces() <= 16, "the solver takes bags of up to 16 pieces");
        return DuelSolver::make(
            {rules, well_of(start), preview, mirror_images, plays, memory, bag, threads});
      },
      "rules"_a, "start"_a, "preview"_a, "mirror_images"_a, "plays"_a, "memory"_a, "bag"_a,
      "threads"_a);
}

}  // namespace cgt::bindings
