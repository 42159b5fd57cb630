// Boards of eight rows of eight cells, one byte for each row, several side by side.
#pragma once

#include "placement/board_vector.hpp"

namespace cgt {

class ByteBoards {
 public:
  // Every cell and its neighbours.
  static BoardVector grown(const BoardVector& x) {
    return x | (x & 0x7f7f7f7f7f7f7f7f) << 1 | (x >> 1 & 0x7f7f7f7f7f7f7f7f) | x << 8 | x >> 8;
  }

  // In each board the least image, moved to the top left corner, under the four rotations or, with
  // mirror images, under the eight symmetries.
  static BoardVector canonical(const BoardVector& boards, bool with_mirror_images) {
    BoardVector ignored{};
    const BoardVector upright = to_left(to_top(boards, ignored), ignored);
    BoardVector spare_columns{};
    const BoardVector mirrored = to_left(mirror(upright), spare_columns);
    BoardVector spare_rows{};
    const BoardVector flipped = to_top(flip(upright), spare_rows);
    const BoardVector turned = flip(mirrored) >> (spare_rows * 8);
    const BoardVector lying = transpose(upright);
    const BoardVector lying_mirrored = mirror(lying) >> spare_rows;
    const BoardVector lying_flipped = flip(lying) >> (spare_columns * 8);
    const BoardVector lying_turned = flip(lying_mirrored) >> (spare_columns * 8);
    const BoardVector rotations =
        least(least(upright, turned), least(lying_mirrored, lying_flipped));
    if (!with_mirror_images) return rotations;
    const BoardVector others = least(least(mirrored, flipped), least(lying, lying_turned));
    return least(rotations, others);
  }

 private:
#ifdef __AVX2__
  // Moves the boards up until a cell is in the first row; adds to `rows` by how many rows.
  static BoardVector to_top(const BoardVector& x, BoardVector& rows) {
    const BoardVector up = lowest_bits(x) >> 3;
    rows += up;
    return x >> (up * 8);
  }

  // Moves the boards left until a cell is in the first column; adds to `columns` by how many
  // columns.
  static BoardVector to_left(const BoardVector& x, BoardVector& columns) {
    BoardVector any_row = x | x >> 32;
    any_row |= any_row >> 16;
    any_row |= any_row >> 8;
    const BoardVector left = lowest_bits(any_row) & 7;
    columns += left;
    return x >> left;
  }
#else
  // The same where shifting each board by a distance of its own takes long.
  static BoardVector to_top(BoardVector x, BoardVector& rows) {
    for (const unsigned step : {4u, 2u, 1u})
      x = moved_if_empty(x, low_bits(8 * step), 8 * step, step, rows);
    return x;
  }
  static BoardVector to_left(BoardVector x, BoardVector& columns) {
    for (const unsigned step : {4u, 2u, 1u})
      x = moved_if_empty(x, low_bits(step) * 0x0101010101010101, step, step, columns);
    return x;
  }

  // Moves down those boards by `bits` that have none of the cells `empty`; adds `step` to their
  // `steps`.
  static BoardVector moved_if_empty(const BoardVector& x, Word empty, std::size_t bits, Word step,
                                    BoardVector& steps) {
    const BoardVector moved = mask((x & empty) == 0);
    steps += moved & step;
    return (x & ~moved) | (x >> bits & moved);
  }
#endif

  static BoardVector transpose(BoardVector x) {
#ifdef CGT_BOARDS_512
    // The board is the matrix here, and takes its columns out of rows of one bit each.
    const BoardVector columns = BoardVector{} + 0x8040201008040201;
    return (BoardVector)_mm512_gf2p8affine_epi64_epi8((__m512i)columns, (__m512i)flip(x), 0);
#else
    BoardVector t = (x ^ x >> 7) & 0x00aa00aa00aa00aa;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000cccc;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0;
    return x ^ t ^ t << 28;
#endif
  }

  static BoardVector mirror(const BoardVector& x) { return reversed_in_bytes(x); }
  static BoardVector flip(const BoardVector& x) { return reversed_bytes(x); }
};

}  // namespace cgt
