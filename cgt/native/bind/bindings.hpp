// What the parts of the Python module share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

#include "base/time_limit.hpp"
#include "label/placements.hpp"

namespace cgt::bindings {

namespace nb = nanobind;

template <class Value, class... Options>
using Array = nb::ndarray<Value, nb::c_contig, nb::device::cpu, Options...>;

// Needs the interpreter's lock.
inline void let_signals_through() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

inline void stop_on_signal() {
  const nb::gil_scoped_acquire locked;
  let_signals_through();
}

// Lets Ctrl-C through and calls `pulse`, if that is not None; an error raised there stops a search.
inline std::function<void()> calling(const nb::object& pulse) {
  return [&pulse] {
    const nb::gil_scoped_acquire locked;
    let_signals_through();
    if (!pulse.is_none()) pulse();
  };
}

inline void require(bool holds, const char* otherwise) {
  if (!holds) throw std::invalid_argument(otherwise);
}

BoardSize checked_size(std::size_t width, std::size_t height, std::size_t words);
void check_shapes(const std::vector<Shape>& shapes);

// The empty cells of a board given by its filled ones.
std::vector<Word> empty_cells(const Array<const std::uint64_t, nb::ndim<1>>& filled,
                              BoardSize size);

// Each function adds what one file of this folder binds.
void add_labelling(nb::module_& m);
void add_placement_solver(nb::module_& m);
void add_proof_checker(nb::module_& m);
void add_rules(nb::module_& m);
void add_evaluations(nb::module_& m);
void add_players(nb::module_& m);
void add_python_players(nb::module_& m);
void add_games(nb::module_& m);
void add_live_games(nb::module_& m);
void add_hunts(nb::module_& m);
void add_duel_solver(nb::module_& m);

}  // namespace cgt::bindings
