#include "duel/evaluate/eight_judge.hpp"

#include <algorithm>

namespace cgt {

namespace {

constexpr unsigned wall_width = 2;
constexpr std::uint32_t wall = ~std::uint32_t{0};

// The leftmost columns of a group of placements. If these are one column after another, as with
// drops, values are read without gathering.
class Places {
 public:
  explicit Places(std::span<const Placement> placements)
      : count_(static_cast<unsigned>(placements.size())) {
    for (unsigned i = 0; i < count_; ++i) {
      at_[i] = placements[i].column;
      follow_ = follow_ && at_[i] == at_[0] + i;
    }
  }

  template <class Values, class Row>
  [[gnu::always_inline]] Values from(const Row& row, unsigned further) const {
    if (follow_) return eight_from<Values>(row.data() + at_[0] + further);
    Values values{};
    for (unsigned i = 0; i < count_; ++i) values[i] = row[at_[i] + further];
    return values;
  }

 private:
  unsigned count_;
  bool follow_ = true;
  std::array<unsigned, at_once> at_;
};

// Sums of bit counts, kept as bytes at first.
class BitSum {
 public:
  [[gnu::always_inline]] void add(Eight bits) {
    bytes_ += bits_in_bytes(bits);
    if (++added_ < most_) return;
    sum_ += sum_of_bytes(bytes_);
    bytes_ = Eight{};
    added_ = 0;
  }
  [[gnu::always_inline]] EightInts sum() const { return sum_ + sum_of_bytes(bytes_); }

 private:
  static constexpr unsigned most_ = 31;
  Eight bytes_{};
  EightInts sum_{};
  unsigned added_ = 0;
};

[[gnu::always_inline]] inline EightInts absolute(EightInts x) { return x < 0 ? -x : x; }

// The counts of WellCounts, by the same names, in eight wells.
struct EightCounts {
  EightInts hole_sum;
  EightInts covering_sum;
  EightInts hole_row_sum;
  EightInts transition_sum;
  EightInts row_transition_sum;
  EightInts step_sum;
  EightInts step_kinds;
  EightInts well_sum;

