#include "strategy/checker.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/heartbeat.hpp"
#include "base/numbered_bytes.hpp"

namespace cgt::strategy {

namespace {

using Bag = std::uint64_t;  // pieces as bits; none where Bad deals no bags

// Some pieces in a row, as many as are visible at most.
class Pieces {
 public:
  Pieces() = default;
  explicit Pieces(std::span<const PieceNumber> pieces) : size_(pieces.size()) {
    std::copy(pieces.begin(), pieces.end(), pieces_.begin());
  }

  operator std::span<const PieceNumber>() const { return std::span(pieces_).first(size_); }
  PieceNumber first() const { return pieces_[0]; }
  Pieces with(PieceNumber last) const {
    Pieces more = *this;
    more.pieces_[more.size_++] = last;
    return more;
  }
  Pieces without_first() const { return Pieces(std::span<const PieceNumber>(*this).subspan(1)); }

 private:
  std::array<PieceNumber, most_visible> pieces_{};
  std::size_t size_ = 0;
};

struct State {
  Rows well;
  Pieces queue;
  Bag bag = 0;
};

// States as bytes of one length, for tables: rows, each as wide as the well, then the pieces, then
// the bag.
class StateBytes {
 public:
  StateBytes(unsigned width, std::size_t rows, unsigned pieces, bool has_bag)
      : row_bytes_((width + 7) / 8), rows_(rows), pieces_(pieces),
        bag_bytes_(has_bag ? sizeof(Bag) : 0), bytes_(row_bytes_ * rows + pieces + bag_bytes_) {}

  std::size_t length() const { return bytes_.size(); }

  // Overwritten when the next is asked for.
  NumberedBytes::Bytes of(const Rows& well, std::span<const PieceNumber> pieces, Bag bag) {
    std::byte* at = bytes_.data();
    for (std::size_t row = 0; row < rows_; ++row)
      at = put(row < well.size() ? well[row] : 0, row_bytes_, at);
    at = std::copy_n(std::as_bytes(pieces).begin(), pieces_, at);
    put(bag, bag_bytes_, at);
    return bytes_;
  }

  State state(NumberedBytes::Bytes bytes) const {
    State state;
    const std::byte* at = bytes.data();
    for (std::size_t row = 0; row < rows_; ++row, at += row_bytes_)
      if (const Row cells = number_at(at, row_bytes_); cells != 0) state.well.fill(row, cells);
    for (unsigned i = 0; i < pieces_; ++i)
      state.queue = state.queue.with(std::to_integer<PieceNumber>(*at++));
    state.bag = number_at(at, bag_bytes_);
    return state;
  }

 private:
  // A number as bytes, the lowest first.
  static std::byte* put(std::uint64_t number, std::size_t bytes, std::byte* at) {
    for (std::size_t i = 0; i < bytes; ++i, number >>= 8) *at++ = static_cast<std::byte>(number);
    return at;
  }
  static std::uint64_t number_at(const std::byte* at, std::size_t bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = bytes; i-- > 0;)
      number = number << 8 | std::to_integer<std::uint64_t>(at[i]);
    return number;
  }

  std::size_t row_bytes_;
  std::size_t rows_;
  unsigned pieces_;
  std::size_t bag_bytes_;
  std::vector<std::byte> bytes_;
};

// The rows of the highest well that comes up.
std::size_t most_rows_in(const Setup& setup, const Claim& claim, const InstructionList& list) {
  Column any = 0;
  for (const Column column : claim.start) any |= column;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto kept = list[i];
    for (const Column column : kept.instruction().well) any |= column;
  }
  return std::max<std::size_t>(setup.height, static_cast<std::size_t>(std::bit_width(any)));
}

class Checker {
 public:
  Checker(const Setup& setup, const Claim& claim, const InstructionList& list,
          const std::function<void()>& pulse)
      : game_(setup), pieces_(static_cast<PieceNumber>(setup.pieces.size())), claim_(claim),
        list_(list), heart_(pulse), full_bag_(claim.has_bag ? (Bag{1} << pieces_) - 1 : 0),
        rows_(most_rows_in(setup, claim, list)),
        in_list_(setup.width, rows_, list.visible() - !claim.is_good, claim.has_bag),
        in_play_(setup.width, rows_, list.visible() - 1, claim.has_bag), table_(in_list_.length()),
        seen_(in_play_.length()) {}

