// Makes strategies from what the duel's search has found: the winner's instructions for every state
// that can come up. The search keeps one of two mirror images; instructions are for both.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/numbered_bytes.hpp"
#include "duel/exact/search.hpp"
#include "strategy/instructions.hpp"

namespace cgt {

// Things to look at, each once, in the order in which they come up.
template <class Thing>
class WaitingOnce {
 public:
  void add(const Thing& thing) { things_.add(bytes_of(thing)); }
  bool has_seen(const Thing& thing) const { return things_.find(bytes_of(thing)).has_value(); }
  std::optional<Thing> next() {
    if (next_ == things_.size()) return std::nullopt;
    Thing thing;
    std::memcpy(&thing, things_[next_++].data(), sizeof thing);
    return thing;
  }

 private:
  static_assert(std::has_unique_object_representations_v<Thing>);
  static NumberedBytes::Bytes bytes_of(const Thing& thing) {
    return std::as_bytes(std::span(&thing, 1));
  }

  NumberedBytes things_{sizeof(Thing)};
  std::size_t next_ = 0;  // those before it have been looked at
};

// A search of ours leaves no gaps in a strategy; one that a file said was finished may.
[[noreturn]] inline void throw_wrong_checkpoint() {
  throw CheckpointError("what this checkpoint says cannot be true: its strategy has gaps");
}

// `may_go_on` is called before each instruction with the number so far; the result is nothing if it
// returns false.
template <class Board, class MayGoOn>
class StrategyMaker {
 public:
  StrategyMaker(DuelSearch<Board>& search, const MayGoOn& may_go_on)
      : scout_(search.scout()), known_(search.known()), starts_(search.starts()),
        states_(scout_.options()), board_(states_.board()), rules_(*states_.question().rules),
        may_go_on_(may_go_on), found_(rules_.width(), states_.question().preview + 1) {}

  // With `fewest`, Good prefers to return to states that have instructions already.
  std::optional<strategy::InstructionList> good(bool fewest) {
    if (!choose_all(fewest)) return std::nullopt;
    for (const Packed& start : states_.starts()) coming_.add(start);
    while (const auto key = coming_.next()) {
      const auto [node, is_image] = node_of(*key);
      if (!node) throw_wrong_checkpoint();
      const unsigned code = board_.code(*key);
      const PieceBag bag = states_.bag(code);
      for (PieceId piece = 0; piece < states_.pieces(); ++piece) {
        if (!bag.has(piece)) continue;
        const PieceId kept = is_image ? states_.image(piece) : piece;
        const std::uint16_t number = chosen_[slot_of(*node, kept)];
        if (number == none) throw_wrong_checkpoint();
        if (!may_go_on_(found_.size())) return std::nullopt;
        const auto& [well, image, placement, order, hash] =
            scout_.choice_in(*node, kept).options[number];
        const PieceId placed = states_.placed(code, piece);
        add(*key, piece, is_image ? states_.image(placed, placement) : placement, placed);
        coming_.add(board_.with_code(is_image ? image : well, states_.code_after(code, piece)));
      }
    }
    return std::move(found_);
  }

  std::optional<strategy::InstructionList> bad() {
    const auto starts = states_.starts();
    coming_.add(*std::find_if(starts.begin(), starts.end(), [&](const Packed& start) {
      const auto node = node_of(start).node;
      return node && known_.is_lost(*node);
    }));
    while (const auto key = coming_.next()) {
      const unsigned before = states_.ground(*key);
      const auto [piece, rank, ground] = bad_sends(*key, before);
      if (ground > before) {
        coming_.add(board_.on_ground(*key, ground));
        continue;
      }
      if (!may_go_on_(found_.size())) return std::nullopt;
      add(*key, piece, rank);
      const Packed well = board_.without_ground(board_.without_code(*key), ground);
      const unsigned code = board_.code(*key);
      for (const auto& option : states_.list(well, states_.placed(code, piece)))
        coming_.add(board_.with_code(board_.on_ground(option.well, ground),
                                     states_.code_after(code, piece)));
    }
    return std::move(found_);
  }

 private:
  using Packed = typename Board::Packed;
  static constexpr std::uint16_t none = UINT16_MAX;
  struct Found {
    std::optional<NodeId> node;
    bool is_image;
  };

