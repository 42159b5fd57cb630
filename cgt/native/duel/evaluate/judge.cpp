#include "duel/evaluate/judge.hpp"

#include <algorithm>

#include "duel/evaluate/box.hpp"

namespace cgt {

Judge::Judge(const DuelRules& rules, const Evaluation& evaluation)
    : rules_(&rules), evaluation_(evaluation), rows_(rules.height()), well_(rules.width()),
      judges_as_whole_(evaluation.wanted().has(Group::whole)), low_(rules.width(), rows_),
      middle_(rules.width(), rows_), high_(rules.width(), rows_) {
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
  if (placement.row > stack_) return judge_whole(piece, placement);  // it has not landed
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
      while (end < placements.size() && end < begin + most_at_once &&
             placements[end].rotation == placements[begin].rotation)
        ++end;
      judge_rotation(judge, piece, placements.subspan(begin, end - begin), judged + begin);
      begin = end;
    }
  });
}

// Neighbouring columns with one placement each are one batch, which is what a piece that falls
// always has. Otherwise the first placement in each column goes into one batch, the second into the
// next, and so on.
template <class Cells>
void Judge::judge_rotation(const BatchJudge<Cells>& judge, PieceId piece,
                           std::span<const Placement> placements, Judged* judged) const {
  PlacementBatch<Cells> batch;
  if (batch.takes_all(placements)) {
    judge_batch(judge, piece, batch, placements, judged);
    return;
  }
  std::array<Placement, most_at_once> waiting;
  std::array<std::uint8_t, most_at_once> numbers;
  for (std::size_t i = 0; i < placements.size(); ++i) {
    waiting[i] = placements[i];
    numbers[i] = static_cast<std::uint8_t>(i);
  }
  for (std::size_t number = placements.size(); number > 0;) {
    std::array<Placement, PlacementBatch<Cells>::length> chosen;
    std::array<std::uint8_t, PlacementBatch<Cells>::length> chosen_numbers;
    std::size_t taken = 0;
    std::size_t left = 0;
    batch = {};
    batch.first_column = waiting[0].column;
    for (std::size_t i = 0; i < number; ++i) {
      const bool fits = batch.has_room_for(waiting[i]);
      if (fits) batch.add(waiting[i]);
      (fits ? chosen[taken] : waiting[left]) = waiting[i];
      (fits ? chosen_numbers[taken++] : numbers[left++]) = numbers[i];
    }
    std::array<Judged, PlacementBatch<Cells>::length> values;
    judge_batch(judge, piece, batch, {chosen.data(), taken}, values.data());
    for (std::size_t i = 0; i < taken; ++i) judged[chosen_numbers[i]] = values[i];
    number = left;
  }
}

// Judges the placements of a batch, in the order of their columns.
template <class Cells>
inline void Judge::judge_batch(const BatchJudge<Cells>& judge, PieceId piece,
                               const PlacementBatch<Cells>& batch,
                               std::span<const Placement> placements, Judged* judged) const {
  const TurnedPiece& turned = rules_->turned(piece, placements[0]);
  typename BatchJudge<Cells>::Values values;
  judge.judge(evaluation_, turned, batch, values);
  // Most often nothing more is asked.
  const bool is_plain = !(evaluation_.judges_contacts() || evaluation_.judges_boxes()) &&
                        stack_ + turned.height <= rules_->rows_to_fill();
  for (std::size_t i = 0; i < placements.size(); ++i) {
    const unsigned slot = placements[i].column - batch.first_column;
    judged[i] = {values.of_moves[slot], values.of_wells[slot]};
    if (is_plain && (values.clearing >> slot & 1) == 0) continue;
    judged[i] = with_the_move(piece, turned, placements[i], values.full_rows[slot], judged[i]);
  }
}

// What a placement is worth in all, if that is what the well is worth and the plain move.
Judged Judge::with_the_move(PieceId piece, const TurnedPiece& turned, Placement placement,
                            Column full, Judged plain) const {
  if (std::max(placement.row + turned.height, stack_) > rules_->rows_to_fill()) {
    if (rules_->ending() == Ending::bar) return judge_whole(piece, placement);
    const bool sticks_out = placement.row + turned.height > rules_->height();
    if (sticks_out && rules_->ending() == Ending::lock) return {0, lost_value};
    if (sticks_out && rules_->ending() == Ending::height)
      return full != 0 ? judge_whole(piece, placement) : Judged{0, lost_value};
  }
  if (full != 0) {
    const MoveCounts left{placement.row, turned.height, static_cast<unsigned>(std::popcount(full))};
    return {move_value(turned, placement, full), plain.well + evaluation_.of_left(left)};
  }
  if (evaluation_.judges_contacts() || evaluation_.judges_boxes())
    return {move_value(turned, placement, 0), plain.well};
  return plain;
}

// For features of the whole well, and where it is not clear what a lock does: the well that is left
// is counted.
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
