// Positions of a proof, and the moves between them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/fingerprint.hpp"
#include "base/memory_resource.hpp"
#include "placement/move_groups.hpp"

namespace cgt {

// Large regions, each its own least image, and the value of everything small: a form in misère
// play, a nimber in normal play.
template <class Cells>
struct ProofPosition {
  std::vector<Cells> regions;
  std::uint32_t small = 0;

  Fingerprint key() const {
    Fingerprint sum = fingerprint_of(~Word{small});
    for (const Cells& region : regions) sum = sum + fingerprint_of_cells(region);
    return {mix(sum.low), mix(sum.high)};
  }
  unsigned cells() const {
    unsigned count = 0;
    for (const Cells& region : regions) count += region.count();
    return count;
  }
};

// Many positions in little room.
template <class Cells>
class ProofPositions {
 public:
  explicit ProofPositions(std::pmr::memory_resource* memory) : regions_(memory), ends_(memory) {}

  std::size_t size() const { return ends_.size(); }

  void add(const ProofPosition<Cells>& position) {
    for (const Cells& region : position.regions) regions_.push_back(region);
    ends_.push_back({regions_.size(), position.small});
  }

  void get(std::size_t index, ProofPosition<Cells>& position) const {
    const std::size_t first = index == 0 ? 0 : ends_[index - 1].last;
    position.regions.assign(regions_.begin() + static_cast<std::ptrdiff_t>(first),
                            regions_.begin() + static_cast<std::ptrdiff_t>(ends_[index].last));
    position.small = ends_[index].small;
  }

  template <class Visit>
  void for_each(Visit visit) const {
    ProofPosition<Cells> position;
    for (std::size_t i = 0; i < size(); ++i) {
      get(i, position);
      visit(position);
    }
  }

  void clear() {
    regions_.clear();
    ends_.clear();
  }

  void swap(ProofPositions& other) noexcept {
    regions_.swap(other.regions_);
    ends_.swap(other.ends_);
  }

 private:
  struct End {
    std::size_t last;  // one behind the position's regions
    std::uint32_t small;
  };

  std::pmr::vector<Cells> regions_;
  std::pmr::vector<End> ends_;
};

// Tries the moves of positions one after the other. Game says what small parts are worth; see
// proof_games.hpp.
template <class Game>
class ProofMoves {
  using Cells = typename Game::Cells;
  using Position = ProofPosition<Cells>;

 public:
  ProofMoves(Game& game, std::pmr::memory_resource* memory) : game_(game), moves_(memory) {}

  // Calls visit(next) for each position that a move leads to, until it returns true; returns
  // whether it did.
  template <class Visit>
  bool any(const Position& from, Visit visit) {
    const bool found = game_.any_option(from.small, [&](std::uint32_t option) {
      next_.regions = from.regions;
      next_.small = option;
      return visit(next_);
    });
    if (found) return true;
    for (std::size_t i = 0; i < from.regions.size(); ++i) {
      const auto here = from.regions.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(from.regions.begin(), here, *here) != here) continue;  // the same region again
      if (any_in(from, i, visit)) return true;
    }
    return false;
  }

 private:
  template <class Visit>
  bool any_in(const Position& from, std::size_t moved_in, Visit visit) {
    moves_.find(game_.board(), from.regions[moved_in]);
    while (moves_.next(game_.board())) {
      game_.check_stop();
      keys_.clear();
      for (const LeftRegion<Cells>& part : moves_.left())
        keys_.push_back(game_.is_large(part) ? Fingerprint{} : game_.prefetch(part));
      for (std::size_t move = 0; move < moves_.size(); ++move) {
        next_.regions.clear();
        for (std::size_t i = 0; i < from.regions.size(); ++i)
          if (i != moved_in) next_.regions.push_back(from.regions[i]);
        next_.small = from.small;
        for (std::size_t i = 0; i < moves_.left().size(); ++i) {
          const LeftRegion<Cells>& part = moves_.left()[i];
          if (part.move != move) continue;
          if (game_.is_large(part))
            game_.add_region(part.region, next_);
          else
            next_.small = game_.sum(next_.small, game_.value_of(part, keys_[i]));
        }
        if (visit(next_)) return true;
      }
    }
    return false;
  }

  Game& game_;
  MoveGroups<typename Game::Box> moves_;
  std::vector<Fingerprint> keys_;
  Position next_;
};

}  // namespace cgt
