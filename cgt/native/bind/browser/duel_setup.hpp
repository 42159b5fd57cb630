// Rules, evaluations and players of the duel, read from a question. The program writes them down
// when the page is built, so the page has nothing to decide.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bind/browser/words.hpp"
#include "duel/evaluate/evaluation.hpp"
#include "duel/player.hpp"
#include "duel/rules.hpp"

namespace cgt::browser {

struct NamedRules {
  SharedRules rules;
  std::vector<std::string> names;  // of the pieces
};

NamedRules read_rules(Words& words);

// What an evaluation is made of: costs, of which the lowest sum is best.
struct NamedWeights {
  std::vector<std::string> names;
  std::vector<Evaluation::Term> terms;

  Evaluation evaluation() const { return Evaluation(terms); }
};

NamedWeights read_weights(Words& words);

std::unique_ptr<Bad> read_bad(Words& words, const SharedRules& rules);
// Nothing if a person plays.
std::unique_ptr<Good> read_good(Words& words, const SharedRules& rules, const Bad& bad);

}  // namespace cgt::browser
