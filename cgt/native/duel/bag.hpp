// The bag that Bad deals pieces from: each piece of a set once, in any order, then a new bag. A
// value, so that searches can go on from any bag.
#pragma once

#include <cstddef>

#include "base/bits.hpp"
#include "duel/rules.hpp"

namespace cgt {

class PieceBag {
 public:
  static constexpr std::size_t most_pieces = word_bits;

  // No bag: any piece may come at any time.
  PieceBag() = default;
  // A full bag with the pieces whose bits are set; at least one.
  explicit PieceBag(Word pieces) : full_(pieces), left_(pieces) {}
  static PieceBag of_all(std::size_t pieces) { return PieceBag(low_bits(pieces)); }

  bool is_free() const { return full_ == 0; }
  bool has(PieceId piece) const {
    return is_free() || (piece < most_pieces && (left_ >> piece & 1) != 0);
  }

  // The pieces that can come next, as bits: never none, since an empty bag is followed by a full
  // one. 0 without a bag.
  Word left() const { return left_; }
  // Those that have come out of this bag.
  Word used() const { return full_ & ~left_; }
  PieceBag with_used(Word used) const {
    PieceBag bag = *this;
    bag.left_ = full_ & ~used;
    return bag;
  }

  // The bag after a piece of it has come.
  PieceBag without(PieceId piece) const {
    if (is_free()) return *this;
    PieceBag bag = *this;
    bag.left_ &= ~(Word{1} << piece);
    if (bag.left_ == 0) bag.left_ = full_;
    return bag;
  }

  // The bag before a piece came, which leaves this one; only if `can_follow`.
  bool can_follow(PieceId piece) const {
    return is_free() || left_ == full_ || (left_ >> piece & 1) == 0;
  }
  PieceBag before(PieceId piece) const {
    if (is_free()) return *this;
    PieceBag bag = *this;
    bag.left_ = (left_ == full_ ? 0 : left_) | Word{1} << piece;
    return bag;
  }

  friend bool operator==(const PieceBag&, const PieceBag&) = default;

 private:
  Word full_ = 0;
  Word left_ = 0;
};

}  // namespace cgt
