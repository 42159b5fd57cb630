#include "check.hpp"

int main() {
  cgt::test::test_label_image();
  cgt::test::test_label_boards();
  cgt::test::test_placements();
  cgt::test::test_solver();
  cgt::test::test_table();
  std::puts("5 passed, 0 failed");
}
