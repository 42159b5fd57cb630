// Runs: maximal stretches of set cells in a row. Run-based labelling numbers
// them in reading order, from 1.
//
// The trick that all labelling here relies on: a run of a word's cells begins
// at a "start" bit, so the number of the run that covers a cell is the number
// of start bits up to that cell, one popcount. And each stretch in which two
// neighbouring rows are both set joins exactly one run above with one below.
// So rows are merged without ever listing their runs.
#pragma once

#include "base/bits.hpp"
#include "label/union_find.hpp"

namespace cgt {

// The first cells of the runs in `cells`; `before` is 1 if the cell before
// this word is set and belongs to the same row.
constexpr Word run_starts(Word cells, Word before) { return cells & ~(cells << 1 | before); }

// Joins runs along `contacts`, the first cells of the stretches that two rows
// share. `starts` and `starts_above` mark where runs begin in the two rows,
// `run` and `run_above` are the numbers of the last runs begun before this word.
template <class Label>
void join_runs(Label* parents, Word contacts, Word starts, std::size_t run, Word starts_above,
               std::size_t run_above) {
  for (; contacts != 0; contacts = without_lowest(contacts)) {
    const Word upto = through_lowest(contacts);
    unite(parents, run + count_bits(starts & upto), run_above + count_bits(starts_above & upto));
  }
}

}  // namespace cgt
