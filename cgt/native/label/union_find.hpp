// Disjoint sets of runs, for labelling.
//
// A table holds for each run a parent that is never larger than the run
// itself, so a set's root is its first run in reading order. That makes the
// final labels come out in reading order too.
#pragma once

#include <cstddef>
#include <utility>

namespace cgt {

// Joins the sets of runs a and b: Rem's algorithm, which climbs from both at
// once and shortens the paths on the way.
template <class Label>
void unite(Label* parents, std::size_t a, std::size_t b) {
  while (parents[a] != parents[b]) {
    if (parents[a] < parents[b]) std::swap(a, b);
    const std::size_t parent = static_cast<std::size_t>(parents[a]);
    parents[a] = parents[b];
    if (parent == a) return;
    a = parent;
  }
}

// Replaces the parent of each run in first..last by its final label. `labels`
// is the number of labels given out so far; returns the new number.
template <class Label>
Label flatten(Label* parents, std::size_t first, std::size_t last, Label labels) {
  for (std::size_t run = first; run <= last; ++run) {
    const std::size_t parent = static_cast<std::size_t>(parents[run]);
    const Label label_of_parent = parents[parent];
    const bool is_root = parent == run;
    labels = static_cast<Label>(labels + is_root);
    parents[run] = is_root ? labels : label_of_parent;
  }
  return labels;
}

}  // namespace cgt
