// HATETRIS's replays as text. cgt/literature/hatetris.py says what the encodings are.
#pragma once

#include <string>
#include <string_view>

#include "bind/browser/words.hpp"

namespace cgt::browser {

inline constexpr std::string_view step_letters = "LRDU";  // each is its number in two bits

std::string replay_in_hex(std::string_view steps);

// The steps of a replay in any encoding. The words are: the characters of Base2048, then the
// replay; both as code points with commas between them. Throws std::invalid_argument.
std::string decoded_replay(Words& words);

}  // namespace cgt::browser
