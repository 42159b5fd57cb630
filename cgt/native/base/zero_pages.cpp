#include "base/zero_pages.hpp"

#include <new>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#else
#include <sys/mman.h>

#include <cstring>
#endif

namespace cgt {

#ifdef _WIN32

ZeroPages::ZeroPages(std::size_t bytes)
    : bytes_(bytes),
      start_(VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE)) {
  if (start_ == nullptr) throw std::bad_alloc();
}

ZeroPages::~ZeroPages() { VirtualFree(start_, 0, MEM_RELEASE); }

// Another thread may be reading, so the pages must not go away, be it for a moment.
void ZeroPages::release() {
  VirtualAlloc(start_, bytes_, MEM_RESET, PAGE_READWRITE);  // what they hold need not be kept
  VirtualUnlock(start_, bytes_);                            // nor stay in memory
}

#else

namespace {

[[maybe_unused]] constexpr std::size_t large = std::size_t{1} << 22;

}  // namespace

ZeroPages::ZeroPages(std::size_t bytes)
    : bytes_(bytes),
      start_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
  if (start_ == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (bytes >= large) madvise(start_, bytes, MADV_HUGEPAGE);
#endif
}

ZeroPages::~ZeroPages() { munmap(start_, bytes_); }

void ZeroPages::release() {
#ifdef __EMSCRIPTEN__  // has no system to give it to
  std::memset(start_, 0, bytes_);
#else
  madvise(start_, bytes_, MADV_DONTNEED);
#endif
}

#endif

}  // namespace cgt
