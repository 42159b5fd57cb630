// A table from fingerprints to 32-bit values, shared by threads without locks, that grows as long
// as its budget allows.
//
// Once it cannot grow, it forgets: a full table costs time, never a right answer. An entry is two
// words. Two threads that write at once may leave a mixed entry; its wrong half matches a
// fingerprint only by chance.
//
// It begins small, because thinly used memory costs time: it has to be cleared, and does not fit in
// the processor's caches. When the table is nearly full, the thread that notices makes a larger one
// beside it and moves everything over, while the others look in both. Then the memory of the old
// one is given back. A thread that still reads there finds zeros, which mean nothing.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>

#include "base/fingerprint.hpp"
#include "base/memory_budget.hpp"
#include "base/zero_pages.hpp"

namespace cgt {

// All values weigh the same.
struct NoWeight {
  static unsigned of(std::uint32_t) { return 0; }
};

// Of the values in one bucket, the one of least Weight is forgotten first.
template <class Weight = NoWeight>
class Table {
 public:
  // Takes memory from the budget, at first `first_bytes` and never more than `most_bytes`; has at
  // least two buckets.
  Table(MemoryBudget& budget, std::size_t most_bytes,
        std::size_t first_bytes = std::size_t{1} << 14)
      : budget_(budget), most_bytes_(most_bytes) {
    const std::size_t bytes = std::min(first_bytes, most_bytes / 8);
    const bool taken = budget.take(bytes);
    const std::size_t buckets =
        taken ? std::max(bytes / sizeof(Bucket) / 2 * 2, std::size_t{2}) : 2;
    generations_[0].open(buckets);
  }

  std::optional<std::uint32_t> find(Fingerprint key) const {
    const std::size_t newest = newest_.load(std::memory_order_acquire);
    const std::size_t oldest = oldest_.load(std::memory_order_relaxed);
    if (const auto found = generations_[newest].find(key)) return found;
    for (std::size_t i = newest; i > oldest; --i)
      if (const auto found = generations_[i - 1].find(key)) return found;
    return std::nullopt;
  }

  // Prefetches the memory that find(key) reads.
  void prefetch(Fingerprint key) const {
    __builtin_prefetch(&generations_[newest_.load(std::memory_order_acquire)].bucket_of(key));
  }

  void store(Fingerprint key, std::uint32_t value) {
    Generation& generation = generations_[newest_.load(std::memory_order_acquire)];
    const Change change = generation.store(key, value);
    if (change == Change::value) return;
    // Also where there was no room: the table may have been filled while it was being moved over,
    // and would stay as small as it is if only free places made it grow.
    const std::size_t used = change == Change::added
                                 ? generation.used.fetch_add(1, std::memory_order_relaxed) + 1
                                 : generation.used.load(std::memory_order_relaxed);
    if (used > generation.enough.load(std::memory_order_relaxed)) grow();
  }

  // Calls visit(low, high) for the words of each entry; other threads may write meanwhile.
  template <class Visit>
  void for_each_entry(Visit visit) const {
    // A newer generation may appear meanwhile; entries that are moved there leave the old one.
    for (std::size_t i = oldest_.load(std::memory_order_acquire);
         i <= newest_.load(std::memory_order_acquire); ++i)
      generations_[i].for_each_entry(visit);
  }

  // Grows until there is room for so many entries, as far as the budget allows; only while no other
  // thread uses the table. Entries that come in the order of their keys, as for_each_entry visits
  // them, would otherwise crowd in the first buckets and be forgotten.
  void make_room_for(std::size_t entries) {
    for (std::size_t last = newest_.load(std::memory_order_relaxed);
         entries > generations_[last].enough.load(std::memory_order_relaxed); ++last) {
      const std::size_t bytes = take_more_than(generations_[last].bytes());
      if (bytes == 0) return;
      move_to_next(last, bytes);
      if (newest_.load(std::memory_order_relaxed) == last) return;
    }
  }

  // Stores an entry by its words.
  void store_entry(Word low, Word high) { store({low, high}, static_cast<std::uint32_t>(high)); }

  std::size_t used() const {
    return generations_[newest_.load(std::memory_order_acquire)].used.load(
        std::memory_order_relaxed);
  }
  std::size_t room() const {
    return generations_[newest_.load(std::memory_order_acquire)].buckets * bucket_size;
  }

 private:
  static constexpr std::size_t bucket_size = 4;

  // What storing does: an entry gets another value, a free place gets one, or one is overwritten.
  enum class Change : std::uint8_t { value, added, overwritten };

  static Word tag(Fingerprint key) { return key.high >> 32; }

  struct Entry {
    std::atomic<Word> low;
    std::atomic<Word> high;  // 32 bits of the fingerprint, then the value

    bool is_free() const {
      return high.load(std::memory_order_relaxed) == 0 && low.load(std::memory_order_relaxed) == 0;
    }
    unsigned weight() const {
      return Weight::of(static_cast<std::uint32_t>(high.load(std::memory_order_relaxed)));
    }
    bool is(Fingerprint key) const {
      return low.load(std::memory_order_relaxed) == key.low &&
             high.load(std::memory_order_relaxed) >> 32 == tag(key);
    }
  };

  struct alignas(64) Bucket {
    Entry entries[bucket_size];

    bool is_full() const { return !entries[bucket_size - 1].is_free(); }

    std::optional<std::uint32_t> find(Fingerprint key) const {
      for (const Entry& entry : entries) {
        // Whatever a value names, such as a form, was made before the value was stored.
        const Word high = entry.high.load(std::memory_order_acquire);
        if (entry.low.load(std::memory_order_relaxed) == key.low && high >> 32 == tag(key))
          return static_cast<std::uint32_t>(high);
      }
      return std::nullopt;
    }

