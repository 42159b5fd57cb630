#include "bind/browser/choice.hpp"

#include <algorithm>
#include <numeric>

#include "base/random.hpp"

namespace cgt::browser {

namespace {

using Moves = std::vector<BoardMove>;

// A move that is not known to lose, none if all are, and whether it is proven to win.
struct Found {
  const BoardMove* move;
  bool wins;
};

// Those first after which winning looks hardest for the opponent; those that are not looked at in
// time come last.
std::vector<const BoardMove*> likeliest_first(BoardGame& game, const Moves& moves,
                                              const Limits& limits) {
  std::vector<std::pair<double, const BoardMove*>> efforts;
  for (const BoardMove& move : moves)
    efforts.emplace_back(-game.effort_to_win(move.leaves, limits), &move);
  std::stable_sort(efforts.begin(), efforts.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const BoardMove*> sorted;
  for (const auto& effort : efforts) sorted.push_back(effort.second);
  return sorted;
}

std::vector<const BoardMove*> as_given(const Moves& moves) {
  std::vector<const BoardMove*> all;
  for (const BoardMove& move : moves) all.push_back(&move);
  return all;
}

// The winning move of a board that is proven to be won. If the table has lost the proof, it is
// repeated in short rounds, each longer than the one before: only the right move needs long.
const BoardMove* proven_move(BoardGame& game, const Moves& moves, const Limits& limits) {
  double seconds = game.shares().seconds_to_look;
  for (const BoardMove& move : moves)
    if (game.known(move.leaves, limits.within(seconds)) == Outcome(false)) return &move;
  const auto likely = likeliest_first(game, moves, limits);
  for (; !limits.is_over(); seconds *= 4)
    for (const BoardMove* move : likely)
      if (game.wins(move->leaves, limits.within(seconds)) == Outcome(false)) return move;
  return nullptr;
}

// The first move that is proven to win; if there is none, the first of `else_try` that is not found
// to lose.
template <class ElseTry>
Found search_moves(BoardGame& game, const BoardCells& board, const Moves& moves,
                   const Limits& limits, const Limits& for_proof, const ElseTry& else_try) {
  const Outcome wins = game.wins(board, limits.share(game.shares().who_wins));
  if (wins == Outcome(false)) return {nullptr, false};
  if (wins == Outcome(true))
    if (const BoardMove* proven = proven_move(game, moves, for_proof)) return {proven, true};
  for (const BoardMove* move : else_try()) {
    const Outcome after = game.wins(move->leaves, limits.share(game.shares().next_move));
    if (after != Outcome(true)) return {move, after.has_value()};
  }
  return {nullptr, false};
}

// Among the replies decided in time, the share that wins: 1 if the opponent has won already, or as
// soon as it can no longer be below `least`; a half if no reply is decided.
double share_of_winning_replies(BoardGame& game, const BoardCells& board, double least,
                                const Limits& limits) {
  const Moves replies = game.moves(board);
  if (replies.empty()) return 1;
  double all = 0;
  for (const BoardMove& reply : replies) all += static_cast<double>(reply.images());
  double won = 0;
  double lost = 0;
  for (const BoardMove& reply : replies) {
    if (limits.is_over()) break;
    const Outcome wins = game.wins(reply.leaves, limits.share(game.shares().one_of_many));
    if (wins) (*wins ? lost : won) += static_cast<double>(reply.images());
    if (won >= least * all) return 1;
  }
  return won + lost > 0 ? won / (won + lost) : 0.5;
}

// The move of a lost board that leaves the smallest share of winning replies, as far as the search
// gets in time. Of several such moves, the first.
const BoardMove& hardest_move(BoardGame& game, const Moves& moves, const Limits& limits) {
  const BoardMove* hardest = &moves.front();
  double least = 1;
  for (const BoardMove& move : moves) {
    if (limits.is_over()) break;
    const double share =
        share_of_winning_replies(game, move.leaves, least, limits.share(game.shares().one_of_many));
    if (share < least) {
      hardest = &move;
      least = share;
    }
  }
  return *hardest;
}

// In an order by chance that depends on the seed and on the board, but not on the level.
void shuffle(Moves& moves, const BoardCells& board, std::uint64_t seed) {
  for (const Word word : board.empty) seed = Random(seed ^ word).next();
  Random random(seed);
  for (std::size_t i = moves.size(); i > 1; --i) std::swap(moves[i - 1], moves[random.below(i)]);
}

std::size_t number_of(const BoardMove& move) { return move.alike.front(); }

}  // namespace

std::optional<std::size_t> level_move(BoardGame& game, const BoardCells& board, const Level& level,
                                      std::uint64_t seed, double seconds) {
  const TimeShares& shares = game.shares();
  Moves moves = game.placements(board);
  if (moves.empty()) return std::nullopt;
  shuffle(moves, board, seed);
  const Limits limits =
      Limits::of(seconds * (game.follows_a_win(board) ? shares.patience_when_won : 1));
  Moves not_known;
  for (const BoardMove& move : moves) {
    Outcome wins;
    if (game.live_cells_of(move.leaves) <= level.cells && !limits.is_over())
      wins = game.wins(move.leaves, Limits::of(std::max(limits.left(), shares.at_least)));
    if (wins == Outcome(false)) return number_of(move);
    if (!wins) not_known.push_back(move);
  }
  if (!not_known.empty()) {
    if (!level.searches) return number_of(not_known.front());
    const Limits for_proof = Limits::of(limits.left() + shares.patience_when_won * seconds);
    const Found found = search_moves(game, board, not_known, limits, for_proof,
                                     [&] { return as_given(not_known); });
    if (found.move != nullptr && found.wins) game.remember_win(found.move->leaves);
    if (found.move != nullptr) return number_of(*found.move);
  }
  if (!level.sets_traps) return number_of(moves.front());
  return number_of(
      hardest_move(game, moves, Limits::of(std::min(seconds, shares.seconds_for_traps))));
}

Hint hint(BoardGame& game, const BoardCells& board, const Limits& limits) {
  const Moves moves = game.moves(board);
  if (moves.empty()) return {"over", game.to_move_wins_when_over(), std::nullopt};
  const Found found = search_moves(game, board, moves, limits, limits,
                                   [&] { return likeliest_first(game, moves, limits); });
  if (found.wins) return {"winning", true, number_of(*found.move)};
  if (found.move != nullptr) return {"likeliest", std::nullopt, number_of(*found.move)};
  const BoardMove& hardest =
      hardest_move(game, moves, limits.within(game.shares().seconds_for_hardest));
  return {"hardest", false, number_of(hardest)};
}

}  // namespace cgt::browser
