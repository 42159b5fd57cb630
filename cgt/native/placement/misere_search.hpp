// The search for who wins in misère play, where the last to move loses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "placement/graph_key.hpp"
#include "placement/move_groups.hpp"
#include "placement/proof_search.hpp"
#include "placement/region_values.hpp"

namespace cgt {

struct MiserePosition {
  Stretch regions;  // the large regions
  Fingerprint sum;  // of their fingerprints
  FormId small;     // the value of everything else
  unsigned cells;   // of the large regions
  unsigned ends;    // of these cells, where they are counted
  float promise = 0;
  ProofNumbers numbers{};
};

// One worker's search in misère play.
template <class Box>
class MisereSearch : public ProofSearch<MisereSearch<Box>, typename Box::Cells, MiserePosition> {
  using Cells = typename Box::Cells;
  using Position = MiserePosition;
  using Search = ProofSearch<MisereSearch, Cells, Position>;
  friend Search;

 public:
  MisereSearch(const GameBoard<Box>& board, FormValues& values,
               RegionValues<Box, FormValues>& region_values, SharedSearch& shared)
      : Search(shared), board_(board), values_(values), valuer_(region_values, shared.stop),
        graph_key_(board.box(), board.plays_dominoes()), moves_(shared.memory) {}

  using Search::known;
  using Search::wins;

  // Whether the player to move wins some canonical regions and a value, if that is known without a
  // search.
  std::optional<bool> known(const std::vector<Cells>& regions, FormId value) {
    Position position = position_of(regions, value);
    return look_up(position);
  }

  // The same, found out if need be. Throws Stopped.
  bool wins(const std::vector<Cells>& regions, FormId value) {
    return this->decide(position_of(regions, value));
  }

 private:
  using Search::pending_;
  using Search::regions_;
  using Search::shared_;
  using Search::work_to_lose_;

  static constexpr float weight_of_others = 1;

  static Fingerprint key_of(const Position& position) {
    const Fingerprint sum = position.sum + fingerprint_of(~Word{position.small});
    return {mix(sum.low), mix(sum.high)};
  }

  Position position_of(const Cells& cells) {
    regions_.clear();
    Position position{{0, 0}, {}, zero_form, 0, 0};
    board_.for_each_region(cells, [&](const Cells& region, unsigned size) {
      if (size <= shared_.valued_size) {
        const FormId value = valuer_.of_region(region, size);
        position.small = values_.sum(position.small, value, shared_.stop);
      } else {
        add_region(board_.canonical(region), size, position);
      }
    });
    position.regions.last = regions_.size();
    return position;
  }

  Position position_of(const std::vector<Cells>& regions, FormId value) {
    regions_.clear();
    Position position{{0, 0}, {}, value, 0, 0};
    for (const Cells& region : regions) {
      const unsigned size = region.count();
      if (size <= shared_.valued_size) {
        const FormId small = valuer_.of_region(region, size);
        position.small = values_.sum(position.small, small, shared_.stop);
        continue;
      }
      add_region(region, size, position);
    }
    position.regions.last = regions_.size();
    return position;
  }

  void add_region(const Cells& region, unsigned size, Position& position) {
    regions_.push_back(region);
    position.sum = position.sum + fingerprint_of_cells(region);
    position.cells += size;
    position.ends += count_ends(region);
  }

  // Ends tell a lot about dominoes: of several on one cell only one can be covered.
  unsigned count_ends(const Cells& region) const {
    return board_.plays_dominoes() ? board_.box().ends_of(region).count() : 0;
  }

  std::optional<bool> look_up(Position& position) const {
    if (position.cells == 0) return values_.wins(position.small);
    const auto found = shared_.outcomes.find(key_of(position));
    const auto knowledge = found ? std::optional(PositionKnowledge(*found)) : std::nullopt;
    if (knowledge && knowledge->wins()) return knowledge->wins();
    position.numbers = knowledge ? knowledge->numbers() : guess_of(position);
    return std::nullopt;
  }

  // With pieces larger than dominoes a loss takes longer to prove than its chance lets expect:
  // there are many more moves, and nearly all of them have to be answered.
  ProofNumbers guess_of(const Position& position) const {
    ProofNumbers numbers = shared_.experience.guess(look_of(position), growth);
    if (!board_.plays_dominoes()) numbers.to_lose *= more_work_to_lose;
    return numbers;
  }

  // The key that all positions share whose regions have the same graphs, for small ones where only
  // graphs matter. Such a key takes time, so it comes after a position was looked up by its own.
  std::optional<Fingerprint> key_of_alike(const Position& position) {
    if (!board_.plays_dominoes() || position.cells > most_alike) return std::nullopt;
    Fingerprint sum = fingerprint_of(~Word{position.small} ^ graph_mark);
    for (std::size_t i = position.regions.first; i < position.regions.last; ++i)
      sum = sum + graph_key_.of(regions_[i]);
    return Fingerprint{mix(sum.low), mix(sum.high)};
  }

  std::optional<bool> look_up_alike(const Position& position, Fingerprint key) {
    const auto found = shared_.outcomes.find(key);
    const auto wins = found ? PositionKnowledge(*found).wins() : std::nullopt;
    if (wins) shared_.outcomes.store(key_of(position), *found);
    return wins;
  }

  void remember_alike(Fingerprint key, bool wins, std::uint64_t nodes) {
    const auto knowledge = PositionKnowledge::of(ProofNumbers::of_outcome(wins), nodes);
    shared_.outcomes.store(key, knowledge.bits());
  }

  static Experience::Look look_of(const Position& position) {
    return {position.cells, position.small, position.ends};
  }

