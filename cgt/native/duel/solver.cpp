#include "duel/solver.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <stdexcept>
#include <unordered_set>

#include "base/bits.hpp"
#include "base/checkpoint.hpp"
#include "base/heartbeat.hpp"
#include "duel/boards.hpp"
#include "duel/lane_order.hpp"
#include "duel/states.hpp"

namespace cgt {

namespace {

constexpr unsigned most_lanes = widest_well / 2;

template <class Board>
class SolverOnBoards final : public DuelSolver {
  using Packed = typename Board::Packed;

 public:
  explicit SolverOnBoards(const DuelQuestion& question)
      : question_(question), rules_(*question_.rules), board_(rules_),
        pieces_(static_cast<std::uint32_t>(rules_.pieces())), preview_(question.preview),
        piece_bits_(bits_of_piece(rules_)), heart_([] {}) {
    // Bad has chosen nothing yet: whatever Good may see first is a beginning.
    Option<Packed> start{board_.pack(question.start), {}, 0, {}};
    if (in_lanes()) start.well = with_lanes_sorted(start.well);
    if (!question.mirror_images.empty()) start.image = board_.mirrored(start.well);
    std::vector<PieceId> queue(preview_, 0);
    for (;;) {
      starts_.push_back(node_of(key_of(start, code_of(queue))));
      unsigned at = 0;
      while (at < preview_ && ++queue[at] == pieces_) queue[at++] = 0;
      if (at == preview_) break;
    }
    std::sort(starts_.begin(), starts_.end());
    starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
    for (const NodeId start : starts_) push(start);
  }

  static bool fits(const DuelQuestion& question) {
    return Board::fits(*question.rules, bits_of_piece(*question.rules) * question.preview);
  }

  DuelAnswer solve(const DuelPulse& pulse) override {
    bool stopped = false;
    heart_ = Heartbeat([&] { stopped = stopped || !pulse(progress()); });
    while (!open_.empty()) {
      if (any_start_lost()) return DuelAnswer::bad;
      if (is_full()) return DuelAnswer::unknown;
      heart_.beat(1 << 9);
      if (stopped) return DuelAnswer::unknown;
      const NodeId node = open_.pop();
      flags_[node] &= static_cast<std::uint8_t>(~queued);
      if ((flags_[node] & (lost | expanded)) == 0 && is_needed(node)) expand(node);
    }
    return any_start_lost() ? DuelAnswer::bad : DuelAnswer::good;
  }

  DuelProgress progress() const override {
    return {states_.size(), losses_,
            states_.bytes() + open_.bytes() + heads_.bytes() + flags_.bytes() + nexts_.bytes() +
                slots_.capacity() * sizeof(slots_[0])};
  }

  void save(const std::string& path) const override {
    CheckpointFile file(path, "wb");
    file.write(checkpoint_mark);
    file.write(fingerprint_of_question());
    file.write(states_.size());
    file.write(losses_);
    for (NodeId node = 0; node < states_.size(); ++node) {
      for (const Word word : words_of(states_.key(node))) file.write(word);
      file.write(Word{heads_[node]} << 8 | flags_[node]);
      for (PieceId piece = 0; piece < pieces_; ++piece) file.write(nexts_[node * pieces_ + piece]);
    }
    file.finish();
  }

  void load(const std::string& path) override {
    CheckpointFile file(path, "rb");
    if (file.read() != checkpoint_mark) throw CheckpointError("this is no checkpoint of cgt duel");
    if (file.read() != fingerprint_of_question())
      throw CheckpointError("this checkpoint is of another question");
    const Word states = file.read();
    const Word words = states * (words_of(Packed{}).size() + 1 + pieces_);
    file.read();
    if (states * pieces_ >= UINT32_MAX) throw CheckpointError("this checkpoint is damaged");
    if (states * bytes_of_state() > question_.memory)
      throw CheckpointError("this checkpoint takes more memory than is allowed");
    for (Word i = 0; i < words; ++i) file.read();
    if (!file.ends_well()) throw CheckpointError("this checkpoint is damaged");
    file.rewind();
    for (int i = 0; i < 3; ++i) file.read();
    losses_ = static_cast<std::uint32_t>(file.read());
    open_ = {};
    for (NodeId node = 0; node < states; ++node) {
      auto key = words_of(Packed{});
      for (Word& word : key) word = file.read();
      node_of(packed_of<Packed>(key));
      const Word head_and_flags = file.read();
      heads_[node] = static_cast<std::uint32_t>(head_and_flags >> 8);
      flags_[node] = static_cast<std::uint8_t>(head_and_flags & 0xff & ~Word{queued});
      for (PieceId piece = 0; piece < pieces_; ++piece)
        nexts_[node * pieces_ + piece] = static_cast<std::uint32_t>(file.read());
      push(node);  // whatever has not been looked at waits again; what is not needed goes
    }
  }

