#include "duel/evaluate/judge.hpp"

#include <algorithm>

#include "duel/evaluate/box.hpp"

namespace cgt {

Judge::Judge(const DuelRules& rules, const Evaluation& evaluation)
    : rules_(&rules), evaluation_(evaluation), rows_(rules.height()), well_(rules.width()),
      judges_as_whole_(evaluation.wanted().has(Group::whole) || rules.ending() == Ending::bar),
      low_(rules.width(), rows_), middle_(rules.width(), rows_), high_(rules.width(), rows_) {
  for (PieceId piece = 0; piece < rules.pieces(); ++piece)
    for (const TurnedPiece& turned : rules.piece(piece).rotations)
      highest_piece_ = std::max(highest_piece_, turned.height);
}

double Judge::value(const Well& well) const {
  return with_wanted(evaluation_.wanted(), [&]<Wanted wanted>() {
    return evaluation_.of_well<wanted>(counts_of<wanted>(well, rows_));
  });
}

void Judge::look_at(const Well& well) {
  well_ = well;
  if (judges_as_whole_) return;
  stack_ = well.stack_height();
  with_batch_judge(*this, [&](auto& judge) { judge.look_at(well, evaluation_.wanted()); });
}

Judged Judge::judge(PieceId piece, Placement placement) const {
  Judged judged;
  judge_all(piece, {&placement, 1}, &judged);
  return judged;
}

void Judge::judge_all(PieceId piece, std::span<const Placement> placements,
                      std::vector<Judged>& judged) const {
  judged.resize(placements.size());
  judge_all(piece, placements, judged.data());
}

void Judge::judge_all(PieceId piece, std::span<const Placement> placements, Judged* judged) const {
  if (judges_as_whole_) {
    for (std::size_t i = 0; i < placements.size(); ++i)
      judged[i] = judge_whole(piece, placements[i]);
    return;
  }
  with_batch_judge(*this, [&](const auto& judge) {
    for (std::size_t begin = 0; begin < placements.size();) {
      std::size_t end = begin + 1;  // of those with the same rotation
      while (end < placements.size() && end < begin + most_waiting &&
             placements[end].rotation == placements[begin].rotation)
        ++end;
      judge_rotation(judge, piece, placements.subspan(begin, end - begin), judged + begin);
      begin = end;
    }
  });
}

// The first placement in each column goes into one batch, the second into the next, and so on.
template <class Cells>
void Judge::judge_rotation(const BatchJudge<Cells>& judge, PieceId piece,
                           std::span<const Placement> placements, Judged* judged) const {
  using Batch = PlacementBatch<Cells>;
  const TurnedPiece& turned = rules_->turned(piece, placements[0]);
  std::array<std::uint8_t, most_waiting> waiting;
  for (std::size_t i = 0; i < placements.size(); ++i) waiting[i] = static_cast<std::uint8_t>(i);
  for (std::size_t number = placements.size(); number > 0;) {
    Batch batch;
    std::array<std::uint8_t, Batch::length> chosen;
    std::size_t left = 0;
    if (rules_->width() > Batch::length) batch.first_column = placements[waiting[0]].column;
    for (std::size_t i = 0; i < number; ++i) {
      const Placement placement = placements[waiting[i]];
      const unsigned slot = placement.column - batch.first_column;
      if (slot >= Batch::length || (batch.taken >> slot & 1) != 0) {
        waiting[left++] = waiting[i];
        continue;
      }
      batch.taken |= 1U << slot;
      chosen[slot] = waiting[i];
      batch.rows[slot] = static_cast<std::make_signed_t<Cells>>(placement.row);
      batch.powers[slot] = static_cast<Cells>(Cells{1} << placement.row);
    }
    typename BatchJudge<Cells>::Values values;
    judge.judge(evaluation_, turned, batch, values);
    for (std::uint32_t taken = batch.taken; taken != 0; taken &= taken - 1) {
      const auto slot = static_cast<unsigned>(std::countr_zero(taken));
      judged[chosen[slot]] = judged_as(piece, turned, placements[chosen[slot]],
                                       values.full_rows[slot], values.of_wells[slot]);
    }
    number = left;
  }
}

// What a placement is worth, if the well that it leaves has that value.
inline Judged Judge::judged_as(PieceId piece, const TurnedPiece& turned, Placement placement,
                               Column full, double value) const {
  if (placement.row + turned.height > rules_->height()) {
    if (rules_->ending() == Ending::lock) return {0, lost_value};
    if (rules_->ending() == Ending::height)
      return full != 0 ? judge_whole(piece, placement) : Judged{0, lost_value};
  }
  if (full != 0) {
    const MoveCounts left{placement.row, turned.height, static_cast<unsigned>(std::popcount(full))};
    return {move_value(turned, placement, full), value + evaluation_.of_left(left)};
  }
  if (evaluation_.judges_contacts() || evaluation_.judges_boxes())
    return {move_value(turned, placement, 0), value};
  return {evaluation_.of_plain_move(placement.row, turned.height), value};
}

// For placements that fill rows, and for features of the whole well: the well that is left is
// counted.
Judged Judge::judge_whole(PieceId piece, Placement placement) const {
  const TurnedPiece& turned = rules_->turned(piece, placement);
  Well after = well_;
  const Locked locked = rules_->lock(after, piece, placement);
  if (locked.over) return {0, lost_value};
  const MoveCounts left{placement.row, turned.height, locked.lines()};
  return {move_value(turned, placement, locked.cleared), value(after) + evaluation_.of_left(left)};
}

double Judge::move_value(const TurnedPiece& turned, Placement placement, Column cleared) const {
  if (!evaluation_.judges_moves()) return 0;
  const auto lines = static_cast<unsigned>(std::popcount(cleared));
  MoveCounts counts{placement.row, turned.height, lines};
  if (lines > 0)
    for (unsigned i = 0; i < turned.width; ++i)
      counts.eroded +=
          static_cast<unsigned>(std::popcount(turned.columns[i] << placement.row & cleared));
  if (evaluation_.judges_contacts()) count_contacts(turned, placement, counts);
  if (evaluation_.judges_boxes()) counts.box_row = placement.row + rows_up_to_box_top(turned);
  return evaluation_.of_move(counts);
}

// Sides of the piece's cells that touch a wall, the floor, or what was filled before.
void Judge::count_contacts(const TurnedPiece& turned, Placement placement,
                           MoveCounts& counts) const {
  const unsigned width = rules_->width();
  for (unsigned i = 0; i < turned.width; ++i) {
    const unsigned index = placement.column + i;
    const Column cells = turned.columns[i] << placement.row;
    const Column filled = well_.column(index);
    if (index == 0) counts.wall_contacts += std::popcount(cells);
    if (index + 1 == width) counts.wall_contacts += std::popcount(cells);
    counts.floor_contacts += static_cast<int>(cells & 1);
    counts.block_contacts +=
        std::popcount(cells & filled << 1) + std::popcount(cells & filled >> 1);
    if (index > 0) counts.block_contacts += std::popcount(cells & well_.column(index - 1));
    if (index + 1 < width) counts.block_contacts += std::popcount(cells & well_.column(index + 1));
  }
}

}  // namespace cgt
