#include "placement/solver.hpp"

#include <string>
#include <utility>

#include "base/budget_memory.hpp"
#include "base/memory_budget.hpp"
#include "base/threads.hpp"
#include "placement/game_board.hpp"
#include "placement/misere_search.hpp"
#include "placement/normal_search.hpp"
#include "placement/proof_games.hpp"
#include "placement/proof_writer.hpp"
#include "placement/region_values.hpp"
#include "placement/replies.hpp"
#include "placement/search_checkpoint.hpp"
#include "placement/shared_search.hpp"
#include "placement/small_nimbers.hpp"
#include "placement/wide_box.hpp"
#include "placement/workers.hpp"

namespace cgt {

namespace {

// Workers' stacks may always take this much, however full the tables are: enough for boards of 8×8.
constexpr std::size_t least_for_stacks = std::size_t{1} << 22;

// Up to this many cells a region is valued completely; for larger ones only outcomes are searched.
// Chosen by measuring: values of larger regions repeat too seldom to be worth their price.
// In misère play it is a little more.
unsigned valued_size(std::size_t piece_size, Play play) {
  if (piece_size <= 2) return 12;
  const std::size_t more = play == Play::misere ? piece_size / 2 : 0;
  return static_cast<unsigned>(4 * piece_size + more);
}

// Up to this many cells a region stands in a proof by its value. Checkers know the same rule.
unsigned small_in_proofs(std::size_t piece_size) {
  return piece_size <= 2 ? 12 : static_cast<unsigned>(4 * piece_size);
}

std::size_t largest_piece(const SolverSetup& setup) {
  std::size_t largest = 1;
  for (const Shape& shape : setup.shapes) largest = std::max(largest, shape.size());
  return largest;
}

// Up to this many cells, positions are searched depth first. Dominoes in normal play do better that
// way for longer: nimbers are asked for in sets, and regions with the same graph are one; on a
// small board nearly to its end. Measured.
unsigned quick_size(const SolverSetup& setup, Play play) {
  const std::size_t piece_size = largest_piece(setup);
  if (play == Play::normal && piece_size == 2) return setup.box.cells() <= 36 ? 32 : 26;
  return static_cast<unsigned>((piece_size <= 2 ? 12 : 4 * piece_size) + 3 * piece_size);
}

// The table of outcomes begins with this much: what it forgets has to be searched again, and a
// table forgets a little before it grows.
constexpr std::size_t first_for_outcomes = std::size_t{1} << 16;

// The cells of a board in a box. A board that is too tall for it is turned to the left, which takes
// it to a board that is played alike: pieces may be turned, too.
template <class Box>
typename Box::Cells cells_of_board(const Box& box, const BoardCells& board) {
  const std::size_t width = board.size.width;
  const std::size_t height = board.size.height;
  const bool turned = width > box.width() || height > box.height();
  typename Box::Cells cells;
  for_each_bit(board.empty, [&](std::size_t index) {
    const auto row = static_cast<unsigned>(index / width);
    const auto column = static_cast<unsigned>(index % width);
    cells |=
        turned ? box.cell(static_cast<unsigned>(width) - 1 - column, row) : box.cell(row, column);
  });
  return cells;
}

// The fingerprint of everything that positions in a table depend on.
template <class Box>
Word fingerprint_of_game(const Box& box, const SolverSetup& setup) {
  const Word layout = (Box::Cells::words - 1) * 1000 + box.width();
  Word all = mix(layout * 1000 + valued_size(largest_piece(setup), setup.play));
  all = mix(all + (setup.play == Play::misere ? 1 : 2));
  for (const Shape& shape : setup.shapes) {
    all = mix(all + shape.size());
    for (auto [row, column] : shape) all = mix(all ^ (Word{row} << 32 | column));
  }
  return all;
}

// Boards of so few cells are done before a thread has begun.
constexpr unsigned cells_without_threads = 16;

// The same for a board that takes no time, without threads.
template <class Answer, class Work>
std::optional<Answer> run_at_once(Work work) {
  try {
    return work();
  } catch (const OutOfBudgetError&) {
    return std::nullopt;
  }
}

template <class Box>
class SolverInBox final : public PlacementSolver {
  using Cells = typename Box::Cells;

 public:
  SolverInBox(const Box& box, const SolverSetup& setup)
      : play_(setup.play), threads_(std::max(setup.threads, 1u)), shapes_(setup.shapes),
        board_(box, setup.shapes), budget_(setup.memory), stacks_(budget_, least_for_stacks),
        memory_for_forms_(setup.memory / 16),
        canonical_(FormKind::canonical, budget_, memory_for_forms_),
        memory_for_regions_(setup.memory / 2),
        small_regions_{board_, canonical_, &stacks_, {budget_, setup.memory / 8}},
        small_normal_regions_{board_, normal_, &stacks_, {budget_, setup.memory / 8}},
        outcomes_(budget_, setup.memory / 8 * 7, first_for_outcomes),
        valued_size_(valued_size(largest_piece(setup), Play::misere)),
        valued_normal_size_(valued_size(largest_piece(setup), Play::normal)),
        quick_size_(quick_size(setup, Play::misere)),
        quick_normal_size_(quick_size(setup, Play::normal)),
        proof_size_(small_in_proofs(largest_piece(setup))), game_(fingerprint_of_game(box, setup)) {
  }

