#include "duel/exact/solver.hpp"

#include <cstdint>
#include <stdexcept>

#include "base/heartbeat.hpp"
#include "duel/exact/number_board.hpp"
#include "duel/exact/search.hpp"
#include "duel/exact/strategies.hpp"
#include "duel/exact/words_board.hpp"

namespace cgt {

namespace {

template <class Board>
class SolverOnBoards final : public DuelSolver {
 public:
  explicit SolverOnBoards(const DuelQuestion& question)
      : search_(std::make_unique<DuelSearch<Board>>(question)) {}

  using DuelSolver::solve;
  DuelAnswer solve(const DuelPulse& pulse, const Most& most) override {
    return search_->solve(pulse, most);
  }
  DuelProgress progress() const override { return search_->progress(); }
  void save(const std::string& path) const override { search_->save(path); }
  void load(const std::string& path, std::size_t bytes, Heartbeat& heart) override {
    auto loaded = std::make_unique<DuelSearch<Board>>(search_->scout().options().question());
    loaded->load(path, bytes, heart);
    search_ = std::move(loaded);
  }

  std::optional<strategy::InstructionList> instructions(bool fewest, std::size_t most,
                                                        const DuelPulse& pulse) override {
    bool stopped = false;
    Heartbeat heart([&] { stopped = stopped || !pulse(progress()); });
    // Whether one more instruction is allowed.
    const auto may_go_on = [&](std::size_t found) {
      heart.beat(1 << 10);
      return found < most && !stopped;
    };
    StrategyMaker made(*search_, may_go_on);
    return search_->any_start_lost() ? made.bad() : made.good(fewest);
  }

 private:
  std::unique_ptr<DuelSearch<Board>> search_;
};

template <class... Boards>
std::unique_ptr<DuelSolver> first_that_fits(const DuelQuestion& question) {
  std::unique_ptr<DuelSolver> made;
  const auto try_one = [&]<class Board>(Board*) {
    if (!made && StateOptions<Board>::fits(question))
      made = std::make_unique<SolverOnBoards<Board>>(question);
  };
  (try_one(static_cast<Boards*>(nullptr)), ...);
  return made;
}

}  // namespace

std::unique_ptr<DuelSolver> DuelSolver::make(const DuelQuestion& question) {
  auto made = first_that_fits<NumberBoard<std::uint64_t>, NumberBoard<Packed128>, WordsBoard<1>,
                              WordsBoard<2>, WordsBoard<4>, WordsBoard<12>>(question);
  if (!made) throw std::invalid_argument("this well is too large for the solver");
  return made;
}

}  // namespace cgt
