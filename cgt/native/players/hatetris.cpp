// HATETRIS's enemies, which send the piece that helps Good least.
#include <algorithm>
#include <utility>

#include "duel/well_fingerprint.hpp"
#include "players/clonable.hpp"
#include "players/players.hpp"
#include "players/seen_wells.hpp"
#include "players/selective.hpp"

namespace cgt {

namespace {

class HatetrisBad final : public Clonable<HatetrisBad, SelectiveBad, Bad> {
 public:
  HatetrisBad(SharedRules rules, std::vector<PieceId> order, bool remembers)
      : rules_(std::move(rules)), order_(std::move(order)), remembers_(remembers) {}

  PieceId choose_from(const PieceBag& bag, const Well& well, std::span<const PieceId>,
                      Heartbeat&) override {
    if (remembers_) seen_.add(fingerprint_of_well(well));
    PieceId chosen = order_[0];
    auto least = std::pair(UINT32_MAX, INT32_MAX);
    for (const PieceId piece : order_) {
      if (!bag.has(piece)) continue;
      if (const auto rank = rank_of(well, piece); rank < least) {
        least = rank;
        chosen = piece;
      }
    }
    return chosen;
  }

  // The wells seen become more and more, so no state comes again; but games that come to the same
  // wells in another order continue in the same way.
  bool may_repeat() const override { return !remembers_; }
  void add_memory(Memory& memory) const override {
    memory.insert(memory.end(), {seen_.wells(), seen_.all().low, seen_.all().high});
  }
  const DuelRules* rules() const override { return rules_.get(); }

 private:
  // Of the wells that a piece can leave: how often the most often seen one was seen, and the top
  // row of the lowest stack, counted from the top of the well.
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
      count = std::max(count, seen_.count(fingerprint_of_well(after)));
    }
    return {count, row};
  }

  SharedRules rules_;
  std::vector<PieceId> order_;
  bool remembers_;
  SeenWells seen_;
  std::vector<Placement> placements_;
};

}  // namespace

std::unique_ptr<Bad> bad_hatetris(SharedRules rules, std::vector<PieceId> order, bool remembers) {
  return std::make_unique<HatetrisBad>(std::move(rules), std::move(order), remembers);
}

}  // namespace cgt
