// The Python face of the checker of proofs.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>

#include "bind/bindings.hpp"
#include "proof/checker.hpp"

namespace cgt::bindings {

namespace {

using namespace nb::literals;

using Told = std::tuple<std::uint64_t, std::size_t, std::string>;
using Unproved = std::tuple<std::uint64_t, std::string, std::string>;

proof::Pulse calling_with_counts(const nb::object& pulse) {
  return [&pulse](std::size_t done, std::size_t of) {
    const nb::gil_scoped_acquire locked;
    let_signals_through();
    pulse(done, of);
  };
}

class PythonProofChecker {
 public:
  PythonProofChecker(std::size_t width, std::size_t height, std::vector<proof::Shape> shapes,
                     bool is_misere, std::size_t small, std::uint64_t first_line,
                     std::size_t memory)
      : cells_(width * height) {
    require(width > 0 && height > 0 && width <= proof::most_cells && height <= proof::most_cells &&
                cells_ <= proof::most_cells,
            "proofs are of boards of 1 to 256 cells");
    require(!shapes.empty(), "a game needs at least one piece");
    for (const proof::Shape& shape : shapes) {
      require(!shape.empty(), "a shape has at least one cell");
      for (const auto& [row, column] : shape)
        require(row < proof::most_cells && column < proof::most_cells, "a shape is too large");
    }
    checker_ = proof::ProofChecker::make(
        {{width, height}, std::move(shapes), is_misere, small, first_line, memory});
  }

  std::optional<Told> feed(const nb::bytes& block, const nb::object& pulse) {
    const std::string_view data(block.c_str(), block.size());
    const nb::gil_scoped_release unlocked;
    const auto mistake = checker_->feed(data, calling_with_counts(pulse));
    if (!mistake) return std::nullopt;
    return Told{mistake->line, mistake->column, mistake->problem};
  }

  std::optional<Unproved> check(unsigned threads, const nb::object& pulse) {
    require(threads > 0, "there is at least one thread");
    const nb::gil_scoped_release unlocked;
    const auto found = checker_->check(threads, calling_with_counts(pulse));
    if (!found) return std::nullopt;
    return Unproved{found->line, found->position, found->move};
  }

  bool is_lost(const std::vector<bool>& empty, std::size_t heap, const nb::object& pulse) {
    require(empty.size() == cells_, "wrong number of cells for this board");
    const nb::gil_scoped_release unlocked;
    return checker_->is_lost(empty, heap, calling_with_counts(pulse));
  }

  bool is_won(const std::vector<bool>& empty, std::size_t heap, const nb::object& pulse) {
    require(empty.size() == cells_, "wrong number of cells for this board");
    const nb::gil_scoped_release unlocked;
    return checker_->is_won(empty, heap, calling_with_counts(pulse));
  }

  std::optional<std::pair<std::vector<std::size_t>, std::size_t>> answer(
      const std::vector<bool>& empty, std::size_t heap, const nb::object& pulse) {
    require(empty.size() == cells_, "wrong number of cells for this board");
    const nb::gil_scoped_release unlocked;
    const auto found = checker_->answer(empty, heap, calling_with_counts(pulse));
    if (!found) return std::nullopt;
    return std::pair{found->cells, found->heap};
  }

  std::size_t lines() const { return checker_->lines(); }
  std::size_t positions() const { return checker_->positions(); }
  std::size_t moves() const { return checker_->moves(); }

 private:
  std::size_t cells_;
  std::unique_ptr<proof::ProofChecker> checker_;
};

}  // namespace

void add_proof_checker(nb::module_& m) {
  nb::class_<PythonProofChecker>(m, "ProofChecker")
      .def(nb::init<std::size_t, std::size_t, std::vector<proof::Shape>, bool, std::size_t,
                    std::uint64_t, std::size_t>(),
           "width"_a, "height"_a, "shapes"_a, "is_misere"_a, "small"_a, "first_line"_a, "memory"_a)
      .def("feed", &PythonProofChecker::feed, "block"_a, "pulse"_a)
      .def("check", &PythonProofChecker::check, "threads"_a, "pulse"_a)
      .def("is_lost", &PythonProofChecker::is_lost, "empty"_a, "heap"_a, "pulse"_a)
      .def("is_won", &PythonProofChecker::is_won, "empty"_a, "heap"_a, "pulse"_a)
      .def("answer", &PythonProofChecker::answer, "empty"_a, "heap"_a, "pulse"_a)
      .def_prop_ro("lines", &PythonProofChecker::lines)
      .def_prop_ro("positions", &PythonProofChecker::positions)
      .def_prop_ro("moves", &PythonProofChecker::moves);
}

}  // namespace cgt::bindings
