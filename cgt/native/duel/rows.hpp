// How rows are cleared: everything above a full row sinks. Wells clear their rows by this, whether
// they are kept column by column or in one number.
#pragma once

#include <bit>
#include <cstdint>

namespace cgt {

// A column, or several in one number, without a row. The arguments are the cells of that row and
// the cells below it, in all columns.
template <class Cells>
constexpr Cells without_row(Cells cells, Cells row, Cells below) {
  return (cells & below) | ((cells & ~(below | row)) >> 1);
}

// Calls a function with the number of each row, from the top down, so that clearing one row does
// not move the next.
template <class Remove>
constexpr void remove_rows(std::uint64_t rows, const Remove& remove) {
  while (rows != 0) {
    const std::uint64_t highest = std::bit_floor(rows);
    rows ^= highest;
    remove(static_cast<unsigned>(std::countr_zero(highest)));
  }
}

}  // namespace cgt
