// A question as the page asks it: words with blanks between them, read one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cgt::browser {

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  // The next word; throws std::invalid_argument if there is none.
  std::string_view word() {
    const std::size_t begin = text_.find_first_not_of(' ');
    if (begin == std::string_view::npos) throw std::invalid_argument("the question is too short");
    text_.remove_prefix(begin);
    const std::string_view found = text_.substr(0, text_.find(' '));
    text_.remove_prefix(found.size());
    return found;
  }

  // All that is left.
  std::string_view others() const { return text_; }

  double decimal() { return std::stod(std::string(word())); }
  int integer() { return std::stoi(std::string(word())); }
  std::uint64_t large() { return std::stoull(std::string(word())); }
  bool flag() { return integer() != 0; }

  // A number of things that follow.
  unsigned count(unsigned most) {
    const std::uint64_t number = large();
    if (number > most) throw std::invalid_argument("a number is too large");
    return static_cast<unsigned>(number);
  }

 private:
  std::string_view text_;
};

}  // namespace cgt::browser
