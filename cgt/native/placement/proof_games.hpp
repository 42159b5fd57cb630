// What a proof needs to know of a play: values of small parts, and what the search says.
//
// A proof has its own idea of which regions are small, which is the checkers', too; a search may
// value more or fewer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "placement/misere_search.hpp"
#include "placement/normal_search.hpp"
#include "placement/proof_positions.hpp"

namespace cgt {

// What both plays share. Values is FormValues or NormalValues.
template <class TheBox, class Values>
class ProofGame {
 public:
  using Box = TheBox;
  using Cells = typename Box::Cells;
  using Position = ProofPosition<Cells>;

  ProofGame(const GameBoard<Box>& board, Values& values, RegionValues<Box, Values>& regions,
            SharedSearch& shared, unsigned small_size)
      : board_(board), values_(values), valuer_(regions, shared.stop), shared_(shared),
        small_size_(small_size) {}

  const GameBoard<Box>& board() const { return board_; }
  void check_stop() const {
    if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped();
  }

  bool is_large(const LeftRegion<Cells>& part) const { return part.size > small_size_; }
  Fingerprint prefetch(const LeftRegion<Cells>& part) const { return valuer_.prefetch(part); }
  std::uint32_t value_of(const LeftRegion<Cells>& part, Fingerprint key) {
    return valuer_.of_left(part, key);
  }
  std::uint32_t sum(std::uint32_t a, std::uint32_t b) { return values_.sum(a, b, shared_.stop); }
  bool value_wins(std::uint32_t value) const { return values_.wins(value); }

 protected:
  // What `wins()` says if it takes no more than about so many nodes.
  template <class Wins>
  std::optional<bool> within(std::uint64_t nodes, Wins wins) {
    shared_.most_nodes = shared_.nodes + nodes;
    std::optional<bool> answer;
    try {
      answer = wins();
    } catch (const Stopped&) {
      check_stop();
    }
    shared_.most_nodes = std::numeric_limits<std::uint64_t>::max();
    return answer;
  }

  // Small regions of a board are valued; `add(region)` is called for each large one.
  template <class Add>
  void split(const Cells& cells, Position& position, Add add) {
    board_.for_each_region(cells, [&](const Cells& region, unsigned size) {
      if (size <= small_size_)
        position.small = sum(position.small, valuer_.of_region(region, size));
      else
        add(board_.canonical(region));
    });
  }

  const GameBoard<Box>& board_;
  Values& values_;
  RegionValuer<Box, Values> valuer_;
  SharedSearch& shared_;
  unsigned small_size_;  // regions of up to this many cells are valued
};

template <class Box>
class MisereProofGame : public ProofGame<Box, FormValues> {
  using Base = ProofGame<Box, FormValues>;

 public:
  using typename Base::Cells;
  using typename Base::Position;

  MisereProofGame(const GameBoard<Box>& board, FormValues& values,
                  RegionValues<Box, FormValues>& regions, SharedSearch& shared, unsigned small_size)
      : Base(board, values, regions, shared, small_size), search_(board, values, regions, shared) {}

  Position position_of(const Cells& cells) {
    Position position;
    this->split(cells, position, [&](const Cells& region) { add_region(region, position); });
    return position;
  }

  static void add_region(const Cells& region, Position& position) {
    position.regions.push_back(region);
  }

  template <class Visit>
  bool any_option(std::uint32_t value, Visit visit) const {
    for (FormId option : this->values_.forms().options(value))
      if (visit(option)) return true;
    return false;
  }

  std::optional<bool> known(const Position& position) {
    return search_.known(position.regions, position.small);
  }
  bool wins(const Position& position) { return search_.wins(position.regions, position.small); }
  std::optional<bool> wins_within(const Position& position, std::uint64_t nodes) {
    return this->within(nodes, [&] { return wins(position); });
  }

 private:
  MisereSearch<Box> search_;
};

template <class Box>
class NormalProofGame : public ProofGame<Box, NormalValues> {
  using Base = ProofGame<Box, NormalValues>;

 public:
  using typename Base::Cells;
  using typename Base::Position;

  NormalProofGame(const GameBoard<Box>& board, NormalValues& values,
                  RegionValues<Box, NormalValues>& regions, SharedSearch& shared,
                  unsigned small_size)
      : Base(board, values, regions, shared, small_size), mirror_play_(board),
        search_(board, regions, shared) {}

  Position position_of(const Cells& cells) {
    Position position;
    this->split(cells, position, [&](const Cells& region) { add_region(region, position); });
    return position;
  }

  // Two equal regions cancel, and one in which every move has its image is worth nothing.
  void add_region(const Cells& region, Position& position) {
    const auto same = std::find(position.regions.begin(), position.regions.end(), region);
    if (same != position.regions.end())
      position.regions.erase(same);
    else if (const auto wins = mirror_play_.wins(region); !wins || *wins)
      position.regions.push_back(region);
  }

  template <class Visit>
  bool any_option(std::uint32_t heap, Visit visit) const {
    for (std::uint32_t smaller = 0; smaller < heap; ++smaller)
      if (visit(smaller)) return true;
    return false;
  }

  std::optional<bool> known(const Position& position) {
    return search_.known(position.regions, position.small);
  }
  bool wins(const Position& position) { return search_.wins(position.regions, position.small); }
  std::optional<bool> wins_within(const Position& position, std::uint64_t nodes) {
    return this->within(nodes, [&] { return wins(position); });
  }

 private:
  MirrorPlay<Box> mirror_play_;
  NormalSearch<Box> search_;
};

}  // namespace cgt
