// The states of a duel as the solver visits them, and what Good can do in each. A state is a packed
// well with a code for the pieces that Good sees and, above them, for those that have come out of
// the bag. States that are played alike, because they are mirror images or have the same lanes in
// another order, are one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bits.hpp"
#include "base/fingerprint.hpp"
#include "duel/bag.hpp"
#include "duel/exact/packed_well.hpp"
#include "duel/exact/question.hpp"
#include "duel/lane_order.hpp"

namespace cgt {

template <class Board>
class StateOptions {
 public:
  using Packed = typename Board::Packed;

  explicit StateOptions(const DuelQuestion& question)
      : question_(question), rules_(*question_.rules), board_(rules_),
        pieces_(static_cast<std::uint32_t>(rules_.pieces())), preview_(question.preview),
        piece_bits_(bits_of_piece(rules_)), queue_bits_(piece_bits_ * preview_),
        new_bag_(question.bag ? PieceBag::of_all(pieces_) : PieceBag()),
        most_covered_(most_covered(question.plays)), least_width_(least_width(rules_)) {}

  static bool fits(const DuelQuestion& question) {
    return Board::fits(*question.rules, bits_of_code(question));
  }

  const DuelQuestion& question() const { return question_; }
  const Board& board() const { return board_; }
  std::uint32_t pieces() const { return pieces_; }

  // The bits that the pieces take that Good sees, and those that have come out of the bag.
  static unsigned bits_of_code(const DuelQuestion& question) {
    return bits_of_piece(*question.rules) * question.preview +
           (question.bag ? static_cast<unsigned>(question.rules->pieces()) : 0);
  }

  // The bag that Bad chooses the next piece from.
  PieceBag bag(unsigned code) const {
    return question_.bag ? new_bag_.with_used(code >> queue_bits_) : new_bag_;
  }
  // How many pieces Bad can choose from.
  unsigned choices(unsigned code) const {
    return question_.bag ? count_bits(bag(code).left()) : pieces_;
  }

  // The states in which the game can begin: one for each choice of the pieces that Good sees first.
  std::vector<Packed> starts() const {
    Packed well = board_.pack(question_.start);
    if (in_lanes()) well = with_lanes_sorted(well);
    std::vector<Packed> found;
    std::vector<PieceId> queue(preview_, 0);
    for (;;) {
      if (const auto bag = bag_after(queue))
        found.push_back(board_.with_code(well, code_of(queue, *bag)));
      unsigned at = 0;
      while (at < preview_ && ++queue[at] == pieces_) queue[at++] = 0;
      if (at == preview_) return found;
    }
  }

  // The piece to place after Bad has chosen one more, and what Good sees afterwards.
  PieceId placed(unsigned code, PieceId chosen) const {
    return preview_ > 0 ? piece_at(code, 0) : chosen;
  }
  unsigned code_after(unsigned code, PieceId chosen) const {
    if (!question_.bag) return queue_after(code, chosen);
    const auto queue = static_cast<unsigned>(code & low_bits(queue_bits_));
    return queue_after(queue, chosen) | code_of_bag(bag(code).without(chosen));
  }
  std::vector<PieceId> visible(unsigned code, PieceId chosen) const {
    std::vector<PieceId> pieces;
    pieces.reserve(preview_ + 1);
    for (unsigned i = 0; i < preview_; ++i) pieces.push_back(piece_at(code, i));
    pieces.push_back(chosen);
    return pieces;
  }

  // The code of what Good sees and the bag, and the mirrored one where mirror images are one.
  struct Codes {
    unsigned kept;
    unsigned mirrored;
  };
  Codes both_codes(unsigned code) const {
    if (!has_mirror()) return {code, code};
    unsigned image = 0;
    for (unsigned i = 0; i < preview_; ++i)
      image |= question_.mirror_images[piece_at(code, i)] << i * piece_bits_;
    if (question_.bag) image |= mirrored(code >> queue_bits_) << queue_bits_;
    return {code, image};
  }

