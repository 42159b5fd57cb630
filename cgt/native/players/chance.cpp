// The players that choose by chance.
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "players/clonable.hpp"
#include "players/players.hpp"

namespace cgt {

namespace {

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

class UniformBad final : public Clonable<UniformBad, Bad> {
 public:
  UniformBad(SharedRules rules, std::uint64_t seed, std::vector<PieceId> first)
      : rules_(std::move(rules)), random_(seed), first_(std::move(first)) {}

  PieceId choose(const Well&, std::span<const PieceId>, bool, Heartbeat&) override {
    if (sent_ < first_.size()) return first_[sent_++];
    return static_cast<PieceId>(random_.below(rules_->pieces()));
  }
  void add_memory(Memory& memory) const override {
    memory.push_back(random_.state());
    memory.push_back(sent_);
  }
  const DuelRules* rules() const override { return rules_.get(); }

 private:
  SharedRules rules_;
  Random random_;
  std::vector<PieceId> first_;
  std::size_t sent_ = 0;  // of the first ones
};

}  // namespace

std::unique_ptr<Good> good_random(std::uint64_t seed) { return std::make_unique<RandomGood>(seed); }

std::unique_ptr<Bad> bad_uniform(SharedRules rules, std::uint64_t seed,
                                 std::vector<PieceId> first) {
  return std::make_unique<UniformBad>(std::move(rules), seed, std::move(first));
}

}  // namespace cgt
