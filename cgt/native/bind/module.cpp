// The door between Python and the native core: checks shapes of arrays, lets go
// of the interpreter lock while the core works, and looks for Ctrl-C.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include "base/heartbeat.hpp"
#include "bind/bindings.hpp"
#include "label/boards.hpp"
#include "label/image.hpp"
#include "label/placements.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace cgt::bindings {

BoardSize checked_size(std::size_t width, std::size_t height, std::size_t words) {
  const BoardSize size{width, height};
  require(width > 0 && height > 0, "a board has at least one cell");
  require(words == words_for(size.cells()), "wrong number of words for this board");
  return size;
}

void check_shapes(const std::vector<Shape>& shapes) {
  for (const Shape& shape : shapes) require(!shape.empty(), "a shape has at least one cell");
}

std::vector<Word> empty_cells(const Array<const std::uint64_t, nb::ndim<1>>& filled,
                              BoardSize size) {
  std::vector<Word> empty(filled.data(), filled.data() + filled.size());
  for (Word& word : empty) word = ~word;
  if (size.cells() % word_bits != 0) empty.back() &= low_bits(size.cells() % word_bits);
  return empty;
}

}  // namespace cgt::bindings

namespace {

using cgt::bindings::Array;
using cgt::bindings::check_shapes;
using cgt::bindings::checked_size;
using cgt::bindings::empty_cells;
using cgt::bindings::require;
using cgt::bindings::stop_on_signal;

std::int32_t label_image(Array<const std::uint8_t, nb::ndim<1>> bytes, std::size_t width,
                         std::size_t height, std::size_t row_bits,
                         Array<std::int32_t, nb::ndim<2>> labels) {
  require(labels.shape(0) == height && labels.shape(1) == width, "labels have the wrong shape");
  require(row_bits >= width, "rows overlap");
  require(width == 0 || height == 0 || ((height - 1) * row_bits + width + 7) / 8 <= bytes.size(),
          "not enough bytes");
  const nb::gil_scoped_release unlocked;
  cgt::Heartbeat heart(stop_on_signal);
  return cgt::label_image({{bytes.data(), bytes.size()}, width, height, row_bits},
                          {labels.data(), labels.size()}, heart);
}

void label_boards(Array<const std::uint64_t, nb::ndim<2>> boards, std::size_t width,
                  std::size_t height, cgt::Labelled which, const std::vector<cgt::Shape>& shapes,
                  Array<std::uint8_t, nb::ndim<3>> labels,
                  Array<std::uint8_t, nb::ndim<1>> counts) {
  const cgt::BoardSize size = checked_size(width, height, boards.shape(1));
  require(width <= cgt::largest_board_side && height <= cgt::largest_board_side,
          "boards of up to 16×16 cells can be labelled in bulk");
  require(labels.shape(0) == boards.shape(0) && labels.shape(1) == height &&
              labels.shape(2) == width && counts.shape(0) == boards.shape(0),
          "labels or counts have the wrong shape");
  check_shapes(shapes);
  const nb::gil_scoped_release unlocked;
  cgt::Heartbeat heart(stop_on_signal);
  cgt::label_boards({boards.data(), boards.size()}, size, which, shapes,
                    {labels.data(), labels.size()}, {counts.data(), counts.size()}, heart);
}

void live_cells(Array<const std::uint64_t, nb::ndim<1>> filled, std::size_t width,
                std::size_t height, const std::vector<cgt::Shape>& shapes,
                Array<std::uint64_t, nb::ndim<1>> live) {
  const cgt::BoardSize size = checked_size(width, height, filled.size());
  require(live.size() == filled.size(), "wrong number of words for the live cells");
  check_shapes(shapes);
  const std::vector<cgt::Word> empty = empty_cells(filled, size);
  const nb::gil_scoped_release unlocked;
  cgt::Heartbeat heart(stop_on_signal);
  const std::vector<cgt::Word> found = cgt::live_cells(empty, size, shapes, heart);
  std::copy(found.begin(), found.end(), live.data());
}

nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<2>> find_placements(
    Array<const std::uint64_t, nb::ndim<1>> filled, std::size_t width, std::size_t height,
    const std::vector<cgt::Shape>& shapes) {
  const cgt::BoardSize size = checked_size(width, height, filled.size());
  check_shapes(shapes);
  const std::vector<cgt::Word> empty = empty_cells(filled, size);
  auto found = std::make_unique<std::vector<cgt::Anchor>>();
  {
    const nb::gil_scoped_release unlocked;
    cgt::Heartbeat heart(stop_on_signal);
    *found = cgt::find_placements(empty, size, shapes, heart);
  }
  static_assert(sizeof(cgt::Anchor) == 3 * sizeof(std::uint32_t));
  auto* rows = reinterpret_cast<std::uint32_t*>(found->data());
  const std::size_t count = found->size();
  const nb::capsule owner(found.release(), [](void* held) noexcept {
    delete static_cast<std::vector<cgt::Anchor>*>(held);
  });
  return {rows, {count, 3}, owner};
}

// One clear error instead of an illegal instruction later on: asks the processor for every vector
// and bit extension that the compiler was allowed to use.
void require_processor() {
  bool has_all = true;
#if defined(__x86_64__)
#ifdef __SSSE3__
  has_all = has_all && __builtin_cpu_supports("ssse3");
#endif
#ifdef __SSE4_2__
  has_all = has_all && __builtin_cpu_supports("sse4.2");
#endif
#ifdef __POPCNT__
  has_all = has_all && __builtin_cpu_supports("popcnt");
#endif
#ifdef __AVX__
  has_all = has_all && __builtin_cpu_supports("avx");
#endif
#ifdef __AVX2__
  has_all = has_all && __builtin_cpu_supports("avx2");
#endif
#ifdef __FMA__
  has_all = has_all && __builtin_cpu_supports("fma");
#endif
#ifdef __BMI__
  has_all = has_all && __builtin_cpu_supports("bmi");
#endif
#ifdef __BMI2__
  has_all = has_all && __builtin_cpu_supports("bmi2");
#endif
#ifdef __AVX512F__
  has_all = has_all && __builtin_cpu_supports("avx512f");
#endif
#ifdef __AVX512BW__
  has_all = has_all && __builtin_cpu_supports("avx512bw");
#endif
#ifdef __AVX512DQ__
  has_all = has_all && __builtin_cpu_supports("avx512dq");
#endif
#ifdef __AVX512VL__
  has_all = has_all && __builtin_cpu_supports("avx512vl");
#endif
#endif
  if (!has_all)
    throw nb::import_error(
        "cgt was built for another processor; build it again on this one (make clean, then make)");
}

}  // namespace

NB_MODULE(_native, m) {
  require_processor();
  // What lives until Python ends is not lost; a user must not read about it.
  nb::set_leak_warnings(false);
  m.attr("LARGEST_BOARD_SIDE") = cgt::largest_board_side;
  nb::enum_<cgt::Labelled>(m, "Labelled")
      .value("FILLED", cgt::Labelled::filled)
      .value("EMPTY", cgt::Labelled::empty)
      .value("LIVE", cgt::Labelled::live);
  m.def("label_image", &label_image, "bytes"_a, "width"_a, "height"_a, "row_bits"_a, "labels"_a);
  m.def("label_boards", &label_boards, "boards"_a, "width"_a, "height"_a, "which"_a, "shapes"_a,
        "labels"_a, "counts"_a);
  m.def("live_cells", &live_cells, "filled"_a, "width"_a, "height"_a, "shapes"_a, "live"_a);
  m.def("find_placements", &find_placements, "filled"_a, "width"_a, "height"_a, "shapes"_a);
  cgt::bindings::add_solver(m);
  cgt::bindings::add_duel(m);
}
