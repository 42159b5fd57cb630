#include "label/image.hpp"

#include <algorithm>
#include <stdexcept>

#include "check.hpp"

namespace cgt::test {

namespace {

// Packed with `row_bits` bits a row; the bits between rows are set, to show that they are ignored.
std::vector<std::uint8_t> packed(const Plain& plain, std::size_t row_bits) {
  std::vector<std::uint8_t> bytes((row_bits * (plain.height - 1) + plain.width + 7) / 8, 0xff);
  for (std::size_t row = 0; row < plain.height; ++row)
    for (std::size_t column = 0; column < plain.width; ++column) {
      const std::size_t bit = row * row_bits + column;
      const unsigned mask = 1u << (bit % 8);
      if (!plain.at(row, column))
        bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] & ~mask);
    }
  return bytes;
}

void check_image(const Plain& plain) {
  Heartbeat quiet([] {});
  const std::vector<std::int32_t> expected = flood_fill(plain);
  for (std::size_t row_bits : {plain.width, (plain.width + 7) / 8 * 8, plain.width + 67}) {
    // Exactly as long as needed, so that the sanitizer sees any step outside.
    const std::vector<std::uint8_t> bytes = packed(plain, row_bits);
    std::vector<std::int32_t> labels(plain.cells.size(), -1);
    const std::int32_t count =
        label_image({bytes, plain.width, plain.height, row_bits}, labels, quiet);
    check(labels == expected, "labels are those of a flood fill");
    check(count == *std::max_element(expected.begin(), expected.end()), "all are counted");
  }
}

void random_images() {
  std::mt19937 random(1);
  for (std::size_t width : {1, 2, 3, 7, 8, 9, 31, 63, 64, 65, 100, 128, 130})
    for (std::size_t height : {1, 2, 3, 10, 40})
      for (double density : {0.0, 0.1, 0.4, 0.5, 0.6, 0.9, 1.0})
        check_image(random_cells(width, height, density, random));
}

void checkerboards() {
  for (std::size_t side : {1, 2, 5, 64, 65, 127}) {
    Plain plain{side, side, std::vector<std::uint8_t>(side * side)};
    for (std::size_t i = 0; i < plain.cells.size(); ++i)
      plain.cells[i] = (i / side + i % side) % 2 == 0;
    check_image(plain);
  }
}

// Large enough for some heartbeats, which come every twenty milliseconds.
constexpr std::size_t long_side = 12000;

void stops_when_the_heart_says_so() {
  struct Stop {};
  const std::vector<std::uint8_t> bytes(long_side * long_side / 8, 0x55);
  std::vector<std::int32_t> labels(long_side * long_side);
  Heartbeat stopping([] { throw Stop{}; });
  bool stopped = false;
  try {
    label_image({bytes, long_side, long_side, long_side}, labels, stopping);
  } catch (const Stop&) {
    stopped = true;
  }
  check(stopped, "work stops when the heartbeat throws");
}

void survives_cells_that_change_meanwhile() {
  std::vector<std::uint8_t> bytes(long_side * long_side / 8);
  std::vector<std::int32_t> labels(long_side * long_side);
  Heartbeat changing([&] { std::fill(bytes.begin(), bytes.end(), std::uint8_t{0x55}); });
  bool noticed = false;
  try {
    label_image({bytes, long_side, long_side, long_side}, labels, changing);
  } catch (const std::runtime_error&) {
    noticed = true;
  }
  check(noticed, "new runs are noticed, not written outside the table");
}

}  // namespace

void test_label_image() {
  random_images();
  checkerboards();
  stops_when_the_heart_says_so();
  survives_cells_that_change_meanwhile();
}

}  // namespace cgt::test
