// What is trained on the page is measured by: the mean number of rows that weights clear in a few
// games with bags. All weights of a round play the same games, the first of them side by side, and
// the page is told how these stand.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "bind/browser/coloured_rows.hpp"
#include "bind/browser/door.hpp"
#include "bind/browser/duel_setup.hpp"

namespace cgt::browser {

using WeightVector = std::vector<double>;  // one weight a feature; the highest value is best

class Trial {
 public:
  // Reads rules, features, the number of games, and the most pieces of a game.
  explicit Trial(Words& words);

  const std::vector<std::string>& features() const { return features_.names; }

  // The games of each of several weights: how many rows each of them cleared.
  std::vector<std::vector<double>> play(const std::vector<WeightVector>& weights,
                                        std::uint64_t seed, std::uint64_t round) const;

  // Tells the page what weights are worth, and their names.
  void add_weights(Json& json, const WeightVector& weights) const;

 private:
  class Playing;

  NamedRules setup_;
  NamedWeights features_;  // their weights do not matter
  unsigned games_;
  unsigned pieces_;
};

// Chance from 0 to 1, and from -1 to 1.
inline double any_share(Random& chance) {
  return static_cast<double>(chance.next() >> 11) * 0x1p-53;
}
inline double any_weight(Random& chance) { return 2 * any_share(chance) - 1; }

}  // namespace cgt::browser
