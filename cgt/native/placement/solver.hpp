// The solver of placement games: forms of regions, outcomes and nimbers of boards.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "label/placements.hpp"
#include "placement/forms.hpp"
#include "placement/proof_numbers.hpp"

namespace cgt {

enum class Play { misere, normal };

// What the solver reports while it works.
struct SolverProgress {
  std::uint64_t nodes;
  std::size_t table_used;
  std::size_t table_room;
  std::optional<unsigned> asking{};  // a nimber is none of those below this, and this is asked for
};

// Called every few milliseconds by the thread that asked; returns whether to continue, or throws.
using SolverPulse = std::function<bool(const SolverProgress&)>;

// A board by its empty cells, in words_for(cells) words.
struct BoardCells {
  BoardSize size;
  std::vector<Word> empty;
};

// No board of a placement game has more cells.
inline constexpr std::size_t most_cells = 256;

struct SolverSetup {
  BoardSize box;  // all boards that will be asked about fit in it, upright or turned
  std::vector<Shape> shapes;
  Play play;
  unsigned threads;
  std::size_t memory;  // for all tables together, in bytes
};

// A search that says of a position what it denies of the positions around it. There is no proof.
class ContradictionError : public std::logic_error {
 public:
  ContradictionError() : std::logic_error("the search contradicts itself: there is no proof") {}
};

// What a proof shows: who wins, or that a board has a nimber.
struct ProofClaim {
  bool wins;  // the player to move
  std::optional<unsigned> nimber;
};

// What it may take to make a proof short.
struct ProofEffort {
  bool fewest;                    // whether to take time to find few positions
  std::optional<double> seconds;  // when to leave the positions as they are, so long after it began
};

// Where the positions of a proof go. Both are called by a thread of the solver.
struct ProofSink {
  std::function<std::string(FormId)> form_text;   // of a canonical form
  std::function<void(const std::string&)> write;  // takes some lines
};

// How many moves there are on a board, and how many of them are known to win and to lose.
struct Replies {
  std::size_t moves = 0;
  std::size_t wins = 0;
  std::size_t losses = 0;
};

// Tables are kept from one question to the next. An answer is empty if the pulse or lack of memory
// ended the search.
class PlacementSolver {
 public:
  static std::unique_ptr<PlacementSolver> make(const SolverSetup& setup);
  virtual ~PlacementSolver() = default;

  // The form of a board: its misère canonical form, or its unreduced one, the OIS of Nim tetris.
  virtual std::optional<FormId> form(const BoardCells& board, FormKind kind,
                                     const SolverPulse& pulse) = 0;

  // Whether the player to move wins.
  virtual std::optional<bool> wins(const BoardCells& board, const SolverPulse& pulse) = 0;

  // The same, if that is known without a search.
  virtual std::optional<bool> known(const BoardCells& board, const SolverPulse& pulse) = 0;

  // An estimate, made without a search, of the work it takes to prove that the player to move wins:
  // 0 if that is known, infinite if that player is known to lose.
  virtual std::optional<double> effort_to_win(const BoardCells& board,
                                              const SolverPulse& pulse) = 0;

  // How far a board is from being decided, after a search of about `most_nodes` nodes; with 0 of
  // them, what is known without a search. In normal play a nim heap lies beside the board.
  virtual std::optional<ProofNumbers> numbers(const BoardCells& board, unsigned heap,
                                              std::uint64_t most_nodes,
                                              const SolverPulse& pulse) = 0;

  // How many moves on a board win and lose. Those that are not decided when the pulse or lack of
  // memory ends the search, or when at least `share` of all moves win, are not counted.
  virtual Replies replies(const BoardCells& board, double share, const SolverPulse& pulse) = 0;

  // The value of a board in normal play.
  virtual std::optional<unsigned> nimber(const BoardCells& board, const SolverPulse& pulse) = 0;

  // Writes the positions that a true claim rests on, and returns how many there are. Throws
  // ContradictionError if the claim turns out to be false.
  virtual std::optional<std::uint64_t> prove(const BoardCells& board, const ProofClaim& claim,
                                             const ProofEffort& effort, const ProofSink& sink,
                                             const SolverPulse& pulse) = 0;

  // Takes the nimbers of small regions from a table that SmallNimbers::made made for these pieces,
  // if there is memory for it; only before the first question. Throws std::invalid_argument for
  // other words.
  virtual void use_small_nimbers(std::span<const Word> words) = 0;

  // Writes what is known to a file; may be called while the solver works. Throws CheckpointError.
  virtual void save(const std::string& path) = 0;

  // Reads what `save` wrote, the first `bytes` bytes of a file; only before the first question. If
  // the file is damaged or is about another game, throws CheckpointError and leaves the solver
  // unchanged.
  virtual void load(const std::string& path, std::size_t bytes, Heartbeat& heart) = 0;

  virtual std::uint64_t nodes() const = 0;
  virtual FormStore& forms(FormKind kind) = 0;
};

}  // namespace cgt
