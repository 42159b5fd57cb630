#include "check.hpp"

int main() {
  cgt::test::test_label_image();
  cgt::test::test_label_boards();
  cgt::test::test_placements();
  std::puts("3 passed, 0 failed");
}
