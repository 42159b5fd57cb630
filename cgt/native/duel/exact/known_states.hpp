// What the duel's search knows of the states that have come up: which are lost, for which piece, on
// how much ground, and what is still to be done. Threads read it while one of them enters
// something.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>

#include "base/bits.hpp"
#include "duel/exact/state_options.hpp"
#include "duel/exact/states.hpp"

namespace cgt {

// The flags of a state.
namespace state_flags {
// It has been looked at: for some piece at least it trusts in a placement.
inline constexpr std::uint32_t expanded = 1;
inline constexpr std::uint32_t lost = 2;
// It waits to be looked at, or is being looked at.
inline constexpr std::uint32_t queued = 4;
// It trusts in a placement for every piece that Bad can choose.
inline constexpr std::uint32_t complete = 8;
// The bits above: the piece for which a state was lost.
inline constexpr unsigned piece_shift = 4;
inline constexpr std::uint32_t marks = (1 << piece_shift) - 1;
}  // namespace state_flags

template <class Board>
class KnownStates : public States<StateOptions<Board>> {
 public:
  using Packed = typename Board::Packed;
  using Options = StateOptions<Board>;
  using States<Options>::States;
  using States<Options>::find;

  // What is in a slot of a state that has been looked at, for a piece that was put off: this much
  // and the danger that Good is in after it.
  static constexpr std::uint32_t most_danger = UINT16_MAX;
  static constexpr std::uint32_t put_off = UINT32_MAX - most_danger;

  std::optional<NodeId> find(const typename Options::Place& place) const {
    return find(place.key, place.hash);
  }
  bool is_lost(NodeId node) const { return (this->flags(node) & state_flags::lost) != 0; }
  PieceId lost_for(NodeId node) const { return this->flags(node) >> state_flags::piece_shift; }
  // Of a lost state, for which it never changes.
  std::uint32_t rank(NodeId node) const { return this->head(node); }

  // How much ground lost states have, as bits.
  Word grounds() const { return grounds_.load(std::memory_order_relaxed); }
  void add_ground(unsigned ground) {
    grounds_.fetch_or(Word{1} << ground, std::memory_order_relaxed);
  }

  // A lost state that has more ground than another one, or as much, and is like it above that.
  struct OnGround {
    NodeId node;
    unsigned ground;
    bool is_image;  // whether it is the mirror image that is like it
  };
  // The one that was lost first, of those with at least so much ground.
  std::optional<OnGround> first_lost(const Packed& key, unsigned ground,
                                     const Options& options) const {
    std::optional<OnGround> first = lost_on(key, ground, options);
    for (Word more = grounds() & ~low_bits(ground + 1); more != 0; more = without_lowest(more)) {
      const auto at = static_cast<unsigned>(std::countr_zero(more));
      const auto found = lost_on(key, at, options);
      if (found && (!first || rank(found->node) < rank(first->node))) first = found;
    }
    return first;
  }

 private:
  std::optional<OnGround> lost_on(const Packed& key, unsigned ground,
                                  const Options& options) const {
    const Packed on_ground = options.board().on_ground(key, ground);
    const auto place = options.place_of(on_ground);
    const auto node = find(place);
    if (!node || !is_lost(*node)) return std::nullopt;
    return OnGround{*node, ground, place.key != on_ground};
  }

  std::atomic<Word> grounds_ = 0;
};

}  // namespace cgt
