#include "bind/browser/duel_setup.hpp"

#include <algorithm>

#include "players/players.hpp"

namespace cgt::browser {

namespace {

constexpr unsigned most_things = 64;
constexpr unsigned longest_sequence = 100'000;
constexpr std::size_t most_games = std::size_t{1} << 18;  // that a player keeps who computes ahead

void require(bool holds, const char* otherwise) {
  if (!holds) throw std::invalid_argument(otherwise);
}

std::uint8_t small(Words& words) { return static_cast<std::uint8_t>(words.count(255)); }

std::vector<std::pair<unsigned, unsigned>> read_cells(Words& words) {
  std::vector<std::pair<unsigned, unsigned>> cells(words.count(most_things));
  for (auto& [row, column] : cells) {
    row = words.count(largest_piece_side - 1);
    column = words.count(largest_piece_side - 1);
  }
  require(!cells.empty(), "a piece has at least one cell");
  return cells;
}

Offset read_offset(Words& words) {
  const int right = words.integer();
  const int up = words.integer();
  return {static_cast<std::int8_t>(right), static_cast<std::int8_t>(up)};
}

TurnState read_state(Words& words, std::size_t rotations, unsigned states) {
  TurnState state{small(words), {}};
  require(state.rotation < rotations, "no such rotation");
  const unsigned turns = words.count(3);
  for (unsigned i = 0; i < turns; ++i) {
    Turn turn{static_cast<TurnBy>(words.count(2)), small(words), {}, {}};
    require(turn.to < states, "no such state");
    const unsigned tries = words.count(most_things);
    require(tries > 0, "a turn leads somewhere");
    turn.move = read_offset(words);
    for (unsigned kick = 1; kick < tries; ++kick) turn.kicks.push_back(read_offset(words));
    state.turns.push_back(std::move(turn));
  }
  return state;
}

DuelPiece read_piece(Words& words) {
  DuelPiece piece;
  const unsigned rotations = words.count(most_turn_states);
  for (unsigned i = 0; i < rotations; ++i) piece.rotations.emplace_back(read_cells(words));
  const unsigned states = words.count(most_turn_states);
  for (unsigned i = 0; i < states; ++i)
    piece.moves.states.push_back(read_state(words, rotations, states));
  piece.moves.above.state = small(words);
  piece.moves.above.column = small(words);
  require(piece.moves.above.state < states, "no such state");
  const unsigned spawns = words.count(most_things);
  for (unsigned i = 0; i < spawns; ++i) {
    const std::uint8_t state = small(words);
    const std::uint8_t column = small(words);
    require(state < states, "no such state");
    piece.moves.spawns.push_back({state, column, small(words)});
  }
  return piece;
}

std::vector<PieceId> read_pieces(Words& words, const DuelRules& rules) {
  std::vector<PieceId> pieces(words.count(longest_sequence));
  for (PieceId& piece : pieces) piece = words.count(static_cast<unsigned>(rules.pieces()) - 1);
  require(!pieces.empty(), "there is no piece to send");
  return pieces;
}

unsigned read_depth(Words& words) { return std::max(1u, words.count(4)); }

}  // namespace

NamedRules read_rules(Words& words) {
  NamedRules made;
  const unsigned width = words.count(widest_well);
  const unsigned height = words.count(highest_well);
  require(width >= narrowest_well && height >= 1, "the well is too small");
  const auto inside = static_cast<Inside>(words.count(2));
  const auto ending = static_cast<Ending>(words.count(3));
  const unsigned bar = words.count(height - 1);
  const unsigned number = words.count(most_things);
  require(number > 0, "a game needs at least one piece");
  std::vector<DuelPiece> pieces;
  for (unsigned i = 0; i < number; ++i) {
    made.names.emplace_back(words.word());
    pieces.push_back(read_piece(words));
  }
  made.rules =
      std::make_shared<const DuelRules>(width, height, std::move(pieces), inside, ending, bar);
  return made;
}

NamedWeights read_weights(Words& words) {
  NamedWeights weights;
  const unsigned number = words.count(most_things);
  for (unsigned i = 0; i < number; ++i) {
    const std::string name(words.word());
    const auto feature = feature_named(name);
    require(feature.has_value(), "no such feature");
    weights.names.push_back(name);
    weights.terms.push_back({*feature, words.decimal()});
  }
  return weights;
}

std::unique_ptr<Bad> read_bad(Words& words, const SharedRules& rules) {
  const std::string_view name = words.word();
  if (name == "hatetris") {
    const bool remembers = words.flag();
    return bad_hatetris(rules, read_pieces(words, *rules), remembers);
  }
  if (name == "minmax") {
    const unsigned depth = read_depth(words);
    return bad_minmax(rules, read_weights(words).evaluation(), depth, Ties::first, 0);
  }
  if (name == "uniform") return bad_uniform(rules, words.large(), {});
  if (name == "bag") return bad_bag(rules, words.large());
  if (name == "sequence") return bad_sequence(read_pieces(words, *rules));
  throw std::invalid_argument("there is no such Bad player");
}

std::unique_ptr<Good> read_good(Words& words, const SharedRules& rules, const Bad& bad) {
  const std::string_view name = words.word();
  if (name == "person") return nullptr;
  const unsigned keeps = words.count(10000);
  const unsigned ahead = words.count(64);
  const Evaluation evaluation = read_weights(words).evaluation();
  if (ahead == 0) return good_beam(rules, evaluation, keeps);
  return good_foreseeing(rules, evaluation, bad, {keeps, ahead, most_games});
}

}  // namespace cgt::browser
