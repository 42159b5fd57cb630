// The search of the duel's solver (duel/exact/solver.hpp explains the method): which states are
// lost, and which states the others trust in. It can be stopped, written to a file, and resumed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/checkpoint.hpp"
#include "base/heartbeat.hpp"
#include "duel/exact/solver.hpp"
#include "duel/exact/state_options.hpp"
#include "duel/exact/states.hpp"

namespace cgt {

template <class Board>
class DuelSearch {
 public:
  using Packed = typename Board::Packed;

  explicit DuelSearch(const DuelQuestion& question)
      : options_(question), pieces_(options_.pieces()), states_(options_, pieces_) {
    for (const Packed& start : options_.starts()) {
      const auto [key, hash] = options_.place_of(start);
      starts_.push_back(states_.number_of(key, hash));
    }
    std::sort(starts_.begin(), starts_.end());
    starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
    for (const NodeId start : starts_) push(start);
  }

  DuelAnswer solve(const DuelPulse& pulse) {
    bool stopped = false;
    Heartbeat heart([&] { stopped = stopped || !pulse(progress()); });
    while (!open_.empty()) {
      if (any_start_lost()) return DuelAnswer::bad;
      if (is_full()) return DuelAnswer::unknown;
      heart.beat(1 << 9);
      if (stopped) return DuelAnswer::unknown;
      const NodeId node = open_.pop();
      states_.flags(node) &= ~queued;
      if ((states_.flags(node) & (lost | complete)) != 0 || !is_needed(node)) continue;
      if (!lose_on_known_ground(node)) expand(node);
    }
    return any_start_lost() ? DuelAnswer::bad : DuelAnswer::good;
  }

  DuelProgress progress() const {
    return {states_.size(), losses_,
            states_.bytes() + open_.bytes() + slots_.capacity() * sizeof(slots_[0])};
  }

  void save(const std::string& path) const {
    CheckpointWriter file(path);
    file.write(checkpoint_mark);
    file.write(options_.fingerprint());
    file.write(states_.size());
    file.write(losses_);
    for (NodeId node = 0; node < states_.size(); ++node) {
      for (const Word word : words_of(states_.key(node))) file.write(word);
      file.write(Word{states_.head(node)} << flag_bits | states_.flags(node));
      for (PieceId piece = 0; piece < pieces_; ++piece)
        file.write(states_.slot(node * pieces_ + piece));
    }
    file.finish();
  }

  // Resumes the search in a file; only for one that has just been made, and that is of no use if
  // this throws CheckpointError.
  void load(const std::string& path, std::size_t bytes, Heartbeat& heart) {
    CheckpointReader file(path, bytes, heart);
    if (file.read() != checkpoint_mark) throw CheckpointError("this is no checkpoint of cgt duel");
    if (file.read() != options_.fingerprint())
      throw CheckpointError("this checkpoint is of another question");
    const Word states = file.read();
    const Word losses = file.read();
    const std::size_t words_of_state = words_of(Packed{}).size() + 1 + pieces_;
    require_undamaged(states >= states_.size() && states <= UINT32_MAX && losses <= states &&
                      file.left() == states * words_of_state && states * pieces_ < put_off);
    if (states * states_.bytes_of_state() > options_.question().memory)
      throw CheckpointError("this checkpoint takes more memory than is allowed");
    losses_ = static_cast<std::uint32_t>(losses);
    open_ = {};
    for (NodeId node = 0; node < states; ++node) read_state(file, node, states * pieces_);
    file.finish();
    check_lists(heart);
  }

  // What Good can do after Bad has chosen one more piece, and the codes of the pieces that Good
  // sees afterwards.
  struct Choice {
    std::span<const Option<Packed>> options;
    typename StateOptions<Board>::Codes next;
  };

  // What was found, for making strategies.

