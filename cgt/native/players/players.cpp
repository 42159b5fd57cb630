#include "players/players.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/fingerprint.hpp"
#include "base/random.hpp"
#include "players/beam.hpp"
#include "players/minmax.hpp"

namespace cgt {

namespace {

// Players are copied as they are.
template <class Player, class Base>
class Clonable : public Base {
 public:
  std::unique_ptr<Base> clone() const override {
    return std::make_unique<Player>(static_cast<const Player&>(*this));
  }
};

// Picks one of several choices of the same value.
class TieBreaker {
 public:
  TieBreaker(Ties ties, std::uint64_t seed) : ties_(ties), random_(seed) {}

  // Whether a choice takes the place of the best one so far, to which it is equal or better.
  bool takes(bool better, std::uint32_t order) {
    equal_ = better ? 1 : equal_ + 1;
    const bool takes = better || (ties_ == Ties::first && order < order_) ||
                       (ties_ == Ties::last && order > order_) ||
                       (ties_ == Ties::random && random_.below(equal_) == 0);
    if (takes) order_ = order;
    return takes;
  }

  void add_memory(Memory& memory) const {
    if (ties_ == Ties::random) memory.push_back(random_.state());
  }

 private:
  Ties ties_;
  Random random_;
  std::uint64_t equal_ = 0;
  std::uint32_t order_ = 0;  // of the best one so far
};

class MinMaxGood final : public Clonable<MinMaxGood, Good> {
 public:
  MinMaxGood(SharedRules rules, const Evaluation& evaluation, unsigned depth, Ties ties,
             std::uint64_t seed)
      : rules_(std::move(rules)), judge_(*rules_, evaluation), minmax_(*rules_, evaluation),
        depth_(depth), ties_(ties, seed) {}

  Placement choose(const Well& well, std::span<const PieceId> visible,
                   std::span<const Placement> placements, Heartbeat& heart) override {
    TieBreaker ties = ties_;
    const Placement chosen = depth_ == 1
                                 ? chosen_at_once(well, visible[0], placements, ties, heart)
                                 : chosen_by_looking(well, visible, placements, ties, heart);
    ties_ = ties;
    return chosen;
  }

  void add_memory(Memory& memory) const override { ties_.add_memory(memory); }
  const DuelRules* rules() const override { return rules_.get(); }

 private:
  Placement chosen_at_once(const Well& well, PieceId piece, std::span<const Placement> placements,
                           TieBreaker& ties, Heartbeat& heart) {
    heart.beat(placements.size() << 5);
    judge_.look_at(well);
    judge_.judge_all(piece, placements, judged_);
    Placement chosen = placements[0];
    double best = MinMax::lost;
    for (std::size_t i = 0; i < placements.size(); ++i) {
      const double value = judged_[i].sum();
      if (value > best) continue;
      if (ties.takes(value < best || i == 0, placements[i].order())) chosen = placements[i];
      best = value;
    }
    return chosen;
  }

  Placement chosen_by_looking(const Well& well, std::span<const PieceId> visible,
                              std::span<const Placement> placements, TieBreaker& ties,
                              Heartbeat& heart) {
    Placement chosen = placements[0];
    double best = MinMax::lost;
    // A value that reaches the limit need not be exact; one that is equal to the best must be.
    double limit = MinMax::lost;
    bool any = false;
    minmax_.look_at(well, depth_);
    for (const Placement placement : placements) {
      const double value = minmax_.value_of_placement(
          well, visible[0], placement, visible.subspan(1), depth_, -MinMax::lost, limit, heart);
      const bool better = !any || value < best;
      if (!better && value > best) continue;
      if (ties.takes(better, placement.order())) chosen = placement;
      if (value < best) {
        best = value;
        limit = std::nextafter(best, MinMax::lost);
      }
      any = true;
    }
    return chosen;
  }

  SharedRules rules_;
  Judge judge_;
  std::vector<Judged> judged_;
  MinMax minmax_;
  unsigned depth_;
  TieBreaker ties_;
};

class BeamGood final : public Clonable<BeamGood, Good> {
 public:
  BeamGood(SharedRules rules, const Evaluation& evaluation, std::size_t keeps)
      : rules_(std::move(rules)), beam_(*rules_, evaluation, keeps) {}

  Placement choose(const Well& well, std::span<const PieceId> visible,
                   std::span<const Placement> placements, Heartbeat& heart) override {
    return beam_.choose(well, visible, placements, heart).placement;
  }
  const DuelRules* rules() const override { return rules_.get(); }

 private:
  SharedRules rules_;
  Beam beam_;
};

class RandomGood final : public Clonable<RandomGood, Good> {
 public:
  explicit RandomGood(std::uint64_t seed) : random_(seed) {}