  std::optional<FormId> form(const BoardCells& board, FormKind kind,
                             const SolverPulse& pulse) override {
    const Cells cells = cells_of_board(board_.box(), board);
    SharedSearch shared{outcomes_, experience_, &stacks_, valued_size_, quick_size_};
    auto& regions = regions_of(kind);
    std::atomic<unsigned> workers = 0;
    return run_workers<FormId>(threads_, shared, pulse, [&] {
      // Every other worker tries moves in the opposite order, so that they meet in the middle.
      const auto order = workers++ % 2 == 0 ? Order::forwards : Order::backwards;
      return RegionValuer(regions, shared.stop, order).of_cells(cells);
    });
  }

  std::optional<bool> wins(const BoardCells& board, const SolverPulse& pulse) override {
    const Cells cells = cells_of_board(board_.box(), board);
    SharedSearch shared = shared_search();
    const auto work = [&] {
      return with_search(shared, [&](auto& search) { return search.wins(cells); });
    };
    const auto answer = cells.count() <= cells_without_threads
                            ? run_at_once<bool>(work)
                            : run_workers<bool>(threads_, shared, pulse, work);
    nodes_ += shared.nodes;
    return answer;
  }

  std::optional<bool> known(const BoardCells& board, const SolverPulse& pulse) override {
    return look(board, pulse, [](auto& search, const Cells& cells) { return search.known(cells); })
        .value_or(std::nullopt);
  }

  std::optional<double> effort_to_win(const BoardCells& board, const SolverPulse& pulse) override {
    return look(board, pulse,
                [](auto& search, const Cells& cells) { return search.effort_to_win(cells); });
  }

  std::optional<ProofNumbers> numbers(const BoardCells& board, unsigned heap,
                                      std::uint64_t most_nodes, const SolverPulse& pulse) override {
    const Cells cells = cells_of_board(board_.box(), board);
    SharedSearch shared = shared_search();
    shared.most_nodes = most_nodes;
    const auto work = [&] {
      if (play_ == Play::normal)
        return NormalSearch<Box>(board_, small_normal_regions_, shared).numbers(cells, heap);
      return MisereSearch<Box>(board_, canonical_, small_regions_, shared).numbers(cells);
    };
    const auto found = most_nodes == 0 ? run_at_once<ProofNumbers>(work)
                                       : run_workers<ProofNumbers>(threads_, shared, pulse, work);
    nodes_ += shared.nodes;
    return found;
  }

  // Each worker counts for itself, and finds in the table what another has decided.
  Replies replies(const BoardCells& board, double share, const SolverPulse& pulse) override {
    const Cells cells = cells_of_board(board_.box(), board);
    SharedSearch shared = shared_search();
    std::vector<Replies> counted(threads_);
    std::atomic<unsigned> workers = 0;
    const auto work = [&] {
      const unsigned worker = workers++;
      const auto order = worker % 2 == 0 ? Order::forwards : Order::backwards;
      with_search(shared, [&](auto& search) {
        ReplyCounter(board_, search, share, &stacks_, counted[worker]).count(cells, order);
      });
      return counted[worker];
    };
    const auto answer = cells.count() <= cells_without_threads
                            ? run_at_once<Replies>(work)
                            : run_workers<Replies>(threads_, shared, pulse, work);
    nodes_ += shared.nodes;
    return answer.value_or(counted[0]);
  }

  std::optional<unsigned> nimber(const BoardCells& board, const SolverPulse& pulse) override {
    const Cells cells = cells_of_board(board_.box(), board);
    SharedSearch shared = normal_search();
    const auto answer = run_workers<unsigned>(threads_, shared, pulse, [&] {
      return NormalSearch<Box>(board_, small_normal_regions_, shared).nimber(cells);
    });
    nodes_ += shared.nodes;
    return answer;
  }

  std::optional<std::uint64_t> prove(const BoardCells& board, const ProofClaim& claim,
                                     const ProofEffort& effort, const ProofSink& sink,
                                     const SolverPulse& pulse) override {
    const Cells cells = cells_of_board(board_.box(), board);
    SharedSearch shared = shared_search();
    shared.nodes_at_once = 1;  // answers are looked for within so many nodes, sometimes a few
    const ProofWish wish{claim, effort.fewest, TimeLimit(effort.seconds), &stacks_};
    const auto answer = run_workers<std::uint64_t>(1, shared, pulse, [&] {
      if (play_ == Play::misere) {
        MisereProofGame<Box> game(board_, canonical_, small_regions_, shared, proof_size_);
        return write_proof(board_.box(), game, cells, wish, sink.write, sink.form_text);
      }
      NormalProofGame<Box> game(board_, normal_, small_normal_regions_, shared, proof_size_);
      return write_proof(board_.box(), game, cells, wish, sink.write,
                         [](unsigned heap) { return "*" + std::to_string(heap); });
    });
    nodes_ += shared.nodes;
    return answer;
  }