  // What Bad does in a state: the piece, the rank, and how much ground there may be.
  struct Sent {
    PieceId piece;
    std::uint32_t rank;
    unsigned ground;
  };
  Sent bad_sends(const Packed& key, unsigned ground) {
    const Packed well = board_.without_ground(board_.without_code(key), ground);
    // First, because the search may have trusted in this before it entered the state as lost.
    if (const auto last = states_.ends_at_once(well, board_.code(key), ground)) {
      const unsigned most = states_.has_ground() ? rules_.height() : 0;
      return {*last, 0, states_.ground_under(key, *last, most)};
    }
    const auto known = known_.first_lost(key, ground, states_);
    if (!known) throw_wrong_checkpoint();
    const PieceId piece = known_.lost_for(known->node);
    return {known->is_image ? states_.image(piece) : piece, known_.rank(known->node),
            known->ground};
  }

  // The state that stands for one that really comes up, and whether it is a mirror image.
  Found node_of(const Packed& key) const {
    const auto place = states_.place_of(key);
    return {known_.find(place), place.key != key};
  }

  std::size_t slot_of(NodeId node, PieceId piece) const {
    return std::size_t{node} * states_.pieces() + piece;
  }

  // Chooses an option for each state that the search keeps and each piece.
  bool choose_all(bool fewest) {
    std::size_t count = 0;
    chosen_.assign(known_.size() * states_.pieces(), none);
    WaitingOnce<NodeId> waiting;
    for (const NodeId start : starts_) waiting.add(start);
    while (const auto node = waiting.next()) {
      const PieceBag bag = states_.bag(board_.code(known_.key(*node)));
      for (PieceId piece = 0; piece < states_.pieces(); ++piece) {
        if (!bag.has(piece)) continue;
        const auto choice = scout_.choice_in(*node, piece);
        // The search is over: every state that has been looked at and is not lost is safe.
        const auto* option = scout_.safe(choice);
        if (option == nullptr) throw_wrong_checkpoint();
        const auto leads_to = [&](const auto& there) {
          const auto next = known_.find(states_.key_of(there, choice.next));
          if (!next) throw_wrong_checkpoint();
          return *next;
        };
        if (fewest && !waiting.has_seen(leads_to(*option)))
          for (const auto& other : choice.options)
            if (const auto there = known_.find(states_.key_of(other, choice.next));
                there && waiting.has_seen(*there)) {
              option = &other;
              break;
            }
        waiting.add(leads_to(*option));
        if (!may_go_on_(count++)) return false;
        chosen_[slot_of(*node, piece)] = static_cast<std::uint16_t>(option - choice.options.data());
      }
    }
    return true;
  }

  // Good's instruction.
  void add(const Packed& key, PieceId chosen, Placement placement, PieceId placed) {
    Well after = board_.unpack(board_.without_code(key));
    rules_.lock(after, placed, placement);
    const auto columns = columns_of(after);
    add(key, chosen, 0, strategy::Place{placement.rotation, placement.column, placement.row},
        columns);
  }
  // Bad's instruction.
  void add(const Packed& key, PieceId chosen, std::uint32_t rank) {
    add(key, chosen, rank, std::nullopt, {});
  }
  void add(const Packed& key, PieceId chosen, std::uint32_t rank,
           std::optional<strategy::Place> place, std::span<const Column> after) {
    const unsigned code = board_.code(key);
    const auto columns = columns_of(board_.unpack(board_.without_code(key)));
    std::vector<strategy::PieceNumber> visible;
    for (const PieceId piece : states_.visible(code, chosen))
      visible.push_back(static_cast<strategy::PieceNumber>(piece));
    found_.add({columns, visible, place.has_value(), place.value_or(strategy::Place{}), after, rank,
                states_.bag(code).without(chosen).left()});
  }
  static std::vector<Column> columns_of(const Well& well) {
    std::vector<Column> columns(well.width());
    for (unsigned i = 0; i < well.width(); ++i) columns[i] = well.column(i);
    return columns;
  }

  Scout<Board>& scout_;
  const KnownStates<Board>& known_;
  const std::vector<NodeId>& starts_;
  StateOptions<Board>& states_;
  const Board& board_;
  const DuelRules& rules_;
  const MayGoOn& may_go_on_;
  strategy::InstructionList found_;
  std::vector<std::uint16_t> chosen_;  // for each slot the number of the option
  WaitingOnce<Packed> coming_;         // states that really come up
};

}  // namespace cgt