  std::size_t states() const { return states_.size(); }
  const std::vector<NodeId>& starts() const { return starts_; }
  bool any_start_lost() const {
    return std::any_of(starts_.begin(), starts_.end(),
                       [&](NodeId start) { return (states_.flags(start) & lost) != 0; });
  }
  bool is_lost(NodeId node) const { return (states_.flags(node) & lost) != 0; }
  // The piece for which a state was lost, and its rank: all states that it leads to were lost
  // before, on so much ground at least as it has.
  PieceId lost_for(NodeId node) const { return states_.flags(node) >> piece_shift; }
  std::uint32_t rank(NodeId node) const { return states_.head(node); }

  Packed key(NodeId node) const { return states_.key(node); }
  std::optional<NodeId> find(const Choice& choice, const Option<Packed>& option) const {
    return find(options_.key_of(option, choice.next));
  }
  std::optional<NodeId> find(const typename StateOptions<Board>::Place& place) const {
    return states_.find(place.key, place.hash);
  }
  StateOptions<Board>& options() { return options_; }

  // A lost state that has more ground than another one, or as much, and is like it above that.
  struct OnGround {
    NodeId node;
    unsigned ground;
    bool is_image;  // whether it is the mirror image that is like it
  };
  // The one that was lost first.
  std::optional<OnGround> first_lost(const Packed& key, unsigned ground) const {
    std::optional<OnGround> first = lost_on(key, ground);
    for (Word more = grounds_ & ~low_bits(ground + 1); more != 0; more = without_lowest(more)) {
      const auto found = lost_on(key, static_cast<unsigned>(std::countr_zero(more)));
      if (found && (!first || rank(found->node) < rank(first->node))) first = found;
    }
    return first;
  }

  // The bag that Bad chooses from in a state.
  PieceBag bag_in(NodeId node) const { return bag_of(states_.key(node)); }

  Choice choice_in(NodeId node, PieceId chosen) {
    const Packed key = states_.key(node);
    const unsigned code = options_.board().code(key);
    return {options_.list(options_.board().without_code(key), options_.placed(code, chosen)),
            options_.both_codes(options_.code_after(code, chosen))};
  }

  // An option that leads to a safe state; only once the search is over.
  const Option<Packed>* safe(const Choice& choice) { return not_lost(choice, complete); }

 private:
  static constexpr std::uint32_t none = 0;
  // Of a state. It has been looked at: for some piece at least it trusts in a placement.
  static constexpr std::uint32_t expanded = 1;
  static constexpr std::uint32_t lost = 2;
  static constexpr std::uint32_t queued = 4;
  // It trusts in a placement for every piece that Bad can choose.
  static constexpr std::uint32_t complete = 8;
  // The bits above: the piece for which a state was lost.
  static constexpr unsigned piece_shift = 4;
  static constexpr std::uint32_t marks = (1 << piece_shift) - 1;
  static constexpr unsigned flag_bits = 16;  // in a file

  // What is in a slot of a state that has been looked at, for a piece that was put off: this much
  // and the danger that Good is in after it.
  static constexpr std::uint32_t most_danger = UINT16_MAX;
  static constexpr std::uint32_t put_off = UINT32_MAX - most_danger;

  // "cgtduel" and the version of the format.
  static constexpr Word checkpoint_mark = 0x046c657564746763;

