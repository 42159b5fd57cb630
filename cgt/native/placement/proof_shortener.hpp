// Shortens the list of positions that a proof rests on: it looks for answers that need fewer
// positions, and drops what is no longer needed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/fingerprint.hpp"
#include "base/memory_resource.hpp"
#include "base/time_limit.hpp"
#include "placement/proof_choices.hpp"
#include "placement/proof_collector.hpp"
#include "placement/proof_positions.hpp"
#include "placement/region_values.hpp"
#include "placement/solver.hpp"

namespace cgt {

// How hard to look for another answer to a question.
struct ShorteningEffort {
  std::uint64_t nodes;   // to be searched for each position that might be saved
  std::size_t searches;  // of answers about which nothing is known
};

template <class Game>
class ProofShortener {
  using Cells = typename Game::Cells;
  using Position = ProofPosition<Cells>;
  using Positions = ProofPositions<Cells>;
  using Id = ProofChoices::Id;

 public:
  // `lost` and `won` are what the claim says.
  ProofShortener(Game& game, const Positions& lost, const Positions& won, const TimeLimit& time,
                 std::pmr::memory_resource* memory)
      : game_(game), claimed_lost_(lost), claimed_won_(won), time_(time), memory_(memory),
        moves_(game, memory), answers_(game, memory) {}

  // Makes a list no longer than it is. Throws Stopped, and leaves it, if the time does not suffice.
  void shorten(Positions& list, ShorteningEffort effort) {
    Graph graph(memory_);
    graph_ = &graph;
    graph.choices.add_lost(~std::uint64_t{0});
    graph.positions.add(Position{});
    Position position;
    for (std::size_t i = 0; i < list.size(); ++i) {
      list.get(i, position);
      lost_id(position, position.key());
    }
    find_first_needs();
    for (std::size_t i = 1; i < graph.choices.lost_positions(); ++i)
      if (check_time(); !find_needs(static_cast<Id>(i), 0)) throw ContradictionError();
    graph.choices.choose(3, [&] { check_time(); });
    try_other_answers(effort);
    Positions shorter(memory_);
    for (std::size_t i = 1; i < graph.choices.lost_positions(); ++i) {
      if (!graph.choices.is_used(static_cast<Id>(i))) continue;
      graph.positions.get(i, position);
      shorter.add(position);
    }
    list.swap(shorter);
  }

 private:
  static constexpr Id nothing = ~Id{0};
  static constexpr std::size_t recent_places = (std::size_t{1} << 18) - 5;

  struct Graph {
    explicit Graph(std::pmr::memory_resource* memory)
        : choices(memory), positions(memory), lost_ids(memory), question_ids(memory),
          settled(recent_places, memory) {}

    ProofChoices choices;
    Positions positions;  // the first is none: it stands for the claim
    std::pmr::unordered_map<Word, Id> lost_ids;
    std::pmr::unordered_map<Word, Id> question_ids;
    RecentFingerprints settled;  // questions that the value of something small answers
  };

  struct Candidate {
    unsigned cells;
    Fingerprint key;
    Position position;

    bool operator<(const Candidate& other) const {
      return cells != other.cells ? cells < other.cells : key.low < other.key.low;
    }
    bool operator==(const Candidate& other) const { return key == other.key; }
  };
  using Candidates = std::vector<Candidate>;

  void check_time() const {
    game_.check_stop();
    if (time_.is_up()) throw Stopped();
  }

  static void put_in_order(Candidates& all) {
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
  }

  Id lost_id(const Position& position, Fingerprint key) {
    const auto [place, is_new] = graph_->lost_ids.try_emplace(key.low, Id{0});
    if (is_new) {
      place->second =
          graph_->choices.add_lost(std::uint64_t{position.cells()} << 32 | position.small);
      graph_->positions.add(position);
    }
    return place->second;
  }

  void find_first_needs() {
    std::vector<Id> needs;
    Position position;
    for (std::size_t i = 0; i < claimed_lost_.size(); ++i) {
      claimed_lost_.get(i, position);
      if (position.regions.empty()) continue;
      const Id id = lost_id(position, position.key());
      needs.push_back(graph_->choices.add_question(std::span(&id, 1)));
    }
    for (std::size_t i = 0; i < claimed_won_.size(); ++i) {
      claimed_won_.get(i, position);
      const auto question = question_id(position, 0);
      if (!question) throw ContradictionError();
      if (*question != nothing) needs.push_back(*question);
    }
    graph_->choices.set_needs(0, needs);
  }

  // Tells the graph which questions a position asks; false if there is one to which so many nodes
  // find no answer.
  bool find_needs(Id id, std::uint64_t nodes) {
    Position position;
    graph_->positions.get(id, position);
    std::vector<Id> needs;
    const bool is_open = moves_.any(position, [&](const Position& next) {
      const auto question = question_id(next, nodes);
      if (question && *question != nothing) needs.push_back(*question);
      return !question;
    });
    if (is_open) return false;
    std::sort(needs.begin(), needs.end());
    needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
    graph_->choices.set_needs(id, needs);
    return true;
  }