  Placement choose(const Well&, std::span<const PieceId>, std::span<const Placement> placements,
                   Heartbeat&) override {
    return placements[random_.below(placements.size())];
  }
  void add_memory(Memory& memory) const override { memory.push_back(random_.state()); }

 private:
  Random random_;
};

class ScriptedGood final : public Clonable<ScriptedGood, Good> {
 public:
  explicit ScriptedGood(std::vector<Placement> script) : script_(std::move(script)) {}

  Placement choose(const Well&, std::span<const PieceId>, std::span<const Placement> placements,
                   Heartbeat&) override {
    return next_ < script_.size() ? script_[next_++] : placements[0];
  }
  bool may_err() const override { return true; }
  void add_memory(Memory& memory) const override { memory.push_back(next_); }

 private:
  std::vector<Placement> script_;
  std::size_t next_ = 0;
};

// A well and visible pieces, to be looked up.
using Situation = std::pair<Well, std::vector<PieceId>>;

struct HashSituation {
  std::size_t operator()(const Situation& situation) const {
    std::size_t hash = HashWell()(situation.first);
    for (const PieceId piece : situation.second) hash = mix(hash + piece + 1);
    return hash;
  }
};

class AdvisedGood final : public Clonable<AdvisedGood, Good> {
 public:
  AdvisedGood(const std::vector<Advice>& advice, bool lanes) : lanes_(lanes) {
    auto table = std::make_shared<Table>();
    for (const Advice& one : advice)
      table->emplace(Situation{one.well, one.visible}, one.placement);
    table_ = std::move(table);
  }

  Placement choose(const Well& well, std::span<const PieceId> visible, std::span<const Placement>,
                   Heartbeat&) override {
    // Which of the well's lanes comes first, second, … in the order that the advice has them in.
    std::vector<unsigned> order(lanes_ ? (well.width() - 3 * (well.width() % 2)) / 2 : 0);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
      return std::pair(well.column(2 * a), well.column(2 * a + 1)) <
             std::pair(well.column(2 * b), well.column(2 * b + 1));
    });
    Well sorted = well;
    for (unsigned i = 0; i < order.size(); ++i) {
      sorted.set_column(2 * i, well.column(2 * order[i]));
      sorted.set_column(2 * i + 1, well.column(2 * order[i] + 1));
    }
    const auto found = table_->find({sorted, {visible.begin(), visible.end()}});
    if (found == table_->end())
      throw std::invalid_argument("the strategy has no instruction for this well and these pieces");
    Placement placement = found->second;
    if (placement.column / 2 < order.size())
      placement.column =
          static_cast<std::uint8_t>(2 * order[placement.column / 2] + placement.column % 2);
    return placement;
  }

  bool may_err() const override { return true; }

 private:
  using Table = std::unordered_map<Situation, Placement, HashSituation>;

  bool lanes_;
  std::shared_ptr<const Table> table_;
};

class AdvisedBad final : public Clonable<AdvisedBad, Bad> {
 public:
  explicit AdvisedBad(const std::vector<Advice>& advice) {
    auto table = std::make_shared<Table>();
    for (const Advice& one : advice) {
      std::vector<PieceId> before(one.visible.begin(), one.visible.end() - 1);
      table->emplace(Situation{one.well, before}, one.visible.back());
    }
    table_ = std::move(table);
    first_.assign(advice[0].visible.begin(), advice[0].visible.end() - 1);
  }

  PieceId choose(const Well& well, std::span<const PieceId> visible, bool is_first,
                 Heartbeat&) override {
    if (is_first && visible.size() < first_.size()) return first_[visible.size()];
    const auto found = table_->find({well, {visible.begin(), visible.end()}});
    if (found == table_->end())
      throw std::invalid_argument("the strategy has no instruction for this well and these pieces");
    return found->second;
  }

 private:
  using Table = std::unordered_map<Situation, PieceId, HashSituation>;

  std::shared_ptr<const Table> table_;
  std::vector<PieceId> first_;
};

class MinMaxBad final : public Clonable<MinMaxBad, Bad> {
 public:
  MinMaxBad(SharedRules rules, const Evaluation& evaluation, unsigned depth, Ties ties,
            std::uint64_t seed)
      : rules_(std::move(rules)), minmax_(*rules_, evaluation), depth_(depth), ties_(ties, seed) {}

  PieceId choose(const Well& well, std::span<const PieceId> visible, bool,
                 Heartbeat& heart) override {
    TieBreaker ties = ties_;
    known_.assign(visible.begin(), visible.end());
    known_.push_back(0);
    const unsigned depth = std::max(depth_, static_cast<unsigned>(known_.size()));
    PieceId chosen = 0;
    double worst = -MinMax::lost;
    for (PieceId piece = 0; piece < rules_->pieces(); ++piece) {
      known_.back() = piece;
      const double limit = std::nextafter(worst, -MinMax::lost);
      const double value = minmax_.value(well, known_, depth, limit, MinMax::lost, heart);
      const bool better = piece == 0 || value > worst;
      if (!better && value < worst) continue;
      if (ties.takes(better, piece)) chosen = piece;
      worst = std::max(worst, value);
    }
    ties_ = ties;
    return chosen;
  }