  EightInts holes() const { return hole_sum; }
  EightInts covering() const { return covering_sum; }
  EightInts rows_with_holes() const { return hole_row_sum; }
  EightInts column_transitions() const { return transition_sum; }
  EightInts row_transitions() const { return row_transition_sum; }
  EightInts steps() const { return step_sum; }
  EightInts kinds_of_steps() const { return step_kinds; }
  EightInts wells() const { return well_sum; }
};

}  // namespace

EightJudge::EightJudge(const DuelRules& rules, const Evaluation& evaluation)
    : width_(rules.width()), rows_(static_cast<std::uint32_t>(low_bits(rules.height()))),
      wants_steps_(evaluation.wanted().has(Group::steps)) {}

bool EightJudge::fits(const DuelRules& rules, const Evaluation& evaluation) {
  // A piece may stick out of the well by its height, and one cell above it must be free.
  return wanted_by_dt.covers(evaluation.wanted()) && !evaluation.judges_contacts() &&
         rules.height() + largest_piece_side < 32 && rules.ending() != Ending::bar;
}

void EightJudge::look_at(const Well& well) {
  if (wants_steps_)
    look_as<wanted_by_dt>(well);
  else
    look_as<wanted_by_bcts>(well);
}

template <Wanted wanted>
void EightJudge::look_as(const Well& well) {
  const auto column = [&](unsigned i) { return static_cast<std::uint32_t>(well.column(i)); };
  std::fill_n(columns_.begin(), wall_width, wall);
  std::fill_n(columns_.begin() + wall_width + width_, wall_width + at_once, wall);
  ColumnSums columns;
  Extremes extremes;
  SideSums sides;
  BetweenSums between;
  std::uint32_t full = wall;
  sides.add_wall<wanted>(well.column(0), rows_);
  const auto beside = [&](unsigned i) {  // with a wall on either side
    return i == 0 || i > width_ ? BetweenSums::wall : well.column(i - 1);
  };
  std::array<std::int32_t, widest_well + 1> wells;
  for (unsigned i = 0; i <= width_; ++i) {
    full_before_[i] = full;
    hole_rows_before_[i] = static_cast<std::uint32_t>(extremes.rows_with_holes);
    holes_before_[i] = columns.heights() - columns.cells();
    covering_before_[i] = columns.covering();
    transitions_before_[i] = columns.transitions();
    wells[i] = between.wells();
    // Before the side on the right of column i.
    row_transitions_before_[i + 1] = sides.row_transitions();
    if constexpr (wanted.has(Group::steps)) {
      kinds_before_[i + 1] = sides.kinds;
      steps_before_[i + 1] = sides.steps();
    }
    if (i == width_) break;
    columns_[i + wall_width] = column(i);
    heights_[i + 1] = static_cast<std::int32_t>(well.height(i));
    full &= column(i);
    columns.add<wanted>(well.column(i), RowsOfWell(0));
    extremes.add<wanted>(well.column(i));
    between.add<wanted>(beside(i), beside(i + 1), beside(i + 2));
    if (i + 1 < width_)
      sides.add<wanted>(well.column(i), well.column(i + 1), rows_);
    else
      sides.add_wall<wanted>(well.column(i), rows_);
  }
  all_wells_ = between.wells();
  full = wall;
  std::uint32_t hole_rows = 0;
  SideSums kinds;
  for (unsigned i = width_;; --i) {
    if (i > 0 && i < width_) kinds.add<wanted>(well.column(i - 1), well.column(i), 0);
    full_after_[i] = full;
    hole_rows_after_[i] = hole_rows;
    kinds_after_[i] = kinds.kinds;
    wells_before_left_[i] = wells[i > 0 ? i - 1 : 0];
    wells_before_right_[i] = wells[i < width_ ? i + 1 : width_];
    if (i == 0) break;
    full &= column(i - 1);
    hole_rows |= static_cast<std::uint32_t>(holes_of(well.column(i - 1)));
  }
}

unsigned EightJudge::judge(const Evaluation& evaluation, const TurnedPiece& turned,
                           std::span<const Placement> placements, EightDoubles& values) const {
  const auto with_width = [&]<Wanted wanted>() {
    switch (turned.width) {
      case 1:
        return judge_as<wanted, 1>(evaluation, turned, placements, values);
      case 2:
        return judge_as<wanted, 2>(evaluation, turned, placements, values);
      case 3:
        return judge_as<wanted, 3>(evaluation, turned, placements, values);
      case 4:
        return judge_as<wanted, 4>(evaluation, turned, placements, values);
      case 5:
        return judge_as<wanted, 5>(evaluation, turned, placements, values);
      case 6:
        return judge_as<wanted, 6>(evaluation, turned, placements, values);
      case 7:
        return judge_as<wanted, 7>(evaluation, turned, placements, values);
      default:
        return judge_as<wanted, 8>(evaluation, turned, placements, values);
    }
  };
  return wants_steps_ ? with_width.template operator()<wanted_by_dt>()
                      : with_width.template operator()<wanted_by_bcts>();
}

template <Wanted wanted, unsigned width>
unsigned EightJudge::judge_as(const Evaluation& evaluation, const TurnedPiece& turned,
                              std::span<const Placement> placements, EightDoubles& values) const {
  static_assert(width <= largest_piece_side);
  const Places places(placements);
  Eight row{};
  for (std::size_t i = 0; i < placements.size(); ++i) row[i] = placements[i].row;
  // The columns of the piece, with two on either side.
  std::array<Eight, width + 2 * wall_width> columns;
  for (unsigned i = 0; i < columns.size(); ++i) columns[i] = places.from<Eight>(columns_, i);
  Eight full = places.from<Eight>(full_before_, 0) & places.from<Eight>(full_after_, width);
  Eight hole_rows =
      places.from<Eight>(hole_rows_before_, 0) | places.from<Eight>(hole_rows_after_, width);
  BitSum holes;
  BitSum covering;
  BitSum transitions;
  std::array<EightInts, width + 2> heights;  // with one on either side
  for (unsigned i = 0; i < width; ++i) {
    Eight& column = columns[i + wall_width];
    column |= (Eight{} + static_cast<std::uint32_t>(turned.columns[i])) << row;
    full &= column;
    const Eight below = filled_up(column);
    const Eight empty = below & ~column;
    hole_rows |= empty;
    holes.add(empty);
    covering.add(covering_cells(column));
    transitions.add(changes_in_column(column));
    if constexpr (wanted.has(Group::steps)) heights[i + 1] = count_bits(below);
  }
  BitSum row_transitions;
  for (unsigned i = wall_width; i <= width + wall_width; ++i)
    row_transitions.add((columns[i - 1] ^ columns[i]) & rows_);
  BitSum wells;
  for (unsigned i = wall_width - 1; i <= width + wall_width; ++i)
    for (Eight cells = cells_between(columns[i - 1], columns[i], columns[i + 1]); any(cells);
         cells = cells >> 1 & ~columns[i])
      wells.add(cells);

  // The counts of all other columns: everything without what these columns had before.
  const auto elsewhere = [&](const Row<std::int32_t>& before, unsigned end, unsigned last) {
    return before[last] - places.from<EightInts>(before, end) + places.from<EightInts>(before, 0);
  };
  EightCounts counts;
  counts.hole_sum = holes.sum() + elsewhere(holes_before_, width, width_);
  counts.covering_sum = covering.sum() + elsewhere(covering_before_, width, width_);
  counts.hole_row_sum = count_bits(hole_rows);
  counts.transition_sum = transitions.sum() + elsewhere(transitions_before_, width, width_);
  counts.row_transition_sum =
      row_transitions.sum() + elsewhere(row_transitions_before_, width + 1, width_ + 1);
  if constexpr (wanted.has(Group::steps)) {
    heights[0] = places.from<EightInts>(heights_, 0);
    heights[width + 1] = places.from<EightInts>(heights_, width + 1);
    counts.step_sum = elsewhere(steps_before_, width + 1, width_ + 1);
    Eight kinds =
        places.from<Eight>(kinds_before_, 0) | places.from<Eight>(kinds_after_, width + 1);
    for (unsigned i = 0; i <= width; ++i) {
      EightInts step = heights[i + 1] - heights[i];
      EightInts inside = EightInts{} - 1;  // as a mask: no wall on either side
      if (i == 0) inside = reinterpret_cast<EightInts>(columns[1] != wall);
      if (i == width) inside &= reinterpret_cast<EightInts>(columns[width + wall_width] != wall);
      counts.step_sum += absolute(step) & inside;
      const EightInts small = (step >= -2) & (step <= 2) & inside;
      kinds |=
          (Eight{} + 1) << reinterpret_cast<Eight>((step + 2) & 7) & reinterpret_cast<Eight>(small);
    }
    counts.step_kinds = count_bits(kinds);
  }
  counts.well_sum = wells.sum() + places.from<EightInts>(wells_before_left_, 0) -
                    places.from<EightInts>(wells_before_right_, width) + all_wells_;
  values = evaluation.of_well<wanted, EightDoubles>(counts);
  unsigned clearing = 0;
  for (std::size_t i = 0; i < placements.size(); ++i) clearing |= (full[i] != 0 ? 1u : 0u) << i;
  return clearing;
}

}  // namespace cgt
