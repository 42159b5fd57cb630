// The door between Python and the native core. There is one file for each subject. Each checks its
// arguments, releases the interpreter's lock while the core works, and looks for Ctrl-C.
#include "bind/bindings.hpp"

namespace {

namespace nb = nanobind;

// Checks that the processor has every vector and bit extension that the compiler was allowed to
// use: one clear error now instead of an illegal instruction later.
void require_processor() {
  bool has_all = true;
#if defined(__x86_64__)
#ifdef __SSSE3__
  has_all = has_all && __builtin_cpu_supports("ssse3");
#endif
#ifdef __SSE4_2__
  has_all = has_all && __builtin_cpu_supports("sse4.2");
#endif
#ifdef __POPCNT__
  has_all = has_all && __builtin_cpu_supports("popcnt");
#endif
#ifdef __AVX__
  has_all = has_all && __builtin_cpu_supports("avx");
#endif
#ifdef __AVX2__
  has_all = has_all && __builtin_cpu_supports("avx2");
#endif
#ifdef __FMA__
  has_all = has_all && __builtin_cpu_supports("fma");
#endif
#ifdef __BMI__
  has_all = has_all && __builtin_cpu_supports("bmi");
#endif
#ifdef __BMI2__
  has_all = has_all && __builtin_cpu_supports("bmi2");
#endif
#ifdef __AVX512F__
  has_all = has_all && __builtin_cpu_supports("avx512f");
#endif
#ifdef __AVX512BW__
  has_all = has_all && __builtin_cpu_supports("avx512bw");
#endif
#ifdef __AVX512DQ__
  has_all = has_all && __builtin_cpu_supports("avx512dq");
#endif
#ifdef __AVX512VL__
  has_all = has_all && __builtin_cpu_supports("avx512vl");
#endif
#ifdef __AVX512BITALG__
  has_all = has_all && __builtin_cpu_supports("avx512bitalg");
#endif
#ifdef __AVX512VPOPCNTDQ__
  has_all = has_all && __builtin_cpu_supports("avx512vpopcntdq");
#endif
#endif
  if (!has_all)
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
