// A Good player that looks ahead over all visible pieces with a beam.
#include <utility>

#include "players/beam.hpp"
#include "players/clonable.hpp"
#include "players/players.hpp"

namespace cgt {

namespace {

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

}  // namespace

std::unique_ptr<Good> good_beam(SharedRules rules, const Evaluation& evaluation,
                                std::size_t keeps) {
  return std::make_unique<BeamGood>(std::move(rules), evaluation, keeps);
}

}  // namespace cgt
