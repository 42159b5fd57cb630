// What the parts of the Python module share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <stdexcept>
#include <vector>

#include "label/placements.hpp"

namespace cgt::bindings {

namespace nb = nanobind;

template <class Value, class... Rest>
using Array = nb::ndarray<Value, nb::c_contig, nb::device::cpu, Rest...>;

inline void stop_on_signal() {
  const nb::gil_scoped_acquire locked;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

inline void require(bool holds, const char* otherwise) {
  if (!holds) throw std::invalid_argument(otherwise);
}

BoardSize checked_size(std::size_t width, std::size_t height, std::size_t words);
void check_shapes(const std::vector<Shape>& shapes);

// The empty cells of a board given by its filled ones.
std::vector<Word> empty_cells(const Array<const std::uint64_t, nb::ndim<1>>& filled,
                              BoardSize size);

void add_solver(nb::module_& m);
void add_duel(nb::module_& m);

}  // namespace cgt::bindings
