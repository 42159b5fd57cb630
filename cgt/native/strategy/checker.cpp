#include "strategy/checker.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/heartbeat.hpp"

namespace cgt::strategy {

namespace {

using Pieces = std::vector<PieceNumber>;
using Bag = std::uint64_t;  // pieces as bits; none where Bad deals no bags

struct State {
  Rows well;
  Pieces queue;
  Bag bag = 0;
};

// A state as bytes, for tables.
std::string name_of(const Rows& well, std::span<const PieceNumber> pieces, Bag bag) {
  std::string name;
  name.reserve(sizeof bag + pieces.size() + well.size() * sizeof(Row));
  name.append(reinterpret_cast<const char*>(&bag), sizeof bag);
  name.append(pieces.begin(), pieces.end());
  name.append(reinterpret_cast<const char*>(well.data()), well.size() * sizeof(Row));
  return name;
}

class Checker {
 public:
  Checker(const Setup& setup, const Claim& claim, const InstructionList& list,
          const std::function<void()>& pulse)
      : game_(setup), pieces_(static_cast<PieceNumber>(setup.pieces.size())), claim_(claim),
        list_(list), heart_(pulse), full_bag_(claim.has_bag ? (Bag{1} << pieces_) - 1 : 0) {}

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

  bool enter_all() {
    table_.reserve(list_.size());
    for (std::size_t i = 0; i < list_.size(); ++i) {
      heart_.beat(1 << 9);
      const Instruction one = list_[i];
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
      const std::string name = name_of(well, pieces, bag);
      if (table_.contains(name)) return wrong(Problem::two_instructions, well, pieces, bag);
      if (claim_.lanes_in_any_order && game_.with_lanes_in_order(well) != well)
        return wrong(Problem::lanes_not_in_order, well, pieces, bag);
      table_.emplace(name, i);
    }
    return true;
  }

  void reach(const Rows& well, Pieces queue, Bag bag) {
    found_.height = std::max(found_.height, well.size());
    State state{claim_.lanes_in_any_order ? game_.with_lanes_in_order(well) : well,
                std::move(queue), bag};
    if (seen_.insert(name_of(state.well, state.queue, bag)).second)
      waiting_.push_back(std::move(state));
  }

  // The place in the list of the instruction for a state.
  std::optional<std::size_t> place_of(const Rows& well, std::span<const PieceNumber> pieces,
                                      Bag bag) const {
    const auto at = table_.find(name_of(well, pieces, bag));
    return at == table_.end() ? std::nullopt : std::optional(at->second);
  }
  std::optional<Instruction> instruction_for(const Rows& well, std::span<const PieceNumber> pieces,
                                             Bag bag) const {
    const auto at = place_of(well, pieces, bag);
    return at ? std::optional(list_[*at]) : std::nullopt;
  }

  // What is left in the bag if the game begins with these pieces; nothing if it cannot.
  std::optional<Bag> bag_behind(const Pieces& pieces) const {
    Bag bag = full_bag_;
    for (const PieceNumber piece : pieces) {
      if (claim_.has_bag && (bag >> piece & 1) == 0) return std::nullopt;
      bag = left_after(bag, piece);
    }
    return bag;
  }

  bool check_good() {
    Pieces queue(list_.visible() - 1, 0);
    for (;;) {
      if (const auto bag = bag_behind(queue)) {
        reach(game_.rows_of(claim_.start), queue, *bag);
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
      Pieces visible = state.queue;
      visible.push_back(piece);
      const Bag bag = left_after(state.bag, piece);
      const Rows& well = state.well;
      const auto one = instruction_for(well, visible, bag);
      if (!one || !one->has_place) return wrong(Problem::no_instruction, well, visible, bag);
      const auto places = game_.places(well, visible[0]);
      if (std::find(places.begin(), places.end(), one->place) == places.end())
        return wrong(Problem::cannot_land, well, visible);
      if (claim_.lanes_in_any_order && !game_.stays_in_lane(visible[0], one->place))
        return wrong(Problem::leaves_lane, well, visible);
      const Rows after = game_.after(well, visible[0], one->place);
      if (after != game_.rows_of(one->after)) return wrong(Problem::another_well, well, visible);
      if (game_.is_over(after)) return wrong(Problem::game_over, well, visible);
      ++found_.instructions;
      visible.erase(visible.begin());
      reach(after, std::move(visible), bag);
    }
    return true;
  }

  bool check_bad() {
    const auto first = list_[0].visible;
    const Pieces queue(first.begin(), first.end() - 1);
    const auto bag = bag_behind(queue);
    if (!bag) return wrong(Problem::no_such_bag, {}, queue);
    reach(game_.rows_of(claim_.start), queue, *bag);
    has_followed_.assign(list_.size(), false);
    while (!waiting_.empty())
      if (!check_bad_in(next())) return false;
    return true;
  }

  bool check_bad_in(const State& state) {
    const auto one = instruction_for(state.well, state.queue, state.bag);
    if (!one) return wrong(Problem::no_instruction, state.well, state.queue, state.bag);
    ++found_.instructions;
    const Bag bag = left_after(state.bag, one->visible.back());
    const Pieces queue(one->visible.begin() + 1, one->visible.end());
    for (const Place place : game_.places(state.well, one->visible[0])) {
      heart_.beat(1 << 10);
      const Rows after = game_.after(state.well, one->visible[0], place);
      if (game_.is_over(after)) continue;
      const auto following = place_of(after, queue, bag);
      if (!following) return wrong(Problem::no_instruction, after, queue, bag);
      if (list_[*following].rank >= one->rank)
        return wrong(Problem::rank_does_not_fall, state.well, one->visible);
      if (has_followed_[*following]) continue;
      has_followed_[*following] = true;
      reach(after, queue, bag);
    }
    return true;
  }

  State next() {
    State state = std::move(waiting_.back());
    waiting_.pop_back();
    return state;
  }

  Game game_;
  PieceNumber pieces_;
  const Claim& claim_;
  const InstructionList& list_;
  Heartbeat heart_;
  Bag full_bag_;
  std::unordered_map<std::string, std::size_t> table_;
  std::unordered_set<std::string> seen_;
  std::vector<State> waiting_;
  std::vector<bool> has_followed_;  // of Bad's instructions, whether their states were reached so
  Finding found_;
};

}  // namespace

Finding check(const Setup& setup, const Claim& claim, const InstructionList& list,
              const std::function<void()>& pulse) {
  return Checker(setup, claim, list, pulse).run();
}

}  // namespace cgt::strategy
