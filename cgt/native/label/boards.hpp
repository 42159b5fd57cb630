// 4-connected labelling of many small boards in one call. The method is that
// of large images, two scans over runs, on boards of a few machine words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bits.hpp"
#include "base/heartbeat.hpp"
#include "label/placements.hpp"

namespace cgt {

inline constexpr std::size_t most_bulk_cells = 256;

// Which cells of a board are labelled.
enum class Labelled { filled, empty, live };

// Labels boards of up to most_bulk_cells cells, each in words_for(cells) words. Each
// board gets one byte a cell in `labels` (components counted from 1 in reading
// order, 0 elsewhere) and one byte in `counts`. `shapes` matter for Labelled::live
// only: the empty cells that some placement covers.
void label_boards(std::span<const Word> boards, BoardSize size, Labelled which,
                  std::span<const Shape> shapes, std::span<std::uint8_t> labels,
                  std::span<std::uint8_t> counts, Heartbeat& heart);

}  // namespace cgt
