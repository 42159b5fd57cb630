// Finds the numbers of things by their hashes. The things themselves, numbered from 0 in the order
// in which they come, are kept by whoever asks, who can tell two of them apart.
//
// One thread at a time may add things while others find some: what they do not find yet may just be
// coming. But nobody may look while the index grows.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/shared_number.hpp"

namespace cgt {

class NumberIndex {
 public:
  using Number = std::uint32_t;

  std::size_t size() const { return size_; }

  // The number of a thing that is in here; `is(number)` says whether that one is it.
  template <class Is>
  [[gnu::always_inline]] std::optional<Number> find(std::size_t hash, const Is& is) const {
    const Number found = look(hash, is).entry;
    return found != 0 ? std::optional(number_in(found)) : std::nullopt;
  }

  // The same; if it is not in here, it gets the next number, and `keep(number)` is called, after
  // which it can be found. `hash_of(number)` is asked when the index grows.
  struct Added {
    Number number;
    bool is_new;
  };
  template <class Is, class HashOf, class Keep>
  Added find_or_add(std::size_t hash, const Is& is, const HashOf& hash_of, const Keep& keep) {
    make_room(1, hash_of);
    const auto [place, found] = look(hash, is);
    if (found != 0) return {number_in(found), false};
    const auto number = static_cast<Number>(size_);
    keep(number);
    write_shared(places_[place], entry(hash, size_++));
    return {number, true};
  }

  // Whether so many more things can be added before the index grows; and lets it grow for them.
  bool has_room(std::size_t more) const { return 5 * (size_ + more) <= 4 * places_.size(); }
  template <class HashOf>
  void make_room(std::size_t more, const HashOf& hash_of) {
    while (!has_room(more)) rehash(2 * places_.size(), hash_of);
  }

  // Prefetches the place of a thing that will be looked up soon.
  void expect(std::size_t hash) const { __builtin_prefetch(&places_[hash & (places_.size() - 1)]); }

  std::size_t bytes() const { return places_.size() * sizeof(Number); }
  // The memory that the next growth needs at once.
  std::size_t bytes_to_grow() const { return 2 * bytes(); }
  // What a thing takes in an index that is four fifths full.
  static constexpr std::size_t bytes_of_one = 5 * sizeof(Number) / 4;

 private:
  // A place holds the number of a thing plus 1, or 0. The low bits are the number, as many as
  // numbers need; the others are the highest bits of the hash, so that most other things can be
  // ruled out without looking at them.
  Number entry(std::size_t hash, std::size_t number) const {
    return static_cast<Number>((tag_of(hash) << number_bits_) | (number + 1));
  }
  std::uint64_t tag_of(std::size_t hash) const { return hash >> 32 >> number_bits_; }
  Number number_in(Number entry) const {
    return static_cast<Number>((entry & ((std::uint64_t{1} << number_bits_) - 1)) - 1);
  }

  // The place where a thing is, or would be, and what is there, which is read once: by the next
  // time another thing may have come to a free place.
  struct Looked {
    std::size_t place;
    Number entry;
  };
  template <class Is>
  Looked look(std::size_t hash, const Is& is) const {
    const std::uint64_t tag = tag_of(hash);
    std::size_t place = hash & (places_.size() - 1);
    for (;;) {
      const Number found = at(place);
      if (found == 0) return {place, found};
      if (std::uint64_t{found} >> number_bits_ == tag && is(number_in(found)))
        return {place, found};
      place = (place + 1) & (places_.size() - 1);
    }
  }
  Number at(std::size_t place) const { return read_shared(places_[place]); }

  template <class HashOf>
  void rehash(std::size_t places, const HashOf& hash_of) {
    places_ = std::vector<Number>();  // frees the old places first
    places_.resize(places);
    number_bits_ = bits_for(places);
    for (std::size_t number = 0; number < size_; ++number) {
      const std::size_t hash = hash_of(static_cast<Number>(number));
      std::size_t place = hash & (places - 1);
      while (places_[place] != 0) place = (place + 1) & (places - 1);
      places_[place] = entry(hash, number);
    }
  }

  static unsigned bits_for(std::size_t places) {
    return static_cast<unsigned>(std::bit_width(places - 1));
  }

  std::vector<Number> places_ = std::vector<Number>(1 << 12);
  unsigned number_bits_ = bits_for(places_.size());
  std::size_t size_ = 0;
};

}  // namespace cgt
