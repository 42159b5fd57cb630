// The search for who wins in normal play, where the last to move wins, and for nimbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/checkpoint.hpp"
#include "placement/centre_first.hpp"
#include "placement/mirror_play.hpp"
#include "placement/move_groups.hpp"
#include "placement/nimber_search.hpp"
#include "placement/proof_search.hpp"
#include "placement/region_knowledge.hpp"
#include "placement/region_values.hpp"

namespace cgt {

struct NormalPosition {
  Stretch regions;  // those whose nimbers are not known, the largest first
  unsigned heap;    // everything else
  unsigned cells;   // of the regions
  float promise = 0;
  ProofNumbers numbers{};
};

// One worker's search in normal play, where every region has a nimber. Of several large regions,
// the smaller ones are valued first, by a search for their nimbers; so a position becomes one
// region beside a nim heap (after Lemoine and Viennot, "Nimbers are inevitable").
template <class Box>
class NormalSearch : public ProofSearch<NormalSearch<Box>, typename Box::Cells, NormalPosition> {
  using Cells = typename Box::Cells;
  using Position = NormalPosition;
  using Search = ProofSearch<NormalSearch, Cells, Position>;
  friend Search;

 public:
  NormalSearch(const GameBoard<Box>& board, RegionValues<Box, NormalValues>& region_values,
               SharedSearch& shared)
      : Search(shared), board_(board), mirror_play_(board), valuer_(region_values, shared.stop),
        knowledge_(board, shared), small_(board, valuer_, knowledge_, shared),
        moves_(shared.memory) {}

  using Search::known;
  using Search::wins;

  // Whether the player to move wins some canonical regions and a heap, if that is known without a
  // search.
  std::optional<bool> known(const std::vector<Cells>& regions, unsigned heap) {
    Position position = position_of(regions, heap);
    return look_up(position);
  }

  // The same, found out if need be. Throws Stopped.
  bool wins(const std::vector<Cells>& regions, unsigned heap) {
    return this->decide(position_of(regions, heap));
  }

  // How far some cells beside a heap are from being decided; see ProofSearch.
  ProofNumbers numbers(const Cells& cells, unsigned heap) {
    Position position = position_of(cells);
    position.heap ^= heap;
    return this->numbers_of(position);
  }

  // The nimber of any set of cells. Throws Stopped.
  unsigned nimber(const Cells& cells) {
    const Position position = position_of(cells);
    unsigned total = position.heap;
    for (std::size_t i = position.regions.first; i < position.regions.last; ++i)
      total ^=
          region_nimber(i, [&](unsigned heap) { shared_.asking.store(static_cast<int>(heap)); });
    return total;
  }

 private:
  using Search::pending_;
  using Search::regions_;
  using Search::shared_;

  Position position_of(const Cells& cells) {
    regions_.clear();
    Position position{{0, 0}, 0, 0};
    board_.for_each_region(cells, [&](const Cells& region, unsigned size) {
      if (size <= shared_.valued_size)
        position.heap ^= valuer_.of_region(region, size);
      else
        add_region(board_.canonical(region), size, position);
    });
    finish(position);
    return position;
  }

  Position position_of(const std::vector<Cells>& regions, unsigned heap) {
    regions_.clear();
    Position position{{0, 0}, heap, 0};
    for (const Cells& region : regions) {
      const unsigned size = region.count();
      if (size <= shared_.valued_size)
        position.heap ^= valuer_.of_region(region, size);
      else
        add_region(region, size, position);
    }
    finish(position);
    return position;
  }

  // Regions whose nimbers are known become part of the heap.
  void add_region(const Cells& region, unsigned size, Position& position) {
    if (const auto nimber = knowledge_.find(key_of(region)).nimber()) {
      position.heap ^= *nimber;
    } else {
      regions_.push_back(region);
      position.cells += size;
    }
  }

  // The regions of a position end where the stack of regions does.
  void finish(Position& position) {
    position.regions.last = regions_.size();
    std::sort(regions_.begin() + static_cast<std::ptrdiff_t>(position.regions.first),
              regions_.end(), [](const Cells& a, const Cells& b) { return a.count() > b.count(); });
  }

  // Whether there is only one region.
  static bool is_simple(const Position& position) {
    return position.regions.last - position.regions.first <= 1;
  }

  static Fingerprint key_of(const Cells& region) { return RegionKnowledge<Box>::key_of(region); }

  // The key of the largest region beside the heap. A region's own key is that of its nimber.
  Fingerprint key_of(const Position& position) const {
    const Fingerprint sum =
        key_of(regions_[position.regions.first]) + fingerprint_of(position.heap);
    return {mix(sum.low), mix(sum.high)};
  }

  std::optional<bool> look_up(Position& position) const {
    if (position.regions.empty()) return position.heap != 0;
    if (!is_simple(position)) {
      position.numbers = guess_of_several(position);
      return std::nullopt;
    }
    const Cells& region = regions_[position.regions.first];
    if (const auto wins = knowledge_.find(key_of(region)).wins(position.heap)) return wins;
    const auto found = position.cells > shared_.quick_size ? shared_.outcomes.find(key_of(position))
                                                           : std::nullopt;
    position.numbers = found ? PositionKnowledge(*found).numbers() : guess_of(position);
    return std::nullopt;
  }

  // One region and a heap.
  Position simplified(Position position) {
    for (; !is_simple(position); --position.regions.last) {
      position.heap ^= region_nimber(position.regions.last - 1, [](unsigned) {});
      position.cells -= regions_[position.regions.last - 1].count();
    }
    return position;
  }