  // An option that is not known to be lost: one that leads to a state with these flags, if there is
  // one, else the least dangerous of the most promising.
  const Option<Packed>* not_lost(const Choice& choice, std::uint32_t wanted = expanded) {
    ground_ = options_.has_ground() ? options_.question().rules->height() : 0;
    for (const auto& option : choice.options)
      states_.expect(options_.key_of(option, choice.next).hash);
    const Option<Packed>* best = nullptr;
    unsigned least = 0;
    unsigned compared = 0;
    for (const auto& option : choice.options) {
      if (const auto ground = lost_ground(option, choice.next)) {
        ground_ = std::min(ground_, *ground);
        continue;
      }
      const auto node = find(choice, option);
      const std::uint32_t flags = node ? states_.flags(*node) : 0;
      if ((flags & lost) != 0) {
        ground_ = 0;
        continue;
      }
      if ((flags & wanted) != 0) return &option;
      if (compared == options_.compared()) continue;
      if (!node) {
        if (const auto last = options_.ends_at_once(option.well, choice.next.kept)) {
          const Packed key = options_.board().with_code(option.well, choice.next.kept);
          ground_ = options_.ground_under(key, *last, ground_);
          continue;
        }
      }
      ++compared;
      if (options_.compared() == 1) {
        best = &option;
        continue;
      }
      const unsigned danger =
          options_.danger(options_.board().with_code(option.well, choice.next.kept));
      if (best != nullptr && danger >= least) continue;
      best = &option;
      least = danger;
    }
    return best;
  }

  // The most ground on which the state is lost that an option leads to; nothing if none is known.
  std::optional<unsigned> lost_ground(const Option<Packed>& option,
                                      const typename StateOptions<Board>::Codes& next) const {
    if (grounds_ == 0) return std::nullopt;
    Word grounds = grounds_ & low_bits(options_.most_ground(option.well) + 1);
    for (; grounds != 0; grounds &= low_bits(std::bit_width(grounds) - 1)) {
      const auto ground = static_cast<unsigned>(std::bit_width(grounds)) - 1;
      if (find(options_.place_on_ground(option, next, ground))) return ground;
    }
    return std::nullopt;
  }

  // The lost state that is like this one above so much ground.
  std::optional<OnGround> lost_on(const Packed& key, unsigned ground) const {
    const Packed on_ground = options_.board().on_ground(key, ground);
    const auto place = options_.place_of(on_ground);
    const auto node = find(place);
    if (!node || !is_lost(*node)) return std::nullopt;
    return OnGround{*node, ground, place.key != on_ground};
  }

  // Loses a state that was found to be lost, on ground, after it had come up.
  bool lose_on_known_ground(NodeId node) {
    const auto known = first_lost(states_.key(node), 1);
    if (!known) return false;
    const PieceId piece = lost_for(known->node);
    ground_ = 0;  // it is known already
    lose(node, known->is_image ? options_.image(piece) : piece);
    return true;
  }

  // Enters a state that is about to be lost for a piece with all the ground that it is lost on.
  void lose_on_ground(NodeId node, PieceId by) {
    if (ground_ == 0) return;
    const Packed key = states_.key(node);
    const unsigned ground = options_.ground_under(key, by, ground_);
    if (ground == 0) return;
    const Packed on_ground = options_.board().on_ground(key, ground);
    const auto [kept, hash] = options_.place_of(on_ground);
    const NodeId all = states_.number_of(kept, hash);
    if (is_lost(all)) return;
    const PieceId piece = kept == on_ground ? by : options_.image(by);
    states_.flags(all) = expanded | lost | piece << piece_shift;
    states_.head(all) = ++losses_;
    grounds_ |= Word{1} << ground;
  }

  PieceBag bag_of(const Packed& key) const { return options_.bag(options_.board().code(key)); }

