#include "bind/browser/door.hpp"

#include <emscripten.h>

#include <exception>

// clang-format off
EM_JS(void, cgt_tell, (const char* text), { self.cgtTell(UTF8ToString(text)); });
// clang-format on

namespace cgt::browser {

void tell(const Json& part) { cgt_tell(part.text().c_str()); }

namespace {

std::string answer_to(std::string_view question) {
  Json answer;
  answer.open('{');
  try {
    Words words(question);
    const std::string_view subject = words.word();
    for (const auto answered : {answer_placement, answer_proof, answer_duel, answer_run,
                                answer_strategy, answer_evolution, answer_annealing})
      if (answered(subject, words, answer)) return answer.close('}').text();
    throw std::invalid_argument("there is no such question");
  } catch (const std::bad_alloc&) {
    return Json().open('{').add("error", "the memory does not suffice").close('}').text();
  } catch (const std::exception& error) {
    return Json().open('{').add("error", error.what()).close('}').text();
  }
}

}  // namespace

}  // namespace cgt::browser

// The answer stays where it is until the next question.
extern "C" EMSCRIPTEN_KEEPALIVE const char* cgt_ask(const char* question) {
  static std::string answer;
  answer = cgt::browser::answer_to(question);
  return answer.c_str();
}
