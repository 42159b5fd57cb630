// A placement game on cell sets: where pieces fit, and into which regions a board splits. It knows
// nothing about who wins.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/memory_resource.hpp"
#include "label/placements.hpp"
#include "placement/box.hpp"

namespace cgt {

// A region that a move leaves.
template <class Cells>
struct LeftRegion {
  Cells region;  // canonical, unless only one piece fits in it
  unsigned size;
  std::uint32_t move;  // the number of the move
};

// Moves made in one region: the cells that each leaves of it. The lists only grow, see BoardList.
template <class Cells>
struct MoveList {
  BoardList<Cells::words> leaves;
  std::pmr::vector<std::uint32_t> numbers;  // which move it is, from 0
  // Scratch space: which of the cells left lie beside the piece, and the parts that they are in.
  BoardList<Cells::words> besides;
  std::pmr::vector<LeftRegion<Cells>> parts;

  explicit MoveList(std::pmr::memory_resource* memory)
      : leaves(memory), numbers(memory), besides(memory), parts(memory) {}

  std::size_t size() const { return size_; }
  void resize(std::size_t size) {
    size_ = size;
    if (size <= leaves.room()) return;
    leaves.grow(2 * size);
    besides.grow(2 * size);
    numbers.resize(2 * size);
  }

 private:
  std::size_t size_ = 0;
};

template <class Box>
class GameBoard {
 public:
  using Cells = typename Box::Cells;
  using LeftRegions = std::pmr::vector<LeftRegion<Cells>>;

  GameBoard(const Box& box, std::span<const Shape> shapes) : box_(box) {
    std::size_t smallest = SIZE_MAX;
    std::size_t largest = 0;
    for (const Shape& shape : shapes) {
      smallest = std::min(smallest, shape.size());
      largest = std::max(largest, shape.size());
      stencils_.emplace_back(shape, box);
    }
    smallest_ = static_cast<unsigned>(smallest);
    complete_ = smallest > 1 && smallest == largest && shapes.size() == fixed_polyominoes(smallest);
    mirror_images_play_alike_ = closed_under_mirroring({shapes.begin(), shapes.end()});
  }

  const Box& box() const { return box_; }

  // The region that stands for all that are played alike: its rotations, and its mirror images if
  // the piece set has mirror images.
  Cells canonical(const Cells& region) const {
    return box_.canonical(region, mirror_images_play_alike_);
  }

  // Whether a connected set of `cells` cells has room for exactly one piece, wherever it is placed.
  bool takes_one_piece(unsigned cells) const { return complete_ && cells < 2 * smallest_; }

  // Lists every move on `cells`.
  void list_moves(const Cells& cells, MoveList<Cells>& moves) const {
    std::size_t count = 0;
    for (const CellStencil& stencil : stencils_) {
      Cells fitting = stencil.fits(cells);
      const std::size_t last = count + fitting.count();
      // A whole vector of boards may be read that begins at the last move.
      constexpr std::size_t beyond = std::max(at_once, boards_at_once);
      if (last + beyond > moves.size()) moves.resize(last + beyond + 64);
      // This may write a few moves too many, which the next ones overwrite: a loop whose end the
      // processor cannot predict would cost more.
      for (std::size_t i = count; i < last; i += at_once)
        for (std::size_t j = i; j < i + at_once; ++j) {
          moves.leaves.put(j, cells.without(stencil.piece_at(fitting)));
          fitting = fitting.without_first();
        }
      count = last;
    }
    moves.resize(count);
    std::iota(moves.numbers.begin(), moves.numbers.begin() + static_cast<std::ptrdiff_t>(count), 0);
  }

  // Whether the pieces are all the polyominoes of one size, and whether they are the two dominoes.
  bool is_complete() const { return complete_; }
  bool plays_dominoes() const { return complete_ && smallest_ == 2; }

  bool mirror_images_play_alike() const { return mirror_images_play_alike_; }

  // Calls visit(piece) for each placement on `cells`.
  template <class Visit>
  void for_each_placement(const Cells& cells, Visit visit) const {
    for (const CellStencil& stencil : stencils_)
      for (Cells fitting = stencil.fits(cells); fitting.any(); fitting = fitting.without_first())
        visit(stencil.piece_at(fitting));
  }

  // Calls visit(region, size) for each region of `cells`, where it lies. A region here is a part
  // that no placement joins to another; cells that no piece can cover belong to none.
  template <class Visit>
  void for_each_region(Cells cells, Visit visit) const {
    if (!complete_) return for_each_joined(cells, visit);
    while (cells.any()) {
      const Cells region = box_.part_with(cells, cells.lowest());
      cells = cells.without(region);
      if (const unsigned size = region.count(); size >= smallest_) visit(region, size);
    }
  }

  // Adds to a list the regions that each of several moves leaves of the region in which it was
  // made, in any order. Uses up the moves.
  void add_regions_left(const Cells& region, MoveList<Cells>& moves, LeftRegions& left) const {
    const std::size_t found = complete_ ? split(region, moves) : split_joined(moves);
    make_canonical(moves, found);
    left.insert(left.end(), moves.parts.begin(),
                moves.parts.begin() + static_cast<std::ptrdiff_t>(found));
  }

