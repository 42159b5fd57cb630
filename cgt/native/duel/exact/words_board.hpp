// Any wells as the exact solver keeps them: in some words. They list the placements of a piece.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bits.hpp"
#include "duel/exact/packed_well.hpp"
#include "duel/rules.hpp"

namespace cgt {

// Any well, in a fixed number of words; placements come from the rules themselves.
template <std::size_t Words>
class WordsBoard {
 public:
  using Packed = std::array<Word, Words>;
  static constexpr unsigned compared_with_preview = 1;  // placements take long to find

  static bool fits(const DuelRules& rules, unsigned code_bits) {
    return rules.width() * rules.height() + code_bits <= Words * word_bits;
  }

  explicit WordsBoard(const DuelRules& rules) : rules_(rules) {}

  Packed with_code(Packed well, unsigned code) const {
    set(well, code_at(), code_bits, code);
    return well;
  }
  unsigned code(const Packed& key) const {
    return static_cast<unsigned>(get(key, code_at(), code_bits));
  }
  Packed without_code(Packed key) const {
    set(key, code_at(), code_bits, 0);
    return key;
  }

  Packed pack(const Well& well) const {
    Packed packed{};
    for (unsigned i = 0; i < rules_.width(); ++i) set_column(packed, i, well.column(i));
    return packed;
  }
  Well unpack(const Packed& packed) const {
    Well well(rules_.width());
    for (unsigned i = 0; i < rules_.width(); ++i) well.set_column(i, column(packed, i));
    return well;
  }

  Packed mirrored(const Packed& packed) const {
    const Well well = unpack(packed);
    Well image(well.width());
    for (unsigned i = 0; i < well.width(); ++i)
      image.set_column(well.width() - 1 - i, well.column(i));
    return pack(image);
  }

  // See NumberBoard.
  Packed on_ground(Packed packed, unsigned rows) const {
    for (unsigned i = 0; i < rules_.width(); ++i)
      set_column(packed, i, column(packed, i) | low_bits(rows));
    return packed;
  }
  Packed without_ground(Packed packed, unsigned rows) const {
    for (unsigned i = 0; i < rules_.width(); ++i)
      set_column(packed, i, column(packed, i) & ~low_bits(rows));
    return packed;
  }
  unsigned ground_under(const Packed& packed, PieceId piece, unsigned most) {
    for (unsigned ground = std::min(most, unpack(packed).stack_height()); ground > 0; --ground) {
      rules_.list_placements(unpack(without_ground(packed, ground)), piece, placements_);
      if (std::all_of(placements_.begin(), placements_.end(),
                      [&](const Placement& placement) { return placement.row >= ground; }))
        return ground;
    }
    return 0;
  }
  unsigned most_ground(const Packed& packed, unsigned) const {
    return unpack(packed).stack_height();
  }

  Promise promise(const Packed& packed) const { return promise_of(unpack(packed)); }
  std::optional<std::uint32_t> least_cost(const Packed& packed, PieceId piece) {
    std::optional<std::uint32_t> least;
    for_each_left(unpack(packed), piece, [&](const Well& after, Placement) {
      const std::uint32_t cost = promise_of(after).cost();
      least = std::min(cost, least.value_or(cost));
      return true;
    });
    return least;
  }

  void list(const Packed& packed, PieceId piece, bool images,
            std::vector<Option<Packed>>& options) {
    for_each_left(unpack(packed), piece, [&](const Well& after, Placement placement) {
      const Packed left = pack(after);
      options.push_back({left, images ? mirrored(left) : Packed{}, placement,
                         order_of(promise_of(after), placement)});
      return true;
    });
  }

  bool has_any(const Packed& packed, PieceId piece) {
    bool found = false;
    for_each_left(unpack(packed), piece, [&](const Well&, Placement) {
      found = true;
      return false;
    });
    return found;
  }

 private:
  static constexpr unsigned code_bits = 32;

  // Calls visit with each well that a placement leaves with which the game goes on, until it
  // returns false.
  template <class Visit>
  void for_each_left(const Well& well, PieceId piece, const Visit& visit) {
    rules_.list_placements(well, piece, placements_);
    for (const Placement placement : placements_) {
      Well after = well;
      if (rules_.lock(after, piece, placement).over || after.stack_height() > rules_.height())
        continue;
      if (!visit(after, placement)) return;
    }
  }

  Column column(const Packed& packed, unsigned index) const {
    return get(packed, index * rules_.height(), rules_.height());
  }
  void set_column(Packed& packed, unsigned index, Column cells) const {
    set(packed, index * rules_.height(), rules_.height(), cells);
  }

  unsigned code_at() const { return rules_.width() * rules_.height(); }

  static Word get(const Packed& packed, std::size_t at, unsigned bits) {
    return word_shifted_down(packed, 0, at) & low_bits(bits);
  }
  static void set(Packed& packed, std::size_t at, unsigned bits, Word value) {
    const std::size_t word = at / word_bits;
    const std::size_t shift = at % word_bits;
    if (bits == 0 || word >= Words) return;
    packed[word] = (packed[word] & ~(low_bits(bits) << shift)) | value << shift;
    if (shift + bits <= word_bits || word + 1 >= Words) return;
    const std::size_t left = shift + bits - word_bits;  // bits that go to the next word
    packed[word + 1] = (packed[word + 1] & ~low_bits(left)) | value >> (word_bits - shift);
  }

  static Promise promise_of(const Well& well) {
    Promise promise;
    unsigned last = well.height(0);
    for (unsigned i = 0; i < well.width(); ++i) {
      const unsigned height = well.height(i);
      const auto filled = static_cast<unsigned>(std::popcount(well.column(i)));
      promise.filled += filled;
      promise.covered += height - filled;
      promise.height = std::max(promise.height, height);
      promise.steps += height > last ? height - last : last - height;
      last = height;
    }
    return promise;
  }

  const DuelRules& rules_;
  std::vector<Placement> placements_;
};

}  // namespace cgt
