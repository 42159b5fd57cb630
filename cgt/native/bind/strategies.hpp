// Instructions of strategies on their way between Python and the core.
#pragma once

#include "bind/bindings.hpp"

namespace cgt::bindings {

// Adds the list of instructions, and the checker of strategies.
void add_strategies(nb::module_& m);

}  // namespace cgt::bindings