  Finding run() {
    // The first problem ends the check.
    static_cast<void>(enter_all() && (claim_.is_good ? check_good() : check_bad()));
    found_.states = seen_.size();
    return found_;
  }

 private:
  bool wrong(Problem problem, const Rows& well, std::span<const PieceNumber> pieces, Bag bag = 0) {
    found_.problem = problem;
    found_.well = game_.columns_of(well);
    found_.pieces.assign(pieces.begin(), pieces.end());
    found_.bag = bag;
    return false;
  }

  // What a piece leaves in a bag; a full one follows an empty one.
  Bag left_after(Bag bag, PieceNumber piece) const {
    if (!claim_.has_bag) return 0;
    const Bag left = bag & ~(Bag{1} << piece);
    return left != 0 ? left : full_bag_;
  }

  // An instruction's number in the table is its place in the list.
  bool enter_all() {
    for (std::size_t i = 0; i < list_.size(); ++i) {
      heart_.beat(1 << 9);
      const auto kept = list_[i];
      const Instruction one = kept.instruction();
      const Rows well = game_.rows_of(one.well);
      const PieceNumber last = one.visible.back();
      if ((one.bag != 0) != claim_.has_bag)
        return wrong(Problem::no_bag_or_missing, well, one.visible);
      if (one.bag != full_bag_ && (one.bag >> last & 1) != 0)
        return wrong(Problem::still_in_bag, well, one.visible, one.bag);
      std::span<const PieceNumber> pieces = one.visible;
      Bag bag = one.bag;
      if (!claim_.is_good) {  // Bad's are looked up before the choice
        pieces = pieces.first(pieces.size() - 1);
        if (claim_.has_bag) bag = (one.bag == full_bag_ ? 0 : one.bag) | Bag{1} << last;
      }
      if (!claim_.is_good) most_ground_ = std::max(most_ground_, game_.ground_of(well));
      const bool is_new = table_.add(in_list_.of(well, pieces, bag)).is_new;
      if (!is_new) return wrong(Problem::two_instructions, well, pieces, bag);
      if (claim_.lanes_in_any_order && game_.with_lanes_in_order(well) != well)
        return wrong(Problem::lanes_not_in_order, well, pieces, bag);
    }
    return true;
  }

  void reach(const Rows& well, const Pieces& queue, Bag bag) {
    found_.height = std::max(found_.height, well.size());
    wait_for(well, queue, bag);
  }
  void wait_for(const Rows& well, const Pieces& queue, Bag bag) {
    const auto bytes =
        in_play_.of(claim_.lanes_in_any_order ? game_.with_lanes_in_order(well) : well, queue, bag);
    const auto [number, is_new] = seen_.add(bytes);
    if (is_new) waiting_.push_back(number);
  }

  // The place in the list of the instruction for a state.
  std::optional<std::size_t> place_of(const Rows& well, const Pieces& pieces, Bag bag) {
    return table_.find(in_list_.of(well, pieces, bag));
  }

  // The place in the list of Bad's instruction for a state whose lowest rows, so many, may be
  // anything: of those for at least that much ground, with the same well above it, the one with the
  // least rank.
  std::optional<std::size_t> place_on_ground(const Rows& well, std::size_t ground,
                                             const Pieces& pieces, Bag bag) {
    std::optional<std::size_t> least;
    for (; ground <= most_ground_; ++ground) {
      const auto at = place_of(game_.on_ground(well, ground), pieces, bag);
      if (at && (!least || list_.rank(*at) < list_.rank(*least))) least = at;
    }
    return least;
  }

  // What is left in the bag if the game begins with these pieces; nothing if it cannot.
  std::optional<Bag> bag_behind(std::span<const PieceNumber> pieces) const {
    Bag bag = full_bag_;
    for (const PieceNumber piece : pieces) {
      if (claim_.has_bag && (bag >> piece & 1) == 0) return std::nullopt;
      bag = left_after(bag, piece);
    }
    return bag;
  }

  bool check_good() {
    std::vector<PieceNumber> queue(list_.visible() - 1);
    for (;;) {
      if (const auto bag = bag_behind(queue)) {
        reach(game_.rows_of(claim_.start), Pieces(queue), *bag);
        while (!waiting_.empty())
          if (!check_good_in(next())) return false;
      }
      // The last of them changes first.
      std::size_t at = queue.size();
      while (at > 0 && ++queue[at - 1] == pieces_) queue[--at] = 0;
      if (at == 0) return true;
    }
  }

