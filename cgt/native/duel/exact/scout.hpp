// One thread's look at a state of the duel's search: what Good can do there, what is known of what
// that leads to, and so what is to be entered. It changes nothing itself.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>

#include "duel/exact/known_states.hpp"

namespace cgt {

// A state to be looked at: for the pieces that were put off, or for one piece again, because the
// state that it trusted in is lost.
struct DuelJob {
  NodeId node = 0;
  std::optional<PieceId> again;
  bool is_first_look = false;
  unsigned danger = 0;  // by which it has waited
  // What is in its slots; only for pieces that were put off, and not at the first look.
  std::array<std::uint32_t, most_duel_pieces> slots;
};

// What was seen.
template <class Board>
struct DuelFinding {
  using Place = typename StateOptions<Board>::Place;

  PieceId piece = 0;  // for which the state is lost, or trusts in another one
  bool is_lost = false;
  // If it is lost on ground, the state that says so, and the piece for which that one is lost.
  std::optional<Place> ground;
  unsigned ground_rows = 0;
  PieceId ground_piece = 0;
  // Otherwise what it trusts in, and how endangered that is, unless it waits already.
  Place next{};
  std::optional<unsigned> danger_of_next;
  bool is_last = false;  // no other piece is put off
};

template <class Board>
class Scout {
 public:
  using Packed = typename Board::Packed;
  using Options = StateOptions<Board>;
  using Known = KnownStates<Board>;
  using Finding = DuelFinding<Board>;

  Scout(const DuelQuestion& question, const Known& known) : options_(question), known_(known) {}

  Options& options() { return options_; }
  const Options& options() const { return options_; }

  // What Good can do after Bad has chosen one more piece, and the codes of the pieces that Good
  // sees afterwards.
  struct Choice {
    std::span<const Option<Packed>> options;
    typename Options::Codes next;
  };
  Choice choice_in(NodeId node, PieceId chosen) {
    const Packed key = known_.key(node);
    const unsigned code = options_.board().code(key);
    return {options_.list(options_.board().without_code(key), options_.placed(code, chosen)),
            options_.both_codes(options_.code_after(code, chosen))};
  }

  // An option that leads to a safe state; only once the search is over.
  const Option<Packed>* safe(const Choice& choice) {
    return not_lost(choice, state_flags::complete);
  }

  // The dangers that it finds for pieces that are put off go into the job's slots.
  Finding look(DuelJob& job) {
    if (job.again) {
      Finding found;
      found.piece = *job.again;
      trust(job.node, found);
      return found;
    }
    if (const auto known = known_.first_lost(known_.key(job.node), 1, options_)) {
      const PieceId piece = known_.lost_for(known->node);
      return lost_for(known->is_image ? options_.image(piece) : piece);
    }
    if (job.is_first_look)
      if (const auto found = put_all_off(job)) return *found;
    return look_at_the_worst(job);
  }

  unsigned danger(NodeId node) { return options_.danger(known_.key(node)); }

 private:
  static Finding lost_for(PieceId piece) {
    Finding found;
    found.piece = piece;
    found.is_lost = true;
    return found;
  }

  // Works out how much danger Good is in after each piece; the state may turn out to be lost.
  std::optional<Finding> put_all_off(DuelJob& job) {
    const PieceBag bag = options_.bag(options_.board().code(known_.key(job.node)));
    job.slots.fill(0);
    for (PieceId piece = 0; piece < options_.pieces(); ++piece) {
      if (!bag.has(piece)) continue;
      const Choice choice = choice_in(job.node, piece);
      const Option<Packed>* option = not_lost(choice, 0);
      if (option == nullptr) {
        Finding found = lost_for(piece);
        find_ground(job.node, found);
        return found;
      }
      job.slots[piece] =
          Known::put_off + std::min(danger_after(*option, choice), Known::most_danger);
    }
    return std::nullopt;
  }

