// The hunt for a long game against a Bad player whose answers can be computed ahead: a beam search
// over whole games.
//
// All games have the same number of pieces. Each has its own copy of Bad, which answers as it would
// in that game alone, so every score is one that can be played. After each piece only the best
// wells are kept. Games that come to the same well are merged: at the same number of pieces they
// have the same score, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/fingerprint.hpp"
#include "base/heartbeat.hpp"
#include "duel/evaluate/judge.hpp"
#include "duel/game.hpp"
#include "duel/player.hpp"

namespace cgt {

class Hunt {
 public:
  struct Plan {
    std::size_t keeps;   // games after each piece; all if 0
    unsigned threads;    // the result is the same with any number
    std::uint64_t seed;  // breaks ties between equally good wells
    bool begins = true;  // whether the piece that Bad sends next is the first of the game
    std::size_t most_games = 1 << 22;  // that fit in the memory, if all are kept
  };

  // A placement after a game, which is given by its number.
  struct Next {
    std::uint32_t game;
    Placement placement;
  };

  // Begins with one game, in which Bad is as it is given and sends a piece next.
  Hunt(SharedRules rules, const Bad& bad, const Evaluation& evaluation, const Well& start,
       const Plan& plan, Heartbeat& heart);
  Hunt(const Hunt&) = delete;
  Hunt& operator=(const Hunt&) = delete;

  // Places one piece more in all games and keeps the best. If the heartbeat throws, nothing has
  // changed. Throws std::runtime_error if there are more games than can be kept.
  void advance(Heartbeat& heart);

  // Advances by at most so many pieces, and returns how the best game goes on from here. If all end
  // sooner, that is the one with the highest score from here on, or if none scores, one that lasts
  // longest; if they end with the next piece, it is empty. Throws as above; then the hunt may have
  // advanced by some of the pieces.
  std::vector<Played> look_ahead(std::uint64_t pieces, Heartbeat& heart);

  // Places one piece more in these games only, for a hunt that is resumed. Throws
  // std::invalid_argument if there is no such game, or if a piece cannot land there.
  void follow(std::span<const Next> nexts, Heartbeat& heart);

  // How all games that are kept came about: for each piece the placements, after the games of the
  // piece before. They can be followed in this order.
  std::vector<std::vector<Next>> ways() const;

  // How many pieces each game has, how many games are kept, and how many were looked at so far.
  std::uint64_t placed() const { return placed_; }
  std::size_t games() const { return games_.size(); }
  std::uint64_t considered() const { return considered_; }

  // The highest score so far, and the game that reached it first, up to the piece that did.
  std::uint64_t score() const { return score_; }
  const std::vector<Played>& trace() const { return trace_; }

  // What the best of the games that are kept is worth, as a cost; there is at least one.
  double value() const { return games_.front().value; }

 private:
  static constexpr std::size_t candidates_of_game = 32;  // that many fit where a game does
  static constexpr std::uint32_t no_way = UINT32_MAX;

  struct Game {
    Well well;
    std::unique_ptr<Bad> bad;
    PieceId piece;      // the one to place
    std::uint32_t way;  // the last piece placed
    std::uint64_t score;
    double moves;        // what its moves are worth
    double value;        // and its well
    Fingerprint memory;  // Bad's, as far as it tells games apart
  };
  struct Candidate {
    double value;
    double moves;
    Fingerprint key;  // the same for games that are merged
    Next next;
  };
  // A piece placed, after another.
  struct Way {
    std::uint32_t before;
    Played played;
  };
  struct Worker {
    Judge judge;
    std::vector<Placement> placements{};
    std::vector<Judged> judged{};
    std::vector<Candidate> candidates{};
    std::uint64_t score = 0;  // the highest that it has found
    Candidate best{};         // what reaches it, if it is higher than before
  };

  void check_room(std::size_t candidates) const;
  void look_at(Worker& worker, std::uint32_t number, Heartbeat& heart);
  std::vector<Candidate> best_candidates();
  void keep_best_score();
  std::vector<Game> played(std::span<const Candidate> candidates, Heartbeat& heart);
  Game after(const Candidate& candidate, Heartbeat& heart) const;
  void go_on_with(std::vector<Game> games, std::span<const Candidate> candidates);
  void let_bad_choose(Game& game, bool is_first, Heartbeat& heart) const;
  bool comes_first(const Candidate& a, const Candidate& b) const;
  std::vector<Played> pieces_to(std::uint32_t way) const;
  void forget_ways();

  SharedRules rules_;
  Plan plan_;
  bool merges_by_memory_;
  std::vector<Worker> workers_;
  std::vector<Game> games_;
  std::vector<Way> ways_;  // each after the one before
  std::size_t ways_to_forget_at_ = 1 << 20;
  std::uint64_t placed_ = 0;
  std::uint64_t considered_ = 0;
  std::uint64_t score_ = 0;
  std::vector<Played> trace_;
};

}  // namespace cgt
