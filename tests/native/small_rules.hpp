// Rules with two pieces for wells of any size, and an evaluation by named features.
#pragma once

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "duel/evaluate/judge.hpp"
#include "duel/player.hpp"

namespace cgt::test {

using Cells = std::vector<std::pair<unsigned, unsigned>>;

// S and L in all their rotations, turning in a box of 3×3 that does not move.
inline DuelPiece piece(const Cells& cells, Inside inside) {
  DuelPiece made;
  Cells turned = cells;
  std::vector<std::pair<int, int>> corners;
  for (unsigned turn = 0; turn < 4; ++turn) {
    unsigned low = 3;
    unsigned left = 3;
    for (auto [row, column] : turned) {
      low = std::min(low, row);
      left = std::min(left, column);
    }
    Cells moved;
    for (auto [row, column] : turned) moved.emplace_back(row - low, column - left);
    made.rotations.emplace_back(moved);
    corners.emplace_back(left, low);
    for (auto& [row, column] : turned) {
      const unsigned old_row = row;
      row = 2 - column;
      column = old_row;
    }
  }
  for (unsigned state = 0; state < 4; ++state) {
    const unsigned next = (state + 1) % 4;
    Turn turn{TurnBy::clockwise, static_cast<std::uint8_t>(next), {0, 0}, {}};
    if (inside == Inside::turns)
      turn.move = {static_cast<std::int8_t>(corners[next].first - corners[state].first),
                   static_cast<std::int8_t>(corners[next].second - corners[state].second)};
    made.moves.states.push_back({static_cast<std::uint8_t>(state), {turn}});
  }
  return made;
}

inline SharedRules rules(unsigned width, unsigned height, Inside inside, Ending ending) {
  std::vector<DuelPiece> pieces{piece({{1, 0}, {1, 1}, {2, 1}, {2, 2}}, inside),
                                piece({{1, 0}, {1, 1}, {1, 2}, {2, 2}}, inside)};
  for (DuelPiece& each : pieces) {
    const TurnedPiece& first = each.rotations[0];
    const auto middle = static_cast<std::uint8_t>((width - first.width) / 2);
    each.moves.above = {0, middle};
    each.moves.spawns.push_back({0, middle, static_cast<std::uint8_t>(height - first.height)});
  }
  return std::make_shared<const DuelRules>(width, height, std::move(pieces), inside, ending, 4);
}

inline Evaluation weighted_sum(const std::vector<std::pair<std::string_view, double>>& weights) {
  std::vector<Evaluation::Term> terms;
  for (const auto& [name, weight] : weights) terms.push_back({*feature_named(name), weight});
  return Evaluation(terms);
}

}  // namespace cgt::test
