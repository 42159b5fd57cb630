// Judges the placements of a piece in a well: the value of each move, and the value of the well
// that it leaves. The well is counted once; for each placement only the changes are counted.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "duel/evaluate/batch_judge.hpp"
#include "duel/evaluate/evaluation.hpp"
#include "duel/rules.hpp"

namespace cgt {

inline constexpr double lost_value = std::numeric_limits<double>::infinity();

// Costs: the less, the better. A placement that ends the game costs lost_value.
struct Judged {
  double move;
  double well;

  double sum() const { return move + well; }
};

class Judge {
 public:
  Judge(const DuelRules& rules, const Evaluation& evaluation);

  double value(const Well& well) const;

  // From here on placements are judged in this well.
  void look_at(const Well& well);

  // Judges many placements of a piece at once.
  void judge_all(PieceId piece, std::span<const Placement> placements,
                 std::vector<Judged>& judged) const;

  // Judges one placement, at a place where the piece has room.
  Judged judge(PieceId piece, Placement placement) const;

 private:
  static constexpr std::size_t most_at_once = 64;

  // Calls a function with the batch judge for the height of the stack.
  template <class This, class Function>
  static void with_batch_judge(This& judge, const Function& function) {
    const unsigned highest = judge.stack_ + judge.highest_piece_;
    if (highest <= BatchJudge<std::uint16_t>::highest)
      function(judge.low_);
    else if (highest <= BatchJudge<std::uint32_t>::highest)
      function(judge.middle_);
    else
      function(judge.high_);
  }

  void judge_all(PieceId piece, std::span<const Placement> placements, Judged* judged) const;
  template <class Cells>
  void judge_rotation(const BatchJudge<Cells>& judge, PieceId piece,
                      std::span<const Placement> placements, Judged* judged) const;
  template <class Cells>
  void judge_batch(const BatchJudge<Cells>& judge, PieceId piece,
                   const PlacementBatch<Cells>& batch, std::span<const Placement> placements,
                   Judged* judged) const;
  Judged with_the_move(PieceId piece, const TurnedPiece& turned, Placement placement, Column full,
                       Judged plain) const;
  double move_value(const TurnedPiece& turned, Placement placement, Column cleared) const;
  void count_contacts(const TurnedPiece& turned, Placement placement, MoveCounts& counts) const;
  Judged judge_whole(PieceId piece, Placement placement) const;

  const DuelRules* rules_;
  Evaluation evaluation_;
  RowsOfWell rows_;
  Well well_;
  bool judges_as_whole_;
  unsigned stack_ = 0;
  unsigned highest_piece_ = 0;
  BatchJudge<std::uint16_t> low_;
  BatchJudge<std::uint32_t> middle_;
  BatchJudge<std::uint64_t> high_;
};

}  // namespace cgt
