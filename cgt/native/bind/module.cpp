// The door between Python and the native core. There is one file for each subject. Each checks its
// arguments, releases the interpreter's lock while the core works, and looks for Ctrl-C.
#include "base/processor.hpp"
#include "bind/bindings.hpp"

namespace {

namespace nb = nanobind;

// One clear error now instead of an illegal instruction later.
void require_processor() {
  if (!cgt::processor_has_all(cgt::built_for))
    throw nb::import_error(
        "cgt was built for another processor; build it again on this one (make clean, then make)");
}

}  // namespace

NB_MODULE(_native, m) {
  require_processor();
  // Objects that live until Python ends are no leaks; users need no warning about them.
  nb::set_leak_warnings(false);
  using namespace cgt::bindings;
  add_labelling(m);
  add_placement_solver(m);
  add_proof_checker(m);
  add_rules(m);
  add_evaluations(m);
  add_players(m);
  add_python_players(m);
  add_games(m);
  add_live_games(m);
  add_hunts(m);
  add_duel_solver(m);
}
