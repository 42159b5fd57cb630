// Bad players that deal bags: all pieces in some order, then all again in another.
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/random.hpp"
#include "duel/bag.hpp"
#include "players/clonable.hpp"
#include "players/players.hpp"
#include "players/selective.hpp"

namespace cgt {

namespace {

// By chance.
class RandomBagBad final : public Clonable<RandomBagBad, Bad> {
 public:
  RandomBagBad(SharedRules rules, std::uint64_t seed) : rules_(std::move(rules)), random_(seed) {}

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

// In the order that another player likes best.
class BagBad final : public Clonable<BagBad, Bad> {
 public:
  BagBad(const PieceBag& bag, std::unique_ptr<SelectiveBad> player)
      : bag_(bag), player_(std::move(player)) {}
  BagBad(const BagBad& other) : bag_(other.bag_), player_(copied(*other.player_)) {}
  BagBad& operator=(const BagBad&) = delete;

  // A selective player, which a copy of one is.
  static std::unique_ptr<SelectiveBad> copied(const Bad& player) {
    std::unique_ptr<Bad> copy = player.clone();
    if (dynamic_cast<SelectiveBad*>(copy.get()) == nullptr)
      throw std::invalid_argument("this player cannot be restricted to a bag");
    return std::unique_ptr<SelectiveBad>(dynamic_cast<SelectiveBad*>(copy.release()));
  }

  PieceId choose(const Well& well, std::span<const PieceId> visible, bool,
                 Heartbeat& heart) override {
    const PieceId piece = player_->choose_from(bag_, well, visible, heart);
    bag_ = bag_.without(piece);
    return piece;
  }
  void add_memory(Memory& memory) const override {
    memory.push_back(bag_.left());
    player_->add_memory(memory);
  }
  bool may_repeat() const override { return player_->may_repeat(); }
  const DuelRules* rules() const override { return player_->rules(); }

 private:
  PieceBag bag_;
  std::unique_ptr<SelectiveBad> player_;
};

}  // namespace

std::unique_ptr<Bad> bad_bag(SharedRules rules, std::uint64_t seed) {
  return std::make_unique<RandomBagBad>(std::move(rules), seed);
}

std::unique_ptr<Bad> bad_bag_of(const Bad& player) {
  auto copy = BagBad::copied(player);
  const std::size_t pieces = copy->rules()->pieces();
  if (pieces > PieceBag::most_pieces)
    throw std::invalid_argument("a player that deals bags takes up to 64 pieces");
  return std::make_unique<BagBad>(PieceBag::of_all(pieces), std::move(copy));
}

}  // namespace cgt
