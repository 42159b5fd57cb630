// The native checker of strategies, for many instructions. It is the same rule as in
// cgt/duel/exact/certificate.py, which is the one to read, and includes nothing of the solver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "strategy/game.hpp"
#include "strategy/instructions.hpp"

namespace cgt::strategy {

struct Claim {
  bool is_good = true;  // whose strategy it is
  bool has_bag = false;
  bool lanes_in_any_order = false;
  std::vector<Column> start;
};

// What is wrong with a strategy, if anything.
enum class Problem : std::uint8_t {
  none,
  no_bag_or_missing,
  still_in_bag,
  two_instructions,
  lanes_not_in_order,
  no_such_bag,
  no_instruction,
  cannot_land,
  leaves_lane,
  another_well,
  game_over,
  rank_does_not_fall,
  reaches_ground
};

struct Finding {
  Problem problem = Problem::none;
  // Where it is wrong: a well, pieces, and what is left in the bag, as bits.
  std::vector<Column> well;
  std::vector<PieceNumber> pieces;
  std::uint64_t bag = 0;
  // How much was checked before.
  std::size_t instructions = 0;
  std::size_t states = 0;
  std::size_t height = 0;
};

// `pulse` is called often; what it throws ends the check. The list has at least one instruction if
// it is Bad's.
Finding check(const Setup& setup, const Claim& claim, const InstructionList& list,
              const std::function<void()>& pulse);

}  // namespace cgt::strategy
