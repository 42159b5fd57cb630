// Answers chosen for the positions of a proof, against a plain count of what is needed.
#include <set>
#include <span>
#include <vector>

#include "check.hpp"
#include "placement/proof_choices.hpp"

namespace cgt::test {

namespace {

using Id = ProofChoices::Id;

// Lost positions with the questions they ask, and questions with their answers, which come later.
struct Needs {
  std::vector<std::vector<Id>> questions;
  std::vector<std::vector<Id>> answers;
};

Needs random_needs(std::size_t positions, std::mt19937& random) {
  Needs needs{std::vector<std::vector<Id>>(positions), {}};
  const auto below = [&](std::size_t most) {
    return static_cast<Id>(std::uniform_int_distribution<std::size_t>(0, most - 1)(random));
  };
  for (Id id = 0; id + 1 < positions; ++id)
    for (Id count = below(4); count > 0; --count) {
      std::set<Id> later;
      for (Id more = below(3) + 1; more > 0; --more)
        later.insert(id + 1 + below(positions - id - 1));
      needs.questions[id].push_back(static_cast<Id>(needs.answers.size()));
      needs.answers.emplace_back(later.begin(), later.end());
    }
  return needs;
}

// The positions that the first one needs if each question has one answer.
std::set<Id> needed(const Needs& needs, const ProofChoices& choices) {
  std::set<Id> found{0};
  for (std::vector<Id> next{0}; !next.empty();) {
    const Id id = next.back();
    next.pop_back();
    for (const Id question : needs.questions[id])
      if (found.insert(choices.answer(question)).second) next.push_back(choices.answer(question));
  }
  return found;
}

void check_uses(const Needs& needs, const ProofChoices& choices) {
  const std::set<Id> found = needed(needs, choices);
  check(choices.used() == found.size(), "all that is needed is counted");
  for (Id id = 0; id < needs.questions.size(); ++id)
    check(choices.is_used(id) == found.contains(id), "what is needed is used, and nothing else");
  for (Id question = 0; question < needs.answers.size(); ++question)
    check(choices.is_answer(choices.answer(question), question), "an answer is one of the answers");
}

// The least number of positions, by trying all choices.
std::size_t least(const Needs& needs, std::vector<Id>& open, std::set<Id>& used,
                  std::vector<int>& answered) {
  if (open.empty()) return used.size();
  const Id question = open.back();
  open.pop_back();
  std::size_t best = needs.questions.size() + 1;
  if (answered[question]++ > 0) {
    best = least(needs, open, used, answered);
  } else {
    for (const Id answer : needs.answers[question]) {
      const std::vector<Id> before = open;
      const bool is_new = used.insert(answer).second;
      if (is_new)
        open.insert(open.end(), needs.questions[answer].begin(), needs.questions[answer].end());
      best = std::min(best, least(needs, open, used, answered));
      if (is_new) used.erase(answer);
      open = before;
    }
  }
  --answered[question];
  open.push_back(question);
  return best;
}

ProofChoices choices_of(const Needs& needs) {
  ProofChoices choices(std::pmr::get_default_resource());
  for (Id id = 0; id < needs.questions.size(); ++id) choices.add_lost(needs.questions.size() - id);
  for (const std::vector<Id>& answers : needs.answers) choices.add_question(answers);
  for (Id id = 0; id < needs.questions.size(); ++id) choices.set_needs(id, needs.questions[id]);
  return choices;
}

void few_positions_are_chosen(std::mt19937& random) {
  std::size_t chosen = 0;
  std::size_t fewest = 0;
  for (int round = 0; round < 300; ++round) {
    const Needs needs = random_needs(9, random);
    ProofChoices choices = choices_of(needs);
    choices.choose(3, [] {});
    check_uses(needs, choices);
    std::vector<Id> open = needs.questions[0];
    std::set<Id> used{0};
    std::vector<int> answered(needs.answers.size());
    const std::size_t best = least(needs, open, used, answered);
    check(choices.used() >= best, "no fewer positions than are needed");
    chosen += choices.used();
    fewest += best;
  }
  check(chosen < fewest + fewest / 20, "hardly more positions than are needed");
}

void costs_are_what_an_answer_adds(std::mt19937& random) {
  for (int round = 0; round < 100; ++round) {
    const Needs needs = random_needs(40, random);
    ProofChoices choices = choices_of(needs);
    choices.choose(2, [] {});
    for (Id id = 0; id < needs.questions.size(); ++id) {
      if (!choices.is_used(id)) continue;
      for (const Id question : needs.questions[id]) {
        const Id before = choices.answer(question);
        const std::size_t freed = choices.release_answer(question);
        const std::size_t others = choices.used();
        Id best = before;
        std::size_t cost = needs.questions.size() + 1;
        for (const Id answer : needs.answers[question])
          if (const auto found = choices.cost_within(answer, cost - 1, [](Id) { return false; })) {
            cost = *found;
            best = answer;
            if (cost == 0) break;
          }
        choices.take_answer(question, best);
        check(choices.used() == others + cost, "an answer costs what was said");
        check(cost <= freed, "the best answer is not worse than the one before");
        check_uses(needs, choices);
      }
    }
  }
}

}  // namespace

void test_proof_choices() {
  std::mt19937 random(1);
  few_positions_are_chosen(random);
  costs_are_what_an_answer_adds(random);
}

}  // namespace cgt::test
