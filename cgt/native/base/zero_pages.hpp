// A block of memory that begins as zeros and costs nothing until it is used. A large one uses large
// pages where the system has them: random access to a table would otherwise cause many page faults.
// In a small one a large page would be cleared for a few bytes, which takes longer than all else
// that a small board needs.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstring>
#include <new>

namespace cgt {

class ZeroPages {
 public:
  explicit ZeroPages(std::size_t bytes) : bytes_(bytes) {
    start_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start_ == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    if (bytes >= large) madvise(start_, bytes, MADV_HUGEPAGE);
#endif
  }
  ~ZeroPages() { munmap(start_, bytes_); }
  ZeroPages(const ZeroPages&) = delete;
  ZeroPages& operator=(const ZeroPages&) = delete;

  void* start() const { return start_; }

  // Gives the memory back to the system. It may still be read, and is all zeros again.
  void release() {
#ifdef __EMSCRIPTEN__  // has no system to give it to
    std::memset(start_, 0, bytes_);
#else
    madvise(start_, bytes_, MADV_DONTNEED);
#endif
  }

 private:
  static constexpr std::size_t large = std::size_t{1} << 22;

  std::size_t bytes_;
  void* start_;
};

}  // namespace cgt
