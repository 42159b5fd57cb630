// A block of memory that begins as zeros and costs nothing until it is used. A large one uses large
// pages where the system has them: random access to a table would otherwise cause many page faults.
// In a small one a large page would be cleared for a few bytes, and the smallest are not asked of
// the system at all: both would take longer than all else that a small board needs.
#pragma once

#include <cstddef>

namespace cgt {

class ZeroPages {
 public:
  explicit ZeroPages(std::size_t bytes);  // throws std::bad_alloc
  ~ZeroPages();
  ZeroPages(const ZeroPages&) = delete;
  ZeroPages& operator=(const ZeroPages&) = delete;

  void* start() const { return start_; }

  // Gives the memory back to the system. It may still be read: each page is as it was, or zeros.
  void release();

 private:
  static constexpr std::size_t small = std::size_t{1} << 16;
  bool is_small() const { return bytes_ <= small; }

  std::size_t bytes_;
  void* start_;
};

}  // namespace cgt
