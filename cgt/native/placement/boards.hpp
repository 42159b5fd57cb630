// Boards of N words, several side by side: the first words of all in one vector, the second words
// in another, and so on. What is done to one is done to all.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "base/memory_resource.hpp"
#include "placement/board_vector.hpp"
#include "placement/cells.hpp"

namespace cgt {

template <std::size_t N>
class Boards {
 public:
  Boards() = default;
  explicit Boards(const std::array<BoardVector, N>& words) : words_(words) {}

  // The same cells on every board.
  explicit Boards(const CellSet<N>& cells) {
    for (std::size_t i = 0; i < N; ++i) words_[i] = BoardVector{} + cells.word(i);
  }

  const BoardVector& word(std::size_t index) const { return words_[index]; }
  BoardVector& word(std::size_t index) { return words_[index]; }

  // One of the boards.
  CellSet<N> operator[](std::size_t board) const {
    typename CellSet<N>::Words words;
    for (std::size_t i = 0; i < N; ++i) words[i] = words_[i][board];
    return CellSet<N>::of_words(words);
  }

  friend Boards operator&(Boards a, const Boards& b) {
    for (std::size_t i = 0; i < N; ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  friend Boards operator|(Boards a, const Boards& b) {
    for (std::size_t i = 0; i < N; ++i) a.words_[i] |= b.words_[i];
    return a;
  }
  friend Boards operator&(Boards a, const CellSet<N>& cells) {
    for (std::size_t i = 0; i < N; ++i) a.words_[i] &= cells.word(i);
    return a;
  }
  Boards without(Boards other) const {
    for (std::size_t i = 0; i < N; ++i) other.words_[i] = words_[i] & ~other.words_[i];
    return other;
  }

  // For each board all bits or none: whether it has no cell.
  BoardVector empty() const {
    BoardVector all = words_[0];
    for (std::size_t i = 1; i < N; ++i) all |= words_[i];
    return mask(all == 0);
  }

  // How many cells each board has.
  BoardVector counts() const {
    BoardVector all = bit_counts(words_[0]);
    for (std::size_t i = 1; i < N; ++i) all += bit_counts(words_[i]);
    return all;
  }

  // The first cell of each board alone.
  Boards lowest() const {
    Boards found;
    found.words_[0] = words_[0] & -words_[0];
    BoardVector none = mask(words_[0] == 0);
    for (std::size_t i = 1; i < N; ++i) {
      found.words_[i] = words_[i] & -words_[i] & none;
      none &= mask(words_[i] == 0);
    }
    return found;
  }

  // Every cell moved by `bits` bits; cells that leave the words are lost.
  Boards up(std::size_t bits) const {
    Boards all = up_a_little(bits % word_bits);
    for (std::size_t words = bits / word_bits; words > 0; --words) {
      for (std::size_t i = N - 1; i > 0; --i) all.words_[i] = all.words_[i - 1];
      all.words_[0] = BoardVector{};
    }
    return all;
  }
  Boards down(std::size_t bits) const {
    Boards all = down_a_little(bits % word_bits);
    for (std::size_t words = bits / word_bits; words > 0; --words) {
      for (std::size_t i = 0; i + 1 < N; ++i) all.words_[i] = all.words_[i + 1];
      all.words_[N - 1] = BoardVector{};
    }
    return all;
  }

  // The same for 0 to 63 bits.
  Boards up_a_little(std::size_t bits) const {
    Boards all;
    all.words_[0] = words_[0] << bits;
    for (std::size_t i = 1; i < N; ++i)
      all.words_[i] = words_[i] << bits | words_[i - 1] >> 1 >> (word_bits - 1 - bits);
    return all;
  }
  Boards down_a_little(std::size_t bits) const {
    Boards all;
    for (std::size_t i = 0; i + 1 < N; ++i)
      all.words_[i] = words_[i] >> bits | words_[i + 1] << 1 << (word_bits - 1 - bits);
    all.words_[N - 1] = words_[N - 1] >> bits;
    return all;
  }

  // The last bit first.
  Boards reversed() const {
    Boards all;
    for (std::size_t i = 0; i < N; ++i)
      all.words_[N - 1 - i] = reversed_bytes(reversed_in_bytes(words_[i]));
    return all;
  }

  // Those of `a` where `choose` has all bits, those of `b` where it has none.
  friend Boards chosen(const BoardVector& choose, const Boards& a, Boards b) {
    for (std::size_t i = 0; i < N; ++i)
      b.words_[i] = (a.words_[i] & choose) | (b.words_[i] & ~choose);
    return b;
  }

  // Of each two boards the lesser, as CellSet orders them.
  friend Boards least(const Boards& a, const Boards& b) {
    if constexpr (N == 1) return Boards({least(a.words_[0], b.words_[0])});
    BoardVector less = mask(a.words_[0] < b.words_[0]);
    for (std::size_t i = 1; i < N; ++i)
      less = mask(a.words_[i] < b.words_[i]) | (mask(a.words_[i] == b.words_[i]) & less);
    return chosen(less, a, b);
  }

 private:
  std::array<BoardVector, N> words_{};
};

// In each board of `all` the 4-connected part that holds the first of the cells `marks`. Every part
// must hold one of them: so a part that holds all of them is the whole board, and the fill can stop
// early. `grown` adds the neighbours of cells.
template <std::size_t N, class Grown>
Boards<N> parts_with_first_of(const Boards<N>& all, const Boards<N>& marks, Grown grown) {
  Boards<N> part = marks.lowest();
  for (;;) {
    const Boards<N> larger = grown(part) & all;
    part = grown(larger) & all;
    const BoardVector whole = marks.without(part).empty();
    const BoardVector same = part.without(larger).empty();
    if (!any(~(whole | same))) return chosen(whole, all, part);
  }
}

// A list of boards, in the order in which Boards takes them. It only grows: to clear its end again
// and again would cost time. What lies beyond what was put in is left from before.
template <std::size_t N>
class BoardList {
 public:
  explicit BoardList(std::pmr::memory_resource* memory)
      : BoardList(memory, std::make_index_sequence<N>()) {}

  std::size_t room() const { return words_[0].size(); }
  void grow(std::size_t room) {
    for (auto& words : words_) words.resize(room);
  }

  CellSet<N> operator[](std::size_t board) const {
    typename CellSet<N>::Words words;
    for (std::size_t i = 0; i < N; ++i) words[i] = words_[i][board];
    return CellSet<N>::of_words(words);
  }
  void put(std::size_t board, const CellSet<N>& cells) {
    for (std::size_t i = 0; i < N; ++i) words_[i][board] = cells.word(i);
  }

  // boards_at_once boards.
  Boards<N> from(std::size_t first) const {
    Boards<N> boards;
    for (std::size_t i = 0; i < N; ++i)
      std::memcpy(&boards.word(i), &words_[i][first], sizeof(BoardVector));
    return boards;
  }
  void put_from(std::size_t first, const Boards<N>& boards) {
    for (std::size_t i = 0; i < N; ++i)
      std::memcpy(&words_[i][first], &boards.word(i), sizeof(BoardVector));
  }

 private:
  template <std::size_t... i>
  BoardList(std::pmr::memory_resource* memory, std::index_sequence<i...>)
      : words_{((void)i, std::pmr::vector<Word>(memory))...} {}

  std::array<std::pmr::vector<Word>, N> words_;
};

}  // namespace cgt
