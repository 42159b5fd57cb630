// Numbers that one thread changes while others read them: whoever reads a number sees all that was
// written before it. (std::atomic_ref would do the same, where the library has it.)
#pragma once

namespace cgt {

template <class Number>
Number read_shared(const Number& number) {
  return __atomic_load_n(&number, __ATOMIC_ACQUIRE);
}

template <class Number>
void write_shared(Number& number, Number value) {
  __atomic_store_n(&number, value, __ATOMIC_RELEASE);
}

}  // namespace cgt