  std::optional<std::vector<Instruction>> instructions(bool fewest, std::size_t most,
                                                       const DuelPulse& pulse) override {
    bool stopped = false;
    heart_ = Heartbeat([&] { stopped = stopped || !pulse(progress()); });
    // Whether there may be one instruction more.
    const auto may_go_on = [&](std::size_t found) {
      heart_.beat(1 << 10);
      return found < most && !stopped;
    };
    return any_start_lost() ? bad_instructions(may_go_on) : good_instructions(fewest, may_go_on);
  }

 private:
  static constexpr std::uint8_t expanded = 1;
  static constexpr std::uint8_t lost = 2;
  static constexpr std::uint8_t queued = 4;
  static constexpr unsigned piece_shift = 3;  // above it: the piece for which a state was lost

  // "cgtduel" and the version of the format.
  static constexpr Word checkpoint_mark = 0x016c657564746763;

  Word fingerprint_of_question() const {
    Fingerprint all = rules_.fingerprint();
    const auto add = [&](Word word) { all = followed_by(all, word); };
    add(preview_);
    add(Word(question_.plays));
    for (unsigned i = 0; i < rules_.width(); ++i) add(question_.start.column(i));
    for (const PieceId image : question_.mirror_images) add(image);
    return all.low ^ all.high;
  }

  // the pieces that Good sees, as a code

  static unsigned bits_of_piece(const DuelRules& rules) {
    return static_cast<unsigned>(std::bit_width(rules.pieces() - 1));
  }
  unsigned code_of(const std::vector<PieceId>& queue) const {
    unsigned code = 0;
    for (unsigned i = 0; i < preview_; ++i) code |= queue[i] << i * piece_bits_;
    return code;
  }
  PieceId piece_at(unsigned code, unsigned place) const {
    return code >> place * piece_bits_ & static_cast<unsigned>(low_bits(piece_bits_));
  }
  // The piece to be placed when Bad has chosen one more, and what Good sees afterwards.
  PieceId placed(unsigned code, PieceId chosen) const {
    return preview_ > 0 ? piece_at(code, 0) : chosen;
  }
  unsigned code_after(unsigned code, PieceId chosen) const {
    return preview_ > 0 ? code >> piece_bits_ | chosen << (preview_ - 1) * piece_bits_ : 0;
  }
  std::vector<PieceId> visible(unsigned code, PieceId chosen) const {
    std::vector<PieceId> pieces;
    for (unsigned i = 0; i < preview_; ++i) pieces.push_back(piece_at(code, i));
    pieces.push_back(chosen);
    return pieces;
  }

  // The state that stands for those that are played alike.
  Packed key_of(const Option<Packed>& option, unsigned code) const {
    const Packed key = board_.with_code(option.well, code);
    if (question_.mirror_images.empty()) return key;
    unsigned image_code = 0;
    for (unsigned i = 0; i < preview_; ++i)
      image_code |= question_.mirror_images[piece_at(code, i)] << i * piece_bits_;
    return std::min(key, board_.with_code(option.image, image_code));
  }

  Packed with_lanes_sorted(const Packed& packed) const {
    Well well = board_.unpack(packed);
    LaneOrder(well).apply(well);
    return board_.pack(well);
  }

  // nodes

  NodeId node_of(const Packed& key) {
    const std::size_t before = states_.size();
    const NodeId node = states_.number_of(key);
    if (states_.size() > before) {
      heads_.grow_to(states_.size());
      flags_.grow_to(states_.size());
      nexts_.grow_to(states_.size() * pieces_);
    }
    return node;
  }

  // What a state takes at least, with its place in a table of which four fifths are used.
  std::size_t bytes_of_state() const {
    return sizeof(Packed) + sizeof(std::uint8_t) + (1 + pieces_) * sizeof(std::uint32_t) +
           5 * sizeof(NodeId) / 4;
  }

  bool is_full() const {
    return progress().bytes + states_.bytes_to_grow() > question_.memory ||
           (states_.size() + 1) * pieces_ >= UINT32_MAX;
  }

  bool any_start_lost() const {
    return std::any_of(starts_.begin(), starts_.end(),
                       [&](NodeId start) { return (flags_[start] & lost) != 0; });
  }

