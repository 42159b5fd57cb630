#include "duel/hunt.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "base/workers.hpp"
#include "duel/well_fingerprint.hpp"

namespace cgt {

namespace {

struct HashFingerprint {
  std::size_t operator()(const Fingerprint& key) const { return key.low; }
};

}  // namespace

Hunt::Hunt(SharedRules rules, const Bad& bad, const Evaluation& evaluation, const Well& start,
           const Plan& plan, Heartbeat& heart)
    : rules_(std::move(rules)), plan_(plan),
      // The wells that some enemies remember become more with every piece, so that no two games
      // would ever be the same to them. A beam would keep one well many times over.
      merges_by_memory_(plan.keeps == 0 || bad.may_repeat()) {
  for (unsigned i = 0; i < plan.threads; ++i) workers_.push_back({Judge(*rules_, evaluation)});
  Game first{start, bad.clone(), 0, no_way, 0, 0, 0, {}};
  let_bad_choose(first, plan.begins, heart);
  if (rules_->has_room(start, first.piece)) games_.push_back(std::move(first));
}

void Hunt::advance(Heartbeat& heart) {
  for (Worker& worker : workers_) {
    worker.candidates.clear();
    worker.score = score_;
  }
  share_out(plan_.threads, games_.size(), heart,
            [this](unsigned worker, std::size_t number, Heartbeat& mine) {
              look_at(workers_[worker], static_cast<std::uint32_t>(number), mine);
            });
  const std::vector<Candidate> kept = best_candidates();
  std::vector<Game> games = played(kept, heart);
  keep_best_score();
  for (const Worker& worker : workers_) considered_ += worker.candidates.size();
  go_on_with(std::move(games), kept);
}

std::vector<Played> Hunt::look_ahead(std::uint64_t pieces, Heartbeat& heart) {
  const std::uint64_t begin = placed_;
  std::uint64_t score = score_;
  for (const Game& game : games_) score = std::max(score, game.score);
  std::vector<Played> best;
  while (placed_ < begin + pieces && !games_.empty()) {
    advance(heart);
    if (!games_.empty())
      best = pieces_to(games_.front().way);
    else if (score_ > score)
      best = trace_;
  }
  best.erase(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(
                                              std::min<std::uint64_t>(begin, best.size())));
  return best;
}

void Hunt::follow(std::span<const Next> nexts, Heartbeat& heart) {
  std::vector<Candidate> candidates;
  std::vector<Placement> placements;
  for (const Next next : nexts) {
    if (next.game >= games_.size()) throw std::invalid_argument("there is no such game");
    const Game& game = games_[next.game];
    rules_->list_placements(game.well, game.piece, placements);
    if (std::find(placements.begin(), placements.end(), next.placement) == placements.end())
      throw std::invalid_argument("the piece cannot land there");
    Judge& judge = workers_[0].judge;
    judge.look_at(game.well);
    const Judged judged = judge.judge(game.piece, next.placement);
    if (judged.well == lost_value) throw std::invalid_argument("the game is over there");
    const double moves = game.moves + judged.move;
    candidates.push_back({moves + judged.well, moves, {}, next});
    heart.beat(1 << 12);
  }
  go_on_with(played(candidates, heart), candidates);
}

std::vector<std::vector<Hunt::Next>> Hunt::ways() const {
  std::vector<std::vector<Next>> all(placed_);
  std::vector<std::uint32_t> last;
  last.reserve(games_.size());
  for (const Game& game : games_) last.push_back(game.way);
  for (std::size_t piece = placed_; piece-- > 0;) {
    std::vector<std::uint32_t> before;
    before.reserve(last.size());
    for (const std::uint32_t way : last) before.push_back(ways_[way].before);
    std::sort(before.begin(), before.end());
    before.erase(std::unique(before.begin(), before.end()), before.end());
    for (const std::uint32_t way : last) {
      const auto found = std::lower_bound(before.begin(), before.end(), ways_[way].before);
      all[piece].push_back(
          {static_cast<std::uint32_t>(found - before.begin()), ways_[way].played.placement});
    }
    last.swap(before);
  }
  return all;
}

// With a beam, there are never more than fit.
void Hunt::check_room(std::size_t candidates) const {
  if (plan_.keeps == 0 && candidates > plan_.most_games * candidates_of_game)
    throw std::runtime_error("there are too many games to keep all: use a beam");
}

void Hunt::look_at(Worker& worker, std::uint32_t number, Heartbeat& heart) {
  const Game& game = games_[number];
  rules_->list_placements(game.well, game.piece, worker.placements);
  heart.beat((1 << 11) + (worker.placements.size() << 7));
  worker.judge.look_at(game.well);
  worker.judge.judge_all(game.piece, worker.placements, worker.judged);
  check_room(worker.candidates.size() * plan_.threads);
  for (std::size_t i = 0; i < worker.placements.size(); ++i) {
    const Judged& judged = worker.judged[i];
    Well well = game.well;
    const Locked locked = rules_->lock(well, game.piece, worker.placements[i]);
    const double moves = game.moves + judged.move;
    const Candidate candidate{moves + judged.well,
                              moves,
                              fingerprint_of_well(well) + game.memory,
                              {number, worker.placements[i]}};
    const std::uint64_t score = game.score + locked.lines();
    if (score > worker.score ||
        (score > score_ && score == worker.score && comes_first(candidate, worker.best))) {
      worker.score = score;
      worker.best = candidate;
    }
    if (locked.over) continue;
    worker.candidates.push_back(candidate);
  }
}

// A fixed order, whichever thread found them.
bool Hunt::comes_first(const Candidate& a, const Candidate& b) const {
  const auto order = [this](const Candidate& one) {
    return std::tuple(one.value, mix(one.key.low ^ plan_.seed), one.key.low, one.next.game,
                      one.next.placement.order());
  };
  return order(a) < order(b);
}

std::vector<Hunt::Candidate> Hunt::best_candidates() {
  std::vector<Candidate> all;
  for (const Worker& worker : workers_)
    all.insert(all.end(), worker.candidates.begin(), worker.candidates.end());
  std::sort(all.begin(), all.end(),
            [this](const Candidate& a, const Candidate& b) { return comes_first(a, b); });
  std::unordered_set<Fingerprint, HashFingerprint> keys;
  std::vector<Candidate> best;
  for (const Candidate& candidate : all) {
    if (plan_.keeps != 0 && best.size() == plan_.keeps) break;
    if (keys.insert(candidate.key).second) best.push_back(candidate);
    check_room(best.size() * candidates_of_game);
  }
  return best;
}

void Hunt::keep_best_score() {
  const Worker* best = nullptr;
  for (const Worker& worker : workers_) {
    if (worker.score == score_) continue;
    if (best == nullptr || worker.score > best->score ||
        (worker.score == best->score && comes_first(worker.best, best->best)))
      best = &worker;
  }
  if (best == nullptr) return;
  score_ = best->score;
  const Game& game = games_[best->best.next.game];
  trace_ = pieces_to(game.way);
  trace_.push_back({game.piece, best->best.next.placement});
}

std::vector<Played> Hunt::pieces_to(std::uint32_t way) const {
  std::vector<Played> pieces;
  for (; way != no_way; way = ways_[way].before) pieces.push_back(ways_[way].played);
  std::reverse(pieces.begin(), pieces.end());
  return pieces;
}

// The games after these candidates, without those that are over because the next piece has no room.
std::vector<Hunt::Game> Hunt::played(std::span<const Candidate> candidates, Heartbeat& heart) {
  std::vector<Game> games;
  games.reserve(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i)
    games.push_back({Well(rules_->width()), nullptr, 0, 0, 0, 0, 0, {}});
  share_out(plan_.threads, candidates.size(), heart, [&](unsigned, std::size_t i, Heartbeat& mine) {
    games[i] = after(candidates[i], mine);
  });
  return games;
}

Hunt::Game Hunt::after(const Candidate& candidate, Heartbeat& heart) const {
  const Game& before = games_[candidate.next.game];
  Game game{before.well,     before.bad->clone(), 0, 0, before.score,
            candidate.moves, candidate.value,     {}};
  game.score += rules_->lock(game.well, before.piece, candidate.next.placement).lines();
  let_bad_choose(game, false, heart);
  return game;
}

void Hunt::let_bad_choose(Game& game, bool is_first, Heartbeat& heart) const {
  heart.beat(1 << 14);
  game.piece = game.bad->choose(game.well, {}, is_first, heart);
  if (!merges_by_memory_) return;
  Memory memory;
  game.bad->add_memory(memory);
  for (const std::uint64_t word : memory) game.memory = followed_by(game.memory, word);
}

void Hunt::go_on_with(std::vector<Game> games, std::span<const Candidate> candidates) {
  std::vector<Game> kept;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (!rules_->has_room(games[i].well, games[i].piece)) continue;
    const Game& before = games_[candidates[i].next.game];
    games[i].way = static_cast<std::uint32_t>(ways_.size());
    ways_.push_back({before.way, {before.piece, candidates[i].next.placement}});
    kept.push_back(std::move(games[i]));
  }
  games_.swap(kept);
  ++placed_;
  if (ways_.size() > ways_to_forget_at_) forget_ways();
}

// Forgets the ways that lead to no game any more; the others keep their order.
void Hunt::forget_ways() {
  std::vector<std::uint32_t> places(ways_.size(), no_way);
  for (const Game& game : games_) places[game.way] = 0;
  for (std::size_t i = ways_.size(); i-- > 0;)
    if (places[i] != no_way && ways_[i].before != no_way) places[ways_[i].before] = 0;
  std::uint32_t kept = 0;
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    if (places[i] == no_way) continue;
    const std::uint32_t before = ways_[i].before;
    ways_[kept] = {before == no_way ? no_way : places[before], ways_[i].played};
    places[i] = kept++;
  }
  ways_.resize(kept);
  for (Game& game : games_) game.way = places[game.way];
  ways_to_forget_at_ = std::max<std::size_t>(1 << 20, 2 * ways_.size());
}

}  // namespace cgt
