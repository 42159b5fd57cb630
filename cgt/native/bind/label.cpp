// The Python face of labelling: regions of boards and images, live cells, placements.
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

namespace cgt::bindings {

using namespace nb::literals;

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

namespace {

std::int32_t label_image(Array<const std::uint8_t, nb::ndim<1>> bytes, std::size_t width,
                         std::size_t height, std::size_t row_bits,
                         Array<std::int32_t, nb::ndim<2>> labels) {
  require(labels.shape(0) == height && labels.shape(1) == width, "labels have the wrong shape");
  require(row_bits >= width, "rows overlap");
  require(width == 0 || height == 0 || ((height - 1) * row_bits + width + 7) / 8 <= bytes.size(),
          "not enough bytes");
  const nb::gil_scoped_release unlocked;
  Heartbeat heart(stop_on_signal);
  return cgt::label_image({{bytes.data(), bytes.size()}, width, height, row_bits},
                          {labels.data(), labels.size()}, heart);
}

void label_boards(Array<const std::uint64_t, nb::ndim<2>> boards, std::size_t width,
                  std::size_t height, Labelled which, const std::vector<Shape>& shapes,
                  Array<std::uint8_t, nb::ndim<3>> labels,
                  Array<std::uint8_t, nb::ndim<1>> counts) {
  const BoardSize size = checked_size(width, height, boards.shape(1));
  require(width <= most_bulk_cells && height <= most_bulk_cells && size.cells() <= most_bulk_cells,
          "boards of 1 to 256 cells can be labelled in bulk");
  require(labels.shape(0) == boards.shape(0) && labels.shape(1) == height &&
              labels.shape(2) == width && counts.shape(0) == boards.shape(0),
          "labels or counts have the wrong shape");
  check_shapes(shapes);
  const nb::gil_scoped_release unlocked;
  Heartbeat heart(stop_on_signal);
  cgt::label_boards({boards.data(), boards.size()}, size, which, shapes,
                    {labels.data(), labels.size()}, {counts.data(), counts.size()}, heart);
}

void live_cells(Array<const std::uint64_t, nb::ndim<1>> filled, std::size_t width,
                std::size_t height, const std::vector<Shape>& shapes,
                Array<std::uint64_t, nb::ndim<1>> live) {
  const BoardSize size = checked_size(width, height, filled.size());
  require(live.size() == filled.size(), "wrong number of words for the live cells");
  check_shapes(shapes);
  const std::vector<Word> empty = empty_cells(filled, size);
  const nb::gil_scoped_release unlocked;
  Heartbeat heart(stop_on_signal);
  const std::vector<Word> found = cgt::live_cells(empty, size, shapes, heart);
  std::copy(found.begin(), found.end(), live.data());
}

nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<2>> find_placements(
    Array<const std::uint64_t, nb::ndim<1>> filled, std::size_t width, std::size_t height,
    const std::vector<Shape>& shapes) {
  const BoardSize size = checked_size(width, height, filled.size());
  check_shapes(shapes);
  const std::vector<Word> empty = empty_cells(filled, size);
  auto found = std::make_unique<std::vector<Anchor>>();
  {
    const nb::gil_scoped_release unlocked;
    Heartbeat heart(stop_on_signal);
    *found = cgt::find_placements(empty, size, shapes, heart);
  }
  static_assert(sizeof(Anchor) == 3 * sizeof(std::uint32_t));
  auto* rows = reinterpret_cast<std::uint32_t*>(found->data());
  const std::size_t count = found->size();
  const nb::capsule owner(
      found.release(), [](void* held) noexcept { delete static_cast<std::vector<Anchor>*>(held); });
  return {rows, {count, 3}, owner};
}

}  // namespace

void add_labelling(nb::module_& m) {
  m.attr("MOST_BULK_CELLS") = most_bulk_cells;
  nb::enum_<Labelled>(m, "Labelled")
      .value("FILLED", Labelled::filled)
      .value("EMPTY", Labelled::empty)
      .value("LIVE", Labelled::live);
  m.def("label_image", &label_image, "bytes"_a, "width"_a, "height"_a, "row_bits"_a, "labels"_a);
  m.def("label_boards", &label_boards, "boards"_a, "width"_a, "height"_a, "which"_a, "shapes"_a,
        "labels"_a, "counts"_a);
  m.def("live_cells", &live_cells, "filled"_a, "width"_a, "height"_a, "shapes"_a, "live"_a);
  m.def("find_placements", &find_placements, "filled"_a, "width"_a, "height"_a, "shapes"_a);
}

}  // namespace cgt::bindings