  // A state, with its place in tables.
  struct Place {
    Packed key;
    std::size_t hash;
  };
  // The state that stands for all that are played alike. Which well stands for two mirror images
  // does not depend on the code, so that the states of a well are neighbours in tables.
  Place key_of(const Option<Packed>& option, const Codes& codes) const {
    bool keeps = true;
    if (has_mirror())
      keeps =
          option.well == option.image ? codes.kept <= codes.mirrored : option.well < option.image;
    const unsigned code = keeps ? codes.kept : codes.mirrored;
    return {board_.with_code(keeps ? option.well : option.image, code),
            with_code(option.hash, code)};
  }
  Place place_of(const Packed& key) const {
    return key_of(leading_to(board_.without_code(key)), both_codes(board_.code(key)));
  }
  Place place_on_ground(const Option<Packed>& option, const Codes& codes, unsigned ground) const {
    Option<Packed> there{board_.on_ground(option.well, ground),
                         has_mirror() ? board_.on_ground(option.image, ground) : Packed{},
                         {},
                         0};
    there.hash = hash_of_option(there);
    return key_of(there, codes);
  }
  std::size_t hash_of(const Packed& key) const {
    return with_code(hash_of_packed(board_.without_code(key)), board_.code(key));
  }

  // Whether losses may be found on ground. Not if Good is restricted: by what is covered, or by
  // other columns, what is in the lowest rows always matters.
  bool has_ground() const { return question_.plays == GoodPlays::anywhere; }
  // How much ground a state has.
  unsigned ground(const Packed& key) const {
    const Well well = board_.unpack(board_.without_code(key));
    return static_cast<unsigned>(std::countr_one(well.full_rows()));
  }
  // No less than any lost state has with which this well agrees above the ground.
  unsigned most_ground(const Packed& well) const { return board_.most_ground(well, least_width_); }
  // How much ground there may be if Bad chooses a piece: no placement of the one that Good then
  // places depends on it. No more than `most`.
  unsigned ground_under(const Packed& key, PieceId chosen, unsigned most) {
    return board_.ground_under(board_.without_code(key), placed(board_.code(key), chosen), most);
  }

  // Whether a state could come up: its stack is not too high, its pieces exist and can come out of
  // bags, and it is the one that stands for all that are played alike.
  bool is_state(const Packed& key) const {
    const unsigned code = board_.code(key);
    if (Word{code} >> bits_of_code(question_) != 0) return false;
    for (unsigned i = 0; i < preview_; ++i)
      if (piece_at(code, i) >= pieces_) return false;
    if (!is_dealt(code)) return false;
    const Well well = board_.unpack(board_.without_code(key));
    if (well.stack_height() > rules_.height()) return false;
    const Column full = well.full_rows();
    if ((full & (full + 1)) != 0 || (full != 0 && !has_ground())) return false;
    return place_of(key).key == key;
  }

  // The placements of a piece that do not end the game, the most promising first. They are kept,
  // because with a preview the same ones are needed several times in a row.
  const std::vector<Option<Packed>>& list(const Packed& well, PieceId piece) {
    if (piece == listed_piece_ && well == listed_well_) return options_;
    options_.clear();
    board_.list(well, piece, has_mirror(), options_);
    if (in_lanes()) keep_lanes(well, piece);
    if (most_covered_) keep_uncovered(*most_covered_);
    for (auto& option : options_) option.hash = hash_of_option(option);
    std::sort(options_.begin(), options_.end(),
              [](const auto& a, const auto& b) { return a.order < b.order; });
    listed_piece_ = piece;
    listed_well_ = well;
    return options_;
  }

  // The mirror image of a piece, and of a placement: that of the other piece leads to a placement
  // of this one.
  PieceId image(PieceId piece) const { return question_.mirror_images[piece]; }
  Placement image(PieceId piece, Placement other) const {
    const TurnedPiece& turned = rules_.turned(image(piece), other);
    const auto is_image = [&](const TurnedPiece& one) {
      return one.width == turned.width &&
             std::equal(one.columns.begin(), one.columns.begin() + one.width,
                        turned.columns.rend() - turned.width);
    };
    const auto& rotations = rules_.piece(piece).rotations;
    const auto at = std::find_if(rotations.begin(), rotations.end(), is_image) - rotations.begin();
    return {static_cast<std::uint8_t>(at),
            static_cast<std::uint8_t>(rules_.width() - other.column - turned.width), other.row};
  }