  // The question that a won position asks; `nothing` if something small answers it.
  std::optional<Id> question_id(const Position& won, std::uint64_t nodes) {
    if (won.regions.empty()) return nothing;
    const Fingerprint key = won.key();
    if (graph_->settled.has(key)) return nothing;
    if (const auto found = graph_->question_ids.find(key.low); found != graph_->question_ids.end())
      return found->second;
    std::vector<Id> known;
    const bool is_settled = answers_.any(won, [&](const Position& next) {
      if (next.regions.empty()) return !game_.value_wins(next.small);
      const auto found = graph_->lost_ids.find(next.key().low);
      if (found != graph_->lost_ids.end()) known.push_back(found->second);
      return false;
    });
    if (is_settled) {
      graph_->settled.add(key);
      return nothing;
    }
    if (known.empty()) {
      const auto found = new_answer(won, nodes);
      if (!found) return std::nullopt;
      known.push_back(*found);
    }
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    const Id id = graph_->choices.add_question(known);
    graph_->question_ids.emplace(key.low, id);
    return id;
  }

  // Of the answers that are known, the one that leaves least; else what so many nodes find.
  std::optional<Id> new_answer(const Position& won, std::uint64_t nodes) {
    const Candidates all = candidates(won);
    for (std::size_t searches : {std::size_t{0}, all.size()})
      for (const Candidate& one : all)
        if (is_lost(one, nodes, searches)) return lost_id(one.position, one.key);
    return std::nullopt;
  }

  // What comes early in the game first: there is most to save.
  void try_other_answers(ShorteningEffort effort) {
    const auto order = graph_->choices.early_first();
    const std::vector<Id> ids(order.begin(), order.end());  // others are added meanwhile
    std::vector<std::pair<Id, Position>> asked;
    for (const Id id : ids) {
      if (time_.is_up()) return;
      if (!graph_->choices.is_used(id)) continue;
      asked.clear();
      for_each_question(
          id, [&](Id question, const Position& won) { asked.emplace_back(question, won); });
      for (const auto& [question, won] : asked) try_other_answer(question, won, effort);
    }
  }

  template <class Visit>
  void for_each_question(Id id, Visit visit) {
    const auto ask = [&](const Position& won) {
      const auto found = graph_->question_ids.find(won.key().low);
      if (found != graph_->question_ids.end()) visit(found->second, won);
      return false;
    };
    if (id == 0) return claimed_won_.for_each(ask);
    Position position;
    graph_->positions.get(id, position);
    moves_.any(position, ask);
  }

  // Exchanges the answer to a question for one that needs fewer positions, if it finds one.
  void try_other_answer(Id question, const Position& won, ShorteningEffort effort) {
    ProofChoices& choices = graph_->choices;
    Id best = choices.answer(question);
    std::size_t least = choices.release_answer(question);
    if (least > 1) {
      std::size_t searches = effort.searches;
      for (const Candidate& one : candidates(won)) {
        if (time_.is_up()) break;
        const std::uint64_t nodes = effort.nodes * least;
        if (!is_lost(one, nodes, searches)) continue;
        const Id id = lost_id(one.position, one.key);
        const auto cost = choices.cost_within(id, least - 1, [&](Id other) {
          game_.check_stop();
          return !time_.is_up() && find_needs(other, nodes);
        });
        if (!cost) continue;
        least = *cost;
        best = id;
        if (least == 0) break;
      }
    }
    choices.take_answer(question, best);
  }

  // The positions that moves lead to, those with the fewest cells first.
  Candidates candidates(const Position& won) {
    Candidates all;
    answers_.any(won, [&](const Position& next) {
      if (!next.regions.empty()) all.push_back({next.cells(), next.key(), next});
      return false;
    });
    put_in_order(all);
    return all;
  }

  // Whether a position is found to be lost, by a search of so many nodes if there is one left.
  bool is_lost(const Candidate& one, std::uint64_t nodes, std::size_t& searches) {
    if (graph_->lost_ids.contains(one.key.low)) return true;
    auto wins = game_.known(one.position);
    if (!wins && searches > 0 && !time_.is_up()) {
      --searches;
      wins = game_.wins_within(one.position, nodes);
    }
    return wins && !*wins;
  }

  Game& game_;
  const Positions& claimed_lost_;
  const Positions& claimed_won_;
  const TimeLimit& time_;
  std::pmr::memory_resource* memory_;
  ProofMoves<Game> moves_;    // of lost positions
  ProofMoves<Game> answers_;  // to them
  Graph* graph_ = nullptr;
};

}  // namespace cgt
