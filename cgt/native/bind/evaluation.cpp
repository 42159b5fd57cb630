// The Python face of features and evaluations.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>

#include "bind/duel_values.hpp"
#include "duel/evaluate/evaluation.hpp"
#include "duel/evaluate/judge.hpp"
#include "players/beam.hpp"

namespace cgt::bindings {

using namespace nb::literals;

namespace {

std::shared_ptr<Evaluation> make_evaluation(
    const std::vector<std::pair<std::string, double>>& weights) {
  std::vector<Evaluation::Term> terms;
  for (const auto& [name, weight] : weights) {
    const auto feature = feature_named(name);
    require(feature.has_value(), "no such feature");
    terms.push_back({*feature, weight});
  }
  return std::make_shared<Evaluation>(terms);
}

}  // namespace

void add_evaluations(nb::module_& m) {
  nb::list names;
  for (const std::string_view name : feature_names) names.append(std::string(name));
  m.attr("FEATURES") = nb::tuple(names);
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
          "rank",
          [](const Evaluation& evaluation, const DuelRules& rules, const Columns& columns,
             const std::vector<PieceId>& visible, std::size_t keeps, const nb::object& pulse) {
            require(!visible.empty(), "no piece is visible");
            for (const PieceId piece : visible) with_piece(rules, columns, piece);
            const Well well = well_of(columns);
            std::vector<Placement> placements;
            rules.list_placements(well, visible[0], placements);
            const nb::gil_scoped_release unlocked;
            Heartbeat heart(calling(pulse));
            std::vector<std::tuple<PlacementTuple, double, std::size_t>> ranked;
            for (const auto& choice :
                 Beam(rules, evaluation, keeps).rank(well, visible, placements, heart))
              ranked.emplace_back(tuple_of(choice.placement), choice.value, choice.placed);
            return ranked;
          },
          "rules"_a, "columns"_a, "visible"_a, "keeps"_a, "pulse"_a.none());
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
}

}  // namespace cgt::bindings
