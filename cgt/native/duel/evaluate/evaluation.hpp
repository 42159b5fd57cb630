// Evaluations: weighted sums of features; the less, the better.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/vectors.hpp"
#include "duel/evaluate/features.hpp"

namespace cgt {

// The sets of groups for which there is compiled code, for speed.
inline constexpr Wanted wanted_by_bcts{Group::row_transitions, Group::wells};
inline constexpr Wanted wanted_by_dt{Group::steps, Group::row_transitions, Group::wells};
inline constexpr Wanted wanted_by_hunts{Group::heights, Group::steps, Group::row_transitions,
                                        Group::wells, Group::valleys};
inline constexpr Wanted wanted_by_kravec{Group::heights, Group::holes_between};
inline constexpr Wanted wanted_by_cgt_sogang{Group::joined, Group::rows_of_cells, Group::heights,
                                             Group::steps, Group::valleys};
inline constexpr Wanted wanted_by_sogang{
    Group::heights,      Group::steps,        Group::rows_of_cells, Group::high_cells,
    Group::roofed_holes, Group::valley_cells, Group::outer_columns};
inline constexpr Wanted all_groups =
    std::apply([](const auto&... rows) { return Wanted{rows.group...}; }, well_features);
inline constexpr Wanted all_but_whole = all_groups.without(Group::whole);

// Calls a function with the wanted groups as a compile-time constant, if nothing is counted in the
// whole well; or whatever is wanted.
template <class Function>
decltype(auto) with_all_but_whole(const Wanted& wanted, const Function& function) {
  if (wanted_by_bcts.covers(wanted)) return function.template operator()<wanted_by_bcts>();
  if (wanted_by_dt.covers(wanted)) return function.template operator()<wanted_by_dt>();
  if (wanted_by_hunts.covers(wanted)) return function.template operator()<wanted_by_hunts>();
  if (wanted_by_kravec.covers(wanted)) return function.template operator()<wanted_by_kravec>();
  if (wanted_by_cgt_sogang.covers(wanted))
    return function.template operator()<wanted_by_cgt_sogang>();
  if (wanted_by_sogang.covers(wanted)) return function.template operator()<wanted_by_sogang>();
  return function.template operator()<all_but_whole>();
}
template <class Function>
decltype(auto) with_wanted(const Wanted& wanted, const Function& function) {
  if (wanted.has(Group::whole)) return function.template operator()<all_groups>();
  return with_all_but_whole(wanted, function);
}

// What a feature adds to the value, for one well or for many side by side.
[[gnu::always_inline]] inline double weighted(double weight, double count) {
  return weight * count;
}
[[gnu::always_inline]] inline double weighted(double weight, Mean<int> mean) {
  return weight * mean.sum / mean.number;
}
template <class Counts>
  requires is_vector<Counts>
[[gnu::always_inline]] inline auto weighted(double weight, Counts counts) {
  if constexpr (std::is_floating_point_v<NumberOf<Counts>>)
    return weight * counts;
  else
    return weight * as_doubles(counts);
}
template <class Counts>
  requires is_vector<Counts>
[[gnu::always_inline]] inline auto weighted(double weight, Mean<Counts> mean) {
  return weight * as_doubles(mean.sum) / static_cast<double>(mean.number);
}

class Evaluation {
 public:
  struct Term {
    std::size_t feature;  // its place in feature_names
    double weight;
  };

  explicit Evaluation(const std::vector<Term>& terms) {
    for (const Term& term : terms) weights_[term.feature] += term.weight;
    for_each_place<number_of_well_features>([&]<std::size_t place>() {
      if (weights_[place] != 0) wanted_.add(std::get<place>(well_features).group);
    });
    for_each_place<number_of_move_features>([&]<std::size_t place>() {
      if (move_weight(place) == 0) return;
      judges_moves_ = true;
      judges_contacts_ |= std::get<place>(move_features).group == MoveGroup::contacts;
      judges_boxes_ |= std::get<place>(move_features).group == MoveGroup::box;
    });
  }

  const Wanted& wanted() const { return wanted_; }
  bool judges_moves() const { return judges_moves_; }
  bool judges_contacts() const { return judges_contacts_; }
  bool judges_boxes() const { return judges_boxes_; }

  // The value of a well, or of eight at once. The wanted groups must have been counted.
  template <Wanted wanted, class Value = double, class Counts>
  [[gnu::always_inline]] Value of_well(const Counts& counts) const {
    Value sum{};
    for_each_place<number_of_well_features>([&]<std::size_t place>() {
      constexpr const auto& feature = std::get<place>(well_features);
      if constexpr (wanted.has(feature.group))
        sum += weighted(weights_[place], feature.count(counts));
    });
    return sum;
  }

  // The values of moves that clear no row, without contacts and boxes.
  template <class Rows>
  [[gnu::always_inline]] Rows of_plain_moves(Rows rows, unsigned height) const {
    Rows sums{};
    add_move<MoveGroup::place>(PlaceCounts<Rows>{rows, height}, sums);
    return sums;
  }

  double of_move(const MoveCounts& counts) const {
    double sum = 0;
    add_move<MoveGroup::place>(counts, sum);
    if (counts.lines > 0) add_move<MoveGroup::lines>(counts, sum);
    if (judges_contacts_) add_move<MoveGroup::contacts>(counts, sum);
    if (judges_boxes_) add_move<MoveGroup::box>(counts, sum);
    return sum;
  }

  // What a move adds to the value of the well that it leaves.
  double of_left(const MoveCounts& counts) const {
    double sum = 0;
    add_move<MoveGroup::left>(counts, sum);
    return sum;
  }

 private:
  template <std::size_t number, class Function>
  [[gnu::always_inline]] static void for_each_place(const Function& function) {
    [&]<std::size_t... places>(std::index_sequence<places...>) {
      (function.template operator()<places>(), ...);
    }(std::make_index_sequence<number>());
  }

  double move_weight(std::size_t place) const { return weights_[number_of_well_features + place]; }

  template <MoveGroup group, class Counts, class Value>
  [[gnu::always_inline]] void add_move(const Counts& counts, Value& sum) const {
    for_each_place<number_of_move_features>([&]<std::size_t place>() {
      constexpr const auto& feature = std::get<place>(move_features);
      if constexpr (feature.group == group)
        sum += weighted(move_weight(place), feature.count(counts));
    });
  }

  std::array<double, number_of_features> weights_{};
  Wanted wanted_;
  bool judges_moves_ = false;
  bool judges_contacts_ = false;
  bool judges_boxes_ = false;
};

}  // namespace cgt
