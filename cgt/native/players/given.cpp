// The players that follow a given list, step by step.
#include <utility>

#include "players/clonable.hpp"
#include "players/players.hpp"

namespace cgt {

namespace {

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

}  // namespace

std::unique_ptr<Good> good_scripted(std::vector<Placement> script) {
  return std::make_unique<ScriptedGood>(std::move(script));
}

std::unique_ptr<Bad> bad_sequence(std::vector<PieceId> pieces) {
  return std::make_unique<SequenceBad>(std::move(pieces));
}

}  // namespace cgt
