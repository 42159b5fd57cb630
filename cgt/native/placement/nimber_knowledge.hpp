// What is known about a region's nimber, as a table keeps it; and sets of nimbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "base/bits.hpp"
#include "placement/proof_numbers.hpp"

namespace cgt {

// A set of small nimbers.
class NimberSet {
 public:
  static constexpr unsigned room = 64;

  constexpr NimberSet() = default;
  static constexpr NimberSet of_bits(Word bits) {
    NimberSet set;
    set.bits_ = bits;
    return set;
  }
  // With one nimber; without any if that is too large.
  static constexpr NimberSet of(unsigned nimber) {
    return of_bits(nimber < room ? Word{1} << nimber : 0);
  }
  // All up to a nimber.
  static constexpr NimberSet up_to(unsigned nimber) { return of_bits(low_bits(nimber + 1)); }

  static constexpr NimberSet below(unsigned nimber) { return of_bits(low_bits(nimber)); }

  constexpr Word bits() const { return bits_; }
  constexpr bool any() const { return bits_ != 0; }
  constexpr bool has(unsigned nimber) const { return nimber < room && bits_ >> nimber & 1; }
  unsigned least() const { return static_cast<unsigned>(std::countr_zero(bits_)); }
  unsigned largest() const { return static_cast<unsigned>(std::bit_width(bits_)) - 1; }

  constexpr NimberSet without(NimberSet other) const { return of_bits(bits_ & ~other.bits_); }
  friend constexpr NimberSet operator|(NimberSet a, NimberSet b) {
    return of_bits(a.bits_ | b.bits_);
  }
  friend constexpr NimberSet operator&(NimberSet a, NimberSet b) {
    return of_bits(a.bits_ & b.bits_);
  }

  // The least `count` of them.
  NimberSet first(std::size_t count) const {
    Word later = bits_;
    for (; count > 0 && later != 0; --count) later = without_lowest(later);
    return of_bits(bits_ & ~later);
  }

  // The nimbers of what, beside a heap, has a nimber in this set. The heap is less than the room.
  NimberSet beside(unsigned heap) const {
    if (heap == 0) return *this;
    Word all = 0;
    for_each([&](unsigned nimber) { all |= Word{1} << (nimber ^ heap); });
    return of_bits(all);
  }

  template <class Visit>
  void for_each(Visit visit) const {
    for (Word left = bits_; left != 0; left = without_lowest(left))
      visit(static_cast<unsigned>(std::countr_zero(left)));
  }

 private:
  Word bits_ = 0;
};

class NimberKnowledge {
 public:
  NimberKnowledge() = default;
  // Bits that mean something else are no knowledge.
  explicit NimberKnowledge(std::uint32_t bits) : bits_(is_one(bits) ? bits : 0) {}

  // Whether these are the bits of such knowledge.
  static bool is_one(std::uint32_t bits) {
    return (bits & settled) == 0 || (bits & (settled - 1)) <= most;
  }

  std::uint32_t bits() const { return bits_; }

  std::optional<unsigned> nimber() const {
    return bits_ & settled ? std::optional(bits_ & (settled - 1)) : std::nullopt;
  }

  // Nimbers below this can be known not to be the region's.
  static constexpr unsigned heaps = 26;

  // What the nimber is known not to be, if it is not known.
  NimberSet excluded() const { return NimberSet::of_bits(bits_ & (settled - 1)); }

  // Whether the player to move wins the region beside a heap: so it is unless the nimber is the
  // size of the heap.
  std::optional<bool> wins(unsigned heap) const {
    if (const auto known = nimber()) return *known != heap;
    return excluded().has(heap) ? std::optional(true) : std::nullopt;
  }

  // This knowledge together with what a search of `nodes` nodes found.
  NimberKnowledge with(unsigned heap, bool wins, std::uint64_t nodes) const {
    return wins ? with_excluded(NimberSet::of(heap), nodes) : with_nimber(heap, nodes);
  }
  NimberKnowledge with_nimber(unsigned found, std::uint64_t nodes) const {
    return nimber() ? *this : NimberKnowledge(effort_with(nodes) | settled | found);
  }
  NimberKnowledge with_excluded(NimberSet more, std::uint64_t nodes) const {
    if (nimber()) return *this;
    const NimberSet all = (excluded() | more) & NimberSet::up_to(heaps - 1);
    return NimberKnowledge(effort_with(nodes) | static_cast<std::uint32_t>(all.bits()));
  }
  NimberKnowledge with(const NimberKnowledge& other) const {
    if (nimber()) return *this;
    if (other.nimber()) return other;
    const std::uint32_t effort = std::max(bits_ & PositionKnowledge::effort_bits,
                                          other.bits_ & PositionKnowledge::effort_bits);
    const NimberSet all = excluded() | other.excluded();
    return NimberKnowledge(effort | static_cast<std::uint32_t>(all.bits()));
  }

 private:
  // From the lowest bit: which heaps are not the nimber, or the nimber itself; whether it is
  // settled; and how much work it took, in the place where all table values have that.
  static constexpr std::uint32_t settled = 1u << heaps;
  static_assert((settled & PositionKnowledge::effort_bits) == 0);
  static constexpr std::uint32_t most = 255;  // more than the nimber of any board

  std::uint32_t effort_with(std::uint64_t nodes) const {
    return std::max(bits_ & PositionKnowledge::effort_bits, PositionKnowledge::effort(nodes));
  }

  std::uint32_t bits_ = 0;
};

}  // namespace cgt
