// Regions that are played alike, whatever their shape, if the pieces are all polyominoes of a size.
//
// Then a piece covers any connected cells of that number, so only the graph of a region matters:
// its cells, and who is whose neighbour. A tail may bend without changing the game. Of several
// cells that have the same one neighbour dominoes can only ever cover one, so to them one is as
// good as all.
//
// Equal keys mean isomorphic graphs. Cells are taken away from the ends inwards, as long as there
// are ends; each tells the cell that it hung on what hung on it. What is left, the core, is
// compared by its shape in all eight positions, with what hung on its cells. Without a core the
// region is a tree, and the last one or two cells know it all.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/fingerprint.hpp"
#include "placement/box.hpp"

namespace cgt {

template <class Box>
class GraphKey {
  using Cells = typename Box::Cells;

 public:
  // Only regions of up to so many cells have keys. Each row and each column of a core has at least
  // two cells of it, so it is less than `side` wide and high.
  static constexpr unsigned most_cells = 30;

  GraphKey(const Box& box, bool plays_dominoes) : box_(box), plays_dominoes_(plays_dominoes) {
    for (unsigned row = 0; row < box.height(); ++row)
      for (unsigned column = 0; column + 1 < box.width(); ++column)
        not_last_ |= box.cell(row, column);
  }

  // The key of a connected region of 2 to `most_cells` cells.
  Fingerprint of(const Cells& region) {
    Cells core = plays_dominoes_ ? without_twins(region) : region;
    hung_on_ = Cells();
    for (Cells ends = box_.ends_of(core); ends.any(); ends = box_.ends_of(core)) {
      const Cells inner = core.without(ends);
      if (!inner.any()) return key_of_tree(ends);
      take_away(ends, inner);
      core = inner;
    }
    return key_of_core(core);
  }

 private:
  static constexpr unsigned side = 16;

  Cells right(const Cells& x) const { return (x & not_last_).up(1); }
  Cells left(const Cells& x) const { return x.down(1) & not_last_; }
  Cells below(const Cells& x) const { return box_.height() == 1 ? Cells() : x.up(box_.width()); }
  Cells above(const Cells& x) const { return box_.height() == 1 ? Cells() : x.down(box_.width()); }

  // Of the ends that hang on one cell, all but one are dropped.
  Cells without_twins(const Cells& all) const {
    const Cells ends = box_.ends_of(all);
    Cells dropped;
    Cells has_one = right(ends);
    const auto look = [&](const Cells& has, auto back) {
      dropped |= back(has & has_one & all) & ends;
      has_one |= has;
    };
    look(left(ends), [&](const Cells& x) { return right(x); });
    look(below(ends), [&](const Cells& x) { return above(x); });
    look(above(ends), [&](const Cells& x) { return below(x); });
    return all.without(dropped);
  }

  // What hangs on a cell, the cell included.
  Word code_of(const Cells& cell) const {
    return (hung_on_ & cell).any() ? mix(3 * hanging_[cell.first()] + 1) : mix(1);
  }

  void take_away(const Cells& ends, const Cells& inner) {
    for (Cells rest = ends; rest.any(); rest = rest.without_first()) {
      const Cells end = rest.lowest();
      const Cells cell = box_.grown(end) & inner;
      Word& hanging = hanging_[cell.first()];
      hanging = ((hung_on_ & cell).any() ? hanging : 0) + code_of(end);
      hung_on_ |= cell;
    }
  }

  // One or two cells are left.
  Fingerprint key_of_tree(const Cells& last) const {
    const Word one = code_of(last.lowest());
    const Cells others = last.without_first();
    const Word other = others.any() ? code_of(others) : 0;
    return {mix(one + other), mix(one * other ^ (one + other))};
  }

  struct Corner {
    unsigned row;
    unsigned column;
  };

  Corner place_of(const Cells& cell) const {
    const unsigned bit = cell.first();
    const unsigned row = box_.row_of(bit);
    return {row, bit - row * box_.width()};
  }

  Fingerprint key_of_core(const Cells& core) const {
    Corner first{~0u, ~0u};
    Corner last{0, 0};
    for (Cells rest = core; rest.any(); rest = rest.without_first()) {
      const auto [row, column] = place_of(rest);
      first = {std::min(first.row, row), std::min(first.column, column)};
      last = {std::max(last.row, row), std::max(last.column, column)};
    }
    std::array<Fingerprint, 8> images{};
    for (Cells rest = core; rest.any(); rest = rest.without_first()) {
      const auto [row, column] = place_of(rest);
      const Word code = code_of(rest.lowest()) | 1;
      const unsigned rows[] = {row - first.row, last.row - row};
      const unsigned columns[] = {column - first.column, last.column - column};
      for (unsigned i = 0; i < 4; ++i) {
        add(images[i], rows[i % 2] * side + columns[i / 2], code);
        add(images[4 + i], columns[i / 2] * side + rows[i % 2], code);
      }
    }
    const Fingerprint least = *std::min_element(
        images.begin(), images.end(), [](const Fingerprint& a, const Fingerprint& b) {
          return std::pair(a.low, a.high) < std::pair(b.low, b.high);
        });
    return {mix(least.low), mix(least.high)};
  }

  static void add(Fingerprint& image, unsigned place, Word code) {
    image.low += places[place].low * code;
    image.high += places[place].high * code;
  }

  static constexpr auto places = [] {
    std::array<Fingerprint, std::size_t{side} * side> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = {mix(2 * i + 1), mix(~Word{i})};
    return all;
  }();

  const Box& box_;
  bool plays_dominoes_;
  Cells not_last_;  // the cells that have another to the right
  Cells hung_on_;   // the cells that something hung on, in the region that is worked on
  std::array<Word, Cells::words * word_bits> hanging_{};  // what hung on them
};

}  // namespace cgt