  bool check_good_in(const State& state) {
    for (PieceNumber piece = 0; piece < pieces_; ++piece) {
      heart_.beat(1 << 10);
      if (claim_.has_bag && (state.bag >> piece & 1) == 0) continue;
      const Pieces visible = state.queue.with(piece);
      const Bag bag = left_after(state.bag, piece);
      const Rows& well = state.well;
      const auto at = place_of(well, visible, bag);
      if (!at) return wrong(Problem::no_instruction, well, visible, bag);
      const auto kept = list_[*at];
      const Instruction one = kept.instruction();
      if (!one.has_place) return wrong(Problem::no_instruction, well, visible, bag);
      const auto& places = game_.places(well, visible.first());
      if (std::find(places.begin(), places.end(), one.place) == places.end())
        return wrong(Problem::cannot_land, well, visible);
      if (claim_.lanes_in_any_order && !game_.stays_in_lane(visible.first(), one.place))
        return wrong(Problem::leaves_lane, well, visible);
      const Rows after = game_.after(well, visible.first(), one.place);
      if (after != game_.rows_of(one.after)) return wrong(Problem::another_well, well, visible);
      if (game_.is_over(after)) return wrong(Problem::game_over, well, visible);
      ++found_.instructions;
      reach(after, visible.without_first(), bag);
    }
    return true;
  }

  bool check_bad() {
    const auto kept = list_[0];
    const auto first = kept.instruction().visible;
    const Pieces queue(first.first(first.size() - 1));
    const auto bag = bag_behind(queue);
    if (!bag) return wrong(Problem::no_such_bag, {}, queue);
    const Rows start = game_.rows_of(claim_.start);
    found_.height = start.size();
    const auto at = place_on_ground(start, 0, queue, *bag);
    if (!at) return wrong(Problem::no_instruction, start, queue, *bag);
    wait_for(well_of(*at), queue, *bag);
    has_followed_.assign(list_.size(), false);
    while (!waiting_.empty())
      if (!check_bad_in(next())) return false;
    return true;
  }

  // A state that has an instruction. Its ground may be anything: pieces must not get there even if
  // nothing is in it.
  bool check_bad_in(const State& state) {
    ++found_.instructions;
    const auto kept = list_[*place_of(state.well, state.queue, state.bag)];
    const Instruction one = kept.instruction();
    const Bag bag = left_after(state.bag, one.visible.back());
    const Pieces queue(one.visible.subspan(1));
    const std::size_t ground = game_.ground_of(state.well);
    Rows well = state.well;
    well.empty_below(ground);
    for (const Place place : game_.places(well, one.visible[0])) {
      heart_.beat(1 << 10);
      if (place.row < ground) return wrong(Problem::reaches_ground, state.well, one.visible);
      const Rows after = game_.after(well, one.visible[0], place);
      if (game_.is_over(after)) continue;
      const auto following = place_on_ground(after, ground, queue, bag);
      if (!following)
        return wrong(Problem::no_instruction, game_.on_ground(after, ground), queue, bag);
      if (list_.rank(*following) >= one.rank)
        return wrong(Problem::rank_does_not_fall, state.well, one.visible);
      found_.height = std::max(found_.height, after.size());
      if (has_followed_[*following]) continue;
      has_followed_[*following] = true;
      wait_for(well_of(*following), queue, bag);
    }
    return true;
  }

  Rows well_of(std::size_t number) const {
    const auto kept = list_[number];
    return game_.rows_of(kept.instruction().well);
  }

  State next() {
    const std::uint32_t number = waiting_.back();
    waiting_.pop_back();
    return in_play_.state(seen_[number]);
  }

  Game game_;
  PieceNumber pieces_;
  const Claim& claim_;
  const InstructionList& list_;
  Heartbeat heart_;
  Bag full_bag_;
  std::size_t rows_;
  StateBytes in_list_;  // with the piece that Bad has chosen, if the strategy is Good's
  StateBytes in_play_;
  NumberedBytes table_;
  NumberedBytes seen_;
  std::vector<NumberedBytes::Number> waiting_;  // of those seen
  std::size_t most_ground_ = 0;                 // in Bad's instructions
  std::vector<bool> has_followed_;  // of Bad's instructions, whether their states were reached so
  Finding found_;
};

}  // namespace

Finding check(const Setup& setup, const Claim& claim, const InstructionList& list,
              const std::function<void()>& pulse) {
  return Checker(setup, claim, list, pulse).run();
}

}  // namespace cgt::strategy