  // A piece that Bad can choose so that Good cannot place the next one at all, if there is one. The
  // search keeps no such states: that is found out faster than it is looked up. If so many of the
  // lowest rows are ground, nothing is in them here, and the piece must not get there.
  std::optional<PieceId> ends_at_once(const Packed& well, unsigned code, unsigned ground = 0) {
    const PieceBag from = bag(code);
    for (PieceId piece = 0; piece < pieces_; ++piece) {
      if (!from.has(piece)) continue;
      const PieceId next = placed(code, piece);
      if (!board_.has_any(well, next) && board_.ground_under(well, next, ground) == ground)
        return piece;
      if (preview_ > 0) break;  // whatever Bad chooses, the same piece is placed
    }
    return std::nullopt;
  }

  // How close a state is to being lost: by its well, and still more by what Good can make of it if
  // the piece comes that is worst.
  unsigned danger(const Packed& key) {
    const Packed well = board_.without_code(key);
    const unsigned code = board_.code(key);
    const PieceBag from = bag(code);
    std::uint32_t worst = 0;
    for (PieceId piece = 0; piece < pieces_; ++piece) {
      if (!from.has(piece)) continue;
      worst = std::max(worst, board_.least_cost(well, placed(code, piece)).value_or(hopeless));
      if (preview_ > 0) break;  // whatever Bad chooses, the same piece is placed
    }
    return 2 * worst + board_.promise(well).cost();
  }

  // How many of the most promising options are worth being compared by the danger that they lead
  // to. Without a preview, promise says nearly as much and is known.
  unsigned compared() const { return preview_ > 0 ? Board::compared_with_preview : 1; }

  // The fingerprint of the question: different questions never share a checkpoint.
  Word fingerprint() const {
    Fingerprint all = rules_.fingerprint();
    const auto add = [&](Word word) { all = followed_by(all, word); };
    add(preview_);
    add(Word(question_.plays));
    for (unsigned i = 0; i < rules_.width(); ++i) add(question_.start.column(i));
    for (const PieceId image : question_.mirror_images) add(image);
    if (question_.bag) add(1);
    return all.low ^ all.high;
  }

 private:
  // The most columns that a piece takes which stands as narrow as it can.
  static unsigned least_width(const DuelRules& rules) {
    unsigned most = 0;
    for (PieceId piece = 0; piece < rules.pieces(); ++piece) {
      unsigned least = widest_well;
      for (const TurnedPiece& turned : rules.piece(piece).rotations)
        least = std::min(least, turned.width);
      most = std::max(most, least);
    }
    return most;
  }

  static constexpr std::uint32_t hopeless = 1 << 10;  // more than what most wells cost

  static unsigned bits_of_piece(const DuelRules& rules) {
    return static_cast<unsigned>(std::bit_width(rules.pieces() - 1));
  }
  unsigned queue_after(unsigned queue, PieceId chosen) const {
    return preview_ > 0 ? queue >> piece_bits_ | chosen << (preview_ - 1) * piece_bits_ : 0;
  }
  unsigned code_of_bag(const PieceBag& bag) const {
    return static_cast<unsigned>(bag.used() << queue_bits_);
  }
  // The bag after these pieces have come; nothing if they cannot come in this order.
  std::optional<PieceBag> bag_after(const std::vector<PieceId>& queue) const {
    PieceBag bag = new_bag_;
    for (const PieceId piece : queue) {
      if (!bag.has(piece)) return std::nullopt;
      bag = bag.without(piece);
    }
    return bag;
  }
  // Whether the pieces that Good sees can have come from bags that leave this one.
  bool is_dealt(unsigned code) const {
    if (!question_.bag) return true;
    PieceBag now = bag(code);
    if (now.left() == 0) return false;
    for (unsigned i = preview_; i-- > 0; now = now.before(piece_at(code, i)))
      if (!now.can_follow(piece_at(code, i))) return false;
    return true;
  }
  unsigned mirrored(unsigned used) const {
    unsigned image = 0;
    for (PieceId piece = 0; piece < pieces_; ++piece)
      image |= (used >> piece & 1) << question_.mirror_images[piece];
    return image;
  }
  unsigned code_of(const std::vector<PieceId>& queue, const PieceBag& bag) const {
    unsigned code = code_of_bag(bag);
    for (unsigned i = 0; i < preview_; ++i) code |= queue[i] << i * piece_bits_;
    return code;
  }
  PieceId piece_at(unsigned code, unsigned place) const {
    return code >> place * piece_bits_ & static_cast<unsigned>(low_bits(piece_bits_));
  }

