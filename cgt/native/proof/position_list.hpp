// The positions of a proof, each once, as the bytes that it is written with: a list to go through,
// and a table to look into. Whole positions are compared, never only a hash of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/budget_memory.hpp"
#include "base/memory_resource.hpp"

namespace cgt::proof {

using Bytes = std::span<const std::uint8_t>;

inline std::uint64_t hash_of(Bytes bytes) {
  std::uint64_t hash = 0x9E3779B97F4A7C15 ^ bytes.size();
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    hash = (hash ^ word) * 0xBF58476D1CE4E5B9;
    hash ^= hash >> 32;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, bytes.size() - at);
  hash = (hash ^ word) * 0x94D049BB133111EB;
  return hash ^ hash >> 29;
}

class PositionList {
 public:
  static constexpr std::size_t group = 8;  // positions that are gone through together
  static constexpr std::size_t longest_record = 1024;

  explicit PositionList(BudgetMemory& memory) : memory_(memory), slots_(&memory) {
    slots_.resize(64, free);
  }
  ~PositionList() {
    for (std::uint8_t* block : blocks_) memory_.deallocate(block, block_bytes, 1);
  }
  PositionList(const PositionList&) = delete;
  PositionList& operator=(const PositionList&) = delete;

  std::size_t size() const { return size_; }
  std::size_t groups() const { return groups_.size(); }

  // Adds a position that stands on some line, unless it is there already.
  void add(Bytes position, std::uint64_t line) {
    const std::uint64_t hash = hash_of(position);
    std::size_t slot = slot_of(position, hash);
    if (slots_[slot] != free) return;
    if ((size_ + 1) * 10 > slots_.size() * 7) {
      grow();
      slot = slot_of(position, hash);
    }
    slots_[slot] = entry(hash, append(position));
    if (size_ % group == 0) groups_.push_back(slots_[slot] & low_offset);
    if (lines_.empty() || line != lines_.back().second + (size_ - lines_.back().first))
      lines_.emplace_back(size_, line);
    ++size_;
  }

  bool has(Bytes position) const { return slots_[slot_of(position, hash_of(position))] != free; }

  // The line of a position, by its number in the list.
  std::uint64_t line_of(std::size_t index) const {
    std::size_t low = 0;
    for (std::size_t high = lines_.size(); high - low > 1;) {
      const std::size_t middle = (low + high) / 2;
      (lines_[middle].first <= index ? low : high) = middle;
    }
    return lines_[low].second + (index - lines_[low].first);
  }

  // Calls visit(index, position) for the positions of a group, in order, until it returns false.
  template <class Visit>
  void for_each_of(std::size_t number, Visit visit) const {
    std::uint64_t offset = groups_[number];
    for (std::size_t i = number * group; i < size_ && i < (number + 1) * group; ++i) {
      if (left_in_block(offset) < 2 || length_at(offset) == 0)
        offset = (offset / block_bytes + 1) * block_bytes;
      const Bytes position = at(offset);
      if (!visit(i, position)) return;
      offset += 2 + position.size();
    }
  }

 private:
  static constexpr std::size_t block_bytes = std::size_t{1} << 16;
  static constexpr int offset_bits = 40;
  static constexpr std::uint64_t low_offset = (std::uint64_t{1} << offset_bits) - 1;
  static constexpr std::uint64_t free = std::numeric_limits<std::uint64_t>::max();

  // Where a position lies, and beside it a part of its hash, so that others are seldom looked at.
  static std::uint64_t entry(std::uint64_t hash, std::uint64_t offset) {
    return (hash >> offset_bits << offset_bits) | offset;
  }

  static std::size_t left_in_block(std::uint64_t offset) {
    return block_bytes - offset % block_bytes;
  }

  std::size_t length_at(std::uint64_t offset) const {
    const std::uint8_t* start = blocks_[offset / block_bytes] + offset % block_bytes;
    return start[0] | std::size_t{start[1]} << 8;
  }

  Bytes at(std::uint64_t offset) const {
    return {blocks_[offset / block_bytes] + offset % block_bytes + 2, length_at(offset)};
  }

  std::size_t slot_of(Bytes position, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
      if (slots_[slot] == free) return slot;
      if ((slots_[slot] ^ hash) >> offset_bits != 0) continue;
      const Bytes known = at(slots_[slot] & low_offset);
      if (known.size() == position.size() &&
          std::memcmp(known.data(), position.data(), known.size()) == 0)
        return slot;
    }
  }

  // Writes a position behind the others, with its length before it; a length of 0 ends a block.
  std::uint64_t append(Bytes position) {
    if (blocks_.empty() || left_in_block(end_) < 2 + position.size() || end_ % block_bytes == 0) {
      if (!blocks_.empty() && end_ % block_bytes != 0 && left_in_block(end_) >= 2)
        std::memset(blocks_.back() + end_ % block_bytes, 0, 2);
      blocks_.reserve(blocks_.size() + 1);
      blocks_.push_back(static_cast<std::uint8_t*>(memory_.allocate(block_bytes, 1)));
      end_ = (blocks_.size() - 1) * block_bytes;
      if (end_ + block_bytes > low_offset) throw OutOfBudgetError();
    }
    const std::uint64_t offset = end_;
    std::uint8_t* start = blocks_.back() + offset % block_bytes;
    start[0] = static_cast<std::uint8_t>(position.size());
    start[1] = static_cast<std::uint8_t>(position.size() >> 8);
    std::memcpy(start + 2, position.data(), position.size());
    end_ += 2 + position.size();
    return offset;
  }

  void grow() {
    std::pmr::vector<std::uint64_t> before(2 * slots_.size(), free, &memory_);
    slots_.swap(before);
    const std::size_t mask = slots_.size() - 1;
    for (const std::uint64_t known : before) {
      if (known == free) continue;
      std::size_t slot = hash_of(at(known & low_offset)) & mask;
      while (slots_[slot] != free) slot = (slot + 1) & mask;
      slots_[slot] = known;
    }
  }

  BudgetMemory& memory_;
  std::pmr::vector<std::uint64_t> slots_;
  std::vector<std::uint8_t*> blocks_;
  std::uint64_t end_ = 0;
  std::size_t size_ = 0;
  std::pmr::vector<std::uint64_t> groups_{&memory_};  // where each group begins
  // From which number on positions stand on consecutive lines, and the first of these lines.
  std::pmr::vector<std::pair<std::uint64_t, std::uint64_t>> lines_{&memory_};
};

}  // namespace cgt::proof
