#include "duel/evaluate/judge.hpp"

#include "duel/evaluate/box.hpp"

namespace cgt {

double Judge::value(const Well& well) const {
  return with_wanted(evaluation_.wanted(), [&]<Wanted wanted>() { return value_as<wanted>(well); });
}

void Judge::look_at(const Well& well) {
  if (eight_judge_) {
    well_ = well;
    eight_judge_->look_at(well);
    return;
  }
  with_wanted(evaluation_.wanted(), [&]<Wanted wanted>() { look_as<wanted>(well); });
}

Judged Judge::judge(PieceId piece, Placement placement) const {
  if (eight_judge_) {
    Judged judged;
    judge_in_eights(piece, {&placement, 1}, &judged);
    return judged;
  }
  return with_wanted(evaluation_.wanted(),
                     [&]<Wanted wanted>() { return judge_as<wanted>(piece, placement); });
}

void Judge::judge_all(PieceId piece, std::span<const Placement> placements,
                      std::vector<Judged>& judged) const {
  judged.resize(placements.size());
  if (eight_judge_) {
    judge_in_eights(piece, placements, judged.data());
    return;
  }
  with_wanted(evaluation_.wanted(), [&]<Wanted wanted>() {
    for (std::size_t i = 0; i < placements.size(); ++i)
      judged[i] = judge_as<wanted>(piece, placements[i]);
  });
}

void Judge::judge_in_eights(PieceId piece, std::span<const Placement> placements,
                            Judged* judged) const {
  const Ending ending = rules_->ending();
  for (std::size_t begin = 0; begin < placements.size();) {
    std::size_t end = begin + 1;  // of a group with the same rotation
    while (end < placements.size() && end < begin + at_once &&
           placements[end].rotation == placements[begin].rotation)
      ++end;
    const TurnedPiece& turned = rules_->turned(piece, placements[begin]);
    EightDoubles values;
    const unsigned clearing =
        eight_judge_->judge(evaluation_, turned, placements.subspan(begin, end - begin), values);
    for (std::size_t i = begin; i < end; ++i) {
      const bool sticks_out = placements[i].row + turned.height > rules_->height();
      if (sticks_out && ending == Ending::lock)
        judged[i] = {0, lost_value};
      else if ((clearing >> (i - begin) & 1) != 0)
        judged[i] = judge_whole(piece, placements[i]);
      else if (sticks_out && ending == Ending::height)
        judged[i] = {0, lost_value};
      else
        judged[i] = {move_value(turned, placements[i]), values[i - begin]};
    }
    begin = end;
  }
}

inline double Judge::move_value(const TurnedPiece& turned, Placement placement) const {
  if (evaluation_.judges_contacts() || evaluation_.judges_boxes())
    return move_value(turned, placement, 0);
  return evaluation_.of_plain_move(placement.row, turned.height);
}

template <Wanted wanted>
double Judge::value_as(const Well& well) const {
  return evaluation_.of_well<wanted>(counts_of<wanted>(well, rows_));
}

template <Wanted wanted>
void Judge::look_as(const Well& well) {
  well_ = well;
  const unsigned width = rules_->width();
  beside_[0] = beside_[width + 1] = BetweenSums::wall;
  for (unsigned i = 0; i < width; ++i) beside_[i + 1] = well.column(i);
  ColumnSums columns;
  Extremes extremes;
  Column full = ~Column{0};
  for (unsigned i = 0; i <= width; ++i) {
    columns_before_[i] = columns;
    extremes_before_[i] = extremes;
    full_before_[i] = full;
    if (i == width) break;
    columns.add<wanted>(well.column(i), rows_);
    extremes.add<wanted>(well.column(i));
    full &= well.column(i);
  }
  extremes = {};
  full = ~Column{0};
  for (unsigned i = width;; --i) {
    extremes_after_[i] = extremes;
    full_after_[i] = full;
    if (i == 0) break;
    extremes.add<wanted>(well.column(i - 1));
    full &= well.column(i - 1);
  }
  if constexpr (wanted.sides()) {
    SideSums sides;
    for (unsigned i = 0; i <= width + 1; ++i) {
      sides_before_[i] = sides;
      if (i > width) break;
      if (i == 0 || i == width)
        sides.add_wall<wanted>(well.column(i == 0 ? 0 : width - 1), rows_.all);
      else
        sides.add<wanted>(well.column(i - 1), well.column(i), rows_.all);
    }
    SideSums kinds;
    for (unsigned i = width + 1;; --i) {
      kinds_after_[i] = kinds.kinds;
      if (i == 0) break;
      if (i - 1 > 0 && i - 1 < width) kinds.add<wanted>(well.column(i - 2), well.column(i - 1), 0);
    }
  }
  if constexpr (wanted.between()) {
    BetweenSums between;
    for (unsigned i = 0; i <= width; ++i) {
      between_before_[i] = between;
      if (i < width) between.add<wanted>(beside_[i], beside_[i + 1], beside_[i + 2]);
    }
  }
}

template <Wanted wanted>
Judged Judge::judge_as(PieceId piece, Placement placement) const {
  const TurnedPiece& turned = rules_->turned(piece, placement);
  switch (turned.width) {  // code for known widths is faster
    case 1:
      return judge_piece<wanted, 1>(piece, turned, placement);
    case 2:
      return judge_piece<wanted, 2>(piece, turned, placement);
    case 3:
      return judge_piece<wanted, 3>(piece, turned, placement);
    case 4:
      return judge_piece<wanted, 4>(piece, turned, placement);
    default:
      return judge_piece<wanted, 0>(piece, turned, placement);
  }
}

// For pieces of that width; 0 stands for any.
template <Wanted wanted, unsigned known_width>
Judged Judge::judge_piece(PieceId piece, const TurnedPiece& turned, Placement placement) const {
  if constexpr (wanted.has(Group::whole)) return judge_whole(piece, placement);
  const unsigned piece_width = known_width > 0 ? known_width : turned.width;
  const unsigned width = rules_->width();
  const unsigned first = placement.column;
  const unsigned end = first + piece_width;
  const Ending ending = rules_->ending();
  const bool sticks_out = placement.row + turned.height > rules_->height();
  if (sticks_out && ending == Ending::lock) return {0, lost_value};
  // With a column on either side, so that neighbours are no special case.
  std::array<Column, (known_width > 0 ? known_width : largest_piece_side) + 2> changed;
  Column full = full_before_[first] & full_after_[end];
  for (unsigned i = 0; i < piece_width; ++i) {
    changed[i + 1] = well_.column(first + i) | turned.columns[i] << placement.row;
    full &= changed[i + 1];
  }
  if (full != 0 || ending == Ending::bar) return judge_whole(piece, placement);
  if (sticks_out && ending == Ending::height) return {0, lost_value};
  changed[0] = beside_[first];
  changed[piece_width + 1] = beside_[end + 1];

  WellCounts counts(width, rows_);
  if constexpr (wanted.has(Group::outer_columns)) {
    counts.first_column = first == 0 ? changed[1] : beside_[1];
    counts.last_column = end == width ? changed[piece_width] : beside_[width];
  }
  counts.columns = columns_before_[width];
  counts.columns.take_out(columns_before_[first], columns_before_[end]);
  counts.extremes = extremes_before_[first];
  counts.extremes.add<wanted>(extremes_after_[end]);
  for (unsigned i = 1; i <= piece_width; ++i) {
    counts.columns.add<wanted>(changed[i], rows_);
    counts.extremes.add<wanted>(changed[i]);
  }
  if constexpr (wanted.sides()) {
    SideSums& sides = counts.sides;
    sides.sums = sides_before_[width + 1].sums;
    sides.take_out(sides_before_[first], sides_before_[end + 1]);
    sides.kinds = sides_before_[first].kinds | kinds_after_[end + 1];
    if (first == 0)
      sides.add_wall<wanted>(changed[1], rows_.all);
    else
      sides.add<wanted>(changed[0], changed[1], rows_.all);
    for (unsigned i = 1; i < piece_width; ++i)
      sides.add<wanted>(changed[i], changed[i + 1], rows_.all);
    if (end == width)
      sides.add_wall<wanted>(changed[piece_width], rows_.all);
    else
      sides.add<wanted>(changed[piece_width], changed[piece_width + 1], rows_.all);
  }
  if constexpr (wanted.between()) {
    BetweenSums& between = counts.between;
    between = between_before_[width];
    between.take_out(between_before_[first > 0 ? first - 1 : 0],
                     between_before_[end < width ? end + 1 : width]);
    if (first > 0) between.add<wanted>(beside_[first - 1], changed[0], changed[1]);
    for (unsigned i = 1; i <= piece_width; ++i)
      between.add<wanted>(changed[i - 1], changed[i], changed[i + 1]);
    if (end < width)
      between.add<wanted>(changed[piece_width], changed[piece_width + 1], beside_[end + 2]);
  }
  return {move_value(turned, placement), evaluation_.of_well<wanted>(counts)};
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
