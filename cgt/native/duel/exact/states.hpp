// Where the duel's solver keeps its states: a numbered table that takes little more than the states
// themselves, and a queue of those to be looked at, the most endangered first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "base/number_index.hpp"
#include "base/shared_number.hpp"

namespace cgt {

using NodeId = NumberIndex::Number;

// All states seen so far, numbered. What the search knows of a state stands beside it, so that a
// look at a state is a look at one place in memory. `Options` knows the hash of a state.
//
// While one thread enters states and what is known of them, others may find states and read their
// flags; but not while room is made.
template <class Options>
class States {
 public:
  using Key = typename Options::Packed;

  // With slots for so many pieces.
  States(const Options& options, std::uint32_t pieces)
      : options_(options), pieces_(pieces),
        bytes_of_state_(slots_at + pieces * sizeof(std::uint32_t)) {}

  std::size_t size() const { return index_.size(); }
  Key key(NodeId id) const {
    Key key;
    std::memcpy(&key, at(id) + key_at, sizeof key);
    return key;
  }

  // For each state, two numbers of the search, which begin as 0.
  std::uint32_t& head(NodeId id) { return number(id, head_at); }
  std::uint32_t head(NodeId id) const { return number(id, head_at); }
  std::uint32_t flags(NodeId id) const { return read_shared(number(id, flags_at)); }
  void set_flags(NodeId id, std::uint32_t flags) { write_shared(number(id, flags_at), flags); }

  // For each slot, which is a state and a piece, one more: that of the state times the number of
  // pieces, plus that of the piece.
  std::uint32_t& slot(std::uint32_t slot) {
    return number(slot / pieces_, slots_at + slot % pieces_ * sizeof(std::uint32_t));
  }
  std::uint32_t slot(std::uint32_t slot) const {
    return number(slot / pieces_, slots_at + slot % pieces_ * sizeof(std::uint32_t));
  }

  // The number of a state, which is new if it has none yet.
  NodeId number_of(const Key& key, std::size_t hash) {
    const auto keep = [&](NodeId id) {
      if (id >> shift == chunks_.size()) add_chunk();
      std::memcpy(at(id) + key_at, &key, sizeof key);
    };
    return index_.find_or_add(hash, is(key), hash_of_number(), keep).number;
  }

  // Whether so many more states can be added at once, and makes room for them.
  bool has_room(std::size_t more) const {
    return index_.has_room(more) && (size() + more) >> shift < chunks_.size();
  }
  void make_room(std::size_t more) {
    index_.make_room(more, hash_of_number());
    while ((size() + more) >> shift >= chunks_.size()) add_chunk();
  }

  // The number of a state, if it has one.
  std::optional<NodeId> find(const Key& key, std::size_t hash) const {
    return index_.find(hash, is(key));
  }

  // Prefetches the place of a state that will be looked up soon.
  void expect(std::size_t hash) const { index_.expect(hash); }

  std::size_t bytes() const { return (chunks_.size() * bytes_of_state_ << shift) + index_.bytes(); }
  // The memory that the next growth needs at once.
  std::size_t bytes_to_grow() const { return index_.bytes_to_grow(); }
  // The least memory that a state takes, with its place in the index.
  std::size_t bytes_of_state() const { return bytes_of_state_ + NumberIndex::bytes_of_one; }

 private:
  static constexpr std::size_t key_at = 0;
  static constexpr std::size_t head_at = sizeof(Key);
  static constexpr std::size_t flags_at = head_at + sizeof(std::uint32_t);
  static constexpr std::size_t slots_at = flags_at + sizeof(std::uint32_t);

  // States are never moved, so that growing never needs twice their memory.
  static constexpr unsigned shift = 16;
  static constexpr std::size_t mask = (std::size_t{1} << shift) - 1;

  std::byte* at(NodeId id) const {
    return chunks_[id >> shift].get() + (id & mask) * bytes_of_state_;
  }
  std::uint32_t& number(NodeId id, std::size_t offset) const {
    return *reinterpret_cast<std::uint32_t*>(at(id) + offset);
  }

  void add_chunk() { chunks_.push_back(std::make_unique<std::byte[]>(bytes_of_state_ << shift)); }
  auto hash_of_number() const {
    return [this](NodeId id) { return options_.hash_of(key(id)); };
  }
  auto is(const Key& key) const {
    return [this, &key](NodeId id) { return this->key(id) == key; };
  }

  const Options& options_;
  std::uint32_t pieces_;
  std::size_t bytes_of_state_;
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  NumberIndex index_;
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

  struct Waiting {
    NodeId node;
    unsigned danger;
  };
  Waiting pop() {
    while (by_danger_[most_].empty()) --most_;
    const NodeId node = by_danger_[most_].back();
    by_danger_[most_].pop_back();
    --size_;
    return {node, static_cast<unsigned>(most_)};
  }

  std::size_t bytes() const { return 2 * size_ * sizeof(NodeId); }

 private:
  std::vector<std::vector<NodeId>> by_danger_;
  std::size_t most_ = 0;
  std::size_t size_ = 0;
};

}  // namespace cgt
