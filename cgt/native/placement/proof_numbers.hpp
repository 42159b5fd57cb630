// Proof numbers: estimates of how hard it is to decide who wins a position, and how a table keeps
// them.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace cgt {

// Two estimates: how much work it takes to prove that the player to move wins, and that this player
// loses. A number is 0 once that is proven; then the other is infinite.
struct ProofNumbers {
  float to_win;
  float to_lose;

  static constexpr float infinite = std::numeric_limits<float>::infinity();
  // Beyond this, numbers are too large to be told apart.
  static constexpr float most = 0x1p60f;

  static constexpr ProofNumbers of_outcome(bool wins) {
    return wins ? ProofNumbers{0, infinite} : ProofNumbers{infinite, 0};
  }
  bool is_won() const { return to_win == 0; }
  bool is_lost() const { return to_lose == 0; }
  bool is_decided() const { return is_won() || is_lost(); }
};

// What a table keeps of a position in 32 bits: who wins, or proof numbers; and how much work it
// took to find that, so that the table forgets first what is quickest to find again.
class PositionKnowledge {
 public:
  // Numbers are rounded up: a search that continues until they reach a limit must see that they do.
  static PositionKnowledge of(ProofNumbers numbers, std::uint64_t nodes) {
    if (numbers.is_decided()) return PositionKnowledge(effort(nodes) | numbers.is_won());
    return PositionKnowledge(effort(nodes) | open_flag | code(numbers.to_win) << code_bits |
                             code(numbers.to_lose));
  }
  explicit PositionKnowledge(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits() const { return bits_; }

  // Whether these are the bits of a position that is not decided.
  static bool is_open(std::uint32_t bits) {
    const auto is_code = [](std::uint32_t code) { return code >= 1 && code <= highest_code; };
    return (bits & open_flag) != 0 && is_code(bits >> code_bits & code_mask) &&
           is_code(bits & code_mask);
  }

  std::optional<bool> wins() const {
    return bits_ & open_flag ? std::nullopt : std::optional((bits_ & 1) != 0);
  }
  // The numbers of a position that is not decided.
  ProofNumbers numbers() const {
    return {decoded(bits_ >> code_bits & code_mask), decoded(bits_ & code_mask)};
  }

  // Larger for what took more work.
  struct Weight {
    static unsigned of(std::uint32_t bits) { return bits >> effort_shift; }
  };

  // The bits for the work of `nodes` nodes, and their mask, in any value of a table with this
  // Weight.
  static std::uint32_t effort(std::uint64_t nodes) {
    return std::min(static_cast<std::uint32_t>(std::bit_width(nodes)), 31u) << effort_shift;
  }
  static constexpr std::uint32_t effort_bits = 31u << 27;

 private:
  // From the lowest bit: two logarithms of 13 bits, whether the position is open, and the logarithm
  // of the nodes searched.
  static constexpr unsigned code_bits = 13;
  static constexpr std::uint32_t code_mask = (1u << code_bits) - 1;
  static constexpr std::uint32_t open_flag = 1u << 2 * code_bits;
  static constexpr unsigned effort_shift = 2 * code_bits + 1;
  static constexpr float steps = 128;                          // for each doubling
  static constexpr std::uint32_t highest_code = 60 * 128 + 1;  // of ProofNumbers::most

  static_assert(effort_bits == 31u << effort_shift);

  static std::uint32_t code(float number) {
    const float code = std::ceil(steps * std::log2(std::clamp(number, 1.0f, ProofNumbers::most)));
    return std::min(static_cast<std::uint32_t>(code) + 1, highest_code);
  }
  static float decoded(std::uint32_t code) { return std::exp2(static_cast<float>(code) / steps); }

  std::uint32_t bits_;
};

}  // namespace cgt