  void add_memory(Memory& memory) const override { ties_.add_memory(memory); }
  const DuelRules* rules() const override { return rules_.get(); }

 private:
  SharedRules rules_;
  MinMax minmax_;
  unsigned depth_;
  TieBreaker ties_;
  std::vector<PieceId> known_;
};

class SequenceBad final : public Clonable<SequenceBad, Bad> {
 public:
  explicit SequenceBad(std::vector<PieceId> pieces) : pieces_(std::move(pieces)) {}

  PieceId choose(const Well&, std::span<const PieceId>, bool, Heartbeat&) override {
    const PieceId piece = pieces_[next_];
    next_ = (next_ + 1) % pieces_.size();
    return piece;
  }
  void add_memory(Memory& memory) const override { memory.push_back(next_); }

 private:
  std::vector<PieceId> pieces_;
  std::size_t next_ = 0;
};

class UniformBad final : public Clonable<UniformBad, Bad> {
 public:
  UniformBad(SharedRules rules, std::uint64_t seed) : rules_(std::move(rules)), random_(seed) {}

  PieceId choose(const Well&, std::span<const PieceId>, bool, Heartbeat&) override {
    return static_cast<PieceId>(random_.below(rules_->pieces()));
  }
  void add_memory(Memory& memory) const override { memory.push_back(random_.state()); }
  const DuelRules* rules() const override { return rules_.get(); }

 private:
  SharedRules rules_;
  Random random_;
};

class BagBad final : public Clonable<BagBad, Bad> {
 public:
  BagBad(SharedRules rules, std::uint64_t seed) : rules_(std::move(rules)), random_(seed) {}

  PieceId choose(const Well&, std::span<const PieceId>, bool, Heartbeat&) override {
    if (bag_.empty()) {
      bag_.resize(rules_->pieces());
      std::iota(bag_.begin(), bag_.end(), 0);
    }
    std::swap(bag_[random_.below(bag_.size())], bag_.back());
    const PieceId piece = bag_.back();
    bag_.pop_back();
    return piece;
  }
  void add_memory(Memory& memory) const override {
    memory.push_back(random_.state());
    memory.insert(memory.end(), bag_.begin(), bag_.end());
  }
  const DuelRules* rules() const override { return rules_.get(); }

 private:
  SharedRules rules_;
  Random random_;
  std::vector<PieceId> bag_;
};

class BastetBad final : public Clonable<BastetBad, Bad> {
 public:
  BastetBad(SharedRules rules, const Evaluation& evaluation, std::uint64_t seed)
      : rules_(std::move(rules)), minmax_(*rules_, evaluation), random_(seed) {}

  PieceId choose(const Well& well, std::span<const PieceId>, bool, Heartbeat& heart) override {
    std::vector<std::pair<double, PieceId>> costs;
    for (PieceId piece = 0; piece < rules_->pieces(); ++piece)
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
  // In so many of a hundred cases one of the worst, the two worst, … is sent.
  static constexpr std::array<std::uint64_t, 4> chances{80, 92, 98, 100};

  SharedRules rules_;
  MinMax minmax_;
  Random random_;
};

Fingerprint fingerprint_of_well(const Well& well) {
  Fingerprint all{};
  for (unsigned i = 0; i < well.width(); ++i) all = followed_by(all, well.column(i));
  return all;
}

class BrzustowskiBad final : public Clonable<BrzustowskiBad, Bad> {
 public:
  BrzustowskiBad(PieceId s, PieceId z) : pieces_{s, z}, shown_(s) {}

  // Where Good sees what comes, the piece that is shown is the one that is chosen here; where Good
  // does not, it is the one that comes after it.
  PieceId choose(const Well& well, std::span<const PieceId> visible, bool is_first,
                 Heartbeat&) override {
    if (is_first && !visible.empty()) return pieces_[0];
    const PieceId sent = shown_;
    go_on(well);
    return visible.empty() ? sent : shown_;
  }

  void add_memory(Memory& memory) const override {
    memory.insert(memory.end(), {step_, shown_, seen_.size(), all_seen_.low, all_seen_.high});
  }