  // Trusts in a placement for one more piece: one is enough if the state is lost for it. It is the
  // piece after which Good's best placement is in the greatest danger; but a piece for which none
  // is left decides the state.
  Finding look_at_the_worst(const DuelJob& job) {
    std::optional<PieceId> worst;
    unsigned waiting = 0;
    for (PieceId piece = 0; piece < options_.pieces(); ++piece) {
      if (job.slots[piece] < Known::put_off) continue;
      ++waiting;
      if (!worst || job.slots[piece] > job.slots[*worst]) worst = piece;
    }
    Finding found;
    found.piece = *worst;
    found.is_last = waiting == 1;
    trust(job.node, found);
    return found;
  }

  // Finds a placement that is not known to be lost, if there is one.
  void trust(NodeId node, Finding& found) {
    const Choice choice = choice_in(node, found.piece);
    const Option<Packed>* option = not_lost(choice, state_flags::expanded);
    found.is_lost = option == nullptr;
    if (found.is_lost) return find_ground(node, found);
    found.next = options_.key_of(*option, choice.next);
    constexpr std::uint32_t needs_none = state_flags::complete | state_flags::queued;
    if ((flags_ & needs_none) == 0) found.danger_of_next = danger_after(*option, choice);
  }

  // Of a state that is lost for a piece, because all options are lost that were just looked at: the
  // state with all the ground that it is lost on.
  void find_ground(NodeId node, Finding& found) {
    if (ground_ == 0) return;
    const Packed key = known_.key(node);
    found.ground_rows = options_.ground_under(key, found.piece, ground_);
    if (found.ground_rows == 0) return;
    const Packed on_ground = options_.board().on_ground(key, found.ground_rows);
    found.ground = options_.place_of(on_ground);
    found.ground_piece = found.ground->key == on_ground ? found.piece : options_.image(found.piece);
  }

  unsigned danger_after(const Option<Packed>& option, const Choice& choice) {
    return options_.danger(options_.board().with_code(option.well, choice.next.kept));
  }

  // An option that is not known to be lost: one that leads to a state with these flags, if there is
  // one, else the least dangerous of the most promising.
  const Option<Packed>* not_lost(const Choice& choice, std::uint32_t wanted) {
    ground_ = options_.has_ground() ? options_.question().rules->height() : 0;
    for (const auto& option : choice.options)
      known_.expect(options_.key_of(option, choice.next).hash);
    const Option<Packed>* best = nullptr;
    unsigned least = 0;
    unsigned compared = 0;
    for (const auto& option : choice.options) {
      if (const auto ground = lost_ground(option, choice.next)) {
        ground_ = std::min(ground_, *ground);
        continue;
      }
      const auto node = known_.find(options_.key_of(option, choice.next));
      const std::uint32_t flags = node ? known_.flags(*node) : 0;
      if ((flags & state_flags::lost) != 0) {
        ground_ = 0;
        continue;
      }
      if ((flags & wanted) != 0) {
        flags_ = flags;
        return &option;
      }
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
        flags_ = flags;
        continue;
      }
      const unsigned danger = danger_after(option, choice);
      if (best != nullptr && danger >= least) continue;
      best = &option;
      flags_ = flags;
      least = danger;
    }
    return best;
  }

  // The most ground on which the state is lost that an option leads to; nothing if none is known.
  // On ground there are only lost states.
  std::optional<unsigned> lost_ground(const Option<Packed>& option,
                                      const typename Options::Codes& next) const {
    const Word all = known_.grounds();
    if (all == 0) return std::nullopt;
    Word grounds = all & low_bits(options_.most_ground(option.well) + 1);
    for (; grounds != 0; grounds &= low_bits(std::bit_width(grounds) - 1)) {
      const auto ground = static_cast<unsigned>(std::bit_width(grounds)) - 1;
      if (known_.find(options_.place_on_ground(option, next, ground))) return ground;
    }
    return std::nullopt;
  }

  Options options_;
  const Known& known_;
  // Where an option was looked for last: the least ground of those that were lost, and the flags of
  // the state that the one found leads to.
  unsigned ground_ = 0;
  std::uint32_t flags_ = 0;
};

}  // namespace cgt
