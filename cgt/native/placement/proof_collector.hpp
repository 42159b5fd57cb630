// The positions that an answer rests on, collected from the search's table: each of them is lost
// for the player to move, and every move from it has an answer that leads to another of them.
//
// The collector works level by level. For a batch of lost positions it asks for an answer to each
// of their moves; answers that serve many questions are taken first, and answers that are in the
// list already cost nothing. What it writes is only as good as the search; a checker that shares
// nothing with either says whether it is a proof.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/fingerprint.hpp"
#include "base/memory_resource.hpp"
#include "placement/proof_positions.hpp"
#include "placement/solver.hpp"

namespace cgt {

// A set of fingerprints that forgets nothing.
class FingerprintSet {
 public:
  explicit FingerprintSet(std::pmr::memory_resource* memory)
      : places_(1024, Fingerprint{}, memory) {}

  std::size_t size() const { return size_; }

  bool has(Fingerprint key) const { return places_[place_of(key)] == key; }

  // False if it was there.
  bool add(Fingerprint key) {
    const std::size_t place = place_of(key);
    if (places_[place] == key) return false;
    places_[place] = key;
    if (++size_ * 4 > places_.size() * 3) grow();
    return true;
  }

 private:
  std::size_t place_of(Fingerprint key) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t place = key.low & mask;
    while (!(places_[place] == Fingerprint{}) && !(places_[place] == key))
      place = (place + 1) & mask;
    return place;
  }

  void grow() {
    std::pmr::vector<Fingerprint> old(places_.get_allocator());
    old.swap(places_);
    places_.assign(2 * old.size(), Fingerprint{});
    for (const Fingerprint& key : old)
      if (!(key == Fingerprint{})) places_[place_of(key)] = key;
  }

  std::pmr::vector<Fingerprint> places_;
  std::size_t size_ = 0;
};

// A set of fingerprints of bounded size: it forgets some, and never has one that was not added.
class RecentFingerprints {
 public:
  RecentFingerprints(std::size_t places, std::pmr::memory_resource* memory)
      : places_(places, Fingerprint{}, memory) {}

  bool has(Fingerprint key) const { return places_[key.high % places_.size()] == key; }

  // False if it was there.
  bool add(Fingerprint key) {
    Fingerprint& place = places_[key.high % places_.size()];
    if (place == key) return false;
    place = key;
    return true;
  }

 private:
  std::pmr::vector<Fingerprint> places_;
};

template <class Game>
class ProofCollector {
  using Cells = typename Game::Cells;
  using Position = ProofPosition<Cells>;

 public:
  // Calls `write(position)` for each position of the proof as soon as it is known to be one.
  ProofCollector(Game& game, std::pmr::memory_resource* memory,
                 std::function<void(const Position&)> write)
      : game_(game), write_(std::move(write)), moves_(game, memory), answers_(game, memory),
        listed_(memory), answered_(recent_places, memory), level_(memory), next_level_(memory),
        candidates_(memory), candidate_ids_(memory), counts_(memory), cells_(memory), keys_(memory),
        choices_(memory), questions_(memory) {}

  // The player to move loses here.
  void add_lost(const Position& position) {
    if (!position.regions.empty())
      list(position, position.key());
    else if (game_.value_wins(position.small))
      throw ContradictionError();
  }

  // The player to move wins here.
  void add_won(const Position& position) {
    ask(position);
    resolve();
  }

  // Everything that these rest on. Returns the number of positions.
  std::size_t finish() {
    Position position;
    while (next_level_.size() > 0) {
      level_.clear();
      level_.swap(next_level_);
      for (std::size_t i = 0; i < level_.size(); ++i) {
        level_.get(i, position);
        moves_.any(position, [&](const Position& next) {
          ask(next);
          return false;
        });
        if (questions_.size() >= most_questions) resolve();
      }
      resolve();
    }
    return listed_.size();
  }

 private:
  static constexpr std::size_t recent_places = (std::size_t{1} << 18) - 5;
  static constexpr std::size_t most_questions = std::size_t{1} << 15;

  void list(const Position& position, Fingerprint key) {
    if (!listed_.add(key)) return;
    next_level_.add(position);
    write_(position);
  }

