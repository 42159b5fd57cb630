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

// In a column between two others.
inline Holes holes_between(Column left, Column cells, Column right) {
  const Column below = cells >> 1 & ~cells;
  const Column between = left & right & ~cells;
  return {below & between, below & ~between, between & ~below};
}

inline Holes holes_in(const Well& well, unsigned index) {
  return holes_between(index > 0 ? well.column(index - 1) : 0, well.column(index),
                       well.column(index + 1));
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
  }

  double operator()(const Well& well) const {
    const auto weight = [&](Feature feature) { return weights_[static_cast<std::size_t>(feature)]; };
    unsigned sum = 0;
    int big = 0;
    int middle = 0;
    int small = 0;
    Column all = 0;
    Column left = 0;
    Column here = well.column(0);
    for (unsigned i = 0; i < well.width(); ++i) {
      const Column right = well.column(i + 1);
      const Holes holes = holes_between(left, here, right);
      big += std::popcount(holes.big);
      middle += std::popcount(holes.middle);
      small += std::popcount(holes.small);
      sum += static_cast<unsigned>(std::bit_width(here));
      all |= here;
      left = here;
      here = right;
    }
    // Multiplied before it is divided, so that equal wells have equal values to the last bit.
    return weight(Feature::max_height) * std::bit_width(all) +
           weight(Feature::mean_height) * sum / well.width() + weight(Feature::big_holes) * big +
           weight(Feature::middle_holes) * middle + weight(Feature::small_holes) * small;
  }

 private:
  std::array<double, feature_names.size()> weights_{};
};

}  // namespace cgt