  // Small positions are asked for sets of nimbers.
  bool wins_small(const Position& given) {
    const Position position = simplified(given);
    const bool is_empty = position.regions.empty();
    const unsigned cells = position.cells;
    if (is_empty || cells > NimberSearch<Box>::most_cells) return this->is_won(position);
    if (position.heap > cells) return true;  // no nimber is that large
    const Cells region = regions_[position.regions.first];
    return small_.find(region, cells, NimberSet::of(position.heap)) != position.heap;
  }

  // Calls `tell` with each number that is asked for.
  template <class Tell>
  unsigned region_nimber(std::size_t place, Tell tell) {
    const unsigned cells = regions_[place].count();
    // A nimber is at most the number of moves that can be made. Beyond that there is no answer,
    // and a table that came from a file has lied.
    for (unsigned heap = 0; heap <= cells; ++heap) {
      tell(heap);
      if (!this->decide({{place, place + 1}, heap, cells})) return heap;
    }
    throw CheckpointError("what this checkpoint says of a nimber cannot be true");
  }

  void remember(const Position& position, ProofNumbers numbers, std::uint64_t nodes) {
    if (numbers.is_decided()) {
      const Cells& region = regions_[position.regions.first];
      knowledge_.add(key_of(region), knowledge_.graph_key_of(region, position.cells),
                     NimberKnowledge().with(position.heap, numbers.is_won(), nodes));
      shared_.experience.add({position.cells, position.heap}, numbers.is_lost());
    } else {
      shared_.outcomes.store(key_of(position), PositionKnowledge::of(numbers, nodes).bits());
    }
  }

  // A loss looks easier than it is, so that all moves are looked at before any is searched further:
  // many are found to win at once.
  ProofNumbers guess_of(const Position& position) const {
    ProofNumbers numbers = shared_.experience.guess({position.cells, position.heap}, growth);
    numbers.to_lose *= share_of_work_to_lose;
    return numbers;
  }

  // Several regions are valued one after the other, the largest last and only as far as it matters.
  ProofNumbers guess_of_several(const Position& position) const {
    float size = 0;
    for (std::size_t i = position.regions.first; i < position.regions.last; ++i)
      size += (i == position.regions.first ? 1.0f : 2.0f) *
              std::exp(growth * static_cast<float>(regions_[i].count()));
    return {size / (1 - chance_of_several), size / chance_of_several};
  }

  // Moves in the region come first: they may be known to win.
  bool look_at_moves(const Position& position) {
    const Cells region = regions_[position.regions.first];
    if (position.heap == 0)
      if (const auto wins = mirror_play_.wins(region)) return *wins;
    moves_.find(board_, region);
    while (moves_.next(board_)) {
      this->check_stop();
      keys_.clear();
      for (const LeftRegion<Cells>& part : moves_.left()) {
        keys_.push_back(is_large(part) ? key_of(part.region) : valuer_.prefetch(part));
        if (is_large(part)) shared_.outcomes.prefetch(keys_.back());
      }
      for (std::uint32_t move = 0; move < moves_.size(); ++move)
        if (leads_to_loss(move, position.heap)) return true;
    }
    for (unsigned smaller = 0; smaller < position.heap; ++smaller) {
      Position next{position.regions, smaller, position.cells};
      const auto wins = look_up(next);
      if (wins && !*wins) return true;
      next.promise = ProofNumbers::infinite;  // what is found here is useful for every heap
      if (!wins) pending_.push_back(next);
    }
    return false;
  }

  // Whether a move is known to leave a lost position; one that is not decided goes to the pending.
  bool leads_to_loss(std::uint32_t move, unsigned heap) {
    Position next{{regions_.size(), 0}, heap, 0};
    for (std::size_t i = 0; i < moves_.left().size(); ++i) {
      const LeftRegion<Cells>& part = moves_.left()[i];
      if (part.move != move) continue;
      if (is_large(part))
        add_region(part.region, part.size, next);
      else
        next.heap ^= valuer_.of_left(part, keys_[i]);
    }
    finish(next);
    if (const auto wins = look_up(next)) {
      regions_.resize(next.regions.first);
      return !*wins;
    }
    next.promise =
        shared_.experience.promise({next.cells, is_simple(next) ? next.heap : several_heap});
    pending_.push_back(next);
    return false;
  }

  bool is_large(const LeftRegion<Cells>& part) const { return part.size > shared_.valued_size; }

  // Hardly a game has this heap, so nothing is learned about positions with several regions: they
  // come after others of their size.
  static constexpr unsigned several_heap = 63;

  // How much harder a position is for each cell, as a logarithm; how often several regions are lost
  // together; and how the work to lose is estimated, at first and from that of all moves. Measured,
  // on random boards.
  static constexpr float growth = 0.15f;
  static constexpr float chance_of_several = 0.3f;
  static constexpr float share_of_work_to_lose = 0.5f;
  static constexpr float weight_of_others = 2;

  const GameBoard<Box>& board_;
  MirrorPlay<Box> mirror_play_;
  RegionValuer<Box, NormalValues> valuer_;
  RegionKnowledge<Box> knowledge_;
  NimberSearch<Box> small_;

  // Scratch space of look_at_moves.
  MoveGroups<Box, CentreFirst<Box>> moves_;
  std::vector<Fingerprint> keys_;
};

}  // namespace cgt
