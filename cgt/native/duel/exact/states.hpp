// Where the duel's solver keeps its states: a numbered table that takes little more than the states
// themselves, and a queue of those to be looked at, the most endangered first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "duel/exact/boards.hpp"

namespace cgt {

// A list that grows without ever moving its elements, so that it never needs twice its memory.
template <class Value>
class Chunks {
 public:
  Value& operator[](std::size_t index) { return chunks_[index >> shift][index & mask]; }
  const Value& operator[](std::size_t index) const { return chunks_[index >> shift][index & mask]; }

  void grow_to(std::size_t size) {
    while (chunks_.size() << shift < size)
      chunks_.push_back(std::make_unique<Value[]>(1u << shift));
  }
  std::size_t bytes() const { return (chunks_.size() << shift) * sizeof(Value); }

 private:
  static constexpr unsigned shift = 16;
  static constexpr std::size_t mask = (std::size_t{1} << shift) - 1;
  std::vector<std::unique_ptr<Value[]>> chunks_;
};

using NodeId = std::uint32_t;

// All states seen so far, numbered.
template <class Key>
class States {
 public:
  States() : places_(1 << 12) {}

  std::size_t size() const { return size_; }
  const Key& key(NodeId id) const { return keys_[id]; }

  // The number of a state. The state is new if its number equals size() before the call.
  NodeId number_of(const Key& key) {
    if (5 * (size_ + 1) > 4 * places_.size()) rehash(2 * places_.size());
    const std::size_t place = place_of(key);
    if (places_[place] != 0) return number_at(place);
    places_[place] = entry(hash_of_packed(key), size_);
    keys_.grow_to(size_ + 1);
    keys_[size_] = key;
    return static_cast<NodeId>(size_++);
  }

  // The number of a state, if it has one.
  std::optional<NodeId> find(const Key& key) const {
    const std::size_t place = place_of(key);
    return places_[place] != 0 ? std::optional(number_at(place)) : std::nullopt;
  }

  // Prefetches the place of a state that will be looked up soon.
  void expect(const Key& key) const {
    __builtin_prefetch(&places_[hash_of_packed(key) & (places_.size() - 1)]);
  }

  std::size_t bytes() const { return keys_.bytes() + places_.size() * sizeof(NodeId); }
  // The memory that the next growth needs at once.
  std::size_t bytes_to_grow() const { return 2 * places_.size() * sizeof(NodeId); }

 private:
  // A place holds the number of a state plus 1, or 0. The low bits are the number, as many as
  // numbers need; the others are the highest bits of the hash, so that most other states can be
  // ruled out without reading them.
  NodeId entry(std::size_t hash, std::size_t id) const {
    return static_cast<NodeId>((tag_of(hash) << number_bits_) | (id + 1));
  }
  std::uint64_t tag_of(std::size_t hash) const { return hash >> 32 >> number_bits_; }
  NodeId number_at(std::size_t place) const {
    return static_cast<NodeId>((places_[place] & ((std::uint64_t{1} << number_bits_) - 1)) - 1);
  }

  // The place where a state is, or would be.
  std::size_t place_of(const Key& key) const {
    const std::size_t hash = hash_of_packed(key);
    const std::uint64_t tag = tag_of(hash);
    std::size_t place = hash & (places_.size() - 1);
    while (places_[place] != 0 && (std::uint64_t{places_[place]} >> number_bits_ != tag ||
                                   !(keys_[number_at(place)] == key)))
      place = (place + 1) & (places_.size() - 1);
    return place;
  }

  void rehash(std::size_t places) {
    places_ = std::vector<NodeId>();  // frees the old places first
    places_.resize(places);
    number_bits_ = bits_for(places);
    for (std::size_t id = 0; id < size_; ++id) {
      const std::size_t hash = hash_of_packed(keys_[id]);
      std::size_t place = hash & (places - 1);
      while (places_[place] != 0) place = (place + 1) & (places - 1);
      places_[place] = entry(hash, id);
    }
  }

  static unsigned bits_for(std::size_t places) {
    return static_cast<unsigned>(std::bit_width(places - 1));
  }

  Chunks<Key> keys_;
  std::vector<NodeId> places_;
  unsigned number_bits_ = bits_for(places_.size());
  std::size_t size_ = 0;
};

// States that wait to be looked at, the most endangered first: there, misplaced trust shows
// soonest. Of equally endangered states, the last that came is first.
class WaitingStates {
 public:
  bool empty() const { return size_ == 0; }

  void push(NodeId node, unsigned danger) {
    if (danger >= by_danger_.size()) by_danger_.resize(danger + 1);
    by_danger_[danger].push_back(node);
    most_ = std::max<std::size_t>(most_, danger);
    ++size_;
  }

  NodeId pop() {
    while (by_danger_[most_].empty()) --most_;
    const NodeId node = by_danger_[most_].back();
    by_danger_[most_].pop_back();
    --size_;
    return node;
  }

  std::size_t bytes() const { return 2 * size_ * sizeof(NodeId); }

 private:
  std::vector<std::vector<NodeId>> by_danger_;
  std::size_t most_ = 0;
  std::size_t size_ = 0;
};

}  // namespace cgt