  // Reads one state of a file whose states have `slots` slots in all.
  void read_state(CheckpointReader& file, NodeId node, Word slots) {
    auto words = words_of(Packed{});
    for (Word& word : words) word = file.read();
    const auto key = packed_of<Packed>(words);
    require_undamaged(options_.is_state(key) &&
                      states_.number_of(key, options_.hash_of(key)) == node);
    const Word head_and_flags = file.read();
    const Word head = head_and_flags >> flag_bits;
    const auto flags =
        static_cast<std::uint32_t>(head_and_flags & low_bits(flag_bits) & ~Word{queued});
    const PieceBag bag = bag_of(key);
    if (const unsigned ground = options_.ground(key); ground > 0) {
      require_undamaged((flags & lost) != 0);
      grounds_ |= Word{1} << ground;
    }
    if ((flags & lost) != 0)
      require_undamaged((flags & expanded) != 0 && flags >> piece_shift < pieces_ && head >= 1 &&
                        head <= losses_ && bag.has(flags >> piece_shift));
    else
      require_undamaged(flags <= (expanded | complete) && flags != complete && head <= slots);
    states_.head(node) = static_cast<std::uint32_t>(head);
    states_.flags(node) = flags;
    bool any_put_off = false;
    for (PieceId piece = 0; piece < pieces_; ++piece) {
      const Word next = file.read();
      const bool waits = next >= put_off && next <= UINT32_MAX;
      require_undamaged(waits ? (flags & expanded) != 0 && bag.has(piece) : next <= slots);
      states_.slot(node * pieces_ + piece) = static_cast<std::uint32_t>(next);
      any_put_off = any_put_off || waits;
    }
    if ((flags & lost) == 0 && (flags & expanded) != 0)
      require_undamaged(any_put_off == ((flags & complete) == 0));
    push(node);  // whatever has not been looked at waits again, if it is still needed
  }

  // Throws CheckpointError unless the lists of slots are as the search makes them: no slot is in
  // two of them or twice in one, and of each state that has been looked at and is not lost, every
  // slot of a piece that may come and was not put off is in one; and unless the ranks of lost
  // states are the numbers from 1 on.
  void check_lists(Heartbeat& heart) const {
    std::vector<bool> listed(states_.size() * pieces_);
    std::vector<bool> ranked(losses_);
    const auto take = [](std::vector<bool>& taken, std::size_t number) {
      require_undamaged(!taken[number]);
      taken[number] = true;
    };
    std::size_t lost_states = 0;
    std::size_t trusting = 0;
    std::size_t to_trust = 0;
    for (NodeId node = 0; node < states_.size(); ++node) {
      heart.beat(20);
      if (is_lost(node)) {
        ++lost_states;
        take(ranked, states_.head(node) - 1);
        continue;
      }
      if ((states_.flags(node) & expanded) != 0)
        to_trust += options_.choices(options_.board().code(states_.key(node))) - put_off_in(node);
      for (std::uint32_t slot = states_.head(node); slot != 0; slot = states_.slot(slot - 1)) {
        heart.beat(20);
        require_undamaged(slot < put_off);
        take(listed, slot - 1);
        const NodeId truster = (slot - 1) / pieces_;
        require_undamaged((states_.flags(truster) & expanded) != 0 &&
                          bag_in(truster).has((slot - 1) % pieces_));
        if (!is_lost(truster)) ++trusting;
      }
    }
    require_undamaged(lost_states == losses_ && trusting == to_trust);
  }

  bool is_full() const {
    return progress().bytes + states_.bytes_to_grow() > options_.question().memory ||
           (states_.size() + 1) * pieces_ >= put_off;
  }

  // The pieces that were put off in a state wait until all that is more endangered by a good deal
  // has been looked at. Measured: halves and three quarters do about as well.
  void push(NodeId node) {
    const std::uint32_t flags = states_.flags(node);
    if ((flags & (complete | queued | lost)) != 0) return;
    states_.flags(node) |= queued;
    const unsigned danger = options_.danger(states_.key(node));
    open_.push(node, (flags & expanded) == 0 ? danger : danger * 5 / 8);
  }

  std::uint32_t put_off_in(NodeId node) const {
    std::uint32_t count = 0;
    for (PieceId piece = 0; piece < pieces_; ++piece)
      count += states_.slot(node * pieces_ + piece) >= put_off;
    return count;
  }

  // Whether any state that is not lost trusts in this one.
  bool is_needed(NodeId node) const {
    if (std::binary_search(starts_.begin(), starts_.end(), node)) return true;
    for (std::uint32_t slot = states_.head(node); slot != 0; slot = states_.slot(slot - 1))
      if ((states_.flags((slot - 1) / pieces_) & lost) == 0) return true;
    return false;
  }