  // Looks for the answers in a position that is won; nothing is to be done if one of them is lost
  // by its value, or listed.
  void ask(const Position& won) {
    if (won.regions.empty()) {
      if (!game_.value_wins(won.small)) throw ContradictionError();
      return;
    }
    if (!answered_.add(won.key())) return;
    const std::size_t first = choices_.size();
    bool is_answered = answers_.any(won, [&](const Position& next) { return try_answer(next); });
    if (!is_answered && choices_.size() == first) is_answered = search_answer(won);
    if (is_answered) {
      choices_.resize(first);
      return;
    }
    questions_.push_back({first, choices_.size()});
    for (std::size_t i = first; i < choices_.size(); ++i) ++counts_[choices_[i]];
  }

  // Whether a position serves as an answer at no cost; if it may serve, it becomes a choice.
  bool try_answer(const Position& next) {
    if (next.regions.empty()) return !game_.value_wins(next.small);
    const Fingerprint key = next.key();
    if (listed_.has(key)) return true;
    const auto wins = game_.known(next);
    if (wins && !*wins) add_choice(next, key);
    return false;
  }

  // For a position whose answers the table has forgotten.
  bool search_answer(const Position& won) {
    Position lost;
    const bool found = answers_.any(won, [&](const Position& next) {
      if (next.regions.empty() || game_.wins(next)) return false;
      lost = next;
      return true;
    });
    if (!found) throw ContradictionError();
    const Fingerprint key = lost.key();
    if (listed_.has(key)) return true;
    add_choice(lost, key);
    return false;
  }

  void add_choice(const Position& lost, Fingerprint key) {
    const std::uint32_t id = candidate_id(lost, key);
    const std::size_t first = questions_.empty() ? 0 : questions_.back().last;
    const auto begin = choices_.begin() + static_cast<std::ptrdiff_t>(first);
    if (std::find(begin, choices_.end(), id) == choices_.end()) choices_.push_back(id);
  }

  std::uint32_t candidate_id(const Position& lost, Fingerprint key) {
    const auto [place, is_new] =
        candidate_ids_.try_emplace(key.low, static_cast<std::uint32_t>(counts_.size()));
    if (!is_new) return place->second;
    candidates_.add(lost);
    counts_.push_back(0);
    cells_.push_back(lost.cells());
    keys_.push_back(key);
    return place->second;
  }

  // Chooses an answer to each question: first where there is no choice, and then what leaves least.
  void resolve() {
    std::stable_sort(questions_.begin(), questions_.end(),
                     [](const Question& a, const Question& b) { return a.size() < b.size(); });
    Position position;
    for (const Question& question : questions_) {
      const auto first = choices_.begin() + static_cast<std::ptrdiff_t>(question.first);
      const auto last = choices_.begin() + static_cast<std::ptrdiff_t>(question.last);
      if (std::any_of(first, last, [&](std::uint32_t id) { return listed_.has(keys_[id]); }))
        continue;
      const std::uint32_t best =
          *std::min_element(first, last, [&](std::uint32_t a, std::uint32_t b) {
            return cells_[a] != cells_[b] ? cells_[a] < cells_[b] : counts_[a] > counts_[b];
          });
      candidates_.get(best, position);
      list(position, keys_[best]);
    }
    questions_.clear();
    choices_.clear();
    candidates_.clear();
    candidate_ids_.clear();
    counts_.clear();
    cells_.clear();
    keys_.clear();
  }

  struct Question {
    std::size_t first;  // of its choices
    std::size_t last;

    std::size_t size() const { return last - first; }
  };

  Game& game_;
  std::function<void(const Position&)> write_;
  ProofMoves<Game> moves_;    // of lost positions
  ProofMoves<Game> answers_;  // to them
  FingerprintSet listed_;
  RecentFingerprints answered_;
  ProofPositions<Cells> level_;       // listed positions whose moves are asked about now
  ProofPositions<Cells> next_level_;  // and those whose moves come next

  // The questions of a batch: positions that are won, each with those of its answers, the
  // candidates, that are known.
  ProofPositions<Cells> candidates_;
  std::pmr::unordered_map<Word, std::uint32_t> candidate_ids_;
  std::pmr::vector<std::uint32_t> counts_;  // how many questions a candidate answers
  std::pmr::vector<unsigned> cells_;        // of a candidate: the fewer, the less to prove
  std::pmr::vector<Fingerprint> keys_;
  std::pmr::vector<std::uint32_t> choices_;
  std::pmr::vector<Question> questions_;
};

}  // namespace cgt
