// What the workers know of regions in normal play, in the table that they share.
#pragma once

#include <optional>

#include "base/fingerprint.hpp"
#include "placement/game_board.hpp"
#include "placement/graph_key.hpp"
#include "placement/nimber_knowledge.hpp"
#include "placement/shared_search.hpp"

namespace cgt {

// One worker's view of the table. Where only the graph of a region matters, what is known of one
// region is known of all with the same graph: small ones have a second entry, by graph. That is
// looked up only before a region would be searched, because finding the graph takes time.
template <class Box>
class RegionKnowledge {
  using Cells = typename Box::Cells;

 public:
  RegionKnowledge(const GameBoard<Box>& board, SharedSearch& shared)
      : table_(shared.outcomes), graph_key_(board.box(), board.plays_dominoes()),
        by_graph_(board.plays_dominoes()) {}

  // The table may hold misère positions, too.
  static Fingerprint key_of(const Cells& region) {
    const Fingerprint sum = fingerprint_of_cells(region) + fingerprint_of(not_misere);
    return {mix(sum.low), mix(sum.high)};
  }

  void prefetch(Fingerprint key) const { table_.prefetch(key); }

  NimberKnowledge find(Fingerprint key) const {
    return NimberKnowledge(table_.find(key).value_or(0));
  }

  // The key that all regions with the same graph share, for a region that has such a key.
  std::optional<Fingerprint> graph_key_of(const Cells& region, unsigned cells) {
    if (!by_graph_ || cells > most_cells) return std::nullopt;
    const Fingerprint sum = graph_key_.of(region) + fingerprint_of(graph_mark);
    return Fingerprint{mix(sum.low), mix(sum.high)};
  }

  // What is known of a region by its key, with what is known of all with the same graph.
  NimberKnowledge find_alike(Fingerprint key, std::optional<Fingerprint> graph_key) {
    const NimberKnowledge known = find(key);
    if (!graph_key || known.nimber()) return known;
    const NimberKnowledge all = known.with(find(*graph_key));
    if (all.bits() != known.bits()) table_.store(key, all.bits());
    return all;
  }

  void add(Fingerprint key, std::optional<Fingerprint> graph_key, const NimberKnowledge& found) {
    table_.store(key, find(key).with(found).bits());
    if (graph_key) table_.store(*graph_key, find(*graph_key).with(found).bits());
  }

 private:
  static constexpr Word not_misere = Word{1} << 40;
  static constexpr Word graph_mark = Word{1} << 41;

  // Larger regions have a graph of their own too often. Measured.
  static constexpr unsigned most_cells = 22;
  static_assert(most_cells <= GraphKey<Box>::most_cells);

  Table<PositionKnowledge::Weight>& table_;
  GraphKey<Box> graph_key_;
  bool by_graph_;
};

}  // namespace cgt
