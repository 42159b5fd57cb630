// A placement game on cell sets: where pieces go, and into which regions a board falls apart. Knows
// nothing of who wins. Where a piece fits is the rule of placements.hpp, for the solver's sets of a
// fixed stride; tests hold the two against one oracle.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cells.hpp"
#include "placements.hpp"

namespace cgt {

template <class Cells>
class GameBoard {
 public:
  explicit GameBoard(std::span<const Shape> shapes) {
    std::size_t smallest = SIZE_MAX;
    std::size_t largest = 0;
    for (const Shape& shape : shapes) {
      smallest = std::min(smallest, shape.size());
      largest = std::max(largest, shape.size());
      add_shape(shape);
    }
    smallest_ = static_cast<unsigned>(smallest);
    complete_ = smallest == largest && shapes.size() == fixed_polyominoes(smallest);
    mirror_images_play_alike_ = closed_under_mirroring({shapes.begin(), shapes.end()});
  }

  // The region that stands for all that are played alike: its rotations, and its mirror images if
  // the pieces have theirs.
  Cells canonical(const Cells& region) const {
    return region.canonical(mirror_images_play_alike_);
  }

  // Whether exactly one piece can be placed on a connected set of so many cells, whatever is done.
  bool takes_one_piece(unsigned cells) const { return complete_ && cells < 2 * smallest_; }

  // Calls visit(rest) for each placement on `cells`, with what it leaves.
  template <class Visit>
  void for_each_move(const Cells& cells, Visit visit) const {
    for (const CellStencil& stencil : stencils_) {
      Cells fitting = fits(stencil, cells);
      while (fitting.any()) {
        const Cells anchor = fitting.lowest();
        visit(cells.without(stencil.cells.up(fitting.first())));
        fitting = fitting.without(anchor);
      }
    }
  }

  // Calls visit(region, size) for each region of `cells`, as it lies.
  template <class Visit>
  void for_each_region(Cells cells, Visit visit) const {
    if (!complete_) cells = live(cells);
    while (cells.any()) {
      const Cells region = cells.part_with(cells.lowest());
      cells = cells.without(region);
      const unsigned size = region.count();
      if (size >= smallest_) visit(region, size);
    }
  }

 private:
  struct CellStencil {
    std::vector<std::uint16_t> offsets;
    Cells anchors;  // where the shape does not leave the words
    Cells cells;    // the shape in the top left corner
  };

  // How many there are (OEIS A001168), for the sizes that matter.
  static constexpr std::size_t fixed_polyominoes(std::size_t size) {
    constexpr std::size_t counts[] = {0, 1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446};
    return size < std::size(counts) ? counts[size] : 0;
  }

  static bool closed_under_mirroring(std::vector<Shape> shapes) {
    for (Shape& shape : shapes) std::sort(shape.begin(), shape.end());
    return std::all_of(shapes.begin(), shapes.end(), [&](const Shape& shape) {
      std::uint32_t last = 0;
      for (auto [row, column] : shape) last = std::max(last, column);
      Shape mirrored;
      for (auto [row, column] : shape) mirrored.push_back({row, last - column});
      std::sort(mirrored.begin(), mirrored.end());
      return std::find(shapes.begin(), shapes.end(), mirrored) != shapes.end();
    });
  }

  void add_shape(const Shape& shape) {
    unsigned width = 0;
    unsigned height = 0;
    for (auto [row, column] : shape) {
      height = std::max(height, row + 1);
      width = std::max(width, column + 1);
    }
    if (width > Cells::stride || height > Cells::rows) return;  // never fits
    CellStencil stencil;
    for (auto [row, column] : shape) {
      stencil.offsets.push_back(static_cast<std::uint16_t>(row * Cells::stride + column));
      stencil.cells |= Cells::cell(row, column);
    }
    stencil.anchors = Cells::rectangle(Cells::stride - width + 1, Cells::rows - height + 1);
    stencils_.push_back(std::move(stencil));
  }

  static Cells fits(const CellStencil& stencil, const Cells& cells) {
    Cells fitting = stencil.anchors;
    for (std::uint16_t offset : stencil.offsets) fitting &= cells.down(offset);
    return fitting;
  }

  Cells live(const Cells& cells) const {
    Cells covered;
    for (const CellStencil& stencil : stencils_) {
      const Cells fitting = fits(stencil, cells);
      if (!fitting.any()) continue;
      for (std::uint16_t offset : stencil.offsets) covered |= fitting.up(offset);
    }
    return covered;
  }

  std::vector<CellStencil> stencils_;
  unsigned smallest_ = 0;
  // Whether the pieces are all the polyominoes of one size. Then a connected set of cells has room
  // for a piece if and only if it is large enough, and every cell of it can be covered.
  bool complete_ = false;
  bool mirror_images_play_alike_ = false;
};

}  // namespace cgt
