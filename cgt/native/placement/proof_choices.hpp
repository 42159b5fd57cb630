// Which positions of a proof need which answers, and how few do.
//
// A lost position needs an answer to each of its moves. A question, the position after a move, has
// one or more answers, which are lost positions again. Wanted is a small set of lost positions in
// which every question is answered. To find the least is hopeless; but it is easy to count how many
// positions another answer would cost or save if everything else stays as it is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/memory_resource.hpp"

namespace cgt {

class ProofChoices {
 public:
  using Id = std::uint32_t;

  explicit ProofChoices(std::pmr::memory_resource* memory)
      : lost_(memory), questions_(memory), needs_(memory), answers_(memory), order_(memory),
        journal_(memory) {}

  // Lost positions and questions are numbered from 0 in the order in which they are added. The
  // first position is what the claim rests on: it is used from the beginning. Moves lead to
  // positions of lower ranks.
  Id add_lost(std::uint64_t rank) {
    lost_.push_back({rank});
    return static_cast<Id>(lost_.size() - 1);
  }
  Id add_question(std::span<const Id> answers) {
    questions_.push_back({answers_.size(), answers_.size() + answers.size(), answers.front()});
    answers_.insert(answers_.end(), answers.begin(), answers.end());
    return static_cast<Id>(questions_.size() - 1);
  }
  void set_needs(Id lost, std::span<const Id> questions) {
    lost_[lost].first = needs_.size();
    needs_.insert(needs_.end(), questions.begin(), questions.end());
    lost_[lost].last = needs_.size();
    lost_[lost].has_needs = true;
  }

  std::size_t lost_positions() const { return lost_.size(); }
  bool has_needs(Id lost) const { return lost_[lost].has_needs; }
  bool is_used(Id lost) const { return lost_[lost].uses > 0; }
  std::size_t used() const { return used_; }
  std::span<const Id> needs(Id lost) const {
    return std::span(needs_).subspan(lost_[lost].first, lost_[lost].last - lost_[lost].first);
  }
  bool is_answer(Id lost, Id question) const {
    const auto all = answers(question);
    return std::find(all.begin(), all.end(), lost) != all.end();
  }

  // All positions that have a rank, those that come early in the game first.
  std::span<const Id> early_first() {
    const std::size_t before = order_.size();
    for (std::size_t id = before; id < lost_.size(); ++id) order_.push_back(static_cast<Id>(id));
    std::stable_sort(order_.begin(), order_.end(),
                     [&](Id a, Id b) { return lost_[a].rank > lost_[b].rank; });
    return order_;
  }

  // Chooses an answer to every question. All positions must have their needs. What `check_stop`
  // throws ends the work.
  template <class CheckStop>
  void choose(unsigned rounds, CheckStop check_stop) {
    early_first();
    for (unsigned round = 0; round < rounds; ++round) {
      share_costs();
      count_uses();
      for (std::size_t i = order_.size(); i-- > 0;) {
        check_stop();
        if (is_used(order_[i])) exchange_answers(order_[i]);
      }
    }
  }

  // How many positions would not be used if the question were no longer asked.
  std::size_t release_answer(Id question) {
    const std::size_t freed = release(questions_[question].choice);
    used_ -= freed;
    return freed;
  }
  // It costs what cost_within says, if nothing was changed since.
  void take_answer(Id question, Id answer) {
    questions_[question].choice = answer;
    journal_.clear();
    std::size_t cost = 0;
    try_to_use(answer, lost_.size(), cost, [](Id) { return false; });
    used_ += cost;
  }
  Id answer(Id question) const { return questions_[question].choice; }

  // How many more positions would be used with this one, if there are at most so many. For those
  // whose needs are not told yet, `find_needs(id)` tells them, or returns false if it cannot.
  template <class FindNeeds>
  std::optional<std::size_t> cost_within(Id lost, std::size_t most, FindNeeds find_needs) {
    journal_.clear();
    std::size_t cost = 0;
    const bool is_possible = try_to_use(lost, most, cost, find_needs);
    for (std::size_t i = journal_.size(); i-- > 0;) {
      const Use& use = journal_[i];
      if (!use.is_question) {
        --lost_[use.id].uses;
      } else if (--questions_[use.id].uses == 0) {
        questions_[use.id].choice = use.choice;
      }
    }
    return is_possible ? std::optional(cost) : std::nullopt;
  }

