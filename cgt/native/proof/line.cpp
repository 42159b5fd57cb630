#include "proof/line.hpp"

#include <algorithm>

namespace cgt::proof {

namespace {

// The line itself, or a brace that is not closed yet.
struct Open {
  std::size_t at;
  std::vector<Value> options;
  Value value = 0;          // of the terms so far
  std::size_t lasts = 0;    // as many moves as they do, at most
  std::size_t longest = 0;  // the same of the options so far
  bool needs_term = true;

  void end_option() {
    options.push_back(value);
    longest = std::max(longest, lasts + 1);
    value = 0;
    lasts = 0;
  }
};

class Reader {
 public:
  Reader(std::string_view text, BoxSize board, Values& values, Heartbeat& heart)
      : text_(text), board_(board), values_(values), heart_(heart), levels_(1) {}

  Line run() {
    for (;;) {
      while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
      if (at_ == text_.size()) {
        end();
        return std::move(line_);
      }
      read(text_[at_]);
    }
  }

 private:
  static bool is_blank(char sign) { return sign == ' ' || sign == '\t'; }
  static bool is_of_picture(char sign) { return sign == '.' || sign == '#' || sign == '|'; }
  static bool is_digit(char sign) { return sign >= '0' && sign <= '9'; }

  [[noreturn]] static void fail(std::size_t at, const std::string& problem) {
    throw LineError(at + 1, problem);
  }

  [[noreturn]] void fail_here() const {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte >= ' ' && byte < 0x7f)
      fail(at_, std::string("'") + text_[at_] + "' is not expected here");
    fail(at_, "this character is not expected here");
  }

  void end() const {
    const Open& level = levels_.back();
    if (levels_.size() > 1) fail(level.at, "this '{' is never closed");
    if (level.needs_term) fail(at_, "'the end' is not expected here");
  }

  void read(char sign) {
    Open& level = levels_.back();
    if (level.needs_term && is_of_picture(sign)) {
      read_picture();
    } else if (level.needs_term && sign == '*') {
      read_heap();
    } else if (level.needs_term && sign == '0') {
      take(0, 0, at_++);
    } else if (level.needs_term && sign == '{') {
      levels_.push_back({.at = at_, .options = {}});
      if (levels_.size() > deepest)
        fail(at_, "a form has at most " + std::to_string(deepest - 1) + " braces inside");
      ++at_;
    } else if (!level.needs_term && sign == '+') {
      level.needs_term = true;
      ++at_;
    } else if (levels_.size() > 1 && sign == ',' && !level.needs_term) {
      level.end_option();
      level.needs_term = true;
      ++at_;
    } else if (levels_.size() > 1 && sign == '}' && !(level.needs_term && !level.options.empty())) {
      if (!level.needs_term) level.end_option();
      close();
    } else {
      fail_here();
    }
  }

  void close() {
    Open level = std::move(levels_.back());
    levels_.pop_back();
    ++at_;
    take(values_.of(std::move(level.options)), level.longest, level.at);
  }

  void read_heap() {
    const std::size_t begin = at_++;
    std::size_t size = 0;
    std::size_t digits = 0;
    for (; digits < 3 && at_ < text_.size() && is_digit(text_[at_]); ++at_, ++digits)
      size = 10 * size + static_cast<std::size_t>(text_[at_] - '0');
    if (digits == 0) size = 1;
    if (levels_.back().lasts + size + levels_.size() > longest) fail_long(begin);
    take(values_.heap(size), size, begin);
  }

  void read_picture() {
    const std::size_t begin = at_;
    if (levels_.size() > 1) fail(begin, "a form has no pictures in it");
    while (at_ < text_.size() && is_of_picture(text_[at_])) ++at_;
    const std::string_view rows = text_.substr(begin, at_ - begin);
    const std::size_t width = std::min(rows.find('|'), rows.size());
    const std::size_t height =
        static_cast<std::size_t>(std::count(rows.begin(), rows.end(), '|')) + 1;
    bool is_box = width > 0 && rows.size() == height * (width + 1) - 1;
    for (std::size_t i = 0; is_box && i < rows.size(); ++i)
      is_box = (rows[i] == '|') == (i % (width + 1) == width);
    if (!is_box) fail(begin, "the rows of this picture are not equally long");
    if (std::max(width, height) > std::max(board_.width, board_.height) ||
        std::min(width, height) > std::min(board_.width, board_.height))
      fail(begin, "a picture of " + std::to_string(width) + "×" + std::to_string(height) +
                      " does not fit on the board");
    take(0, static_cast<std::size_t>(std::count(rows.begin(), rows.end(), '.')), begin);
    line_.pictures.push_back({{width, height}, rows});
  }

  void take(Value value, std::size_t lasts, std::size_t at) {
    Open& level = levels_.back();
    level.lasts += lasts;
    level.needs_term = false;
    if (level.lasts + levels_.size() > longest) fail_long(at);
    level.value = values_.sum(level.value, value, heart_);
    if (levels_.size() == 1) line_.value = level.value;
  }

  [[noreturn]] static void fail_long(std::size_t at) {
    fail(at, "a position has at most " + std::to_string(longest) + " cells and moves");
  }

  std::string_view text_;
  BoxSize board_;
  Values& values_;
  Heartbeat& heart_;
  std::size_t at_ = 0;
  std::vector<Open> levels_;
  Line line_;
};

}  // namespace

Line read_line(std::string_view text, BoxSize board, Values& values, Heartbeat& heart) {
  return Reader(text, board, values, heart).run();
}

}  // namespace cgt::proof
