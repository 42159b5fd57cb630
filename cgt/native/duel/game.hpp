// A duel played out, with a search for cycles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/heartbeat.hpp"
#include "base/random.hpp"
#include "duel/evaluate/judge.hpp"
#include "duel/falling_piece.hpp"
#include "duel/player.hpp"

namespace cgt {

// A piece and where it was placed.
struct Played {
  PieceId piece;
  Placement placement;
};

// What a placement scores: the number of rows that it clears; or, as with Park et al. (Sogang), 100
// times the square of that number, and 10 for each of its cells that lands right above the floor or
// a cell that was filled before.
enum class Scoring { lines, sogang };

// What else a game may have: a score, and garbage, which is a row that comes from below every so
// many pieces, with one empty cell by chance.
struct Extras {
  Scoring scoring = Scoring::lines;
  unsigned pieces_between_garbage = 0;  // none if 0
  std::uint64_t garbage_seed = 0;
};

// A game in progress. How it began decides everything in it, so a copy continues in the same way.
class DuelGame {
 public:
  DuelGame(SharedRules rules, std::unique_ptr<Good> good, std::unique_ptr<Bad> bad,
           const Well& start, unsigned preview, const Extras& extras = {});
  DuelGame(const DuelGame& other);
  DuelGame& operator=(const DuelGame&) = delete;

  // Lets Bad choose the pieces that Good can see now; does nothing if that is done or the game is
  // over. Before this, a game has no complete state. If the heartbeat throws, another call resumes.
  void see(Heartbeat& heart);

  // Places the next piece; returns nothing if the game is over. Throws std::invalid_argument if
  // Good chooses a place that the piece cannot reach. If the heartbeat throws, the game is
  // unchanged.
  std::optional<Played> step(Heartbeat& heart);

  bool over() const { return over_; }
  std::uint64_t placed() const { return placed_; }
  std::uint64_t lines() const { return lines_; }
  // The rows that were cleared when the last piece landed, as bits, where they were before.
  Column cleared() const { return cleared_; }
  std::uint64_t score() const { return score_; }
  // How many placements Good could choose from, summed over all pieces.
  std::uint64_t considered() const { return considered_; }
  const Well& well() const { return well_; }
  // The piece to place, and those after it that Good can see.
  const std::vector<PieceId>& visible() const { return visible_; }
  const DuelRules& rules() const { return *rules_; }

  // Whether the same state can come again.
  bool may_repeat() const { return good_->may_repeat() && bad_->may_repeat(); }
  // Everything that decides how the game continues.
  void state(Memory& memory) const;

 private:
  void add_garbage();

  SharedRules rules_;
  std::unique_ptr<Good> good_;
  std::unique_ptr<Bad> bad_;
  Well well_;
  unsigned preview_;
  Extras extras_;
  Random garbage_;
  std::vector<PieceId> visible_;
  std::vector<Placement> placements_;
  std::uint64_t placed_ = 0;
  std::uint64_t lines_ = 0;
  Column cleared_ = 0;
  std::uint64_t score_ = 0;
  std::uint64_t considered_ = 0;
  bool over_ = false;
};

// Where a game begins to repeat, after how many pieces it repeats, and the rows in which anything
// happens then: a bit for each, from the floor up.
struct Cycle {
  std::uint64_t start;
  std::uint64_t length;
  Column rows;
};

enum class CycleSearch {
  none,
  all,          // remembers every state by its fingerprint
  checkpoints,  // remembers one state, from step first · 2^i on: Kravec, 4.2
  values        // remembers ten values of wells: Kravec, 2.3
};

// A game played out, with a search for cycles on the way.
class DuelRun {
 public:
  DuelRun(const DuelGame& game, CycleSearch cycles, std::uint64_t first,
          const Evaluation& evaluation, bool keeps_trace);

  // Plays until the game is over, repeats, or has `most_pieces` pieces. The heartbeat may stop it
  // by throwing; another call resumes.
  void advance(std::uint64_t most_pieces, Heartbeat& heart);
  // The same, but also stops after a piece that leaves the stack's rise outside of these, ends not
  // included: for whoever waits for the stack to rise or to fall.
  void advance_within(std::uint64_t most_pieces, std::int64_t low, std::int64_t high,
                      Heartbeat& heart);

  const DuelGame& game() const { return game_; }
  const std::optional<Cycle>& cycle() const { return cycle_; }
  // How many claims of a cycle turned out to be false.
  std::uint64_t false_claims() const { return false_claims_; }
  const std::vector<Played>& trace() const { return trace_; }

 private:
  static constexpr std::size_t values_compared = 10;

  bool seems_to_repeat();
  bool repeats_after_all();
  bool repeats_checkpoint();
  bool repeats_values();
  template <class Seen>
  bool repeats(const Seen& now, Seen& remembered);
  std::optional<Cycle> confirmed(Heartbeat& heart) const;
  std::uint64_t pieces_to_return(Heartbeat& heart) const;
  std::optional<Cycle> once_round(DuelGame& game, std::uint64_t length, Heartbeat& heart) const;

  DuelGame first_;
  DuelGame game_;
  CycleSearch cycles_;
  std::uint64_t next_checkpoint_;
  Judge judge_;  // of wells, for the search by values
  bool keeps_trace_;
  std::vector<Played> trace_;
  std::optional<Cycle> cycle_;
  std::uint64_t false_claims_ = 0;
  std::uint64_t claimed_length_ = 0;

  Memory state_;
  Memory checkpoint_;
  std::uint64_t checkpoint_at_ = 0;
  bool has_checkpoint_ = false;
  struct HashPair {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& pair) const {
      return pair.first;
    }
  };
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t, HashPair> seen_;
  std::array<double, values_compared> values_{};
  std::array<double, values_compared> compared_{};
};

// A game in which Good's moves are given step by step, as in HATETRIS replays.
struct Replayed {
  std::uint64_t lines;
  std::uint64_t pieces;  // how many landed
  std::uint64_t steps;   // how many were used
  bool over;
  Well well;
};

Replayed play_steps(const DuelRules& rules, Bad& bad, std::span<const std::uint8_t> steps,
                    std::vector<Played>& trace, Heartbeat& heart);

}  // namespace cgt
