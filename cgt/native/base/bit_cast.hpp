// std::bit_cast, also for libraries that do not have it yet.
#pragma once

#include <bit>
#include <cstring>

namespace cgt {

#ifdef __cpp_lib_bit_cast
using std::bit_cast;
#else
template <class To, class From>
To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}
#endif

}  // namespace cgt
