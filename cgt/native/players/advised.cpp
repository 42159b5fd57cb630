// The players that follow the instructions of a strategy.
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "base/fingerprint.hpp"
#include "duel/lane_order.hpp"
#include "players/clonable.hpp"
#include "players/players.hpp"

namespace cgt {

namespace {

// A well and visible pieces: the key under which an instruction is found.
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
    const std::optional<LaneOrder> order = lanes_ ? std::optional<LaneOrder>(well) : std::nullopt;
    Well sorted = well;
    if (order) order->apply(sorted);
    const auto found = table_->find({sorted, {visible.begin(), visible.end()}});
    if (found == table_->end())
      throw std::invalid_argument("the strategy has no instruction for this well and these pieces");
    Placement placement = found->second;
    if (order) placement.column = static_cast<std::uint8_t>(order->column_before(placement.column));
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