    // The entry of least weight; of several, one by chance.
    Entry& least(Word chance) {
      Entry* least = &entries[chance % bucket_size];
      for (Entry& entry : entries)
        if (entry.weight() < least->weight()) least = &entry;
      return *least;
    }

    // The entry that has this key, or the first free one, or nothing.
    Entry* place_for(Fingerprint key) {
      for (Entry& entry : entries)
        if (entry.is(key) || entry.is_free()) return &entry;
      return nullptr;
    }
  };

  struct Generation {
    std::optional<ZeroPages> memory;
    Bucket* table = nullptr;  // all of the memory
    std::size_t buckets = 0;
    std::atomic<std::size_t> enough = 0;  // with this many entries it is time for a larger table
    // Changes with every entry, while others read what stands before it.
    alignas(64) std::atomic<std::size_t> used = 0;

    void open(std::size_t count) {  // an even number of buckets
      memory.emplace(count * sizeof(Bucket));
      table = static_cast<Bucket*>(memory->start());
      buckets = count;
      enough = count * bucket_size / 2;
    }
    std::size_t bytes() const { return buckets * sizeof(Bucket); }

    // Buckets are in the order of fingerprints, so that moving entries to a larger table goes
    // straight through both.
    Bucket& bucket_of(Fingerprint key) const { return table[(key.low >> 32) * buckets >> 32]; }

    // A full bucket continues in the one beside it.
    static Bucket& beside(Bucket& bucket, const Bucket* first) {
      return (&bucket - first) % 2 == 0 ? *(&bucket + 1) : *(&bucket - 1);
    }

    std::optional<std::uint32_t> find(Fingerprint key) const {
      Bucket& bucket = bucket_of(key);
      if (const auto found = bucket.find(key)) return found;
      return bucket.is_full() ? beside(bucket, table).find(key) : std::nullopt;
    }

    // Overwrites another entry if there is no room.
    Change store(Fingerprint key, std::uint32_t value) {
      Bucket& bucket = bucket_of(key);
      Entry* place = bucket.place_for(key);
      if (place == nullptr) place = beside(bucket, table).place_for(key);
      const bool room = place != nullptr;
      if (!room) place = &bucket.least(tag(key));
      const bool known = place->is(key);
      place->low.store(key.low, std::memory_order_relaxed);
      place->high.store(tag(key) << 32 | value, std::memory_order_release);
      if (known) return Change::value;
      return room ? Change::added : Change::overwritten;
    }

    template <class Visit>
    void for_each_entry(Visit visit) const {
      for (std::size_t bucket = 0; bucket < buckets; ++bucket)
        for (const Entry& entry : table[bucket].entries) {
          const Word low = entry.low.load(std::memory_order_relaxed);
          // As in find: who moves or saves an entry passes on what its value names.
          const Word high = entry.high.load(std::memory_order_acquire);
          if (low != 0 || high != 0) visit(low, high);
        }
    }
  };

  // Makes the next generation, if no other thread is doing so and there is memory for it.
  void grow() {
    if (growing_.load(std::memory_order_relaxed) ||
        growing_.exchange(true, std::memory_order_acquire))
      return;
    const std::size_t last = newest_.load(std::memory_order_relaxed);
    Generation& old = generations_[last];
    const std::size_t used = old.used.load(std::memory_order_relaxed);
    const bool crowded = used > old.enough.load(std::memory_order_relaxed);  // still
    if (const std::size_t bytes = crowded ? take_more_than(old.bytes()) : 0; bytes > 0)
      move_to_next(last, bytes);
    else if (crowded)  // try again a little later, when another table may have given some back
      old.enough.store(used + old.buckets / 4, std::memory_order_relaxed);
    growing_.store(false, std::memory_order_release);
  }

  void move_to_next(std::size_t last, std::size_t bytes) {
    Generation& old = generations_[last];
    Generation& larger = generations_[last + 1];
    try {
      larger.open(bytes / sizeof(Bucket));
    } catch (const std::bad_alloc&) {  // the machine has less than was allowed
      budget_.give_back(bytes);
      old.enough.store(SIZE_MAX, std::memory_order_relaxed);
      return;
    }
    newest_.store(last + 1, std::memory_order_release);
    old.for_each_entry([&](Word low, Word high) {
      if (larger.find({low, high})) return;  // another thread has stored a newer value
      if (larger.store({low, high}, static_cast<std::uint32_t>(high)) == Change::added)
        larger.used.fetch_add(1, std::memory_order_relaxed);
    });
    oldest_.store(last + 1, std::memory_order_release);
    old.memory->release();
    budget_.give_back(old.bytes());
  }

  // Takes the bytes for the next generation from the budget, given those of the last; 0 if too few
  // are left.
  std::size_t take_more_than(std::size_t bytes) {
    if (newest_.load(std::memory_order_relaxed) + 1 == generations_.size()) return 0;
    for (std::size_t quarters : {8, 6}) {
      const std::size_t wanted = bytes / 4 * quarters / (2 * sizeof(Bucket)) * (2 * sizeof(Bucket));
      if (wanted + bytes <= most_bytes_ && budget_.take(wanted)) return wanted;
    }
    return 0;
  }

  MemoryBudget& budget_;
  std::size_t most_bytes_;
  std::array<Generation, 40> generations_;
  std::atomic<std::size_t> newest_ = 0;
  std::atomic<std::size_t> oldest_ = 0;  // older generations have been moved over
  std::atomic<bool> growing_ = false;
};

}  // namespace cgt
