// The genetic algorithm of Y. Jang and E. Kim (2019), to watch: cgt/train/genetic.py says how it
// breeds, and the page tells the numbers.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "bind/browser/trial.hpp"

namespace cgt::browser {

namespace {

struct Gene {
  WeightVector weights;  // of length 1
  double fitness = 0;
};

struct Breeding {
  unsigned population;
  unsigned generations;
  double tournament;
  double mutation;
  double replaced;
  std::uint64_t seed;

  unsigned drawn() const {
    return std::max(2u, static_cast<unsigned>(std::lround(tournament * population)));
  }
  unsigned children() const {
    const auto wanted = static_cast<unsigned>(std::lround(replaced * population));
    return std::min(std::max(1u, wanted), population - 1);
  }
};

// Of length 1; `otherwise` if it has no direction.
WeightVector unit(WeightVector weights, const WeightVector& otherwise) {
  double length = 0;
  for (const double weight : weights) length = std::hypot(length, weight);
  if (length == 0) return otherwise;
  for (double& weight : weights) weight /= length;
  return weights;
}

class Evolution {
 public:
  explicit Evolution(Words& words) : trial_(words) {
    breeding_.population = std::max(2u, words.count(200));
    breeding_.generations = words.count(1000);
    breeding_.tournament = words.decimal();
    breeding_.mutation = words.decimal();
    breeding_.replaced = words.decimal();
    breeding_.seed = words.large();
  }

  void run() {
    Random chance(breeding_.seed);
    std::vector<WeightVector> fresh;
    for (unsigned i = 0; i < breeding_.population; ++i) {
      WeightVector weights(trial_.features().size());
      for (double& weight : weights) weight = any_weight(chance);
      fresh.push_back(unit(weights, first_axis()));
    }
    for (unsigned generation = 0; generation < breeding_.generations; ++generation) {
      measure(fresh, generation);
      fresh.clear();
      for (unsigned i = 0; i < breeding_.children(); ++i) fresh.push_back(child(chance));
    }
  }

 private:
  WeightVector first_axis() const {
    WeightVector axis(trial_.features().size());
    axis[0] = 1;
    return axis;
  }

  // The two best genes of a few cross: the sum of their weights, weighted by fitness.
  WeightVector child(Random& chance) const {
    std::vector<std::size_t> places(pool_.size());
    std::iota(places.begin(), places.end(), 0);
    const unsigned drawn = std::min<unsigned>(breeding_.drawn(), breeding_.population);
    for (unsigned i = 0; i < drawn; ++i)
      std::swap(places[i], places[i + chance.below(places.size() - i)]);
    std::sort(places.begin(), places.begin() + drawn);  // the pool has the best first
    const Gene& a = pool_[places[0]];
    const Gene& b = pool_[places[1]];
    const double both = a.fitness + b.fitness;
    const double part = both > 0 ? a.fitness / both : 0.5;
    WeightVector mixed(a.weights.size());
    for (std::size_t i = 0; i < mixed.size(); ++i)
      mixed[i] = part * a.weights[i] + (1 - part) * b.weights[i];
    mixed = unit(mixed, a.weights);
    if (any_share(chance) >= breeding_.mutation) return mixed;
    WeightVector changed = mixed;
    changed[chance.below(changed.size())] = any_weight(chance);
    return unit(changed, mixed);
  }

  // New genes play, and take the places of the worst.
  void measure(const std::vector<WeightVector>& fresh, unsigned generation) {
    const auto lines = trial_.play(fresh, breeding_.seed, generation);
    pool_.resize(std::min(pool_.size(), std::size_t{breeding_.population} - fresh.size()));
    Json told;
    told.open('{').key("fitness").open('[');
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      const double sum = std::accumulate(lines[i].begin(), lines[i].end(), 0.0);
      pool_.push_back({fresh[i], sum / static_cast<double>(lines[i].size())});
      told.add(pool_.back().fitness);
    }
    tell(told.close(']').close('}'));
    std::stable_sort(pool_.begin(), pool_.end(),
                     [](const Gene& a, const Gene& b) { return a.fitness > b.fitness; });
    tell_generation(generation);
  }

  void tell_generation(unsigned generation) const {
    double sum = 0;
    for (const Gene& gene : pool_) sum += gene.fitness;
    Json part;
    part.open('{').key("pool").open('{').add("generation", generation);
    part.add("best", pool_.front().fitness).add("mean", sum / static_cast<double>(pool_.size()));
    trial_.add_weights(part, pool_.front().weights);
    tell(part.close('}').close('}'));
  }

  Trial trial_;
  Breeding breeding_{};
  std::vector<Gene> pool_;  // the best first
};

}  // namespace

bool answer_evolution(std::string_view subject, Words& words, Json&) {
  if (subject != "evolve") return false;
  Evolution(words).run();
  return true;
}

}  // namespace cgt::browser
