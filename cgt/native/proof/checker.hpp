// The native checker of proofs, for files of millions of positions. It is the same rule as in
// cgt/placement/proof/plain.py, which is the one to read, and includes nothing of the search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proof/game.hpp"

namespace cgt::proof {

// Called often, with how many positions are checked and how many there are; what it throws ends
// the work.
using Pulse = std::function<void(std::size_t, std::size_t)>;

struct Setup {
  BoxSize board;
  std::vector<Shape> shapes;
  bool is_misere = true;
  std::size_t small = 0;         // a region of up to so many cells has a value
  std::uint64_t first_line = 1;  // the number of the first line that is fed
  std::size_t memory = 0;
};

// A line that cannot be read.
struct Mistake {
  std::uint64_t line;
  std::size_t column;
  std::string problem;
};

// A listed position that does not hold. The move is empty if the position is small, and won.
struct Unproved {
  std::uint64_t line;
  std::string position;
  std::string move;
};

// A move on the board, or in the heap beside it.
struct Answer {
  std::vector<std::size_t> cells;  // that are covered, in reading order; none if the heap is played
  std::size_t heap = 0;            // that is left
};

class ProofChecker {
 public:
  virtual ~ProofChecker() = default;

  static std::unique_ptr<ProofChecker> make(Setup setup);

  // Reads on, in blocks that need not end where lines do; an empty block ends the file.
  virtual std::optional<Mistake> feed(std::string_view block, const Pulse& pulse) = 0;

  // The lines read that have positions, and the different positions on them.
  virtual std::size_t lines() const = 0;
  virtual std::size_t positions() const = 0;

  // The first position, in the order of the file, that has a move without an answer.
  virtual std::optional<Unproved> check(unsigned threads, const Pulse& pulse) = 0;

  // The moves from listed positions that were found to have answers.
  virtual std::size_t moves() const = 0;

  // Whether the list shows that a board with these empty cells, in reading order, is lost or won
  // beside a nim heap.
  virtual bool is_lost(const std::vector<bool>& empty, std::size_t heap, const Pulse& pulse) = 0;
  virtual bool is_won(const std::vector<bool>& empty, std::size_t heap, const Pulse& pulse) = 0;

  // A move from such a board, beside a heap, to what is known as lost, if there is one.
  virtual std::optional<Answer> answer(const std::vector<bool>& empty, std::size_t heap,
                                       const Pulse& pulse) = 0;
};

}  // namespace cgt::proof
