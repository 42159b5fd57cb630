// Sequences of bytes, all of one length, each kept once and numbered in the order in which they
// come. There may be many millions: each takes its bytes and few more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/fingerprint.hpp"
#include "base/number_index.hpp"

namespace cgt {

class NumberedBytes {
 public:
  using Number = NumberIndex::Number;
  using Bytes = std::span<const std::byte>;

  explicit NumberedBytes(std::size_t length) : length_(length) {}

  std::size_t size() const { return index_.size(); }
  Bytes operator[](std::size_t number) const { return {at(number), length_}; }

  // The number of a sequence, if it has one.
  std::optional<Number> find(Bytes bytes) const {
    return index_.find(hash_of(bytes.data()), Is{*this, bytes});
  }

  // Its number, which is new if it has none yet.
  NumberIndex::Added add(Bytes bytes) {
    return index_.find_or_add(
        hash_of(bytes.data()), Is{*this, bytes}, [&](Number number) { return hash_of(at(number)); },
        [&](Number number) {
          if (number >> shift == chunks_.size())
            chunks_.push_back(std::make_unique<std::byte[]>(length_ << shift));
          std::memcpy(at(number), bytes.data(), length_);
        });
  }

 private:
  // They are never moved, so that growing never needs twice their memory.
  static constexpr unsigned shift = 12;
  static constexpr std::size_t mask = (std::size_t{1} << shift) - 1;

  std::byte* at(std::size_t number) const {
    return chunks_[number >> shift].get() + (number & mask) * length_;
  }

  struct Is {
    const NumberedBytes& all;
    Bytes bytes;
    bool operator()(Number number) const {
      return std::memcmp(all.at(number), bytes.data(), all.length_) == 0;
    }
  };

  std::size_t hash_of(const std::byte* bytes) const {
    Word hash = 0x9e3779b97f4a7c15;
    std::size_t i = 0;
    for (Word word = 0; i + sizeof word <= length_; i += sizeof word) {
      std::memcpy(&word, bytes + i, sizeof word);
      hash = mix(hash ^ word) + 1;
    }
    Word rest = 0;
    std::memcpy(&rest, bytes + i, length_ - i);
    return mix(hash ^ rest);
  }

  std::size_t length_;
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  NumberIndex index_;
};

}  // namespace cgt
