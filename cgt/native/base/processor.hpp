// Which vector and bit extensions the compiler was allowed to use, and whether this processor has
// them. The processor is asked directly: not every compiler comes with __builtin_cpu_supports.
#pragma once

#include <span>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace cgt {

enum class Register { eax, ebx, ecx, edx };

// Where the processor says whether it has an extension (a leaf of CPUID, a register and a bit in
// it), and which registers the system has to save for it.
struct Extension {
  unsigned leaf;
  Register in;
  unsigned bit;
  unsigned saved = 0;
};

// Not inline: it is another list in each file that is built for another processor.
[[maybe_unused]] static constexpr Extension built_for[] = {
#ifdef __SSSE3__
    {1, Register::ecx, 9},
#endif
#ifdef __SSE4_1__
    {1, Register::ecx, 19},
#endif
#ifdef __SSE4_2__
    {1, Register::ecx, 20},
#endif
#ifdef __MOVBE__
    {1, Register::ecx, 22},
#endif
#ifdef __POPCNT__
    {1, Register::ecx, 23},
#endif
#ifdef __AVX__
    {1, Register::ecx, 28, 0x6},
#endif
#ifdef __FMA__
    {1, Register::ecx, 12, 0x6},
#endif
#ifdef __F16C__
    {1, Register::ecx, 29, 0x6},
#endif
#ifdef __AVX2__
    {7, Register::ebx, 5, 0x6},
#endif
#ifdef __BMI__
    {7, Register::ebx, 3},
#endif
#ifdef __BMI2__
    {7, Register::ebx, 8},
#endif
#ifdef __LZCNT__
    {0x80000001, Register::ecx, 5},
#endif
#ifdef __AVX512F__
    {7, Register::ebx, 16, 0xe6},
#endif
#ifdef __AVX512DQ__
    {7, Register::ebx, 17, 0xe6},
#endif
#ifdef __AVX512IFMA__
    {7, Register::ebx, 21, 0xe6},
#endif
#ifdef __AVX512CD__
    {7, Register::ebx, 28, 0xe6},
#endif
#ifdef __AVX512BW__
    {7, Register::ebx, 30, 0xe6},
#endif
#ifdef __AVX512VL__
    {7, Register::ebx, 31, 0xe6},
#endif
#ifdef __AVX512VBMI__
    {7, Register::ecx, 1, 0xe6},
#endif
#ifdef __AVX512VBMI2__
    {7, Register::ecx, 6, 0xe6},
#endif
#ifdef __AVX512VNNI__
    {7, Register::ecx, 11, 0xe6},
#endif
#ifdef __AVX512BITALG__
    {7, Register::ecx, 12, 0xe6},
#endif
#ifdef __AVX512VPOPCNTDQ__
    {7, Register::ecx, 14, 0xe6},
#endif
    {0, Register::eax, 0},  // leaf 0 is no extension: there is a list for every processor
};

#if defined(__x86_64__)
inline bool processor_has(const Extension& extension) {
  if (extension.leaf == 0) return true;
  unsigned registers[4] = {};
  if (!__get_cpuid_count(extension.leaf, 0, &registers[0], &registers[1], &registers[2],
                         &registers[3]))
    return false;
  if (!(registers[static_cast<int>(extension.in)] >> extension.bit & 1)) return false;
  if (extension.saved == 0) return true;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1)) return false;  // has no XGETBV
  unsigned low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & extension.saved) == extension.saved;
}
#else
inline bool processor_has(const Extension&) { return true; }
#endif

inline bool processor_has_all(std::span<const Extension> extensions) {
  for (const Extension& extension : extensions)
    if (!processor_has(extension)) return false;
  return true;
}

}  // namespace cgt
