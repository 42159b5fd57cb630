// The fingerprint of a well: for tables of wells that are large, or copied often.
#pragma once

#include "base/fingerprint.hpp"
#include "duel/well.hpp"

namespace cgt {

// The sum over the columns, each with its number above its cells.
inline Fingerprint fingerprint_of_well(const Well& well) {
  static_assert(highest_well + largest_piece_side <= 56);
  Fingerprint all{};
  for (unsigned i = 0; i < well.width(); ++i)
    all = all + fingerprint_of(well.column(i) | Word{i} << 56);
  return all;
}

}  // namespace cgt
