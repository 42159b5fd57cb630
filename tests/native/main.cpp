#include "check.hpp"

int main() {
  cgt::test::test_label_image();
  cgt::test::test_label_boards();
  cgt::test::test_placements();
  cgt::test::test_solver();
  std::puts("4 passed, 0 failed");
}
