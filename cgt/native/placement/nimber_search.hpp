// Nimbers of regions, found depth first, each asked for only as far as the answer matters.
//
// After Beling and Rogalski, "On pruning search trees of impartial games": a region is asked for
// its nimber if that lies in a set. A nimber is the least number that no move leaves; so a move
// matters only if what it leaves can still decide which number that is. With k moves left, the
// nimber is among the first k + 1 numbers that are still possible: each move takes away at most
// one. So a move is asked for the first k of them only, and as soon as none that is possible was
// asked for, the search ends.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/memory_resource.hpp"
#include "placement/centre_first.hpp"
#include "placement/mirror_play.hpp"
#include "placement/move_groups.hpp"
#include "placement/region_knowledge.hpp"
#include "placement/region_values.hpp"

namespace cgt {

// One worker's search.
template <class Box>
class NimberSearch {
  using Cells = typename Box::Cells;
  using Valuer = RegionValuer<Box, NormalValues>;

 public:
  NimberSearch(const GameBoard<Box>& board, Valuer& valuer, RegionKnowledge<Box>& knowledge,
               SharedSearch& shared)
      : board_(board), valuer_(valuer), knowledge_(knowledge), shared_(shared), mirror_play_(board),
        moves_(shared.memory), nodes_(shared), children_(shared.memory), regions_(shared.memory) {}

  // No nimber is larger than the number of cells, because each move takes one.
  static constexpr unsigned most_cells = NimberSet::room - 1;

  // The nimber of a canonical region of up to `most_cells` cells if it is one that is asked for;
  // otherwise nothing, or its nimber. Throws Stopped.
  std::optional<unsigned> find(const Cells region, unsigned cells, NimberSet asked) {
    const Fingerprint key = knowledge_.key_of(region);
    NimberKnowledge known = knowledge_.find(key);
    if (known.nimber()) return known.nimber();
    if (!asked.without(known.excluded()).any()) return std::nullopt;
    const auto graph_key = knowledge_.graph_key_of(region, cells);
    known = knowledge_.find_alike(key, graph_key);
    if (known.nimber()) return known.nimber();
    asked = asked.without(known.excluded());
    if (!asked.any()) return std::nullopt;
    const Visit visit = enter(key);
    NimberSet excluded = known.excluded();
    const auto nimber = work_out(region, asked, excluded);
    leave(visit);
    excluded = excluded | asked;
    const std::uint64_t nodes = nodes_.here() - visit.nodes_before;
    knowledge_.add(key, graph_key,
                   nimber ? NimberKnowledge().with_nimber(*nimber, nodes)
                          : NimberKnowledge().with_excluded(excluded, nodes));
    const NimberSet others = nimber ? NimberSet::below(*nimber) : excluded;
    learn(cells, nimber, others.without(known.excluded()));
    return nimber;
  }

 private:
  // What a move leaves.
  struct Child {
    std::size_t first;  // of the regions whose nimbers are not known, the largest first
    std::size_t count;
    unsigned heap;   // everything else
    unsigned order;  // those with the least come first
  };

  // What is restored when the search leaves a region.
  struct Visit {
    Fingerprint key;
    std::size_t first_child;
    std::size_t first_region;
    std::uint64_t nodes_before;
  };

  Visit enter(Fingerprint key) {
    if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped();
    const std::uint64_t nodes_before = nodes_.here();
    nodes_.add_one();
    shared_.busy.enter(key);
    return {key, children_.size(), regions_.size(), nodes_before};
  }

  void leave(const Visit& visit) {
    shared_.busy.leave(visit.key);
    children_.resize(visit.first_child);
    regions_.resize(visit.first_region);
  }

  // From the nimber of a region, if it was found, and from what was found not to be it.
  void learn(unsigned cells, std::optional<unsigned> nimber, NimberSet others) {
    others.for_each([&](unsigned heap) { shared_.experience.add({cells, heap}, false); });
    if (nimber) shared_.experience.add({cells, *nimber}, true);
  }

  // The nimber if it is one that is asked for. Adds to `excluded` what it cannot be.
  std::optional<unsigned> work_out(const Cells& region, NimberSet asked, NimberSet& excluded) {
    if (!excluded.has(0)) {
      if (const auto wins = mirror_play_.wins(region)) {
        if (!*wins) return 0;
        excluded = excluded | NimberSet::of(0);
      }
    }
    const std::size_t first = children_.size();
    if (!look_at_moves(region, asked, excluded)) return std::nullopt;
    std::stable_sort(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end(),
                     [](const Child& a, const Child& b) { return a.order < b.order; });
    return search_children(first, asked, excluded);
  }

