// The genetic algorithm of Y. Jang and E. Kim (2019), to watch: cgt/train/genetic.py says how it
// breeds, and the page tells the numbers. Fitness is the mean number of rows that a gene clears.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/random.hpp"
#include "bind/browser/coloured_rows.hpp"
#include "bind/browser/door.hpp"
#include "bind/browser/duel_setup.hpp"
#include "duel/game.hpp"
#include "players/players.hpp"

namespace cgt::browser {

namespace {

using Weights = std::vector<double>;  // of a gene: of length 1, and the highest value is best

struct Gene {
  Weights weights;
  double fitness = 0;
};

struct Breeding {
  unsigned population;
  unsigned games;   // of a gene
  unsigned pieces;  // at most in a game
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

void no_beat() {}

// Chance from -1 to 1.
double any_weight(Random& chance) {
  return 2 * static_cast<double>(chance.next() >> 11) * 0x1p-53 - 1;
}

double any_share(Random& chance) { return static_cast<double>(chance.next() >> 11) * 0x1p-53; }

// Of length 1; `otherwise` if it has no direction.
Weights unit(Weights weights, const Weights& otherwise) {
  double length = 0;
  for (const double weight : weights) length = std::hypot(length, weight);
  if (length == 0) return otherwise;
  for (double& weight : weights) weight /= length;
  return weights;
}

class Evolution {
 public:
  explicit Evolution(Words& words) : setup_(read_rules(words)), features_(read_weights(words)) {
    breeding_.population = std::max(2u, words.count(200));
    breeding_.games = std::max(1u, words.count(100));
    breeding_.pieces = words.count(100'000);
    breeding_.generations = words.count(1000);
    breeding_.tournament = words.decimal();
    breeding_.mutation = words.decimal();
    breeding_.replaced = words.decimal();
    breeding_.seed = words.large();
  }

  void run() {
    Random chance(breeding_.seed);
    std::vector<Gene> fresh(breeding_.population);
    for (Gene& gene : fresh) {
      gene.weights.resize(features_.terms.size());
      for (double& weight : gene.weights) weight = any_weight(chance);
      gene.weights = unit(gene.weights, first_axis());
    }
    for (unsigned generation = 0; generation < breeding_.generations; ++generation) {
      for (std::size_t i = 0; i < fresh.size(); ++i) measure(fresh[i], generation, i);
      pool_.resize(std::min(pool_.size(), std::size_t{breeding_.population} - fresh.size()));
      pool_.insert(pool_.end(), fresh.begin(), fresh.end());
      std::stable_sort(pool_.begin(), pool_.end(),
                       [](const Gene& a, const Gene& b) { return a.fitness > b.fitness; });
      tell_generation(generation);
      fresh.assign(breeding_.children(), {});
      for (Gene& gene : fresh) gene.weights = child(chance);
    }
  }

 private:
  Weights first_axis() const {
    Weights axis(features_.terms.size());
    axis[0] = 1;
    return axis;
  }

  // The two best genes of a few cross: the sum of their weights, weighted by fitness.
  Weights child(Random& chance) const {
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
    Weights mixed(a.weights.size());
    for (std::size_t i = 0; i < mixed.size(); ++i)
      mixed[i] = part * a.weights[i] + (1 - part) * b.weights[i];
    mixed = unit(mixed, a.weights);
    if (any_share(chance) >= breeding_.mutation) return mixed;
    Weights changed = mixed;
    changed[chance.below(changed.size())] = any_weight(chance);
    return unit(changed, mixed);
  }

  // All genes of a generation play the same games.
  void measure(Gene& gene, unsigned generation, std::size_t number) const {
    NamedWeights costs = features_;
    for (std::size_t i = 0; i < costs.terms.size(); ++i) costs.terms[i].weight = -gene.weights[i];
    double lines = 0;
    ColouredRows rows(setup_.rules->width());
    for (unsigned i = 0; i < breeding_.games; ++i) {
      const std::uint64_t seed = Random(breeding_.seed + 1000 * generation + i).next();
      lines += static_cast<double>(play(costs.evaluation(), seed, i == 0 ? &rows : nullptr));
    }
    gene.fitness = lines / breeding_.games;
    Json part;
    part.open('{').add("gene", number).add("generation", generation).add("fitness", gene.fitness);
    rows.add_to(part);
    tell(part.close('}'));
  }

  std::uint64_t play(const Evaluation& evaluation, std::uint64_t seed, ColouredRows* rows) const {
    Heartbeat heart(no_beat);
    DuelGame game(setup_.rules, good_minmax(setup_.rules, evaluation, 1, Ties::first, 0),
                  bad_bag(setup_.rules, seed), Well(setup_.rules->width()), 0);
    while (!game.over() && game.placed() < breeding_.pieces) {
      const auto played = game.step(heart);
      if (played && rows != nullptr)
        rows->land(setup_.rules->turned(played->piece, played->placement), played->placement,
                   setup_.names[played->piece].front(), game.cleared());
    }
    return game.lines();
  }

  void tell_generation(unsigned generation) const {
    double sum = 0;
    for (const Gene& gene : pool_) sum += gene.fitness;
    Json part;
    part.open('{').key("pool").open('{').add("generation", generation);
    part.add("best", pool_.front().fitness).add("mean", sum / static_cast<double>(pool_.size()));
    part.add("worst", pool_.back().fitness).key("weights").open('[');
    for (std::size_t i = 0; i < features_.names.size(); ++i)
      part.open('[').add(features_.names[i]).add(pool_.front().weights[i]).close(']');
    tell(part.close(']').close('}').close('}'));
  }

  NamedRules setup_;
  NamedWeights features_;  // their weights do not matter
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
