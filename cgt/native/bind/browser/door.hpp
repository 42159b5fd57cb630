// The door between the page and the core: each file of this folder answers questions about one
// subject.
#pragma once

#include <string>

#include "bind/browser/json.hpp"
#include "bind/browser/words.hpp"

namespace cgt::browser {

// Tells the page something before the answer is complete: a part of it, or how far the work is.
void tell(const Json& part);

// Each answers a question of its subject, whose first word has been read; nothing if it has no such
// question. They throw std::exception for what cannot be answered.
bool answer_annealing(std::string_view subject, Words& words, Json& answer);
bool answer_placement(std::string_view subject, Words& words, Json& answer);
bool answer_duel(std::string_view subject, Words& words, Json& answer);
bool answer_evolution(std::string_view subject, Words& words, Json& answer);
bool answer_proof(std::string_view subject, Words& words, Json& answer);
bool answer_run(std::string_view subject, Words& words, Json& answer);
bool answer_strategy(std::string_view subject, Words& words, Json& answer);

}  // namespace cgt::browser
