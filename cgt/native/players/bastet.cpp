// A Bad player after the public game Bastet.
#include <algorithm>
#include <array>
#include <utility>

#include "base/random.hpp"
#include "players/clonable.hpp"
#include "players/minmax.hpp"
#include "players/players.hpp"
#include "players/selective.hpp"

namespace cgt {

namespace {

class BastetBad final : public Clonable<BastetBad, SelectiveBad, Bad> {
 public:
  BastetBad(SharedRules rules, const Evaluation& evaluation, std::uint64_t seed)
      : rules_(std::move(rules)), minmax_(*rules_, evaluation), random_(seed) {}

  PieceId choose_from(const PieceBag& bag, const Well& well, std::span<const PieceId>,
                      Heartbeat& heart) override {
    std::vector<std::pair<double, PieceId>> costs;
    costs.reserve(rules_->pieces());
    for (PieceId piece = 0; piece < rules_->pieces(); ++piece)
      if (bag.has(piece))
        costs.emplace_back(-minmax_.value(well, {&piece, 1}, 1, -MinMax::lost, MinMax::lost, heart),
                           piece);
    std::sort(costs.begin(), costs.end());
    const std::uint64_t percent = random_.below(100);
    std::size_t rank = 0;
    while (rank + 1 < costs.size() && percent >= chances[rank]) ++rank;
    return costs[rank].second;
  }
  void add_memory(Memory& memory) const override { memory.push_back(random_.state()); }
  const DuelRules* rules() const override { return rules_.get(); }

 private:
  // In how many of a hundred cases the worst, one of the two worst, … is sent.
  static constexpr std::array<std::uint64_t, 4> chances{80, 92, 98, 100};

  SharedRules rules_;
  MinMax minmax_;
  Random random_;
};

}  // namespace

std::unique_ptr<Bad> bad_bastet(SharedRules rules, const Evaluation& evaluation,
                                std::uint64_t seed) {
  return std::make_unique<BastetBad>(std::move(rules), evaluation, seed);
}

}  // namespace cgt
