// The nimbers of all small regions of a game, in a table that is made once and then kept in a file.
//
// A region is told by its shape: rows of eight cells in the top left corner, a byte each. The
// canonical image of a region is the same in every box, so one table serves all boards. An entry is
// one word: seven rows, and the nimber in the last byte. A region that is wider than eight cells
// has no entry.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/fingerprint.hpp"
#include "base/heartbeat.hpp"
#include "base/zero_pages.hpp"
#include "label/placements.hpp"
#include "placement/box.hpp"

namespace cgt {

class SmallNimbers {
 public:
  // The least image of a region is no higher than wide, so with so many cells it has at most seven
  // rows.
  static constexpr unsigned most_cells = 14;

  // The words of a table of all regions of up to `cells` cells, for pieces that are connected.
  static std::vector<Word> made(std::span<const Shape> shapes, unsigned cells, Heartbeat& heart);

  // A table from the words that were made for these pieces; throws std::invalid_argument for
  // others.
  SmallNimbers(std::span<const Word> words, std::span<const Shape> shapes);

  // The regions in it have up to so many cells.
  unsigned cells() const { return cells_; }

  void prefetch(Word shape) const {
    __builtin_prefetch(&entries_[place_of(shape, entries_.size())]);
  }

  std::optional<unsigned> find(Word shape) const { return find(entries_, shape); }

 private:
  // A table is a mark, the pieces, the number of cells, and entries.
  static constexpr std::size_t mark_place = 0;
  static constexpr std::size_t pieces_place = 1;
  static constexpr std::size_t cells_place = 2;
  static constexpr std::size_t first_entry = 3;
  static constexpr Word mark = 0x016d696e6d736763;  // "cgsmnim" and the version of the format
  static constexpr unsigned nimber_shift = 56;

  static std::size_t place_of(Word shape, std::size_t size) {
    return (mix(shape) >> 32) * size >> 32;
  }

  // Always ends, because an entry is free.
  static std::optional<unsigned> find(std::span<const Word> entries, Word shape) {
    for (std::size_t place = place_of(shape, entries.size());; ++place) {
      if (place == entries.size()) place = 0;
      const Word entry = entries[place];
      if (entry == 0) return std::nullopt;
      if ((entry & low_bits(nimber_shift)) == shape)
        return static_cast<unsigned>(entry >> nimber_shift);
    }
  }
  static void add(std::span<Word> entries, Word shape, unsigned nimber);

  ZeroPages memory_;
  std::span<const Word> entries_;  // all of the memory
  unsigned cells_;
};

// The shape of a canonical region of so many cells, if it fits in eight columns and seven rows.
template <class Box>
std::optional<Word> shape_of(const Box& box, const typename Box::Cells& region, unsigned cells) {
  Word shape = 0;
  if constexpr (std::is_same_v<Box, ByteBox>) {
    shape = region.word(0);
  } else {
    const Word in_row = low_bits(std::min(box.width(), 8u));
    for (unsigned row = 0; row < std::min(box.height(), 7u); ++row)
      shape |= (region.bits_at(std::size_t{row} * box.width()) & in_row) << 8 * row;
  }
  const bool is_whole = static_cast<unsigned>(std::popcount(shape)) == cells && shape >> 56 == 0;
  return is_whole ? std::optional(shape) : std::nullopt;
}

}  // namespace cgt
