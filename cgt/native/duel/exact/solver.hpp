// The exact solver of the duel: does Good survive for ever, or can Bad force the end?
//
// Good needs, for every piece that Bad may send, a placement that leaves a safe well again: the
// safe wells are a greatest fixpoint. The search looks at as few wells as possible. For every well
// and piece it trusts one placement, the most promising that is not known to be lost. A well is
// lost when for some piece no placement is left; then every well that trusted in it turns to its
// next placement. When every trusted well has been looked at, the trusted placements are a strategy
// for Good. When the first well is lost, the pieces for which wells were lost are a strategy for
// Bad, and the order in which they were lost gives the ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/heartbeat.hpp"
#include "duel/exact/question.hpp"
#include "strategy/instructions.hpp"

namespace cgt {

struct DuelProgress {
  std::uint64_t states;
  std::uint64_t lost;
  std::size_t bytes;
};

// Called every few milliseconds; returns whether to continue, or throws.
using DuelPulse = std::function<bool(const DuelProgress&)>;

enum class DuelAnswer { good, bad, unknown };

class DuelSolver {
 public:
  // Throws std::invalid_argument if the well is too large.
  static std::unique_ptr<DuelSolver> make(const DuelQuestion& question);
  virtual ~DuelSolver() = default;

  // How far one call goes.
  struct Most {
    std::size_t states = SIZE_MAX;
    std::optional<std::size_t> memory{};  // in bytes, instead of the question's
  };
  // Who wins; unknown if the pulse ended the search, or if it went as far as it may. Another call
  // resumes it.
  virtual DuelAnswer solve(const DuelPulse& pulse, const Most& most) = 0;
  DuelAnswer solve(const DuelPulse& pulse) { return solve(pulse, Most()); }

  virtual DuelProgress progress() const = 0;

  // Writes the state of the search to a file; the pulse may call this. Throws CheckpointError.
  virtual void save(const std::string& path) const = 0;

  // Resumes the search in the first `bytes` bytes of a file; only before the first call of solve.
  // If the file is damaged or is about another question, throws CheckpointError and leaves the
  // solver unchanged.
  virtual void load(const std::string& path, std::size_t bytes, Heartbeat& heart) = 0;

  // The winner's instructions for every state that can come up. With `fewest`, Good prefers to
  // return to states that have instructions already. Nothing if there are more than `most`, or if
  // the pulse ended it. Throws CheckpointError if a checkpoint has led to a search that was wrong.
  virtual std::optional<strategy::InstructionList> instructions(bool fewest, std::size_t most,
                                                                const DuelPulse& pulse) = 0;
};

}  // namespace cgt