  static bool is_simple(const Position&) { return true; }
  static const Position& simplified(const Position& position) { return position; }

  void remember(const Position& position, ProofNumbers numbers, std::uint64_t nodes) {
    const Fingerprint key = key_of(position);
    const auto found = shared_.outcomes.find(key);
    const bool decided_by_another = found && PositionKnowledge(*found).wins();
    if (!decided_by_another)
      shared_.outcomes.store(key, PositionKnowledge::of(numbers, nodes).bits());
    if (numbers.is_decided()) shared_.experience.add(look_of(position), numbers.is_lost());
  }

  bool look_at_moves(const Position& position) {
    looked_at_ = {};
    for (FormId option : values_.forms().options(position.small)) {
      Position next{position.regions, position.sum, option, position.cells, position.ends};
      const auto wins = look_up(next);
      if (wins && !*wins) return true;
      if (!wins) pending_.push_back(next);
    }
    for (std::size_t i = position.regions.first; i < position.regions.last; ++i) {
      const auto begin = regions_.begin() + static_cast<std::ptrdiff_t>(position.regions.first);
      const auto here = regions_.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(begin, here, *here) != here) continue;  // the same region again
      if (look_at_moves_in(i, position)) return true;
      if (work_to_lose_.estimate > 0) return false;
      looked_at_.cells += regions_[i].count();
      looked_at_.moves += moves_.all();
    }
    return false;
  }

  bool look_at_moves_in(std::size_t moved_in, const Position& position) {
    const Cells region = regions_[moved_in];
    const Position others{{0, 0},
                          position.sum - fingerprint_of_cells(region),
                          position.small,
                          position.cells - region.count(),
                          position.ends - count_ends(region)};
    moves_.find(board_, region);
    while (moves_.next(board_)) {
      this->check_stop();
      value_group(others);
      for (std::size_t move = 0; move < nexts_.size(); ++move) {
        Position& next = nexts_[move];
        const auto wins = look_up(next);
        if (wins && !*wins) return true;
        if (wins) continue;
        next.regions.first = regions_.size();
        for (std::size_t i = position.regions.first; i < position.regions.last; ++i)
          if (i != moved_in) regions_.push_back(Cells(regions_[i]));
        for (const LeftRegion<Cells>& part : moves_.left())
          if (part.move == move && is_large(part)) regions_.push_back(part.region);
        next.regions.last = regions_.size();
        looked_at_.to_win += next.numbers.to_win;
        pending_.push_back(next);
      }
      if (loss_takes_too_much(position, region)) return false;
    }
    return false;
  }

  // Whether the moves seen so far, the last ones in a region, show that it takes at least the limit
  // of work to prove a loss. Most positions that are searched for the first time turn out that way,
  // and an estimate is all that is wanted of them: the search looks at the other moves when it
  // comes back.
  bool loss_takes_too_much(const Position& position, const Cells& region) {
    const std::size_t seen = looked_at_.moves + moves_.seen();
    if (seen < shared_.first_look || work_to_lose_.limit >= ProofNumbers::most) return false;
    // Other regions probably have as many moves for each cell.
    const auto listed = static_cast<float>(looked_at_.moves + moves_.all());
    const auto listed_cells = static_cast<float>(looked_at_.cells + region.count());
    const float all = listed * static_cast<float>(position.cells) / listed_cells;
    const float estimate = looked_at_.to_win * all / static_cast<float>(seen);
    if (static_cast<float>(seen) >= all || estimate < work_to_lose_.limit) return false;
    work_to_lose_.estimate = estimate;
    return true;
  }

  // Works out the positions that the moves of a group lead to, all but their stretches of regions.
  void value_group(const Position& others) {
    const auto& left = moves_.left();
    keys_.resize(left.size());
    nexts_.assign(moves_.size(), others);
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (is_large(left[i])) {
        Position& next = nexts_[left[i].move];
        next.sum = next.sum + fingerprint_of_cells(left[i].region);
        next.cells += left[i].size;
        next.ends += count_ends(left[i].region);
      } else {
        keys_[i] = valuer_.prefetch(left[i]);
      }
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (is_large(left[i])) continue;
      Position& next = nexts_[left[i].move];
      next.small = values_.sum(next.small, valuer_.of_left(left[i], keys_[i]), shared_.stop);
    }
    for (const Position& next : nexts_) shared_.outcomes.prefetch(key_of(next));
  }

  bool is_large(const LeftRegion<Cells>& part) const { return part.size > shared_.valued_size; }

  void set_promise(Position& position) const {
    position.promise = shared_.experience.promise(look_of(position));
  }

  static constexpr Word graph_mark = Word{1} << 41;
  // Larger positions have graphs of their own too often. Measured.
  static constexpr unsigned most_alike = 18;
  static_assert(most_alike <= GraphKey<Box>::most_cells);

  // How much harder a position is for each cell, as a logarithm; and see guess_of. Measured, on
  // random boards.
  static constexpr float growth = 0.1f;
  static constexpr float more_work_to_lose = 4;

  const GameBoard<Box>& board_;
  FormValues& values_;
  RegionValuer<Box, FormValues> valuer_;
  GraphKey<Box> graph_key_;

  // Of the position whose moves are looked at: the regions that are done, and the work that it
  // takes to prove that the opponent wins after each move so far.
  struct LookedAt {
    unsigned cells = 0;
    std::size_t moves = 0;
    float to_win = 0;
  };
  LookedAt looked_at_;

  // Scratch space of look_at_moves_in.
  MoveGroups<Box> moves_;
  std::vector<Fingerprint> keys_;
  std::vector<Position> nexts_;
};

}  // namespace cgt
