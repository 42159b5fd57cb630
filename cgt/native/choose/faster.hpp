// The extensions that the faster build of the core needs.
#pragma once

#include "base/processor.hpp"

namespace cgt {

extern constinit const std::span<const Extension> faster_needs;

}  // namespace cgt