  void use_small_nimbers(std::span<const Word> words) override {
    small_nimbers_.emplace(words, shapes_);
    if (!budget_.take(words.size_bytes())) return small_nimbers_.reset();
    small_normal_regions_.small = &*small_nimbers_;
    valued_normal_size_ = std::max(valued_normal_size_, small_nimbers_->cells());
  }

  void save(const std::string& path) override { checkpoint().save(path); }

  void load(const std::string& path, std::size_t bytes, Heartbeat& heart) override {
    checkpoint().load(path, bytes, heart);
  }

  std::uint64_t nodes() const override { return nodes_; }
  FormStore& forms(FormKind kind) override { return values_of(kind).forms(); }

 private:
  SearchCheckpoint checkpoint() { return {game_, outcomes_, canonical_.forms()}; }

  // What one worker says about a board without a search; small regions may have to be valued.
  template <class Ask>
  auto look(const BoardCells& board, const SolverPulse& pulse, Ask ask) {
    const Cells cells = cells_of_board(board_.box(), board);
    SharedSearch shared = shared_search();
    using Answer = decltype(ask(std::declval<MisereSearch<Box>&>(), cells));
    return run_workers<Answer>(1, shared, pulse, [&] {
      return with_search(shared, [&](auto& search) { return ask(search, cells); });
    });
  }

  // For a search of this play.
  SharedSearch shared_search() {
    if (play_ == Play::normal) return normal_search();
    return {outcomes_, experience_, &stacks_, valued_size_, quick_size_};
  }
  SharedSearch normal_search() {
    return {outcomes_, experience_, &stacks_, valued_normal_size_, quick_normal_size_};
  }

  // Returns what `ask` returns for a search of this play.
  template <class Ask>
  auto with_search(SharedSearch& shared, Ask ask) {
    if (play_ == Play::misere) {
      MisereSearch<Box> search(board_, canonical_, small_regions_, shared);
      return ask(search);
    }
    NormalSearch<Box> search(board_, small_normal_regions_, shared);
    return ask(search);
  }

  // What is seldom used is made when it is first asked for: a solver for a small board asks for
  // little.
  FormValues& values_of(FormKind kind) {
    if (kind == FormKind::canonical) return canonical_;
    if (!plain_) plain_.emplace(FormKind::plain, budget_, memory_for_forms_);
    return *plain_;
  }
  RegionValues<Box, FormValues>& regions_of(FormKind kind) {
    const bool plain = kind == FormKind::plain;
    auto& regions = plain ? plain_regions_ : canonical_regions_;
    if (regions == nullptr)
      regions.reset(new RegionValues<Box, FormValues>{
          board_, values_of(kind), &stacks_, {budget_, memory_for_regions_}});
    return *regions;
  }

  Play play_;
  unsigned threads_;
  std::vector<Shape> shapes_;
  GameBoard<Box> board_;
  MemoryBudget budget_;
  BudgetMemory stacks_;           // of all workers
  std::size_t memory_for_forms_;  // of each kind
  std::optional<FormValues> plain_;
  FormValues canonical_;
  NormalValues normal_;
  std::size_t memory_for_regions_;
  std::unique_ptr<RegionValues<Box, FormValues>> plain_regions_;
  std::unique_ptr<RegionValues<Box, FormValues>> canonical_regions_;
  RegionValues<Box, FormValues> small_regions_;  // the regions that a search values
  RegionValues<Box, NormalValues> small_normal_regions_;
  Table<PositionKnowledge::Weight> outcomes_;
  Experience experience_;
  std::optional<SmallNimbers> small_nimbers_;
  unsigned valued_size_;
  unsigned valued_normal_size_;
  unsigned quick_size_;
  unsigned quick_normal_size_;
  unsigned proof_size_;
  Word game_;
  std::uint64_t nodes_ = 0;
};

template <class Box>
std::unique_ptr<PlacementSolver> solver_in(BoardSize size, const SolverSetup& setup) {
  return std::make_unique<SolverInBox<Box>>(Box(size), setup);
}

}  // namespace

std::unique_ptr<PlacementSolver> PlacementSolver::make(const SolverSetup& setup) {
  const auto [height, width] = std::minmax(setup.box.width, setup.box.height);
  const BoardSize size{width, height};
  if (width <= ByteBox::width()) return solver_in<ByteBox>(size, setup);
  switch (words_for(size.cells())) {
    case 1:
      return solver_in<WideBox<1>>(size, setup);
    case 2:
      return solver_in<WideBox<2>>(size, setup);
    case 3:
      return solver_in<WideBox<3>>(size, setup);
    case words_for(most_cells):
      return solver_in<WideBox<words_for(most_cells)>>(size, setup);
    default:
      throw std::invalid_argument("a board of a placement game has at most 256 cells");
  }
}

}  // namespace cgt
