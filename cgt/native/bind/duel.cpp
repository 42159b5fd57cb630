// The Python face of the duel: rules, evaluations, players, games.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bind/bindings.hpp"
#include "duel/game.hpp"
#include "duel/judge.hpp"
#include "duel/live_game.hpp"
#include "duel/rules.hpp"
#include "duel/solver.hpp"
#include "players/beam.hpp"
#include "players/players.hpp"

namespace cgt::bindings {

namespace {

using namespace nb::literals;

using Columns = std::vector<Column>;
using PlacementTuple = std::tuple<unsigned, unsigned, unsigned>;  // rotation, column, row

Well well_of(const Columns& columns) {
  require(columns.size() >= narrowest_well && columns.size() <= widest_well,
          "a well has 2 to 40 columns");
  Well well(static_cast<unsigned>(columns.size()));
  for (unsigned i = 0; i < columns.size(); ++i) {
    require(columns[i] >> (highest_well + largest_piece_side) == 0, "the stack is too high");
    well.set_column(i, columns[i]);
  }
  return well;
}

Columns columns_of(const Well& well) {
  Columns columns(well.width());
  for (unsigned i = 0; i < well.width(); ++i) columns[i] = well.column(i);
  return columns;
}

PlacementTuple tuple_of(Placement placement) {
  return {placement.rotation, placement.column, placement.row};
}

Placement placement_of(const PlacementTuple& tuple) {
  const auto [rotation, column, row] = tuple;
  require(rotation < 256 && column < 256 && row < 256, "this is no placement");
  return {static_cast<std::uint8_t>(rotation), static_cast<std::uint8_t>(column),
          static_cast<std::uint8_t>(row)};
}

using CellList = std::vector<std::pair<unsigned, unsigned>>;
using StateTuple = std::tuple<unsigned, int, int>;
using StartTuple = std::tuple<unsigned, unsigned, unsigned>;
using PieceTuple =
    std::tuple<std::vector<CellList>, std::vector<StateTuple>, std::vector<StartTuple>>;

DuelPiece piece_of(const PieceTuple& tuple, unsigned width, unsigned height, Ending ending) {
  const auto& [rotations, states, starts] = tuple;
  require(!rotations.empty() && !states.empty() && states.size() <= 4,
          "a piece can be turned in one to four ways");
  require(ending == Ending::height || ending == Ending::lock || !starts.empty(),
          "a piece comes in somewhere");
  DuelPiece piece;
  for (const CellList& cells : rotations) {
    require(!cells.empty(), "a piece has at least one cell");
    for (auto [row, column] : cells)
      require(row < largest_piece_side && column < largest_piece_side, "a piece is too large");
    piece.rotations.emplace_back(cells);
  }
  for (auto [rotation, right, up] : states) {
    require(rotation < rotations.size(), "no such rotation");
    constexpr int side = largest_piece_side;
    require(right >= -side && right <= side && up >= -side && up <= side, "a turn goes too far");
    piece.states.push_back({static_cast<std::uint8_t>(rotation), static_cast<std::int8_t>(right),
                            static_cast<std::int8_t>(up)});
  }
  for (auto [state, column, row] : starts) {
    require(state < states.size(), "no such state");
    const TurnedPiece& turned = piece.rotations[piece.states[state].rotation];
    require(column + turned.width <= width && row + turned.height <= height,
            "a piece does not come in inside the well");
    piece.starts.push_back({static_cast<std::uint8_t>(state), static_cast<std::uint8_t>(column),
                            static_cast<std::uint8_t>(row)});
  }
  return piece;
}

std::shared_ptr<DuelRules> make_rules(unsigned width, unsigned height,
                                      const std::vector<PieceTuple>& pieces, Moves moves,
                                      Ending ending, unsigned rows_above_bar) {
  require(width >= narrowest_well && width <= widest_well, "a well has 2 to 40 columns");
  require(
      height <= highest_well && (height >= 1 || ending == Ending::height || ending == Ending::lock),
      "a well has 1 to 40 rows");
  require(!pieces.empty(), "there is nothing to play with");
  require(ending != Ending::bar || rows_above_bar < height, "the bar is below the floor");
  std::vector<DuelPiece> made;
  for (const PieceTuple& piece : pieces) made.push_back(piece_of(piece, width, height, ending));
  return std::make_shared<DuelRules>(width, height, std::move(made), moves, ending, rows_above_bar);
}

const DuelRules& with_piece(const DuelRules& rules, const Columns& columns, PieceId piece) {
  require(piece < rules.pieces(), "no such piece");
  require(columns.size() == rules.width(), "the well has another width");
  return rules;
}

std::vector<PlacementTuple> placements_of(const DuelRules& rules, const Columns& columns,
                                          PieceId piece) {
  std::vector<Placement> placements;
  with_piece(rules, columns, piece).list_placements(well_of(columns), piece, placements);
  std::sort(placements.begin(), placements.end(),
            [](const Placement& a, const Placement& b) { return a.order() < b.order(); });
  std::vector<PlacementTuple> tuples;
  for (const Placement placement : placements) tuples.push_back(tuple_of(placement));
  return tuples;
}

void check_placement(const DuelRules& rules, const Columns& columns, PieceId piece,
                     Placement placement) {
  require(placement.rotation < with_piece(rules, columns, piece).piece(piece).rotations.size(),
          "no such rotation");
  const TurnedPiece& turned = rules.turned(piece, placement);
  require(placement.column + turned.width <= rules.width() &&
              placement.row + turned.height <= highest_well + largest_piece_side &&
              well_of(columns).has_room(turned, placement.column, placement.row),
          "the piece has no room there");
}

std::tuple<Columns, unsigned, bool> lock(const DuelRules& rules, const Columns& columns,
                                         PieceId piece, const PlacementTuple& tuple) {
  Well well = well_of(columns);
  const Placement placement = placement_of(tuple);
  check_placement(rules, columns, piece, placement);
  const Locked locked = rules.lock(well, piece, placement);
  // A well that was too high before stays so.
  const bool too_high = rules.come_from_above() && well.stack_height() > rules.height();
  return {columns_of(well), locked.lines, locked.over || too_high};
}

std::shared_ptr<Evaluation> make_evaluation(
    const std::vector<std::pair<std::string, double>>& weights) {
  std::vector<Evaluation::Term> terms;
  for (const auto& [name, weight] : weights) {
    const auto place = std::find(feature_names.begin(), feature_names.end(), name);
    require(place != feature_names.end(), "no such feature");
    terms.push_back({static_cast<Feature>(place - feature_names.begin()), weight});
  }
  return std::make_shared<Evaluation>(terms);
}

void check_pieces(const DuelRules& rules, const std::vector<PieceId>& pieces) {
  require(!pieces.empty(), "there is no piece to send");
  for (const PieceId piece : pieces) require(piece < rules.pieces(), "no such piece");
}

std::vector<std::tuple<PieceId, unsigned, unsigned, unsigned>> tuples_of(
    const std::vector<Played>& trace) {
  std::vector<std::tuple<PieceId, unsigned, unsigned, unsigned>> tuples;
  tuples.reserve(trace.size());
  for (const Played& played : trace)
    tuples.emplace_back(played.piece, played.placement.rotation, played.placement.column,
                        played.placement.row);
  return tuples;
}

using Rules = std::shared_ptr<DuelRules>;
using AdviceTuple = std::tuple<Columns, std::vector<PieceId>, PlacementTuple>;

void add_players(nb::module_& m) {
  nb::enum_<Ties>(m, "Ties")
      .value("FIRST", Ties::first)
      .value("LAST", Ties::last)
      .value("RANDOM", Ties::random);
  nb::class_<Good>(m, "Good");
  nb::class_<Bad>(m, "Bad");
  const auto shared_good = [](std::unique_ptr<Good> good) {
    return std::shared_ptr<Good>(std::move(good));
  };
  const auto shared_bad = [](std::unique_ptr<Bad> bad) {
    return std::shared_ptr<Bad>(std::move(bad));
  };
  m.def(
      "good_minmax",
      [=](Rules rules, const Evaluation& evaluation, unsigned depth, Ties ties,
          std::uint64_t seed) {
        require(depth >= 1 && depth <= 64, "players look 1 to 64 pieces ahead");
        return shared_good(good_minmax(rules, evaluation, depth, ties, seed));
      },
      "rules"_a, "evaluation"_a, "depth"_a, "ties"_a, "seed"_a);
  m.def(
      "good_beam",
      [=](Rules rules, const Evaluation& evaluation, std::size_t keeps) {
        return shared_good(good_beam(rules, evaluation, keeps));
      },
      "rules"_a, "evaluation"_a, "keeps"_a);
  m.def(
      "good_random", [=](std::uint64_t seed) { return shared_good(good_random(seed)); }, "seed"_a);
  m.def(
      "good_scripted",
      [=](const std::vector<PlacementTuple>& tuples) {
        std::vector<Placement> script;
        for (const PlacementTuple& tuple : tuples) script.push_back(placement_of(tuple));
        return shared_good(good_scripted(std::move(script)));
      },
      "placements"_a);
  const auto advice_of = [](const DuelRules& rules, const std::vector<AdviceTuple>& tuples) {
    std::vector<Advice> advice;
    for (const auto& [columns, visible, placement] : tuples) {
      require(!visible.empty(), "no piece is visible");
      for (const PieceId piece : visible) with_piece(rules, columns, piece);
      advice.push_back({well_of(columns), visible, placement_of(placement)});
    }
    require(!advice.empty(), "there are no instructions");
    return advice;
  };
  m.def(
      "good_advised",
      [=](Rules rules, const std::vector<AdviceTuple>& tuples, bool lanes) {
        return shared_good(good_advised(advice_of(*rules, tuples), lanes));
      },
      "rules"_a, "advice"_a, "lanes"_a);
  m.def(
      "bad_advised",
      [=](Rules rules, const std::vector<AdviceTuple>& tuples) {
        return shared_bad(bad_advised(advice_of(*rules, tuples)));
      },
      "rules"_a, "advice"_a);
  m.def(
      "bad_minmax",
      [=](Rules rules, const Evaluation& evaluation, unsigned depth, Ties ties,
          std::uint64_t seed) {
        require(depth >= 1 && depth <= 64, "players look 1 to 64 pieces ahead");
        return shared_bad(bad_minmax(rules, evaluation, depth, ties, seed));
      },
      "rules"_a, "evaluation"_a, "depth"_a, "ties"_a, "seed"_a);
  m.def(
      "bad_sequence",
      [=](Rules rules, const std::vector<PieceId>& pieces) {
        check_pieces(*rules, pieces);
        return shared_bad(bad_sequence(pieces));
      },
      "rules"_a, "pieces"_a);
  m.def(
      "bad_uniform",
      [=](Rules rules, std::uint64_t seed) { return shared_bad(bad_uniform(rules, seed)); },
      "rules"_a, "seed"_a);
  m.def(
      "bad_bag", [=](Rules rules, std::uint64_t seed) { return shared_bad(bad_bag(rules, seed)); },
      "rules"_a, "seed"_a);
  m.def(
      "bad_bastet",
      [=](Rules rules, const Evaluation& evaluation, std::uint64_t seed) {
        return shared_bad(bad_bastet(rules, evaluation, seed));
      },
      "rules"_a, "evaluation"_a, "seed"_a);
  m.def(
      "bad_brzustowski",
      [=](Rules rules, PieceId s, PieceId z) {
        check_pieces(*rules, {s, z});
        return shared_bad(bad_brzustowski(s, z));
      },
      "rules"_a, "s"_a, "z"_a);
  m.def(
      "bad_hatetris",
      [=](Rules rules, const std::vector<PieceId>& order, bool remembers) {
        check_pieces(*rules, order);
        return shared_bad(bad_hatetris(rules, order, remembers));
      },
      "rules"_a, "order"_a, "remembers"_a);
}

void add_games(nb::module_& m) {
  nb::enum_<CycleWatch>(m, "CycleWatch")
      .value("NONE", CycleWatch::none)
      .value("ALL", CycleWatch::all)
      .value("CHECKPOINTS", CycleWatch::checkpoints)
      .value("VALUES", CycleWatch::values);
  nb::enum_<Scoring>(m, "Scoring").value("LINES", Scoring::lines).value("SOGANG", Scoring::sogang);
  nb::class_<DuelRun>(m, "DuelRun")
      .def(
          "__init__",
          [](DuelRun* place, Rules rules, const Good& good, const Bad& bad, const Columns& columns,
             unsigned preview, CycleWatch watch, std::uint64_t first, const Evaluation& evaluation,
             bool keeps_trace, Scoring scoring, unsigned pieces_between_garbage,
             std::uint64_t garbage_seed) {
            with_piece(*rules, columns, 0);
            for (const DuelRules* others : {good.rules(), bad.rules()})
              require(others == nullptr || others == rules.get(), "a player has other rules");
            require(first >= 1, "the first checkpoint is at step 1 or later");
            new (place) DuelRun(DuelGame(rules, good.clone(), bad.clone(), well_of(columns),
                                         preview, {scoring, pieces_between_garbage, garbage_seed}),
                                watch, first, evaluation, keeps_trace);
          },
          "rules"_a, "good"_a, "bad"_a, "columns"_a, "preview"_a, "watch"_a, "first"_a,
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
      .def_prop_ro("over", [](const DuelRun& run) { return run.game().over(); })
      .def_prop_ro("placed", [](const DuelRun& run) { return run.game().placed(); })
      .def_prop_ro("lines", [](const DuelRun& run) { return run.game().lines(); })
      .def_prop_ro("score", [](const DuelRun& run) { return run.game().score(); })
      .def_prop_ro("considered", [](const DuelRun& run) { return run.game().considered(); })
      .def_prop_ro("columns", [](const DuelRun& run) { return columns_of(run.game().well()); })
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
        require(!rules->piece(0).starts.empty(), "pieces come in nowhere");
        require(bad.rules() == nullptr || bad.rules() == rules.get(), "the player has other rules");
        const auto fresh = bad.clone();
        const std::span<const std::uint8_t> span{static_cast<const std::uint8_t*>(steps.data()),
                                                 steps.size()};
        for (const std::uint8_t step : span) require(step < 4, "no such step");
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
}

template <class Action>
auto with_heart(const Action& action) {
  const nb::gil_scoped_release unlocked;
  Heartbeat heart(stop_on_signal);
  return action(heart);
}

// Lets Ctrl-C through, and calls `watch`, which stops a search by an error.
std::function<void()> watched_by(const nb::object& watch) {
  return [&watch] {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!watch.is_none()) watch();
  };
}

void add_live_games(nb::module_& m) {
  nb::enum_<Step>(m, "Step")
      .value("LEFT", Step::left)
      .value("RIGHT", Step::right)
      .value("DOWN", Step::down)
      .value("TURN", Step::turn);
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
          [](LiveGame& live, const nb::object& watch) {
            const nb::gil_scoped_release unlocked;
            Heartbeat heart(watched_by(watch));
            live.come_in(heart);
          },
          "watch"_a.none())
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
                     std::optional<std::tuple<PieceId, unsigned, unsigned, unsigned>> last;
                     if (!live.trace().empty()) last = tuples_of({live.trace().back()}).front();
                     return last;
                   })
      .def_prop_ro("cleared", [](const LiveGame& live) { return live.cleared(); })
      .def_prop_ro("trace", [](const LiveGame& live) { return tuples_of(live.trace()); });
}

