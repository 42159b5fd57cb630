// A line of a proof: a sum of pictures of empty cells (`..#|...`), nim heaps (`*3`) and forms
// (`{*2+*2, *3}`, `0`). Heaps and forms are valued as they are read.
#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "proof/values.hpp"

namespace cgt::proof {

inline constexpr std::size_t most_cells = 256;  // of a board
inline constexpr std::size_t longest = 300;     // cells and moves of one position
inline constexpr std::size_t deepest = 100;     // braces inside each other

struct BoxSize {
  std::size_t width;
  std::size_t height;

  bool operator==(const BoxSize&) const = default;
  std::size_t cells() const { return width * height; }
};

struct Picture {
  BoxSize size;
  std::string_view rows;  // with a bar between them

  bool is_empty(std::size_t row, std::size_t column) const {
    return rows[row * (size.width + 1) + column] == '.';
  }
};

struct Line {
  std::vector<Picture> pictures;
  Value value = 0;
};

// A line that cannot be read: the column, counted from 1, and why.
class LineError : public std::exception {
 public:
  LineError(std::size_t column, std::string problem)
      : column_(column), problem_(std::move(problem)) {}
  const char* what() const noexcept override { return problem_.c_str(); }
  std::size_t column() const { return column_; }

 private:
  std::size_t column_;
  std::string problem_;
};

// Reads a line without spaces at its end. Pictures must fit on the board, upright or turned. Throws
// LineError.
Line read_line(std::string_view text, BoxSize board, Values& values, Heartbeat& heart);

}  // namespace cgt::proof
