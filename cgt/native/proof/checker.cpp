#include "proof/checker.hpp"

#include <atomic>
#include <limits>

#include "base/workers.hpp"
#include "proof/examiner.hpp"

namespace cgt::proof {

namespace {

constexpr std::size_t own_bytes = std::size_t{1} << 12;
constexpr std::size_t longest_line = std::size_t{1} << 20;

bool is_blank(char sign) { return sign == ' ' || sign == '\t'; }

// A line without spaces at its end, and without the sign that ends lines on other systems.
std::string_view stripped(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

bool is_comment(std::string_view line) {
  const auto sign = std::find_if_not(line.begin(), line.end(), is_blank);
  return sign == line.end() || *sign == ';';
}

template <std::size_t words>
class Checker final : public ProofChecker {
 public:
  explicit Checker(Setup setup)
      : board_(setup.board), pieces_(std::move(setup.shapes), setup.small), line_(setup.first_line),
        budget_(setup.memory), memory_(budget_, own_bytes), values_(setup.is_misere, budget_),
        small_(memory_), list_(memory_), reader_(pieces_, values_, small_, memory_, heart_) {}

  std::optional<Mistake> feed(std::string_view block, const Pulse& pulse) override {
    beat_with(pulse, 0);
    if (block.empty()) return take_line(pending_);
    while (!block.empty()) {
      const std::size_t end = block.find('\n');
      const bool is_whole = end != std::string_view::npos;
      const std::string_view part = block.substr(0, end);
      if (pending_.size() + part.size() > longest_line)
        return Mistake{line_, 1, "a line of more than 1 MiB"};
      if (!is_whole || !pending_.empty()) pending_ += part;
      if (!is_whole) return std::nullopt;
      if (auto mistake = take_line(pending_.empty() ? part : std::string_view(pending_)))
        return mistake;
      pending_.clear();
      ++line_;
      block.remove_prefix(end + 1);
    }
    return std::nullopt;
  }

  std::size_t lines() const override { return lines_; }
  std::size_t positions() const override { return list_.size(); }
  std::size_t moves() const override { return moves_; }

  std::optional<Unproved> check(unsigned threads, const Pulse& pulse) override {
    std::atomic<std::size_t> done = 0;
    Heartbeat heart([&] { pulse(done, list_.size()); });
    std::atomic<std::size_t> first_wrong = std::numeric_limits<std::size_t>::max();
    std::optional<Unproved> wrong;
    std::mutex finding;
    std::vector<std::unique_ptr<Examiner<words>>> examiners(threads);
    share_out(threads, list_.groups(), heart,
              [&](unsigned worker, std::size_t group, Heartbeat& mine) {
                if (!examiners[worker])
                  examiners[worker] = std::make_unique<Examiner<words>>(
                      list_, pieces_, values_, small_, memory_, mine, budget_.left());
                list_.for_each_of(group, [&](std::size_t index, Bytes position) {
                  if (index > first_wrong) return false;
                  if (auto found = examiners[worker]->examine(position)) {
                    const std::scoped_lock locked(finding);
                    if (index < first_wrong) {
                      first_wrong = index;
                      wrong = Unproved{list_.line_of(index), found->position, found->move};
                    }
                    return false;
                  }
                  ++done;
                  return true;
                });
              });
    for (const auto& examiner : examiners)
      if (examiner) moves_ += examiner->moves();
    return wrong;
  }

  bool is_lost(const std::vector<bool>& empty, std::size_t heap, const Pulse& pulse) override {
    return of_board(empty, heap, pulse, [](Examiner<words>& one, Position<words>& board) {
      return one.is_lost(board);
    });
  }

  bool is_won(const std::vector<bool>& empty, std::size_t heap, const Pulse& pulse) override {
    return of_board(empty, heap, pulse, [](Examiner<words>& one, Position<words>& board) {
      one.prepare(board);
      return one.is_won(board);
    });
  }

  std::optional<Answer> answer(const std::vector<bool>& empty, std::size_t heap,
                               const Pulse& pulse) override {
    beat_with(pulse, list_.size());
    const Cells<words> cells = cells_of(empty);
    for (const Cells<words>& placement : examiner().game().box(board_).placements) {
      if (!placement.is_inside(cells)) continue;
      if (!examiner().is_lost(position_of(cells.without(placement), heap))) continue;
      Answer answer{{}, heap};
      placement.for_each([&](std::size_t cell) { answer.cells.push_back(cell); });
      return answer;
    }
    for (std::size_t smaller = 0; smaller < heap; ++smaller)
      if (examiner().is_lost(position_of(cells, smaller))) return Answer{{}, smaller};
    return std::nullopt;
  }

 private:
  void beat_with(const Pulse& pulse, std::size_t done) {
    heart_ = Heartbeat([&pulse, done, this] { pulse(done, lines_); });
  }

  std::optional<Mistake> take_line(std::string_view line) {
    line = stripped(line);
    if (is_comment(line)) return std::nullopt;
    ++lines_;
    heart_.beat(256);
    try {
      const Line read = read_line(line, board_, values_, heart_);
      position_.parts.clear();
      position_.value = read.value;
      for (const Picture& picture : read.pictures) add(picture);
    } catch (const LineError& error) {
      return Mistake{line_, error.column(), error.what()};
    }
    reader_.put_in_order(position_);
    Game<words>::write(position_, bytes_);
    list_.add(bytes_, line_);
    return std::nullopt;
  }

  void add(const Picture& picture) {
    const Box<words>& box = reader_.box(picture.size);
    Cells<words> cells;
    for (std::size_t cell = 0; cell < picture.size.cells(); ++cell)
      if (picture.is_empty(cell / picture.size.width, cell % picture.size.width)) cells.add(cell);
    reader_.add_regions(position_, box, cells, box.placements, 0);
  }

  template <class Question>
  bool of_board(const std::vector<bool>& empty, std::size_t heap, const Pulse& pulse,
                Question question) {
    beat_with(pulse, list_.size());
    Position<words> position = position_of(cells_of(empty), heap);
    return question(examiner(), position);
  }

  // Examines what is asked for after the list has been checked.
  Examiner<words>& examiner() {
    if (!examiner_)
      examiner_ =
          std::make_unique<Examiner<words>>(list_, pieces_, values_, small_, memory_, heart_, 0);
    return *examiner_;
  }

  static Cells<words> cells_of(const std::vector<bool>& empty) {
    Cells<words> cells;
    for (std::size_t cell = 0; cell < empty.size(); ++cell)
      if (empty[cell]) cells.add(cell);
    return cells;
  }

  // Some cells of the board beside a heap.
  Position<words> position_of(const Cells<words>& cells, std::size_t heap) {
    Game<words>& game = examiner().game();
    const Box<words>& box = game.box(board_);
    Position<words> position;
    position.value = values_.heap(heap);
    game.add_regions(position, box, cells, box.placements, 0);
    game.put_in_order(position);
    return position;
  }

  BoxSize board_;
  Pieces pieces_;
  std::uint64_t line_;
  MemoryBudget budget_;
  BudgetMemory memory_;
  Values values_;
  SmallValues<words> small_;
  PositionList list_;
  Heartbeat heart_{[] {}};
  Game<words> reader_;
  std::unique_ptr<Examiner<words>> examiner_;
  Position<words> position_;
  std::vector<std::uint8_t> bytes_;
  std::string pending_;
  std::size_t lines_ = 0;
  std::size_t moves_ = 0;
};

}  // namespace

std::unique_ptr<ProofChecker> ProofChecker::make(Setup setup) {
  const std::size_t cells = setup.board.cells();
  if (cells <= 64) return std::make_unique<Checker<1>>(std::move(setup));
  if (cells <= 128) return std::make_unique<Checker<2>>(std::move(setup));
  return std::make_unique<Checker<4>>(std::move(setup));
}

}  // namespace cgt::proof
