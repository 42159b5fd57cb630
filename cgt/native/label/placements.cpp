#include "label/placements.hpp"

namespace cgt {

using Cells = std::vector<Word>;

std::vector<Anchor> find_placements(const Cells& empty, BoardSize size,
                                    std::span<const Shape> shapes, Heartbeat& heart) {
  std::vector<Anchor> found;
  const Cells nothing(empty.size());
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    const Stencil<Cells> stencil(shapes[shape], size, nothing);
    const Cells fitting = stencil.fits(empty, [&] { heart.beat(size.cells() / 8); });
    for_each_bit(fitting, [&](std::size_t index) {
      found.push_back({static_cast<std::uint32_t>(shape),
                       static_cast<std::uint32_t>(index / size.width),
                       static_cast<std::uint32_t>(index % size.width)});
      if (found.size() % 4096 == 0) heart.beat(4096);
    });
  }
  return found;
}

Cells live_cells(const Cells& empty, BoardSize size, std::span<const Shape> shapes,
                 Heartbeat& heart) {
  Cells live(empty.size());
  const Cells nothing(empty.size());
  for (const Shape& shape : shapes) {
    Stencil<Cells>(shape, size, nothing).add_covered(empty, live, [&] {
      heart.beat(size.cells() / 8);
    });
  }
  return live;
}

}  // namespace cgt
