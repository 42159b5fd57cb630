// Who wins in normal play if a player can answer every move with its image under a symmetry.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "placement/game_board.hpp"

namespace cgt {

// Whether the player to move wins a region in normal play, if that follows from a symmetry. The
// region lies in the top left corner.
//
// If a symmetry maps a region to itself and no placement overlaps its own image, the second player
// answers every move with its image, so the first player runs out of moves first. Otherwise there
// may be a placement that is its own image and that overlaps every placement which overlaps its own
// image. Then the player to move makes it, and is the second player in what is left.
template <class Box>
class MirrorPlay {
  using Cells = typename Box::Cells;

 public:
  explicit MirrorPlay(const GameBoard<Box>& board) : board_(board) {}

  std::optional<bool> wins(const Cells& region) {
    unsigned width = 0;
    unsigned height = 0;
    board_.box().mapped(region, [&](unsigned row, unsigned column) {
      width = std::max(width, column + 1);
      height = std::max(height, row + 1);
      return std::pair{row, column};
    });
    const auto try_symmetry = [&](auto image_of) -> std::optional<bool> {
      const auto mapped = [&](const Cells& cells) { return board_.box().mapped(cells, image_of); };
      if (mapped(region) != region) return std::nullopt;
      return wins_by(region, mapped);
    };
    auto answer = try_symmetry([&](unsigned row, unsigned column) {
      return std::pair{height - 1 - row, width - 1 - column};
    });
    if (answer || !board_.mirror_images_play_alike()) return answer;
    answer = try_symmetry(
        [&](unsigned row, unsigned column) { return std::pair{row, width - 1 - column}; });
    if (answer) return answer;
    answer = try_symmetry(
        [&](unsigned row, unsigned column) { return std::pair{height - 1 - row, column}; });
    if (answer || width != height) return answer;
    answer = try_symmetry([](unsigned row, unsigned column) { return std::pair{column, row}; });
    if (answer) return answer;
    return try_symmetry([&](unsigned row, unsigned column) {
      return std::pair{width - 1 - column, height - 1 - row};
    });
  }

 private:
  template <class ImageOf>
  std::optional<bool> wins_by(const Cells& region, ImageOf image_of) {
    overlapping_.clear();
    board_.for_each_placement(region, [&](const Cells& piece) {
      if ((piece & image_of(piece)).any()) overlapping_.push_back(piece);
    });
    if (overlapping_.empty()) return false;
    for (const Cells& piece : overlapping_) {
      const auto overlaps = [&](const Cells& other) { return (piece & other).any(); };
      if (image_of(piece) == piece &&
          std::all_of(overlapping_.begin(), overlapping_.end(), overlaps))
        return true;
    }
    return std::nullopt;
  }

  const GameBoard<Box>& board_;
  std::vector<Cells> overlapping_;  // placements that overlap their images
};

}  // namespace cgt
