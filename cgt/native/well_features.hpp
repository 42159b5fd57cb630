// What evaluations look at in a well. Each feature is defined here and nowhere else.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string_view>
#include <vector>

#include "well.hpp"

namespace cgt {

enum class Feature { max_height, mean_height, big_holes, middle_holes, small_holes };

inline constexpr std::array<std::string_view, 5> feature_names{
    "max-height", "mean-height", "big-holes", "middle-holes", "small-holes"};

// The three kinds of holes in one column, as bits. A hole is an empty cell that has a filled cell
// right above it (middle), on both sides (small), or all of that (big). Walls are no filled cells.
struct Holes {
  Column big;
  Column middle;
  Column small;
};

inline Holes holes_in(const Well& well, unsigned index) {
  const Column cells = well.column(index);
  const Column below = cells >> 1 & ~cells;
  const Column between = index > 0 && index + 1 < well.width()
                             ? well.column(index - 1) & well.column(index + 1) & ~cells
                             : 0;
  return {below & between, below & ~between, between & ~below};
}

// A weighted sum of features; the less, the better.
class Evaluation {
 public:
  struct Term {
    Feature feature;
    double weight;
  };

  explicit Evaluation(const std::vector<Term>& terms) {
    for (const Term& term : terms) weights_[static_cast<std::size_t>(term.feature)] += term.weight;
    const auto weight = [&](Feature feature) { return weights_[static_cast<std::size_t>(feature)]; };
    counts_holes_ = weight(Feature::big_holes) != 0 || weight(Feature::middle_holes) != 0 ||
                    weight(Feature::small_holes) != 0;
  }

  double operator()(const Well& well) const {
    const auto weight = [&](Feature feature) { return weights_[static_cast<std::size_t>(feature)]; };
    unsigned most = 0;
    unsigned sum = 0;
    for (unsigned i = 0; i < well.width(); ++i) {
      most = std::max(most, well.height(i));
      sum += well.height(i);
    }
    // Multiplied before it is divided, so that equal wells have equal values to the last bit.
    double value = weight(Feature::max_height) * most + weight(Feature::mean_height) * sum / well.width();
    if (!counts_holes_) return value;
    int big = 0;
    int middle = 0;
    int small = 0;
    for (unsigned i = 0; i < well.width(); ++i) {
      const Holes holes = holes_in(well, i);
      big += std::popcount(holes.big);
      middle += std::popcount(holes.middle);
      small += std::popcount(holes.small);
    }
    value += weight(Feature::big_holes) * big;
    value += weight(Feature::middle_holes) * middle;
    value += weight(Feature::small_holes) * small;
    return value;
  }

 private:
  std::array<double, feature_names.size()> weights_{};
  bool counts_holes_;
};

}  // namespace cgt
