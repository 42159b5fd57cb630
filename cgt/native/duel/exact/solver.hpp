// The exact solver of the duel: does Good survive for ever, or can Bad force the end?
//
// Good needs, for every piece that Bad may send, a placement that leaves a well which is safe
// again: the greatest fixpoint. It is found without looking at more wells than needed. For every
// well and piece one placement is trusted, the most promising that is not known to be lost. A well
// is lost when for some piece none is left; then whoever trusted in it turns to its next placement.
// When every trusted well has been looked at, the trusted placements are a strategy for Good. When
// the first well is lost, the pieces for which wells were lost, in that order, are one for Bad.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "duel/exact/question.hpp"

namespace cgt {

struct DuelProgress {
  std::uint64_t states;
  std::uint64_t lost;
  std::size_t bytes;
};

// Called every few milliseconds; returns whether to go on, or throws.
using DuelPulse = std::function<bool(const DuelProgress&)>;

// What to do in a state: the well and the pieces that Good can see, of which the last has just been
// chosen by Bad. Good's instruction is a placement; Bad's is that last piece, and how soon the game
// ends.
struct Instruction {
  Well well;
  std::vector<PieceId> visible;
  Placement placement;
  std::uint32_t rank;
};

enum class DuelAnswer { good, bad, unknown };

class DuelSolver {
 public:
  // Throws std::invalid_argument if the well is too large.
  static std::unique_ptr<DuelSolver> make(const DuelQuestion& question);
  virtual ~DuelSolver() = default;

  // Who wins; unknown where the pulse or the memory put an end to it. May be called again to go on.
  virtual DuelAnswer solve(const DuelPulse& pulse) = 0;

  virtual DuelProgress progress() const = 0;

  // Writes how far the search is, also from the pulse. Throws CheckpointError.
  virtual void save(const std::string& path) const = 0;

  // Goes on from there; only before the first call of solve. Throws CheckpointError, and is then as
  // it was before, if the file is damaged or is about another question.
  virtual void load(const std::string& path) = 0;

  // The winner's instructions for every state that can come up. Where `fewest`, Good prefers to
  // come back to states that there are instructions for already. Nothing if there are more than
  // `most`, or if the pulse put an end to it.
  virtual std::optional<std::vector<Instruction>> instructions(bool fewest, std::size_t most,
                                                               const DuelPulse& pulse) = 0;
};

}  // namespace cgt
