// How rows go: what is above a full row sinks. Wells, whether they are kept column by column or in
// one number, clear their rows by this.
#pragma once

#include <bit>
#include <cstdint>

namespace cgt {

// A column, or several in one number, without a row. Given are the cells of that row and those
// below it, of all the columns.
template <class Cells>
constexpr Cells without_row(Cells cells, Cells row, Cells below) {
  return (cells & below) | ((cells & ~(below | row)) >> 1);
}

// Calls a function with the number of each row, from the top: so the rows below stay where they
// are.
template <class Remove>
constexpr void remove_rows(std::uint64_t rows, const Remove& remove) {
  while (rows != 0) {
    const std::uint64_t highest = std::bit_floor(rows);
    rows ^= highest;
    remove(static_cast<unsigned>(std::countr_zero(highest)));
  }
}

}  // namespace cgt