  // Trusts in a placement for one more piece, and puts the others off: one is enough if the state
  // is lost for it. It is the piece after which Good's best placement is in the greatest danger;
  // but a piece for which none is left decides the state.
  void expand(NodeId node) {
    if ((states_.flags(node) & expanded) == 0 && !put_all_off(node)) return;
    std::optional<PieceId> worst;
    unsigned waiting = 0;
    const auto danger_of = [&](PieceId piece) { return states_.slot(node * pieces_ + piece); };
    for (PieceId piece = 0; piece < pieces_; ++piece) {
      if (danger_of(piece) < put_off) continue;
      ++waiting;
      if (!worst || danger_of(piece) > danger_of(*worst)) worst = piece;
    }
    if (waiting == 1) states_.flags(node) |= complete;
    if (trust(node, *worst))
      push(node);
    else
      lose(node, *worst);
  }

  // Looks at a state for the first time: how much danger Good is in after each piece. False if the
  // state is lost at once.
  bool put_all_off(NodeId node) {
    states_.flags(node) |= expanded;
    const PieceBag bag = bag_in(node);
    for (PieceId piece = 0; piece < pieces_; ++piece) {
      if (!bag.has(piece)) continue;
      const Choice choice = choice_in(node, piece);
      const Option<Packed>* option = not_lost(choice, none);
      if (option == nullptr) {
        lose(node, piece);
        return false;
      }
      const unsigned danger =
          options_.danger(options_.board().with_code(option->well, choice.next.kept));
      states_.slot(node * pieces_ + piece) = put_off + std::min(danger, most_danger);
    }
    return true;
  }

  // Trusts in a placement that is not known to be lost. False if there is none.
  bool trust(NodeId node, PieceId chosen) {
    const Choice choice = choice_in(node, chosen);
    const Option<Packed>* option = not_lost(choice);
    if (option == nullptr) return false;
    const auto [key, hash] = options_.key_of(*option, choice.next);
    const NodeId next = states_.number_of(key, hash);
    const std::uint32_t slot = node * pieces_ + chosen;
    states_.slot(slot) = states_.head(next);
    states_.head(next) = slot + 1;
    push(next);
    return true;
  }

  // Marks a state as lost, and all states that are lost as a consequence. A state gets its rank
  // when it is marked: all states that it can lead to have been marked before.
  void lose(NodeId first, PieceId piece) {
    slots_.clear();
    const auto mark = [&](NodeId node, PieceId by) {
      lose_on_ground(node, by);
      states_.flags(node) = (states_.flags(node) & marks) | lost | by << piece_shift;
      slots_.push_back(states_.head(node));
      states_.head(node) = ++losses_;
    };
    mark(first, piece);
    while (!slots_.empty()) {
      std::uint32_t slot = slots_.back();
      slots_.pop_back();
      while (slot != 0) {
        const std::uint32_t next = states_.slot(slot - 1);
        const NodeId truster = (slot - 1) / pieces_;
        const PieceId chosen = (slot - 1) % pieces_;
        if ((states_.flags(truster) & lost) == 0 && !trust(truster, chosen)) mark(truster, chosen);
        slot = next;
      }
    }
  }

  StateOptions<Board> options_;
  std::uint32_t pieces_;
  // The head of a state is the first slot that trusts in it, plus 1, or its rank once it is lost. A
  // slot has the next one that trusts in the same state.
  States<StateOptions<Board>> states_;
  WaitingStates open_;
  std::vector<NodeId> starts_;
  std::vector<std::uint32_t> slots_;  // those that trusted in states which are lost now
  std::uint32_t losses_ = 0;
  Word grounds_ = 0;     // how much ground lost states have, as bits
  unsigned ground_ = 0;  // of the options that were lost where one was looked for last, the least
};

}  // namespace cgt
