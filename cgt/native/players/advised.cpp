// The players that follow the instructions of a strategy.
#include <bit>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "base/bits.hpp"
#include "base/fingerprint.hpp"
#include "duel/lane_order.hpp"
#include "players/clonable.hpp"
#include "players/players.hpp"

namespace cgt {

namespace {

// A well, visible pieces, and what is left in the bag: the key under which an instruction is found.
struct Situation {
  Well well;
  std::vector<PieceId> visible;
  Word left;

  friend bool operator==(const Situation&, const Situation&) = default;
};

struct HashSituation {
  std::size_t operator()(const Situation& situation) const {
    std::size_t hash = HashWell()(situation.well);
    for (const PieceId piece : situation.visible) hash = mix(hash + piece + 1);
    return mix(hash + situation.left);
  }
};

class AdvisedGood final : public Clonable<AdvisedGood, Good> {
 public:
  AdvisedGood(const std::vector<Advice>& advice, bool lanes, const PieceBag& bag)
      : lanes_(lanes), bag_(bag) {
    auto table = std::make_shared<Table>();
    for (const Advice& one : advice)
      table->emplace(Situation{one.well, one.visible, one.left}, one.placement);
    table_ = std::move(table);
  }

  Placement choose(const Well& well, std::span<const PieceId> visible, std::span<const Placement>,
                   Heartbeat&) override {
    const std::optional<LaneOrder> order = lanes_ ? std::optional<LaneOrder>(well) : std::nullopt;
    Well sorted = well;
    if (order) order->apply(sorted);
    const PieceBag bag = bag_after(visible);
    const auto found = table_->find({sorted, {visible.begin(), visible.end()}, bag.left()});
    if (found == table_->end())
      throw std::invalid_argument("the strategy has no instruction for this well and these pieces");
    Placement placement = found->second;
    if (order) placement.column = static_cast<std::uint8_t>(order->column_before(placement.column));
    bag_ = bag;
    began_ = true;
    return placement;
  }

  void add_memory(Memory& memory) const override {
    if (!bag_.is_free()) memory.push_back(bag_.left());
  }
  bool may_err() const override { return true; }

 private:
  using Table = std::unordered_map<Situation, Placement, HashSituation>;

  // The bag after the pieces that are visible for the first time: the last, or in the beginning
  // all.
  PieceBag bag_after(std::span<const PieceId> visible) const {
    PieceBag bag = bag_;
    for (const PieceId piece : began_ ? visible.last(1) : visible) {
      if (!bag.has(piece))
        throw std::invalid_argument(
            "the strategy is for bags, and this bag has no such piece left");
      bag = bag.without(piece);
    }
    return bag;
  }

  bool lanes_;
  PieceBag bag_;
  bool began_ = false;
  std::shared_ptr<const Table> table_;
};

class AdvisedBad final : public Clonable<AdvisedBad, Bad> {
 public:
  AdvisedBad(const std::vector<Advice>& advice, const PieceBag& bag) : bag_(bag) {
    auto table = std::make_shared<Table>();
    for (const Advice& one : advice) {
      std::vector<PieceId> before(one.visible.begin(), one.visible.end() - 1);
      const PieceId chosen = one.visible.back();
      const Word left = bag.with_used(~one.left).before(chosen).left();
      table->emplace(Situation{one.well, before, left}, Sent{chosen, one.rank});
      grounds_ |= Word{1} << ground_of(one.well);
    }
    table_ = std::move(table);
    first_.assign(advice[0].visible.begin(), advice[0].visible.end() - 1);
  }

  PieceId choose(const Well& well, std::span<const PieceId> visible, bool is_first,
                 Heartbeat&) override {
    if (is_first && visible.size() < first_.size()) return sent(first_[visible.size()]);
    // Of the instructions for this well, whatever its lowest rows are, the one with the least rank.
    Situation here{well, {visible.begin(), visible.end()}, bag_.left()};
    std::optional<Sent> least;
    for (Word grounds = grounds_; grounds != 0; grounds = without_lowest(grounds)) {
      const Column ground = low_bits(static_cast<unsigned>(std::countr_zero(grounds)));
      for (unsigned i = 0; i < well.width(); ++i) here.well.set_column(i, well.column(i) | ground);
      const auto found = table_->find(here);
      if (found != table_->end() && (!least || found->second.rank < least->rank))
        least = found->second;
    }
    if (!least)
      throw std::invalid_argument("the strategy has no instruction for this well and these pieces");
    return sent(least->piece);
  }

  void add_memory(Memory& memory) const override {
    if (!bag_.is_free()) memory.push_back(bag_.left());
  }

 private:
  struct Sent {
    PieceId piece;
    std::uint64_t rank;
  };
  using Table = std::unordered_map<Situation, Sent, HashSituation>;

  // An instruction's lowest rows are full if they stand for rows with anything in them.
  static unsigned ground_of(const Well& well) {
    return static_cast<unsigned>(std::countr_one(well.full_rows()));
  }

  PieceId sent(PieceId piece) {
    bag_ = bag_.without(piece);
    return piece;
  }

  PieceBag bag_;
  Word grounds_ = 0;  // how much ground instructions have, as bits
  std::shared_ptr<const Table> table_;
  std::vector<PieceId> first_;
};

}  // namespace

std::unique_ptr<Good> good_advised(const std::vector<Advice>& advice, bool lanes,
                                   const PieceBag& bag) {
  return std::make_unique<AdvisedGood>(advice, lanes, bag);
}

std::unique_ptr<Bad> bad_advised(const std::vector<Advice>& advice, const PieceBag& bag) {
  return std::make_unique<AdvisedBad>(advice, bag);
}

}  // namespace cgt
