#include "duel/game.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "base/fingerprint.hpp"

namespace cgt {

namespace {

// The cells of a piece that land right above the floor or a cell that was filled before.
unsigned supported_cells(const Well& well, const TurnedPiece& turned, Placement placement) {
  int count = 0;
  for (unsigned i = 0; i < turned.width; ++i)
    count += std::popcount(turned.columns[i] << placement.row &
                           (well.column(placement.column + i) << 1 | 1));
  return static_cast<unsigned>(count);
}

// How far a stack has risen, in half cells: all heights, and half the highest one for each column,
// so that heaps and towers count.
std::int64_t rise_of(const Well& well) {
  unsigned heights = 0;
  for (unsigned i = 0; i < well.width(); ++i)
    heights += static_cast<unsigned>(std::bit_width(well.column(i)));
  return 2 * heights + well.width() * well.stack_height();
}

}  // namespace

DuelGame::DuelGame(SharedRules rules, std::unique_ptr<Good> good, std::unique_ptr<Bad> bad,
                   const Well& start, unsigned preview, const Extras& extras)
    : rules_(std::move(rules)), good_(std::move(good)), bad_(std::move(bad)), well_(start),
      preview_(preview), extras_(extras), garbage_(extras.garbage_seed) {}

DuelGame::DuelGame(const DuelGame& other)
    : rules_(other.rules_), good_(other.good_->clone()), bad_(other.bad_->clone()),
      well_(other.well_), preview_(other.preview_), extras_(other.extras_),
      garbage_(other.garbage_), visible_(other.visible_), placed_(other.placed_),
      lines_(other.lines_), cleared_(other.cleared_), score_(other.score_),
      considered_(other.considered_), over_(other.over_) {}

void DuelGame::see(Heartbeat& heart) {
  while (!over_ && visible_.size() <= preview_) {
    const PieceId piece = bad_->choose(well_, visible_, placed_ == 0, heart);
    if (piece >= rules_->pieces()) throw std::invalid_argument("there is no such piece");
    visible_.push_back(piece);
  }
}

std::optional<Played> DuelGame::step(Heartbeat& heart) {
  see(heart);
  if (over_) return std::nullopt;
  const PieceId piece = visible_.front();
  rules_->list_placements(well_, piece, placements_);
  if (placements_.empty()) {
    over_ = true;
    return std::nullopt;
  }
  considered_ += placements_.size();
  const Placement placement = good_->choose(well_, visible_, placements_, heart);
  if (good_->may_err() &&
      std::find(placements_.begin(), placements_.end(), placement) == placements_.end())
    throw std::invalid_argument("the piece cannot land there");
  const unsigned supported =
      extras_.scoring == Scoring::sogang
          ? supported_cells(well_, rules_->turned(piece, placement), placement)
          : 0;
  const Locked locked = rules_->lock(well_, piece, placement);
  const unsigned lines = locked.lines();
  ++placed_;
  lines_ += lines;
  cleared_ = locked.cleared;
  score_ += extras_.scoring == Scoring::sogang ? 100 * lines * lines + 10 * supported : lines;
  over_ = locked.over;
  if (!over_ && extras_.pieces_between_garbage > 0 && placed_ % extras_.pieces_between_garbage == 0)
    add_garbage();
  visible_.erase(visible_.begin());
  return Played{piece, placement};
}

void DuelGame::add_garbage() {
  const auto empty = static_cast<unsigned>(garbage_.below(well_.width()));
  for (unsigned i = 0; i < well_.width(); ++i)
    well_.set_column(i, well_.column(i) << 1 | (i != empty ? 1 : 0));
  over_ = well_.stack_height() > rules_->height();
}

void DuelGame::state(Memory& memory) const {
  memory.clear();
  for (unsigned i = 0; i < well_.width(); ++i) memory.push_back(well_.column(i));
  memory.insert(memory.end(), visible_.begin(), visible_.end());
  good_->add_memory(memory);
  bad_->add_memory(memory);
  if (extras_.pieces_between_garbage > 0) {
    memory.push_back(garbage_.state());
    memory.push_back(placed_ % extras_.pieces_between_garbage);
  }
}

DuelRun::DuelRun(const DuelGame& game, CycleSearch cycles, std::uint64_t first,
                 const Evaluation& evaluation, bool keeps_trace)
    : first_(game), game_(game), cycles_(game.may_repeat() ? cycles : CycleSearch::none),
      next_checkpoint_(first), judge_(game.rules(), evaluation), keeps_trace_(keeps_trace) {}

void DuelRun::advance(std::uint64_t most_pieces, Heartbeat& heart) {
  while (!cycle_ && !game_.over()) {
    heart.beat(1 << 10);
    game_.see(heart);
    if (seems_to_repeat()) {
      cycle_ = confirmed(heart);
      if (cycle_) return;
      ++false_claims_;
    }
    if (game_.placed() >= most_pieces) return;
    const auto played = game_.step(heart);
    if (played && keeps_trace_) trace_.push_back(*played);
  }
}

void DuelRun::advance_within(std::uint64_t most_pieces, std::int64_t low, std::int64_t high,
                             Heartbeat& heart) {
  while (!cycle_ && !game_.over() && game_.placed() < most_pieces) {
    advance(game_.placed() + 1, heart);
    const std::int64_t rise = rise_of(game_.well());
    if (rise <= low || rise >= high) return;
  }
}

bool DuelRun::seems_to_repeat() {
  switch (cycles_) {
    case CycleSearch::none:
      return false;
    case CycleSearch::all:
      return repeats_after_all();
    case CycleSearch::checkpoints:
      return repeats_checkpoint();
    case CycleSearch::values:
      return repeats_values();
  }
  return false;
}

bool DuelRun::repeats_after_all() {
  game_.state(state_);
  Fingerprint all{};
  for (const std::uint64_t word : state_) all = followed_by(all, word);
  const auto [place, is_new] = seen_.try_emplace({all.low, all.high}, game_.placed());
  claimed_length_ = game_.placed() - place->second;
  if (!is_new && claimed_length_ == 0) return false;  // the same step, after an interruption
  return !is_new;
}

bool DuelRun::repeats_checkpoint() {
  game_.state(state_);
  return repeats(state_, checkpoint_);
}

bool DuelRun::repeats_values() {
  std::rotate(values_.begin(), values_.begin() + 1, values_.end());
  values_.back() = judge_.value(game_.well());
  return repeats(values_, compared_);
}

// Compares first, so that the state now is compared with states of earlier steps.
template <class Seen>
bool DuelRun::repeats(const Seen& now, Seen& remembered) {
  if (has_checkpoint_ && game_.placed() > checkpoint_at_ && now == remembered) {
    claimed_length_ = game_.placed() - checkpoint_at_;
    return true;
  }
  if (game_.placed() < next_checkpoint_) return false;
  remembered = now;
  checkpoint_at_ = game_.placed();
  has_checkpoint_ = true;
  next_checkpoint_ *= 2;
  return false;
}

// A claim holds if the game, played on from here, comes back to this state after that many pieces.
// Then two games from the beginning, one that many pieces ahead of the other, show where the cycle
// begins: where their states first agree. A player written in Python may play differently each time
// although it says that it remembers nothing. So these games may lead anywhere; the claim is false
// if they do not agree by where the game is now, or if the cycle misses the state that it is in.
std::optional<Cycle> DuelRun::confirmed(Heartbeat& heart) const {
  const std::uint64_t length = pieces_to_return(heart);
  if (length == 0) return std::nullopt;
  DuelGame behind(first_);
  DuelGame leader(first_);
  for (std::uint64_t i = 0; i < length; ++i) {
    heart.beat(1 << 10);
    if (!leader.step(heart)) return std::nullopt;
  }
  Memory here;
  Memory there;
  while (leader.placed() <= game_.placed()) {
    behind.see(heart);
    leader.see(heart);
    behind.state(here);
    leader.state(there);
    if (here == there) return once_round(behind, length, heart);
    heart.beat(1 << 11);
    if (!behind.step(heart) || !leader.step(heart)) break;
  }
  return std::nullopt;
}

// After how many pieces the game comes back to the state that it is in, if it is played on from
// here; 0 if that takes more pieces than claimed.
std::uint64_t DuelRun::pieces_to_return(Heartbeat& heart) const {
  Memory here;
  Memory there;
  DuelGame ahead(game_);
  game_.state(here);
  for (std::uint64_t length = 1; length <= claimed_length_; ++length) {
    heart.beat(1 << 10);
    if (!ahead.step(heart)) return 0;
    ahead.see(heart);
    ahead.state(there);
    if (here == there) return length;
  }
  return 0;
}

// The cycle that a game goes through from the state it is in; nothing if it does not come back to
// that state, or does not pass through the state that the game played out is in.
std::optional<Cycle> DuelRun::once_round(DuelGame& game, std::uint64_t length,
                                         Heartbeat& heart) const {
  Memory first;
  Memory claimed;
  Memory now;
  game.state(first);
  game_.state(claimed);
  Cycle cycle{game.placed(), length, 0};
  const Well begin = game.well();
  const std::uint64_t offset = (game_.placed() - cycle.start) % length;
  for (std::uint64_t i = 0; i < length; ++i) {
    heart.beat(1 << 10);
    game.see(heart);
    if (i == offset) {
      game.state(now);
      if (now != claimed) return std::nullopt;
    }
    const auto played = game.step(heart);
    if (!played) return std::nullopt;
    const unsigned height = game.rules().turned(played->piece, played->placement).height;
    cycle.rows |= ((Column{1} << height) - 1) << played->placement.row;
    for (unsigned column = 0; column < begin.width(); ++column)
      cycle.rows |= begin.column(column) ^ game.well().column(column);
  }
  game.see(heart);
  game.state(now);
  return now == first ? std::optional(cycle) : std::nullopt;
}

Replayed play_steps(const DuelRules& rules, Bad& bad, std::span<const std::uint8_t> steps,
                    std::vector<Played>& trace, Heartbeat& heart) {
  Replayed game{0, 0, 0, false, Well(rules.width())};
  while (!game.over && game.steps < steps.size()) {
    FallingPiece piece(rules, game.well, bad.choose(game.well, {}, game.pieces == 0, heart));
    for (bool falling = true; falling && game.steps < steps.size();) {
      heart.beat(1 << 8);
      const Step step = static_cast<Step>(steps[game.steps++]);
      if (piece.take(step, game.well) || step != Step::down) continue;
      const Locked locked = rules.lock(game.well, piece.piece(), piece.place());
      trace.push_back({piece.piece(), piece.place()});
      ++game.pieces;
      game.lines += locked.lines();
      game.over = locked.over;
      falling = false;
    }
  }
  return game;
}

}  // namespace cgt
