// Judges the placements of a piece in a well: the value of each move, and the value of the well
// that it leaves. The well is counted once; for each placement only the changes are counted.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "duel/evaluate/eight_judge.hpp"
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
  Judge(const DuelRules& rules, const Evaluation& evaluation)
      : rules_(&rules), evaluation_(evaluation), rows_(rules.height()), well_(rules.width()) {
    if (EightJudge::fits(rules, evaluation)) eight_judge_.emplace(rules, evaluation);
  }

  double value(const Well& well) const;

  // From here on placements are judged in this well.
  void look_at(const Well& well);

  // Judges many placements of a piece at once.
  void judge_all(PieceId piece, std::span<const Placement> placements,
                 std::vector<Judged>& judged) const;

  // Judges one placement, at a place where the piece has room.
  Judged judge(PieceId piece, Placement placement) const;

 private:
  template <Wanted wanted>
  double value_as(const Well& well) const;
  template <Wanted wanted>
  void look_as(const Well& well);
  template <Wanted wanted>
  Judged judge_as(PieceId piece, Placement placement) const;
  template <Wanted wanted, unsigned known_width>
  Judged judge_piece(PieceId piece, const TurnedPiece& turned, Placement placement) const;
  double move_value(const TurnedPiece& turned, Placement placement, Column cleared) const;
  double move_value(const TurnedPiece& turned,
                    Placement placement) const;  // of a placement that clears no row
  void count_contacts(const TurnedPiece& turned, Placement placement, MoveCounts& counts) const;
  Judged judge_whole(PieceId piece, Placement placement) const;
  void judge_in_eights(PieceId piece, std::span<const Placement> placements, Judged* judged) const;

  const DuelRules* rules_;
  Evaluation evaluation_;
  RowsOfWell rows_;
  Well well_;
  std::optional<EightJudge> eight_judge_;       // if there is one, the members below are not used
  std::array<Column, widest_well + 2> beside_;  // the columns, with a wall on either side
  // Sums over the columns before each place, and over those from it on.
  std::array<ColumnSums, widest_well + 1> columns_before_;
  std::array<SideSums, widest_well + 2> sides_before_;  // the first side is that of the left wall
  std::array<BetweenSums, widest_well + 1> between_before_;
  std::array<Extremes, widest_well + 1> extremes_before_;
  std::array<Extremes, widest_well + 1> extremes_after_;
  std::array<std::uint32_t, widest_well + 2> kinds_after_;
  std::array<Column, widest_well + 1> full_before_;
  std::array<Column, widest_well + 1> full_after_;
};

}  // namespace cgt