  void push(NodeId node) {
    if ((flags_[node] & (expanded | queued | lost)) != 0) return;
    flags_[node] |= queued;
    open_.push(node, board_.danger(board_.without_code(states_.key(node))));
  }

  // Whether anybody that is not lost trusts in a state.
  bool is_needed(NodeId node) const {
    if (std::binary_search(starts_.begin(), starts_.end(), node)) return true;
    for (std::uint32_t slot = heads_[node]; slot != 0; slot = nexts_[slot - 1])
      if ((flags_[(slot - 1) / pieces_] & lost) == 0) return true;
    return false;
  }

  void expand(NodeId node) {
    flags_[node] |= expanded;
    for (PieceId piece = 0; piece < pieces_; ++piece)
      if (!trust(node, piece)) {
        lose(node, piece);
        return;
      }
  }

  // Trusts in a placement that is not known to be lost: one that leads to a state that has been
  // looked at, if there is any, and otherwise the most promising. False if there is none.
  bool trust(NodeId node, PieceId chosen) {
    const Packed key = states_.key(node);
    const unsigned code = board_.code(key);
    list_options(board_.without_code(key), placed(code, chosen));
    const auto option = not_lost(code_after(code, chosen));
    if (!option) return false;
    const NodeId next = node_of(key_of(*option, code_after(code, chosen)));
    const std::uint32_t slot = node * pieces_ + chosen;
    nexts_[slot] = heads_[next];
    heads_[next] = slot + 1;
    push(next);
    return true;
  }

  // Of the options in the list, one that is not known to be lost.
  const Option<Packed>* not_lost(unsigned next_code) const {
    for (const Option<Packed>& option : options_) states_.expect(key_of(option, next_code));
    const Option<Packed>* first = nullptr;
    for (const Option<Packed>& option : options_) {
      const auto node = states_.find(key_of(option, next_code));
      if (node && (flags_[*node] & lost) != 0) continue;
      if (node && (flags_[*node] & expanded) != 0) return &option;
      if (first == nullptr) first = &option;
    }
    return first;
  }

  // Marks a state as lost, and all that are lost with it. A state gets its rank when it is marked:
  // all that it can lead to have been marked before.
  void lose(NodeId first, PieceId piece) {
    slots_.clear();
    const auto mark = [&](NodeId node, PieceId by) {
      flags_[node] = static_cast<std::uint8_t>((flags_[node] & 7) | lost | by << piece_shift);
      slots_.push_back(heads_[node]);
      heads_[node] = ++losses_;
    };
    mark(first, piece);
    while (!slots_.empty()) {
      std::uint32_t slot = slots_.back();
      slots_.pop_back();
      while (slot != 0) {
        const std::uint32_t next = nexts_[slot - 1];
        const NodeId truster = (slot - 1) / pieces_;
        const PieceId chosen = (slot - 1) % pieces_;
        if ((flags_[truster] & lost) == 0 && !trust(truster, chosen)) mark(truster, chosen);
        slot = next;
      }
    }
  }

  // The placements of a piece that do not end the game, the most promising first. With a preview
  // the same are asked for several times in a row.
  void list_options(const Packed& well, PieceId piece) {
    if (piece == listed_piece_ && well == listed_well_) return;
    options_.clear();
    board_.list(well, piece, options_);
    if (in_lanes()) keep_lanes(well, piece);
    if (!question_.mirror_images.empty())
      for (auto& option : options_) option.image = board_.mirrored(option.well);
    std::sort(options_.begin(), options_.end(),
              [](const auto& a, const auto& b) { return a.order < b.order; });
    listed_piece_ = piece;
    listed_well_ = well;
  }

  bool in_lanes() const { return question_.plays != GoodPlays::anywhere; }

  // Whether there are but two bumpy lanes, and the others are about equally high.
  bool is_tidy(const Packed& packed) const {
    const Well well = board_.unpack(packed);
    unsigned bumpy = 0;
    unsigned lowest = highest_well;
    unsigned highest = 0;
    for (unsigned i = 0; i < pairs_of(rules_.width()); ++i) {
      if (well.column(2 * i) != well.column(2 * i + 1)) {
        ++bumpy;
        continue;
      }
      lowest = std::min(lowest, well.height(2 * i));
      highest = std::max(highest, well.height(2 * i));
    }
    return bumpy <= 2 && highest <= lowest + 4;
  }

