// What the faster build of the core needs: this file is built for the same processor, and has no
// code that could run.
#include "choose/faster.hpp"

namespace cgt {

constinit const std::span<const Extension> faster_needs = built_for;

}  // namespace cgt
