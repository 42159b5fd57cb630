#include "bind/browser/trial.hpp"

#include <algorithm>
#include <deque>

#include "duel/game.hpp"
#include "players/players.hpp"

namespace cgt::browser {

namespace {

constexpr unsigned pieces_between_tells = 50;

void no_beat() {}

}  // namespace

// One game of some weights.
class Trial::Playing {
 public:
  Playing(const Trial& trial, const WeightVector& weights, std::uint64_t seed)
      : trial_(trial), game_(trial.setup_.rules, good(trial, weights),
                             bad_bag(trial.setup_.rules, seed), Well(width()), 0),
        rows_(width()) {}

  bool is_over() const { return game_.over() || game_.placed() >= trial_.pieces_; }
  double lines() const { return static_cast<double>(game_.lines()); }

  void advance(unsigned pieces) {
    Heartbeat heart(no_beat);
    const NamedRules& setup = trial_.setup_;
    for (unsigned i = 0; i < pieces && !is_over(); ++i)
      if (const auto played = game_.step(heart))
        rows_.land(setup.rules->turned(played->piece, played->placement), played->placement,
                   setup.names[played->piece].front(), game_.cleared());
  }

  void tell_how_it_stands(std::size_t number, std::uint64_t round) const {
    Json part;
    part.open('{').add("gene", number).add("round", round).add("lines", game_.lines());
    rows_.add_to(part.add("over", is_over()));
    tell(part.close('}'));
  }

 private:
  unsigned width() const { return trial_.setup_.rules->width(); }

  static std::unique_ptr<Good> good(const Trial& trial, const WeightVector& weights) {
    NamedWeights costs = trial.features_;
    for (std::size_t i = 0; i < costs.terms.size(); ++i) costs.terms[i].weight = -weights[i];
    return good_minmax(trial.setup_.rules, costs.evaluation(), 1, Ties::first, 0);
  }

  const Trial& trial_;
  DuelGame game_;
  ColouredRows rows_;
};

Trial::Trial(Words& words)
    : setup_(read_rules(words)), features_(read_weights(words)),
      games_(std::max(1u, words.count(100))), pieces_(words.count(100'000)) {
  if (features_.terms.empty()) throw std::invalid_argument("there is no feature to weigh");
}

std::vector<std::vector<double>> Trial::play(const std::vector<WeightVector>& weights,
                                             std::uint64_t seed, std::uint64_t round) const {
  std::vector<std::vector<double>> lines(weights.size());
  for (unsigned game = 0; game < games_; ++game) {
    const std::uint64_t order = Random(seed + 1000 * round + game).next();
    std::deque<Playing> side_by_side;
    for (const WeightVector& each : weights) side_by_side.emplace_back(*this, each, order);
    for (bool is_going_on = true; is_going_on;) {
      is_going_on = false;
      for (std::size_t i = 0; i < side_by_side.size(); ++i) {
        Playing& playing = side_by_side[i];
        if (playing.is_over()) continue;
        playing.advance(game == 0 ? pieces_between_tells : pieces_);
        if (game == 0) playing.tell_how_it_stands(i, round);
        is_going_on = is_going_on || !playing.is_over();
      }
    }
    for (std::size_t i = 0; i < weights.size(); ++i) lines[i].push_back(side_by_side[i].lines());
  }
  return lines;
}

void Trial::add_weights(Json& json, const WeightVector& weights) const {
  json.key("weights").open('[');
  for (std::size_t i = 0; i < weights.size(); ++i)
    json.open('[').add(features_.names[i]).add(weights[i]).close(']');
  json.close(']');
}

}  // namespace cgt::browser