using InstructionTuple = std::tuple<Columns, std::vector<PieceId>, PlacementTuple, std::uint32_t>;

// Lets Ctrl-C through, tells how far it is, and says when the time is up.
DuelWatch watch_of(std::optional<double> seconds, const nb::object& progress) {
  return
      [seconds, &progress, start = std::chrono::steady_clock::now()](const DuelProgress& so_far) {
        const nb::gil_scoped_acquire locked;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress.is_none()) progress(so_far.states, so_far.lost, so_far.bytes);
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
        return !seconds || passed.count() < *seconds;
      };
}

void add_duel_solver(nb::module_& m) {
  nb::enum_<GoodPlays>(m, "GoodPlays")
      .value("ANYWHERE", GoodPlays::anywhere)
      .value("IN_LANES", GoodPlays::in_lanes)
      .value("IN_TIDY_LANES", GoodPlays::in_tidy_lanes);
  nb::enum_<DuelAnswer>(m, "DuelAnswer")
      .value("GOOD", DuelAnswer::good)
      .value("BAD", DuelAnswer::bad)
      .value("UNKNOWN", DuelAnswer::unknown);
  nb::class_<DuelSolver>(m, "DuelSolver")
      .def(
          "solve",
          [](DuelSolver& solver, std::optional<double> seconds, const nb::object& progress) {
            const DuelWatch watch = watch_of(seconds, progress);
            const nb::gil_scoped_release unlocked;
            return solver.solve(watch);
          },
          "seconds"_a.none(), "progress"_a.none())
      .def_prop_ro("progress",
                   [](const DuelSolver& solver) {
                     const DuelProgress so_far = solver.progress();
                     return std::tuple(so_far.states, so_far.lost, so_far.bytes);
                   })
      .def("save", &DuelSolver::save, "path"_a)
      .def("load", &DuelSolver::load, "path"_a)
      .def(
          "instructions",
          [](DuelSolver& solver, bool fewest, std::size_t most, std::optional<double> seconds) {
            const nb::object silent = nb::none();
            const DuelWatch watch = watch_of(seconds, silent);
            std::optional<std::vector<InstructionTuple>> tuples;
            const nb::gil_scoped_release unlocked;
            if (const auto found = solver.instructions(fewest, most, watch)) {
              tuples.emplace();
              for (const Instruction& one : *found)
                tuples->emplace_back(columns_of(one.well), one.visible, tuple_of(one.placement),
                                     one.rank);
            }
            return tuples;
          },
          "fewest"_a, "most"_a, "seconds"_a.none());
  m.def(
      "duel_solver",
      [](Rules rules, const Columns& start, unsigned preview,
         const std::vector<PieceId>& mirror_images, GoodPlays plays, std::size_t memory) {
        with_piece(*rules, start, 0);
        require(preview <= 3, "the solver takes a preview of up to three pieces");
        require(rules->pieces() <= 32, "the solver takes up to 32 pieces");
        require(well_of(start).stack_height() <= rules->height(), "the stack is too high");
        require(mirror_images.empty() || mirror_images.size() == rules->pieces(),
                "each piece has a mirror image");
        return DuelSolver::make({rules, well_of(start), preview, mirror_images, plays, memory});
      },
      "rules"_a, "start"_a, "preview"_a, "mirror_images"_a, "plays"_a, "memory"_a);
}

}  // namespace

