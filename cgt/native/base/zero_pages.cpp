#include "base/zero_pages.hpp"

#include <cstring>
#include <new>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#else
#include <sys/mman.h>
#endif

namespace cgt {

namespace {

// What the memory of a table's buckets needs.
constexpr std::align_val_t alignment{64};

#ifdef _WIN32

void* pages_of_system(std::size_t bytes) {
  void* start = VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (start == nullptr) throw std::bad_alloc();
  return start;
}

void free_pages(void* start, std::size_t) { VirtualFree(start, 0, MEM_RELEASE); }

// Another thread may be reading, so the pages must not go away, be it for a moment.
void release_pages(void* start, std::size_t bytes) {
  VirtualAlloc(start, bytes, MEM_RESET, PAGE_READWRITE);  // what they hold need not be kept
  VirtualUnlock(start, bytes);                            // nor stay in memory
}

#else

[[maybe_unused]] constexpr std::size_t large = std::size_t{1} << 22;

void* pages_of_system(std::size_t bytes) {
  void* start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (bytes >= large) madvise(start, bytes, MADV_HUGEPAGE);
#endif
  return start;
}

void free_pages(void* start, std::size_t bytes) { munmap(start, bytes); }

void release_pages(void* start, std::size_t bytes) {
#ifdef __EMSCRIPTEN__  // has no system to give it to
  std::memset(start, 0, bytes);
#else
  madvise(start, bytes, MADV_DONTNEED);
#endif
}

#endif

}  // namespace

ZeroPages::ZeroPages(std::size_t bytes)
    : bytes_(bytes), start_(is_small() ? std::memset(operator new(bytes, alignment), 0, bytes)
                                       : pages_of_system(bytes)) {}

ZeroPages::~ZeroPages() {
  if (is_small())
    operator delete(start_, alignment);
  else
    free_pages(start_, bytes_);
}

// Of a small one there is nothing to give back.
void ZeroPages::release() {
  if (!is_small()) release_pages(start_, bytes_);
}

}  // namespace cgt
