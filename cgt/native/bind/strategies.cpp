// The Python face of the checker of strategies.
#include "bind/strategies.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "strategy/checker.hpp"

namespace cgt::bindings {

namespace {

using namespace nb::literals;
using strategy::Column;
using strategy::InstructionList;

using Columns = std::vector<Column>;
using Pieces = std::vector<strategy::PieceNumber>;
using PlaceTuple = std::tuple<unsigned, unsigned, unsigned>;  // rotation, column, row
// Columns, visible pieces, the place and what is left there, a rank, and what is left in the bag.
using InstructionTuple = std::tuple<Columns, Pieces, std::optional<PlaceTuple>,
                                    std::optional<Columns>, std::int64_t, std::uint64_t>;
// What is wrong, by its number; where; and how many instructions, states and rows were checked.
using FindingTuple = std::tuple<unsigned, Columns, Pieces, std::uint64_t,
                                std::tuple<std::size_t, std::size_t, std::size_t>>;

using strategy::most_visible;
using strategy::widest;

void check_columns(const Columns& columns, unsigned width) {
  require(columns.size() == width, "the well has another width");
  for (const Column column : columns)
    require(column >> strategy::highest_stack == 0, "the stack is too high");
}

void add(InstructionList& list, const InstructionTuple& tuple) {
  const auto& [columns, visible, place, after, rank, bag] = tuple;
  check_columns(columns, list.width());
  require(visible.size() == list.visible(), "wrong number of visible pieces");
  require(place.has_value() == after.has_value(), "a placement leaves a well");
  strategy::Instruction one{columns, visible, place.has_value(), {}, {}, rank, bag};
  if (place) {
    const auto [rotation, column, row] = *place;
    require(rotation < 256 && column < 256 && row < 256, "this is no placement");
    one.place = {static_cast<std::uint8_t>(rotation), static_cast<std::uint8_t>(column),
                 static_cast<std::uint8_t>(row)};
    check_columns(*after, list.width());
    one.after = *after;
  }
  list.add(one);
}

InstructionTuple at(const InstructionList& list, std::size_t index) {
  require(index < list.size(), "there are fewer instructions");
  const auto kept = list[index];
  const strategy::Instruction one = kept.instruction();
  InstructionTuple tuple{{one.well.begin(), one.well.end()},
                         {one.visible.begin(), one.visible.end()},
                         std::nullopt,
                         std::nullopt,
                         one.rank,
                         one.bag};
  if (one.has_place) {
    std::get<2>(tuple) = PlaceTuple{one.place.rotation, one.place.column, one.place.row};
    std::get<3>(tuple) = Columns(one.after.begin(), one.after.end());
  }
  return tuple;
}

strategy::Setup setup_of(unsigned width, unsigned height,
                         const std::vector<std::vector<strategy::Cells>>& pieces, bool slides) {
  require(width >= 2 && width <= widest, "a well has 2 to 40 columns");
  require(height <= widest, "a well has up to 40 rows");
  require(!pieces.empty() && pieces.size() < 64, "a game has 1 to 63 pieces");
  for (const auto& rotations : pieces)
    for (const strategy::Cells& cells : rotations) {
      require(!cells.empty(), "a piece has at least one cell");
      for (const auto& [row, column] : cells)
        require(row < strategy::highest_piece && column < 8, "a piece is too large");
    }
  return {width, height, pieces, slides};
}

FindingTuple check(const InstructionList& list, unsigned height,
                   const std::vector<std::vector<strategy::Cells>>& pieces, bool slides,
                   bool is_good, bool has_bag, bool lanes_in_any_order, const Columns& start,
                   const nb::object& pulse) {
  const strategy::Setup setup = setup_of(list.width(), height, pieces, slides);
  check_columns(start, list.width());
  require(is_good || list.size() > 0, "there are no instructions");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto kept = list[i];
    for (const auto piece : kept.instruction().visible)
      require(piece < pieces.size(), "no such piece");
  }
  const strategy::Claim claim{is_good, has_bag, lanes_in_any_order, start};
  const auto beat = calling(pulse);
  const nb::gil_scoped_release unlocked;
  const strategy::Finding found = strategy::check(setup, claim, list, beat);
  return {static_cast<unsigned>(found.problem),
          found.well,
          found.pieces,
          found.bag,
          {found.instructions, found.states, found.height}};
}

}  // namespace

void add_strategies(nb::module_& m) {
  nb::class_<InstructionList>(m, "InstructionList")
      .def(
          "__init__",
          [](InstructionList* made, unsigned width, unsigned visible) {
            require(width >= 2 && width <= widest, "a well has 2 to 40 columns");
            require(visible >= 1 && visible <= most_visible, "one to four pieces are visible");
            new (made) InstructionList(width, visible);
          },
          "width"_a, "visible"_a)
      .def("__len__", &InstructionList::size)
      .def("add", &add, "instruction"_a)
      .def("at", &at, "index"_a);
  m.def("check_strategy", &check, "instructions"_a, "height"_a, "pieces"_a, "slides"_a, "is_good"_a,
        "has_bag"_a, "lanes_in_any_order"_a, "start"_a, "pulse"_a.none());
}

}  // namespace cgt::bindings
