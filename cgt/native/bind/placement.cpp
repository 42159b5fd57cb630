// The Python face of forms and of the solver of placement games.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>

#include "base/checkpoint.hpp"
#include "bind/bindings.hpp"
#include "placement/forms.hpp"
#include "placement/small_nimbers.hpp"
#include "placement/solver.hpp"

namespace cgt::bindings {

namespace {

using namespace nb::literals;

using Words = Array<const std::uint64_t, nb::ndim<1>>;
using Filled = Words;

FormId checked(const FormStore& forms, FormId form) {
  if (form >= forms.size()) throw std::out_of_range("no such form");
  return form;
}

// Whether a board fits in a box, upright or turned.
bool fits(BoardSize board, BoardSize box) {
  return std::max(board.width, board.height) <= std::max(box.width, box.height) &&
         std::min(board.width, board.height) <= std::min(box.width, box.height);
}

// A solver that stops on Ctrl-C or at a time limit, and reports progress to a Python function.
class LimitedSolver {
  template <class Question>
  auto ask(const Filled& filled, BoardSize size, std::optional<double> seconds,
           const nb::object& progress, Question question) {
    checked_size(size.width, size.height, filled.size());
    require(fits(size, box_), "the board is too large");
    const BoardCells board{size, empty_cells(filled, size)};
    const auto pulse = [&, time = TimeLimit(seconds)](const SolverProgress& so_far) {
      const nb::gil_scoped_acquire locked;
      asking_ = so_far.asking;
      let_signals_through();
      if (!progress.is_none()) progress(so_far.nodes, so_far.table_used, so_far.table_room);
      return !time.is_up();
    };
    const nb::gil_scoped_release unlocked;
    return question(board, SolverPulse(pulse));
  }

 public:
  LimitedSolver(std::size_t width, std::size_t height, std::vector<Shape> shapes, Play play,
                unsigned threads, std::size_t memory)
      : box_{width, height}, play_(play) {
    require(width > 0 && height > 0 && width <= most_cells && height <= most_cells &&
                box_.cells() <= most_cells,
            "placement games take boards of 1 to 256 cells");
    check_shapes(shapes);
    require(!shapes.empty(), "a game needs at least one piece");
    solver_ = PlacementSolver::make({box_, std::move(shapes), play, threads, memory});
  }

  std::optional<FormId> form(const Filled& filled, std::size_t width, std::size_t height,
                             FormKind kind, std::optional<double> seconds, nb::object progress) {
    return ask(filled, {width, height}, seconds, progress,
               [&](const BoardCells& board, const SolverPulse& pulse) {
                 return solver_->form(board, kind, pulse);
               });
  }

  std::optional<bool> wins(const Filled& filled, std::size_t width, std::size_t height,
                           std::optional<double> seconds, nb::object progress) {
    return ask(filled, {width, height}, seconds, progress,
               [&](const BoardCells& board, const SolverPulse& pulse) {
                 return solver_->wins(board, pulse);
               });
  }

  std::optional<bool> known(const Filled& filled, std::size_t width, std::size_t height,
                            std::optional<double> seconds) {
    return ask(filled, {width, height}, seconds, nb::none(),
               [&](const BoardCells& board, const SolverPulse& pulse) {
                 return solver_->known(board, pulse);
               });
  }

  std::optional<double> effort_to_win(const Filled& filled, std::size_t width, std::size_t height,
                                      std::optional<double> seconds) {
    return ask(filled, {width, height}, seconds, nb::none(),
               [&](const BoardCells& board, const SolverPulse& pulse) {
                 return solver_->effort_to_win(board, pulse);
               });
  }

  std::optional<std::pair<double, double>> numbers(const Filled& filled, std::size_t width,
                                                   std::size_t height, unsigned heap,
                                                   std::uint64_t most_nodes,
                                                   std::optional<double> seconds,
                                                   nb::object progress) {
    require(heap == 0 || play_ == Play::normal, "a heap lies beside a board in normal play only");
    require(heap <= most_cells, "no board has such a nimber");
    const auto found = ask(filled, {width, height}, seconds, progress,
                           [&](const BoardCells& board, const SolverPulse& pulse) {
                             return solver_->numbers(board, heap, most_nodes, pulse);
                           });
    if (!found) return std::nullopt;
    return std::pair<double, double>(found->to_win, found->to_lose);
  }

