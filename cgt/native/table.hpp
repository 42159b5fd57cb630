// A table of bounded size from fingerprints to 32-bit values, shared by threads without locks.
//
// It forgets: a full table costs time, never an answer. An entry is two words; one torn by two
// threads that write at once matches a fingerprint in one half by chance only.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "fingerprint.hpp"
#include "zero_pages.hpp"

namespace cgt {

class Table {
 public:
  // Takes at most `bytes`, and at least one bucket.
  explicit Table(std::size_t bytes)
      : buckets_(std::bit_floor(std::max(bytes / sizeof(Bucket), std::size_t{1}))),
        memory_(buckets_ * sizeof(Bucket)),
        table_(static_cast<Bucket*>(memory_.start())) {}

  std::optional<std::uint32_t> find(Fingerprint key) const {
    const Bucket& bucket = bucket_of(key);
    for (const Entry& entry : bucket.entries) {
      const Word high = entry.high.load(std::memory_order_relaxed);
      if (entry.low.load(std::memory_order_relaxed) == key.low && high >> 32 == tag(key))
        return static_cast<std::uint32_t>(high);
    }
    return std::nullopt;
  }

  // Has the memory that find(key) looks at brought nearer.
  void prefetch(Fingerprint key) const { __builtin_prefetch(&bucket_of(key)); }

  // Overwrites another entry where there is no room: the one that chance, told by the key, picks.
  void store(Fingerprint key, std::uint32_t value) {
    Bucket& bucket = bucket_of(key);
    Entry* place = nullptr;
    for (Entry& entry : bucket.entries) {
      const Word high = entry.high.load(std::memory_order_relaxed);
      const Word low = entry.low.load(std::memory_order_relaxed);
      if (low == key.low && high >> 32 == tag(key)) return;  // another thread was faster
      if (high == 0 && low == 0) {
        place = &entry;
        used_.fetch_add(1, std::memory_order_relaxed);
        break;
      }
    }
    if (place == nullptr) place = &bucket.entries[tag(key) % bucket_size];
    place->low.store(key.low, std::memory_order_relaxed);
    place->high.store(tag(key) << 32 | value, std::memory_order_relaxed);
  }

  // Calls visit(low, high) for the words of each entry, also while others write.
  template <class Visit>
  void for_each_entry(Visit visit) const {
    for (std::size_t bucket = 0; bucket < buckets_; ++bucket)
      for (const Entry& entry : table_[bucket].entries) {
        const Word low = entry.low.load(std::memory_order_relaxed);
        const Word high = entry.high.load(std::memory_order_relaxed);
        if (low != 0 || high != 0) visit(low, high);
      }
  }

  // Stores an entry by its words.
  void store_entry(Word low, Word high) {
    store({low, high}, static_cast<std::uint32_t>(high));
  }

  std::size_t used() const { return used_.load(std::memory_order_relaxed); }
  std::size_t room() const { return buckets_ * bucket_size; }

 private:
  static constexpr std::size_t bucket_size = 4;

  struct Entry {
    std::atomic<Word> low;
    std::atomic<Word> high;  // 32 bits of the fingerprint, then the value
  };
  struct alignas(64) Bucket {
    Entry entries[bucket_size];
  };

  static Word tag(Fingerprint key) { return key.high >> 32; }
  Bucket& bucket_of(Fingerprint key) { return table_[key.low & (buckets_ - 1)]; }
  const Bucket& bucket_of(Fingerprint key) const { return table_[key.low & (buckets_ - 1)]; }

  std::size_t buckets_;
  ZeroPages memory_;
  Bucket* table_;  // all of memory_
  std::atomic<std::size_t> used_ = 0;
};

}  // namespace cgt