 private:
  void go_on(const Well& well) {
    const bool waits = step_ % 2 == 0;  // for the well to repeat
    if (waits && seen_.insert(well).second) {
      all_seen_ = all_seen_ + fingerprint_of_well(well);
      return;
    }
    seen_.clear();
    all_seen_ = {};
    if (waits) shown_ = pieces_[shown_ == pieces_[0] ? 1 : 0];
    step_ = (step_ + 1) % 4;
  }

  std::array<PieceId, 2> pieces_;
  PieceId shown_;
  unsigned step_ = 0;
  std::unordered_set<Well, HashWell> seen_;
  Fingerprint all_seen_;  // whatever their order
};

class HatetrisBad final : public Clonable<HatetrisBad, Bad> {
 public:
  HatetrisBad(SharedRules rules, std::vector<PieceId> order, bool remembers)
      : rules_(std::move(rules)), order_(std::move(order)), remembers_(remembers) {}

  PieceId choose(const Well& well, std::span<const PieceId>, bool, Heartbeat&) override {
    if (remembers_) ++seen_[well];
    PieceId chosen = order_[0];
    auto least = std::pair(UINT32_MAX, INT32_MAX);
    for (const PieceId piece : order_)
      if (const auto rank = rank_of(well, piece); rank < least) {
        least = rank;
        chosen = piece;
      }
    return chosen;
  }

  bool may_repeat() const override { return !remembers_; }
  const DuelRules* rules() const override { return rules_.get(); }

 private:
  // The most often seen of the wells that a piece can leave, and the row of the lowest stack,
  // counted from the top.
  std::pair<std::uint32_t, std::int32_t> rank_of(const Well& well, PieceId piece) {
    rules_->list_placements(well, piece, placements_);
    std::uint32_t count = 0;
    std::int32_t row = INT32_MIN;
    for (const Placement placement : placements_) {
      Well after = well;
      after.put(rules_->turned(piece, placement), placement.column, placement.row);
      after.clear();
      row = std::max(row, static_cast<std::int32_t>(rules_->height()) -
                              static_cast<std::int32_t>(after.stack_height()));
      if (!remembers_) continue;
      if (const auto found = seen_.find(after); found != seen_.end())
        count = std::max(count, found->second);
    }
    return {count, row};
  }

  SharedRules rules_;
  std::vector<PieceId> order_;
  bool remembers_;
  std::unordered_map<Well, std::uint32_t, HashWell> seen_;
  std::vector<Placement> placements_;
};

}  // namespace

std::unique_ptr<Good> good_minmax(SharedRules rules, const Evaluation& evaluation, unsigned depth,
                                  Ties ties, std::uint64_t seed) {
  return std::make_unique<MinMaxGood>(std::move(rules), evaluation, depth, ties, seed);
}
std::unique_ptr<Good> good_beam(SharedRules rules, const Evaluation& evaluation,
                                std::size_t keeps) {
  return std::make_unique<BeamGood>(std::move(rules), evaluation, keeps);
}
std::unique_ptr<Good> good_random(std::uint64_t seed) { return std::make_unique<RandomGood>(seed); }
std::unique_ptr<Good> good_scripted(std::vector<Placement> script) {
  return std::make_unique<ScriptedGood>(std::move(script));
}
std::unique_ptr<Good> good_advised(const std::vector<Advice>& advice, bool lanes) {
  return std::make_unique<AdvisedGood>(advice, lanes);
}
std::unique_ptr<Bad> bad_advised(const std::vector<Advice>& advice) {
  return std::make_unique<AdvisedBad>(advice);
}
std::unique_ptr<Bad> bad_minmax(SharedRules rules, const Evaluation& evaluation, unsigned depth,
                                Ties ties, std::uint64_t seed) {
  return std::make_unique<MinMaxBad>(std::move(rules), evaluation, depth, ties, seed);
}
std::unique_ptr<Bad> bad_sequence(std::vector<PieceId> pieces) {
  return std::make_unique<SequenceBad>(std::move(pieces));
}
std::unique_ptr<Bad> bad_uniform(SharedRules rules, std::uint64_t seed) {
  return std::make_unique<UniformBad>(std::move(rules), seed);
}
std::unique_ptr<Bad> bad_bag(SharedRules rules, std::uint64_t seed) {
  return std::make_unique<BagBad>(std::move(rules), seed);
}
std::unique_ptr<Bad> bad_bastet(SharedRules rules, const Evaluation& evaluation,
                                std::uint64_t seed) {
  return std::make_unique<BastetBad>(std::move(rules), evaluation, seed);
}
std::unique_ptr<Bad> bad_brzustowski(PieceId s, PieceId z) {
  return std::make_unique<BrzustowskiBad>(s, z);
}
std::unique_ptr<Bad> bad_hatetris(SharedRules rules, std::vector<PieceId> order, bool remembers) {
  return std::make_unique<HatetrisBad>(std::move(rules), std::move(order), remembers);
}

}  // namespace cgt
