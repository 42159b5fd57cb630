#include "check.hpp"

int main() {
  cgt::test::test_label_image();
  cgt::test::test_label_boards();
  cgt::test::test_placements();
  cgt::test::test_box();
  cgt::test::test_solver();
  cgt::test::test_misere();
  cgt::test::test_nimbers();
  cgt::test::test_table();
  cgt::test::test_threads();
  cgt::test::test_checkpoints();
  cgt::test::test_duel();
  cgt::test::test_hunt();
  cgt::test::test_proof();
  cgt::test::test_proof_choices();
  cgt::test::test_numbers();
  std::puts("15 passed, 0 failed");
}