  std::tuple<std::size_t, std::size_t, std::size_t> replies(const Filled& filled, std::size_t width,
                                                            std::size_t height, double share,
                                                            std::optional<double> seconds,
                                                            nb::object progress) {
    const Replies found = ask(filled, {width, height}, seconds, progress,
                              [&](const BoardCells& board, const SolverPulse& pulse) {
                                return solver_->replies(board, share, pulse);
                              });
    return {found.moves, found.wins, found.losses};
  }

  std::optional<unsigned> nimber(const Filled& filled, std::size_t width, std::size_t height,
                                 std::optional<double> seconds, nb::object progress) {
    return ask(filled, {width, height}, seconds, progress,
               [&](const BoardCells& board, const SolverPulse& pulse) {
                 return solver_->nimber(board, pulse);
               });
  }

  std::optional<std::uint64_t> prove(const Filled& filled, std::size_t width, std::size_t height,
                                     bool wins, std::optional<unsigned> nimber, bool fewest,
                                     std::optional<double> shortening, nb::callable form_text,
                                     nb::callable write, std::optional<double> seconds,
                                     nb::object progress) {
    require(!nimber || *nimber <= most_cells, "no board has such a nimber");
    const ProofSink sink{[&](FormId form) {
                           const nb::gil_scoped_acquire locked;
                           return nb::cast<std::string>(form_text(form));
                         },
                         [&](const std::string& lines) {
                           const nb::gil_scoped_acquire locked;
                           write(nb::bytes(lines.data(), lines.size()));
                         }};
    return ask(filled, {width, height}, seconds, progress,
               [&](const BoardCells& board, const SolverPulse& pulse) {
                 return solver_->prove(board, {wins, nimber}, {fewest, shortening}, sink, pulse);
               });
  }

  void use_small_nimbers(const Words& words) {
    solver_->use_small_nimbers({words.data(), words.size()});
  }

  void save(const std::string& path) {
    const nb::gil_scoped_release unlocked;
    solver_->save(path);
  }

  void load(const std::string& path, std::size_t size) {
    const nb::gil_scoped_release unlocked;
    Heartbeat heart(stop_on_signal);
    solver_->load(path, size, heart);
  }

  std::uint64_t nodes() const { return solver_->nodes(); }
  // What a search for a nimber asks now.
  std::optional<unsigned> asking() const { return asking_; }
  FormStore& forms(FormKind kind) { return solver_->forms(kind); }