 private:
  struct Lost {
    std::uint64_t rank;
    std::size_t first = 0;  // of its questions
    std::size_t last = 0;
    std::uint32_t uses = 0;
    float likely_uses = 1;
    float cost = 0;
    bool has_needs = false;
  };
  struct Question {
    std::size_t first;  // of its answers
    std::size_t last;
    Id choice;
    std::uint32_t uses = 0;
    float likely_uses = 1;
  };
  struct Use {
    Id id;
    bool is_question;
    Id choice = 0;  // of the question, before
  };

  std::span<const Id> answers(Id question) const {
    const Question& one = questions_[question];
    return std::span(answers_).subspan(one.first, one.last - one.first);
  }

  // Each question takes the answer that is cheapest if all who need a position share its cost.
  void share_costs() {
    for (std::size_t i = order_.size(); i-- > 0;) {
      Lost& lost = lost_[order_[i]];
      lost.cost = 1;
      for (const Id need : needs(order_[i])) {
        Question& question = questions_[need];
        for (const Id answer : answers(need))
          if (lost_[answer].cost < lost_[question.choice].cost) question.choice = answer;
        lost.cost += lost_[question.choice].cost / question.likely_uses;
      }
      lost.cost /= lost.likely_uses;
    }
  }

  void count_uses() {
    for (Lost& lost : lost_) lost.uses = 0;
    for (Question& question : questions_) question.uses = 0;
    used_ = use(0);
    const auto weigh = [](auto& one) {
      one.likely_uses = std::max(1.0f, (one.likely_uses + 2 * static_cast<float>(one.uses)) / 3);
    };
    std::for_each(lost_.begin(), lost_.end(), weigh);
    std::for_each(questions_.begin(), questions_.end(), weigh);
  }

  // Each question of a position in turn takes the answer that costs least as things stand.
  void exchange_answers(Id lost) {
    for (const Id need : needs(lost))
      if (answers(need).size() > 1) exchange_answer(need);
  }

  void exchange_answer(Id question) {
    Id best = answer(question);
    std::size_t least = release_answer(question);
    for (const Id other : answers(question)) {
      if (least == 0) break;
      const std::size_t cost = use(other);
      release(other);
      if (cost < least) {
        least = cost;
        best = other;
      }
    }
    take_answer(question, best);
  }

  std::size_t use(Id id) {
    if (lost_[id].uses++ > 0) return 0;
    std::size_t cost = 1;
    for (const Id need : needs(id))
      if (questions_[need].uses++ == 0) cost += use(questions_[need].choice);
    return cost;
  }

  std::size_t release(Id id) {
    if (--lost_[id].uses > 0) return 0;
    std::size_t freed = 1;
    for (const Id need : needs(id))
      if (--questions_[need].uses == 0) freed += release(questions_[need].choice);
    return freed;
  }

  // An answer that is used anyway costs nothing.
  void prefer_used(Id question) {
    if (is_used(questions_[question].choice)) return;
    for (const Id answer : answers(question))
      if (is_used(answer)) questions_[question].choice = answer;
  }

  template <class FindNeeds>
  bool try_to_use(Id id, std::size_t most, std::size_t& cost, FindNeeds find_needs) {
    journal_.push_back({id, false});
    if (lost_[id].uses++ > 0) return true;
    if (++cost > most) return false;
    if (!has_needs(id) && !find_needs(id)) return false;
    for (std::size_t i = lost_[id].first; i < lost_[id].last; ++i) {
      const Id need = needs_[i];  // needs of other positions may be added meanwhile
      journal_.push_back({need, true, questions_[need].choice});
      if (questions_[need].uses++ > 0) continue;
      prefer_used(need);
      if (!try_to_use(questions_[need].choice, most, cost, find_needs)) return false;
    }
    return true;
  }

  std::pmr::vector<Lost> lost_;
  std::pmr::vector<Question> questions_;
  std::pmr::vector<Id> needs_;
  std::pmr::vector<Id> answers_;
  std::pmr::vector<Id> order_;
  std::pmr::vector<Use> journal_;
  std::size_t used_ = 0;
};

}  // namespace cgt
