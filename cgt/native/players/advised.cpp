// The players who follow the instructions of a strategy.
#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "base/fingerprint.hpp"
#include "players/clonable.hpp"
#include "players/players.hpp"

namespace cgt {

namespace {

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

}  // namespace

std::unique_ptr<Good> good_advised(const std::vector<Advice>& advice, bool lanes) {
  return std::make_unique<AdvisedGood>(advice, lanes);
}

std::unique_ptr<Bad> bad_advised(const std::vector<Advice>& advice) {
  return std::make_unique<AdvisedBad>(advice);
}

}  // namespace cgt
