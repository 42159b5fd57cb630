// Brzustowski's Bad player: S and Z in turns, each until the well repeats.
#include <array>
#include <unordered_set>

#include "duel/well_fingerprint.hpp"
#include "players/clonable.hpp"
#include "players/players.hpp"

namespace cgt {

namespace {

class BrzustowskiBad final : public Clonable<BrzustowskiBad, Bad> {
 public:
  BrzustowskiBad(PieceId s, PieceId z) : pieces_{s, z}, shown_(s) {}

  // With a preview, the piece that the strategy shows next is the one chosen here. Without one, the
  // piece chosen here comes at once, and the one shown comes after it.
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
  Fingerprint all_seen_;  // of the set of wells seen, whatever their order
};

}  // namespace

std::unique_ptr<Bad> bad_brzustowski(PieceId s, PieceId z) {
  return std::make_unique<BrzustowskiBad>(s, z);
}

}  // namespace cgt