void add_duel(nb::module_& m) {
  m.attr("NARROWEST_WELL") = narrowest_well;
  m.attr("WIDEST_WELL") = widest_well;
  m.attr("HIGHEST_WELL") = highest_well;
  m.attr("LARGEST_PIECE_SIDE") = largest_piece_side;
  nb::list names;
  for (const std::string_view name : feature_names) names.append(std::string(name));
  m.attr("FEATURES") = nb::tuple(names);
  nb::enum_<Moves>(m, "Moves")
      .value("DROP", Moves::drop)
      .value("SLIDE", Moves::slide)
      .value("SPIN", Moves::spin);
  nb::enum_<Ending>(m, "Ending")
      .value("HEIGHT", Ending::height)
      .value("LOCK", Ending::lock)
      .value("SPAWN", Ending::spawn)
      .value("BAR", Ending::bar);
  nb::class_<DuelRules>(m, "DuelRules")
      .def("placements", &placements_of, "columns"_a, "piece"_a)
      .def("lock", &lock, "columns"_a, "piece"_a, "placement"_a)
      .def(
          "has_room",
          [](const DuelRules& rules, const Columns& columns, PieceId piece) {
            return with_piece(rules, columns, piece).has_room(well_of(columns), piece);
          },
          "columns"_a, "piece"_a);
  m.def("duel_rules", &make_rules, "width"_a, "height"_a, "pieces"_a, "moves"_a, "ending"_a,
        "rows_above_bar"_a);
  nb::class_<Evaluation>(m, "Evaluation")
      .def(
          "__call__",
          [](const Evaluation& evaluation, const DuelRules& rules, const Columns& columns) {
            with_piece(rules, columns, 0);
            return Judge(rules, evaluation).value(well_of(columns));
          },
          "rules"_a, "columns"_a)
      .def(
          "judge",
          [](const Evaluation& evaluation, const DuelRules& rules, const Columns& columns,
             PieceId piece, const PlacementTuple& tuple) {
            const Placement placement = placement_of(tuple);
            check_placement(rules, columns, piece, placement);
            Judge judge(rules, evaluation);
            judge.look_at(well_of(columns));
            const Judged judged = judge.judge(piece, placement);
            return std::tuple(judged.move, judged.well);
          },
          "rules"_a, "columns"_a, "piece"_a, "placement"_a)
      .def(
          "recommend",
          [](const Evaluation& evaluation, const DuelRules& rules, const Columns& columns,
             const std::vector<PieceId>& visible, std::size_t keeps, const nb::object& watch) {
            require(!visible.empty(), "no piece is visible");
            for (const PieceId piece : visible) with_piece(rules, columns, piece);
            const Well well = well_of(columns);
            std::vector<Placement> placements;
            rules.list_placements(well, visible[0], placements);
            std::optional<std::tuple<PlacementTuple, double>> found;
            if (placements.empty()) return found;
            const nb::gil_scoped_release unlocked;
            Heartbeat heart(watched_by(watch));
            const auto choice =
                Beam(rules, evaluation, keeps).choose(well, visible, placements, heart);
            found = {tuple_of(choice.placement), choice.value};
            return found;
          },
          "rules"_a, "columns"_a, "visible"_a, "keeps"_a, "watch"_a.none());
  m.def("evaluation", &make_evaluation, "weights"_a);
  m.def(
      "holes",
      [](const Columns& columns) {
        const Well well = well_of(columns);
        std::vector<std::tuple<Column, Column, Column>> found;
        for (unsigned i = 0; i < well.width(); ++i) {
          const Holes holes = holes_in(well, i);
          found.emplace_back(holes.big, holes.middle, holes.small);
        }
        return found;
      },
      "columns"_a);
  add_players(m);
  add_games(m);
  add_live_games(m);
  add_duel_solver(m);
}

}  // namespace cgt::bindings
