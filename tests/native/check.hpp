// The little that native tests need: a check that says where it failed, random cells, and plain
// flood fill to compare with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <source_location>
#include <vector>

namespace cgt::test {

inline void check(bool holds, const char* claim,
                  std::source_location where = std::source_location::current()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%u: not true: %s\n", where.file_name(), where.line(), claim);
  std::exit(1);
}

// A rectangle of cells, one byte each.
struct Plain {
  std::size_t width;
  std::size_t height;
  std::vector<std::uint8_t> cells;

  bool at(std::size_t row, std::size_t column) const { return cells[row * width + column] != 0; }
};

inline Plain random_cells(std::size_t width, std::size_t height, double density,
                          std::mt19937& random) {
  Plain plain{width, height, std::vector<std::uint8_t>(width * height)};
  std::bernoulli_distribution set(density);
  for (std::uint8_t& cell : plain.cells) cell = set(random);
  return plain;
}

// Components numbered from 1 in reading order of their first cells.
inline std::vector<std::int32_t> flood_fill(const Plain& plain) {
  std::vector<std::int32_t> labels(plain.cells.size());
  std::int32_t count = 0;
  for (std::size_t start = 0; start < labels.size(); ++start) {
    if (plain.cells[start] == 0 || labels[start] != 0) continue;
    std::vector<std::size_t> waiting{start};
    labels[start] = ++count;
    const auto visit = [&](std::size_t cell) {
      if (plain.cells[cell] == 0 || labels[cell] != 0) return;
      labels[cell] = count;
      waiting.push_back(cell);
    };
    while (!waiting.empty()) {
      const std::size_t cell = waiting.back();
      waiting.pop_back();
      if (cell % plain.width != 0) visit(cell - 1);
      if (cell % plain.width != plain.width - 1) visit(cell + 1);
      if (cell >= plain.width) visit(cell - plain.width);
      if (cell + plain.width < labels.size()) visit(cell + plain.width);
    }
  }
  return labels;
}

void test_box();
void test_checkpoints();
void test_duel();
void test_hunt();
void test_label_boards();
void test_label_image();
void test_misere();
void test_nimbers();
void test_placements();
void test_proof();
void test_proof_choices();
void test_numbers();
void test_solver();
void test_table();
void test_threads();

}  // namespace cgt::test