  // Excludes what moves are known to leave, and adds the others to the children. False, maybe
  // before it has seen all moves, if no possible nimber is asked for.
  bool look_at_moves(const Cells& region, NimberSet asked, NimberSet& excluded) {
    if (!asked.without(excluded).any()) return false;
    moves_.find(board_, region);
    while (moves_.next(board_)) {
      keys_.clear();
      for (const LeftRegion<Cells>& part : moves_.left()) {
        keys_.push_back(is_large(part) ? knowledge_.key_of(part.region) : valuer_.prefetch(part));
        if (is_large(part)) knowledge_.prefetch(keys_.back());
      }
      for (std::uint32_t move = 0; move < moves_.size(); ++move) {
        const Child child = child_of(move);
        if (child.count > 0)
          children_.push_back(child);
        else
          excluded = excluded | NimberSet::of(child.heap);
      }
      if (!asked.without(excluded).any()) return false;
    }
    return true;
  }

  Child child_of(std::uint32_t move) {
    Child child{regions_.size(), 0, 0, weight_of_rank * moves_.rank(move)};
    for (std::size_t i = 0; i < moves_.left().size(); ++i) {
      const LeftRegion<Cells>& part = moves_.left()[i];
      if (part.move != move) continue;
      child.order += weight_of_squares * part.size * part.size;
      if (!is_large(part))
        child.heap ^= valuer_.of_left(part, keys_[i]);
      else if (const auto nimber = knowledge_.find(keys_[i]).nimber())
        child.heap ^= *nimber;
      else
        regions_.push_back(part.region);
    }
    child.count = regions_.size() - child.first;
    if (child.count > 1)
      std::sort(regions_.begin() + static_cast<std::ptrdiff_t>(child.first), regions_.end(),
                [](const Cells& a, const Cells& b) { return a.count() > b.count(); });
    return child;
  }

  bool is_large(const LeftRegion<Cells>& part) const { return part.size > shared_.valued_size; }

  // Those that another worker is searching come last: by then that worker may have the answer.
  std::optional<unsigned> search_children(std::size_t first, NimberSet asked, NimberSet& excluded) {
    const NimberSet numbers = NimberSet::up_to(asked.largest());
    const std::size_t last = children_.size();
    std::size_t left = last - first;
    const auto ask_child = [&](std::size_t i) {
      const NimberSet possible = numbers.without(excluded);
      if (!(possible.first(left + 1) & asked).any()) return false;
      if (const auto found = ask(Child(children_[i]), possible.first(left)))
        excluded = excluded | NimberSet::of(*found);
      --left;
      return true;
    };
    std::size_t busy = first;  // children before this one wait for their second turn
    for (std::size_t i = first; i < last; ++i) {
      if (shared_.busy.has(knowledge_.key_of(regions_[children_[i].first])))
        std::swap(children_[busy++], children_[i]);
      else if (!ask_child(i))
        return std::nullopt;
    }
    for (std::size_t i = first; i < busy; ++i)
      if (!ask_child(i)) return std::nullopt;
    const NimberSet possible = numbers.without(excluded);
    return possible.any() ? std::optional(possible.least()) : std::nullopt;
  }

  // The nimber of a child if it is one that is asked for; otherwise nothing, or its nimber.
  std::optional<unsigned> ask(Child child, NimberSet asked) {
    for (; child.count > 1; --child.count) child.heap ^= nimber(child.first + child.count - 1);
    if (child.heap >= NimberSet::room) return std::nullopt;  // what is asked for is too small
    const Cells region = regions_[child.first];
    const auto found = find(region, region.count(), asked.beside(child.heap));
    return found ? std::optional(*found ^ child.heap) : std::nullopt;
  }

  unsigned nimber(std::size_t place) {
    const Cells region = regions_[place];
    const unsigned cells = region.count();
    for (unsigned heap = 0; heap <= cells; ++heap)
      if (const auto found = find(region, cells, NimberSet::of(heap))) return *found;
    throw CheckpointError("what this checkpoint says of a nimber cannot be true");
  }

  // Moves that leave small regions come first, and so do moves near the centre: then the search
  // stays together, and comes upon the same regions again. Measured.
  static constexpr unsigned weight_of_rank = 10;
  static constexpr unsigned weight_of_squares = 3;

  const GameBoard<Box>& board_;
  Valuer& valuer_;
  RegionKnowledge<Box>& knowledge_;
  SharedSearch& shared_;
  MirrorPlay<Box> mirror_play_;
  MoveGroups<Box, CentreFirst<Box>> moves_;
  std::vector<Fingerprint> keys_;  // of the regions that a group of moves leaves
  NodeCounter nodes_;

  // Stacks for all regions being searched.
  std::pmr::vector<Child> children_;
  std::pmr::vector<Cells> regions_;
};

}  // namespace cgt