 private:
  BoardSize box_;
  Play play_;
  std::unique_ptr<PlacementSolver> solver_;
  std::optional<unsigned> asking_;
};

// The bytes of a table of small regions.
nb::bytes small_nimbers(const std::vector<Shape>& shapes, unsigned cells, nb::object pulse) {
  check_shapes(shapes);
  require(!shapes.empty(), "a game needs at least one piece");
  std::vector<Word> words;
  {
    const nb::gil_scoped_release unlocked;
    Heartbeat heart(calling(pulse));
    words = SmallNimbers::made(shapes, cells, heart);
  }
  return nb::bytes(words.data(), words.size() * sizeof(Word));
}

void add_forms(nb::module_& m) {
  nb::enum_<FormKind>(m, "FormKind")
      .value("PLAIN", FormKind::plain)
      .value("CANONICAL", FormKind::canonical);
  nb::exception<OutOfBudgetError>(m, "OutOfBudgetError", PyExc_MemoryError);
  nb::class_<FormStore>(m, "FormStore")
      .def(nb::init<FormKind, std::size_t>(), "kind"_a, "most_bytes"_a)
      .def_prop_ro("kind", &FormStore::kind)
      .def("__len__", &FormStore::size)
      .def(
          "intern",
          [](FormStore& forms, const std::vector<FormId>& options) {
            for (FormId option : options) checked(forms, option);
            return forms.intern(options);
          },
          "options"_a)
      .def(
          "options",
          [](const FormStore& forms, FormId form) {
            const auto options = forms.options(checked(forms, form));
            return std::vector<FormId>(options.begin(), options.end());
          },
          "form"_a)
      .def(
          "structure_hash",
          [](const FormStore& forms, FormId form) {
            return forms.facts(checked(forms, form)).hash;
          },
          "form"_a)
      .def(
          "birthday",
          [](const FormStore& forms, FormId form) {
            return forms.facts(checked(forms, form)).birthday;
          },
          "form"_a)
      .def(
          "nimber",
          [](const FormStore& forms, FormId form) {
            return forms.facts(checked(forms, form)).nimber;
          },
          "form"_a)
      .def(
          "misere_nimber",
          [](const FormStore& forms, FormId form) {
            return forms.facts(checked(forms, form)).misere_nimber;
          },
          "form"_a)
      .def(
          "misere_win",
          [](const FormStore& forms, FormId form) {
            return forms.facts(checked(forms, form)).misere_win;
          },
          "form"_a)
      .def(
          "product",
          [](FormStore& forms, FormId a, FormId b) {
            checked(forms, a);
            checked(forms, b);
            const nb::gil_scoped_release unlocked;
            Heartbeat heart(stop_on_signal);
            return forms.product(a, b, heart);
          },
          "a"_a, "b"_a)
      .def(
          "genus_superscript",
          [](const FormStore& forms, FormId form) {
            return forms.genus_superscript(checked(forms, form));
          },
          "form"_a)
      .def(
          "followers",
          [](const FormStore& forms, FormId form) { return forms.followers(checked(forms, form)); },
          "form"_a)
      .def(
          "few_followers",
          [](const FormStore& forms, FormId form, std::size_t most) {
            return forms.few_followers(checked(forms, form), most);
          },
          "form"_a, "most"_a)
      .def(
          "count_followers",
          [](const FormStore& forms, FormId form) {
            return forms.count_followers(checked(forms, form));
          },
          "form"_a);
}

}  // namespace

void add_placement_solver(nb::module_& m) {
  m.attr("MOST_BOARD_CELLS") = most_cells;
  add_forms(m);
  nb::exception<CheckpointError>(m, "CheckpointError", PyExc_RuntimeError);
  nb::exception<ContradictionError>(m, "ContradictionError", PyExc_RuntimeError);
  nb::enum_<Play>(m, "Play").value("MISERE", Play::misere).value("NORMAL", Play::normal);
  m.attr("MOST_SMALL_CELLS") = SmallNimbers::most_cells;
  m.def("small_nimbers", &small_nimbers, "shapes"_a, "cells"_a, "pulse"_a.none());
  nb::class_<LimitedSolver>(m, "PlacementSolver")
      .def(nb::init<std::size_t, std::size_t, std::vector<Shape>, Play, unsigned, std::size_t>(),
           "width"_a, "height"_a, "shapes"_a, "play"_a, "threads"_a, "memory"_a)
      .def("form", &LimitedSolver::form, "filled"_a, "width"_a, "height"_a, "kind"_a,
           "seconds"_a.none(), "progress"_a.none())
      .def("wins", &LimitedSolver::wins, "filled"_a, "width"_a, "height"_a, "seconds"_a.none(),
           "progress"_a.none())
      .def("nimber", &LimitedSolver::nimber, "filled"_a, "width"_a, "height"_a, "seconds"_a.none(),
           "progress"_a.none())
      .def("numbers", &LimitedSolver::numbers, "filled"_a, "width"_a, "height"_a, "heap"_a,
           "most_nodes"_a, "seconds"_a.none(), "progress"_a.none())
      .def("known", &LimitedSolver::known, "filled"_a, "width"_a, "height"_a, "seconds"_a.none())
      .def("effort_to_win", &LimitedSolver::effort_to_win, "filled"_a, "width"_a, "height"_a,
           "seconds"_a.none())
      .def("replies", &LimitedSolver::replies, "filled"_a, "width"_a, "height"_a, "share"_a,
           "seconds"_a.none(), "progress"_a.none())
      .def("prove", &LimitedSolver::prove, "filled"_a, "width"_a, "height"_a, "wins"_a,
           "nimber"_a.none(), "fewest"_a, "shortening"_a.none(), "form_text"_a, "write"_a,
           "seconds"_a.none(), "progress"_a.none())
      .def("use_small_nimbers", &LimitedSolver::use_small_nimbers, "words"_a)
      .def("save", &LimitedSolver::save, "path"_a)
      .def("load", &LimitedSolver::load, "path"_a, "size"_a)
      .def("nodes", &LimitedSolver::nodes)
      .def("asking", &LimitedSolver::asking)
      .def("forms", &LimitedSolver::forms, "kind"_a, nb::rv_policy::reference_internal);
}

}  // namespace cgt::bindings