  // Only what stays inside a lane, and of lanes that look alike inside the first.
  void keep_lanes(const Packed& packed, PieceId piece) {
    const Well well = board_.unpack(packed);
    std::erase_if(options_, [&](const auto& option) {
      const Placement placement = option.placement;
      if (question_.plays == GoodPlays::in_tidy_lanes && !is_tidy(option.well)) return true;
      const unsigned lane = lane_of(placement.column, rules_.width());
      if (lane !=
          lane_of(placement.column + rules_.turned(piece, placement).width - 1, rules_.width()))
        return true;
      if (lane == pairs_of(rules_.width())) return false;
      for (unsigned other = 0; other < lane; ++other)
        if (well.column(2 * other) == well.column(2 * lane) &&
            well.column(2 * other + 1) == well.column(2 * lane + 1))
          return true;
      return false;
    });
    for (auto& option : options_) option.well = with_lanes_sorted(option.well);
  }

  // strategies

  template <class MayGoOn>
  std::optional<std::vector<Instruction>> good_instructions(bool fewest, const MayGoOn& may_go_on) {
    std::vector<Instruction> found;
    std::unordered_set<NodeId> seen(starts_.begin(), starts_.end());
    std::deque<NodeId> waiting(starts_.begin(), starts_.end());
    for (; !waiting.empty(); waiting.pop_front()) {
      const NodeId node = waiting.front();
      const Packed key = states_.key(node);
      const Packed well = board_.without_code(key);
      const unsigned code = board_.code(key);
      for (PieceId chosen = 0; chosen < pieces_; ++chosen) {
        list_options(well, placed(code, chosen));
        // Everything that has been looked at and is not lost is safe now.
        const Option<Packed>* option = not_lost(code_after(code, chosen));
        const auto leads_to = [&](const Option<Packed>& there) {
          return states_.find(key_of(there, code_after(code, chosen))).value_or(node);
        };
        if (fewest && !seen.contains(leads_to(*option)))
          for (const Option<Packed>& other : options_)
            if (const auto there = states_.find(key_of(other, code_after(code, chosen)));
                there && seen.contains(*there)) {
              option = &other;
              break;
            }
        const NodeId next = leads_to(*option);
        if (seen.insert(next).second) waiting.push_back(next);
        if (!may_go_on(found.size())) return std::nullopt;
        found.push_back({board_.unpack(well), visible(code, chosen), option->placement, 0});
      }
    }
    return found;
  }

  template <class MayGoOn>
  std::optional<std::vector<Instruction>> bad_instructions(const MayGoOn& may_go_on) {
    std::vector<Instruction> found;
    const NodeId start = *std::find_if(starts_.begin(), starts_.end(),
                                       [&](NodeId node) { return (flags_[node] & lost) != 0; });
    std::unordered_set<NodeId> seen{start};
    std::deque<NodeId> waiting{start};
    for (; !waiting.empty(); waiting.pop_front()) {
      const NodeId node = waiting.front();
      const Packed key = states_.key(node);
      const unsigned code = board_.code(key);
      const auto chosen = static_cast<PieceId>(flags_[node] >> piece_shift);
      list_options(board_.without_code(key), placed(code, chosen));
      for (const auto& option : options_) {
        const NodeId next = *states_.find(key_of(option, code_after(code, chosen)));
        if (seen.insert(next).second) waiting.push_back(next);
      }
      if (!may_go_on(found.size())) return std::nullopt;
      found.push_back({board_.unpack(board_.without_code(key)),
                       visible(code, chosen),
                       {0, 0, 0},
                       heads_[node]});
    }
    return found;
  }

  DuelQuestion question_;
  const DuelRules& rules_;
  Board board_;
  std::uint32_t pieces_;
  unsigned preview_;
  unsigned piece_bits_;
  Heartbeat heart_;
  States<Packed> states_;
  // For each state: the first of those that trust in it, as a slot + 1; or its rank once it is
  // lost.
  Chunks<std::uint32_t> heads_;
  Chunks<std::uint8_t> flags_;
  // For each state and piece, a slot: the next that trusts in the same state.
  Chunks<std::uint32_t> nexts_;
  WaitingStates open_;
  std::vector<NodeId> starts_;
  std::vector<std::uint32_t> slots_;  // of those that trusted in states which are lost now
  std::uint32_t losses_ = 0;
  std::vector<Option<Packed>> options_;
  PieceId listed_piece_ = UINT32_MAX;
  Packed listed_well_{};
};

template <class... Boards>
std::unique_ptr<DuelSolver> first_that_fits(const DuelQuestion& question) {
  std::unique_ptr<DuelSolver> made;
  const auto try_one = [&]<class Board>(Board*) {
    if (!made && SolverOnBoards<Board>::fits(question))
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
