// Simulated annealing by the schedule of S. Park (2019), to watch beside evolution:
// cgt/train/anneal.py says how it goes, and the page tells the numbers.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "bind/browser/trial.hpp"

namespace cgt::browser {

namespace {

struct Schedule {
  unsigned steps;
  double start_temperature;
  double end_temperature;
  double k;
  double variance;
  double trimmed;
  std::uint64_t seed;

  double temperature(unsigned step) const {
    const double cooling = std::pow(end_temperature / start_temperature, 1 / (steps - 0.5));
    return start_temperature * std::pow(cooling, step);
  }
};

struct Scored {
  WeightVector weights;
  double fitness = 0;
};

// From a normal distribution around 0 with variance 1, by the method of Box and Muller.
double any_normal(Random& chance) {
  const double radius = std::sqrt(-2 * std::log(1 - any_share(chance)));
  return radius * std::cos(2 * std::numbers::pi * any_share(chance));
}

class Annealing {
 public:
  explicit Annealing(Words& words) : trial_(words) {
    schedule_.steps = std::max(1u, words.count(10'000));
    schedule_.start_temperature = words.decimal();
    schedule_.end_temperature = words.decimal();
    schedule_.k = words.decimal();
    schedule_.variance = words.decimal();
    schedule_.trimmed = words.decimal();
    schedule_.seed = words.large();
  }

  void run() {
    Random chance(schedule_.seed);
    Scored current{WeightVector(trial_.features().size()), 0};
    Scored best;
    for (unsigned step = 0; step < schedule_.steps; ++step) {
      Scored challenger = current;
      for (double& weight : challenger.weights)
        weight += std::sqrt(schedule_.variance) * any_normal(chance);
      measure(challenger, step);
      if (step == 0) measure(current, step);
      const double heat = schedule_.k * schedule_.temperature(step);
      const double lost = std::max(0.0, current.fitness - challenger.fitness);
      const bool is_accepted = std::exp(-lost / heat) > any_share(chance);
      if (is_accepted) current = challenger;
      if (step == 0 || current.fitness > best.fitness) best = current;
      tell_step(step, challenger.fitness, is_accepted, current, best);
    }
  }

 private:
  void measure(Scored& scored, unsigned step) const {
    std::vector<double> lines = trial_.play({scored.weights}, schedule_.seed, step).front();
    std::sort(lines.begin(), lines.end());
    const auto left_out = static_cast<std::ptrdiff_t>(
        std::floor(static_cast<double>(lines.size()) * schedule_.trimmed + 1e-9));
    const auto first = lines.begin() + left_out;
    const auto last = lines.end() - left_out;
    scored.fitness = std::accumulate(first, last, 0.0) / static_cast<double>(last - first);
  }

  void tell_step(unsigned step, double fitness, bool is_accepted, const Scored& current,
                 const Scored& best) const {
    Json part;
    part.open('{').key("step").open('{').add("number", step).add("fitness", fitness);
    part.add("temperature", schedule_.temperature(step)).add("accepted", is_accepted);
    part.add("current", current.fitness).add("best", best.fitness);
    trial_.add_weights(part, best.weights);
    tell(part.close('}').close('}'));
  }

  Trial trial_;
  Schedule schedule_{};
};

}  // namespace

bool answer_annealing(std::string_view subject, Words& words, Json&) {
  if (subject != "anneal") return false;
  Annealing(words).run();
  return true;
}

}  // namespace cgt::browser
