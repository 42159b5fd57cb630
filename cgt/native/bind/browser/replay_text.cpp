#include "bind/browser/replay_text.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace cgt::browser {

namespace {

using Point = std::uint32_t;
using Points = std::vector<Point>;

constexpr std::string_view hex_digits = "0123456789ABCDEF";
constexpr unsigned bits_of_2048 = 11;
constexpr unsigned bits_of_tail = 3;

// Base65536: the characters for two bytes, first and last, and that of a last lone byte.
struct Block {
  Point first;
  Point last;
};
constexpr Block blocks_of_65536[] = {
    {0x3400, 0x4CFF},   {0x4E00, 0x9EFF},   {0xA100, 0xA3FF},   {0xA500, 0xA5FF},
    {0x10600, 0x106FF}, {0x12000, 0x122FF}, {0x13000, 0x133FF}, {0x14400, 0x145FF},
    {0x16800, 0x169FF}, {0x20000, 0x285FF},
};
constexpr Point lone_byte = 0x1500;

[[noreturn]] void refuse() {
  throw std::invalid_argument("this is not a replay in any encoding of HATETRIS");
}

Points read_points(std::string_view text) {
  Points points;
  Point point = 0;
  for (const char c : text) {
    if (c == ',') {
      points.push_back(point);
      point = 0;
    } else {
      point = 10 * point + static_cast<Point>(c - '0');
    }
  }
  points.push_back(point);
  return points;
}

std::optional<std::string> as_letters(const Points& points) {
  std::string steps;
  for (const Point point : points) {
    if (point > 127 || step_letters.find(static_cast<char>(point)) == std::string_view::npos)
      return std::nullopt;
    steps += static_cast<char>(point);
  }
  return steps;
}

std::optional<std::string> as_hex(const Points& points) {
  std::string steps;
  for (Point point : points) {
    if (point == '#') continue;
    if (point >= 'a' && point <= 'f') point -= 'a' - 'A';
    const std::size_t digit =
        point > 127 ? std::string_view::npos : hex_digits.find(static_cast<char>(point));
    if (digit == std::string_view::npos) return std::nullopt;
    steps += step_letters[digit / step_letters.size()];
    steps += step_letters[digit % step_letters.size()];
  }
  return steps;
}

// Runs of up to four equal steps as half bytes.
std::string steps_of(const std::vector<std::uint8_t>& bytes) {
  std::string steps;
  for (const std::uint8_t byte : bytes)
    for (const int half : {byte >> 4, byte & 15})
      steps.append(static_cast<std::size_t>((half & 3) + 1),
                   step_letters[static_cast<std::size_t>(half >> 2)]);
  return steps;
}

std::optional<std::string> as_65536(const Points& points) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < points.size(); ++i) {
    Point before = 0;
    const auto* block = std::find_if(std::begin(blocks_of_65536), std::end(blocks_of_65536),
                                     [&](const Block& each) {
                                       if (points[i] >= each.first && points[i] <= each.last)
                                         return true;
                                       before += each.last - each.first + 1;
                                       return false;
                                     });
    if (block != std::end(blocks_of_65536)) {
      const Point pair = before + points[i] - block->first;
      bytes.push_back(static_cast<std::uint8_t>(pair & 255));
      bytes.push_back(static_cast<std::uint8_t>(pair >> 8));
    } else if (i + 1 == points.size() && points[i] >= lone_byte && points[i] < lone_byte + 256) {
      bytes.push_back(static_cast<std::uint8_t>(points[i] - lone_byte));
    } else {
      return std::nullopt;
    }
  }
  return steps_of(bytes);
}

std::optional<std::string> as_2048(const Points& points, const Points& alphabet) {
  std::vector<bool> bits;
  const auto add = [&](Point value, unsigned number) {
    for (unsigned bit = number; bit-- > 0;) bits.push_back((value >> bit & 1) != 0);
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto found = std::find(alphabet.begin(), alphabet.end(), points[i]);
    if (found != alphabet.end())
      add(static_cast<Point>(found - alphabet.begin()), bits_of_2048);
    else if (i + 1 == points.size() && points[i] >= '0' && points[i] < '0' + (1 << bits_of_tail))
      add(points[i] - '0', bits_of_tail);
    else
      return std::nullopt;
  }
  std::vector<std::uint8_t> bytes(bits.size() / 8);
  for (std::size_t i = 0; i < 8 * bytes.size(); ++i)
    bytes[i / 8] = static_cast<std::uint8_t>(bytes[i / 8] << 1 | (bits[i] ? 1 : 0));
  return steps_of(bytes);
}

}  // namespace

std::string replay_in_hex(std::string_view steps) {
  std::string hex;
  for (std::size_t i = 0; i < steps.size(); i += 2) {
    const std::size_t first = step_letters.find(steps[i]);
    const std::size_t second = i + 1 < steps.size() ? step_letters.find(steps[i + 1]) : 0;
    hex += hex_digits[step_letters.size() * first + second];
  }
  return hex;
}

std::string decoded_replay(Words& words) {
  const Points alphabet = read_points(words.word());
  const Points points = read_points(words.word());
  if (auto steps = as_letters(points)) return *steps;
  if (auto steps = as_hex(points)) return *steps;
  if (auto steps = as_65536(points)) return *steps;
  if (auto steps = as_2048(points, alphabet)) return *steps;
  refuse();
}

}  // namespace cgt::browser