 private:
  // A shape on sets of cells.
  class CellStencil {
   public:
    CellStencil(const Shape& shape, const Box& box)
        : stencil_(shape, {box.width(), box.height()}, {}) {
      for (auto [row, column] : shape)
        if (row < box.height() && column < box.width()) corner_ |= box.cell(row, column);
    }

    Cells fits(const Cells& cells) const {
      return Cells::of_words(stencil_.fits(cells.all_words(), [] {}));
    }

    // The placement at the first of some anchors; at any if there are none.
    Cells piece_at(const Cells& anchors) const {
      return corner_.up(anchors.first() % (Cells::words * word_bits));
    }

   private:
    Stencil<typename Cells::Words> stencil_;
    Cells corner_;  // the shape in the top left corner
  };

  // How many moves are listed in a group.
  static constexpr std::size_t at_once = Cells::words == 1 ? 4 : 1;

  // How many fixed polyominoes there are of each size that matters (OEIS A001168).
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

  // Finds the parts that moves leave of a connected region; all lie beside the piece. Returns how
  // many there are.
  //
  // No branch depends on a board: branches that the processor cannot predict would cost more here
  // than all the computing. If more than one part is left, the others go to the end of the moves,
  // without the part that was found.
  std::size_t split(const Cells& region, MoveList<Cells>& moves) const {
    const auto grown = [&](const auto& some) { return box_.grown(some); };
    std::size_t count = moves.size();
    moves.resize(count + boards_at_once);
    const Boards<Cells::words> whole(region);
    for (std::size_t first = 0; first < count; first += boards_at_once) {
      const auto leaves = moves.leaves.from(first);
      moves.besides.put_from(first, grown(whole.without(leaves)) & leaves);
    }
    auto& parts = moves.parts;
    std::size_t found = 0;
    for (std::size_t first = 0, last = 0; first < count; first = last) {
      moves.resize(count + 2 * boards_at_once);
      if (found + boards_at_once > parts.size()) parts.resize(2 * (found + boards_at_once));
      last = std::min(count, first + boards_at_once);
      const auto boards =
          parts_with_first_of(moves.leaves.from(first), moves.besides.from(first), grown);
      for (std::size_t i = first; i < last; ++i) {
        const Cells part = boards[i - first];
        const Cells other_besides = moves.besides[i].without(part);
        moves.leaves.put(count, moves.leaves[i].without(part));
        moves.besides.put(count, other_besides);
        moves.numbers[count] = moves.numbers[i];
        count += other_besides.any();
        const unsigned size = part.count();
        parts[found] = {part, size, moves.numbers[i]};
        found += size >= smallest_;
      }
    }
    return found;
  }

  // The same if not all polyominoes of a size are pieces.
  std::size_t split_joined(MoveList<Cells>& moves) const {
    moves.parts.clear();
    for (std::size_t i = 0; i < moves.size(); ++i)
      for_each_joined(moves.leaves[i], [&](const Cells& region, unsigned size) {
        moves.parts.push_back({region, size, moves.numbers[i]});
      });
    return moves.parts.size();
  }

  // Turns the first `found` parts, but not those that have room for one piece only: what they look
  // like does not matter. Uses up the moves.
  void make_canonical(MoveList<Cells>& moves, std::size_t found) const {
    moves.resize(found + boards_at_once);
    std::size_t count = 0;
    for (std::size_t i = 0; i < found; ++i) {
      moves.leaves.put(count, moves.parts[i].region);
      moves.numbers[count] = static_cast<std::uint32_t>(i);
      count += !takes_one_piece(moves.parts[i].size);
    }
    for (std::size_t first = 0; first < count; first += boards_at_once) {
      const auto images = box_.canonical(moves.leaves.from(first), mirror_images_play_alike_);
      const std::size_t last = std::min(count, first + boards_at_once);
      for (std::size_t i = first; i < last; ++i)
        moves.parts[moves.numbers[i]].region = images[i - first];
    }
  }

  // Regions if not all polyominoes of a size are pieces: the unions of overlapping placements.
  template <class Visit>
  void for_each_joined(const Cells& cells, Visit visit) const {
    std::vector<Cells> regions;
    for_each_placement(cells, [&](const Cells& piece) {
      Cells joined = piece;
      std::erase_if(regions, [&](const Cells& region) {
        if (!(region & piece).any()) return false;
        joined |= region;
        return true;
      });
      regions.push_back(joined);
    });
    for (const Cells& region : regions) visit(region, region.count());
  }

  Box box_;
  std::vector<CellStencil> stencils_;
  unsigned smallest_ = 0;
  // Whether the pieces are all the polyominoes of one size. Then a connected set of cells has room
  // for a piece if and only if it is large enough, every cell of it can be covered, and placements
  // join it: single cells alone join nothing, and do not count.
  bool complete_ = false;
  bool mirror_images_play_alike_ = false;
};

}  // namespace cgt
