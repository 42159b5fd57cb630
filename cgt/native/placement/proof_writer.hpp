// Writes a proof: the positions that a claim rests on, as lines of text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "base/memory_budget.hpp"
#include "base/memory_resource.hpp"
#include "base/time_limit.hpp"
#include "placement/proof_collector.hpp"
#include "placement/proof_positions.hpp"
#include "placement/proof_shortener.hpp"
#include "placement/proof_text.hpp"
#include "placement/solver.hpp"

namespace cgt {

inline constexpr std::size_t text_at_once = std::size_t{1} << 16;

struct ProofWish {
  ProofClaim claim;
  bool fewest;           // whether to take time to find few positions
  TimeLimit shortening;  // after it they stay as they are
  std::pmr::memory_resource* memory;
};

// What a claim about a board says of positions: some are lost for the player to move, some won.
template <class Game>
struct Claimed {
  using Cells = typename Game::Cells;

  Claimed(Game& game, const Cells& cells, const ProofWish& wish)
      : lost(wish.memory), won(wish.memory) {
    const unsigned nimber = wish.claim.nimber.value_or(0);
    auto position = game.position_of(cells);
    for (unsigned heap = 0; heap < nimber; ++heap) {
      auto beside = position;
      beside.small ^= heap;
      won.add(beside);
    }
    position.small ^= nimber;
    (wish.claim.wins && !wish.claim.nimber ? won : lost).add(position);
  }

  ProofPositions<Cells> lost;
  ProofPositions<Cells> won;
};

// Calls visit(position) for each position that a claim rests on; returns how many there are.
template <class Game, class Visit>
std::uint64_t collect_proof(Game& game, const Claimed<Game>& claimed, const ProofWish& wish,
                            const Visit& visit) {
  ProofCollector<Game> collector(game, wish.memory, visit);
  claimed.won.for_each([&](const auto& position) { collector.add_won(position); });
  claimed.lost.for_each([&](const auto& position) { collector.add_lost(position); });
  return collector.finish();
}

// Longer lists are written as they are.
inline constexpr std::size_t most_shortened = std::size_t{1} << 17;

// Again and again, as long as that helps: a lot, or if there should be few positions, a little.
// Where time or memory is up, the list is a proof all the same.
template <class Game>
void shorten_proof(Game& game, const Claimed<Game>& claimed, const ProofWish& wish,
                   ProofPositions<typename Game::Cells>& list) {
  try {
    ProofShortener<Game> shortener(game, claimed.lost, claimed.won, wish.shortening, wish.memory);
    const std::size_t searches = wish.fewest ? std::numeric_limits<std::size_t>::max() : 8;
    const std::size_t share = wish.fewest ? 64 : 8;
    for (std::uint64_t nodes = 2; nodes <= (wish.fewest ? 8 : 2); nodes *= 4) {
      std::size_t before = 0;
      do {
        before = list.size();
        shortener.shorten(list, {nodes, searches});
      } while (list.size() < before - before / share && !wish.shortening.is_up());
    }
  } catch (const OutOfBudgetError&) {
    return;
  } catch (const Stopped&) {
    return;
  }
}

// Writes the positions of a proof, many at a time, and returns how many there are.
template <class Box, class Game, class Write, class ValueText>
std::uint64_t write_proof(const Box& box, Game& game, const typename Box::Cells& cells,
                          const ProofWish& wish, const Write& write, const ValueText& value_text) {
  using Position = ProofPosition<typename Box::Cells>;
  std::string text;
  const auto write_position = [&](const Position& position) {
    add_position_text(box, position, value_text, text);
    if (text.size() >= text_at_once) write(std::exchange(text, {}));
  };
  const Claimed<Game> claimed(game, cells, wish);
  ProofPositions<typename Box::Cells> list(wish.memory);
  bool is_long = false;
  std::uint64_t count = collect_proof(game, claimed, wish, [&](const Position& position) {
    if (is_long) return write_position(position);
    list.add(position);
    if (list.size() < most_shortened) return;
    is_long = true;
    list.for_each(write_position);
    list.clear();
  });
  if (!is_long && count > 0) {
    shorten_proof(game, claimed, wish, list);
    list.for_each(write_position);
    count = list.size();
  }
  if (!text.empty()) write(text);
  return count;
}

}  // namespace cgt
