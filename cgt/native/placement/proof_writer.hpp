// Writes a proof: the positions that a claim rests on, as lines of text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "base/memory_resource.hpp"
#include "placement/proof_collector.hpp"
#include "placement/proof_costs.hpp"
#include "placement/proof_positions.hpp"
#include "placement/proof_text.hpp"
#include "placement/solver.hpp"

namespace cgt {

inline constexpr std::size_t text_at_once = std::size_t{1} << 16;

struct ProofWish {
  ProofClaim claim;
  bool fewest;  // whether to take time to find few positions
  std::pmr::memory_resource* memory;
};

// Calls visit(position) for each position that the claim about a board rests on; returns how many
// there are.
template <class Game, class Cells, class Visit>
std::uint64_t collect_proof(Game& game, const Cells& cells, const ProofWish& wish,
                            ProofCosts<Game>* costs, const Visit& visit) {
  ProofCollector<Game> collector(game, costs, wish.memory, visit);
  const unsigned nimber = wish.claim.nimber.value_or(0);
  auto position = game.position_of(cells);
  for (unsigned heap = 0; heap < nimber; ++heap) {
    auto beside = position;
    beside.small ^= heap;
    collector.add_won(beside);
  }
  position.small ^= nimber;
  if (wish.claim.wins && !wish.claim.nimber)
    collector.add_won(position);
  else
    collector.add_lost(position);
  return collector.finish();
}

// Writes the positions of a proof, many at a time, and returns how many there are. If there should
// be few, it collects them in two ways and writes the shorter list.
template <class Box, class Game, class Write, class ValueText>
std::uint64_t write_proof(const Box& box, Game& game, const typename Box::Cells& cells,
                          const ProofWish& wish, const Write& write, const ValueText& value_text) {
  using Cells = typename Box::Cells;
  std::string text;
  const auto write_position = [&](const ProofPosition<Cells>& position) {
    add_position_text(box, position, value_text, text);
    if (text.size() >= text_at_once) write(std::exchange(text, {}));
  };
  std::uint64_t count = 0;
  if (wish.fewest) {
    ProofPositions<Cells> quick(wish.memory);
    ProofPositions<Cells> thorough(wish.memory);
    ProofCosts<Game> costs(game, wish.memory);
    collect_proof<Game>(game, cells, wish, nullptr, [&](const auto& one) { quick.add(one); });
    collect_proof<Game>(game, cells, wish, &costs, [&](const auto& one) { thorough.add(one); });
    const auto& shorter = quick.size() <= thorough.size() ? quick : thorough;
    ProofPosition<Cells> position;
    for (; count < shorter.size(); ++count) {
      shorter.get(count, position);
      write_position(position);
    }
  } else {
    count = collect_proof<Game>(game, cells, wish, nullptr, write_position);
  }
  if (!text.empty()) write(text);
  return count;
}

}  // namespace cgt