  // States of the same well come one after the other, up to four of them; the highest bits, which
  // tell neighbours apart, differ.
  static std::size_t with_code(std::size_t hash, unsigned code) {
    const std::size_t low = code & 3;
    return (hash + (code >> 2) * 0x9e3779b97f4a7c15 + low) ^ low << 62;
  }
  std::size_t hash_of_option(const Option<Packed>& option) const {
    return hash_of_packed(has_mirror() ? std::min(option.well, option.image) : option.well);
  }
  Option<Packed> leading_to(const Packed& well) const {
    Option<Packed> option{well, has_mirror() ? board_.mirrored(well) : Packed{}, {}, 0};
    option.hash = hash_of_option(option);
    return option;
  }

  bool has_mirror() const { return !question_.mirror_images.empty(); }
  bool in_lanes() const { return is_in_lanes(question_.plays); }

  Packed with_lanes_sorted(const Packed& packed) const {
    Well well = board_.unpack(packed);
    LaneOrder(well).apply(well);
    return board_.pack(well);
  }

  // Whether there are at most two bumpy lanes, and the others are about equally high.
  bool is_tidy(const Packed& packed) const {
    const Well well = board_.unpack(packed);
    unsigned bumpy = 0;
    unsigned lowest = highest_well;
    unsigned highest = 0;
    for (unsigned i = 0; i < pairs_of(well.width()); ++i) {
      if (well.column(2 * i) != well.column(2 * i + 1)) {
        ++bumpy;
        continue;
      }
      lowest = std::min(lowest, well.height(2 * i));
      highest = std::max(highest, well.height(2 * i));
    }
    return bumpy <= 2 && highest <= lowest + 4;
  }

  // Keeps only placements that stay inside a lane; of lanes that look alike, only in the first.
  void keep_lanes(const Packed& packed, PieceId piece) {
    const Well well = board_.unpack(packed);
    const unsigned width = well.width();
    std::erase_if(options_, [&](const auto& option) {
      const Placement placement = option.placement;
      if (question_.plays == GoodPlays::in_tidy_lanes && !is_tidy(option.well)) return true;
      const unsigned lane = lane_of(placement.column, width);
      if (lane != lane_of(placement.column + rules_.turned(piece, placement).width - 1, width))
        return true;
      if (lane == pairs_of(width)) return false;
      for (unsigned other = 0; other < lane; ++other)
        if (well.column(2 * other) == well.column(2 * lane) &&
            well.column(2 * other + 1) == well.column(2 * lane + 1))
          return true;
      return false;
    });
    for (auto& option : options_) option.well = with_lanes_sorted(option.well);
  }

  void keep_uncovered(unsigned most) {
    std::erase_if(options_,
                  [&](const auto& option) { return board_.promise(option.well).covered > most; });
  }

  DuelQuestion question_;
  const DuelRules& rules_;
  Board board_;
  std::uint32_t pieces_;
  unsigned preview_;
  unsigned piece_bits_;
  unsigned queue_bits_;
  PieceBag new_bag_;  // free if Bad deals no bags
  std::optional<unsigned> most_covered_;
  unsigned least_width_;
  std::vector<Option<Packed>> options_;
  PieceId listed_piece_ = UINT32_MAX;
  Packed listed_well_{};
};

}  // namespace cgt
