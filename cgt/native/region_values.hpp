// Values of regions, complete: misère canonical forms in misère play, nimbers in normal play. Small
// regions are valued once and for all; the search of outcomes puts their values together.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

#include "fingerprint.hpp"
#include "forms.hpp"
#include "game_board.hpp"
#include "table.hpp"

namespace cgt {

// Thrown through a search when somebody has put an end to it.
struct Stopped {};

// Values in misère play are forms: canonical ones to decide anything, plain ones to show the OIS.
class FormValues {
 public:
  using Value = FormId;

  FormValues(FormKind kind, std::size_t bytes)
      : forms_(kind, bytes), products_(side * side), one_piece_(forms_.nim_heap(1)) {}

  FormStore& forms() { return forms_; }
  Value one_piece() const { return one_piece_; }
  bool wins(Value value) const { return forms_.facts(value).misere_win; }
  Value of_options(std::vector<Value> options) { return forms_.intern(std::move(options)); }

  // Where both are small numbers, as most are, without a lock.
  Value sum(Value a, Value b) {
    if (a == zero_form) return b;
    if (b == zero_form) return a;
    if (a >= side || b >= side) return product(a, b);
    std::atomic<Value>& place = products_[a * side + b];
    const Value known = place.load(std::memory_order_relaxed);  // one more than the product
    if (known != 0) return known - 1;
    const Value found = product(a, b);
    place.store(found + 1, std::memory_order_relaxed);
    return found;
  }

 private:
  static constexpr Value side = 1024;

  Value product(Value a, Value b) {
    Heartbeat quiet([] {});
    return forms_.product(a, b, quiet);
  }

  FormStore forms_;
  std::vector<std::atomic<Value>> products_;
  Value one_piece_;
};

// Values in normal play are numbers.
class NormalValues {
 public:
  using Value = unsigned;

  Value one_piece() const { return 1; }
  bool wins(Value value) const { return value != 0; }
  Value sum(Value a, Value b) const { return a ^ b; }

  Value of_options(const std::vector<Value>& options) const {
    std::vector<bool> reached(options.size() + 1);
    for (Value option : options)
      if (option < reached.size()) reached[option] = true;
    return static_cast<Value>(std::find(reached.begin(), reached.end(), false) - reached.begin());
  }
};

// Values of whole regions, by trying every move; remembered by canonical region.
template <class Cells, class Values>
class RegionValues {
 public:
  using Value = typename Values::Value;

  RegionValues(const GameBoard<Cells>& board, Values& values, std::size_t bytes)
      : board_(board), values_(values), table_(bytes) {}

  // The value of a region that lies anywhere. Throws Stopped.
  Value of_region(const Cells& region, unsigned size, const std::atomic<bool>& stop) {
    if (board_.takes_one_piece(size)) return values_.one_piece();
    return of_canonical(board_.canonical(region), stop);
  }

  // The value of any set of cells.
  Value of_cells(const Cells& cells, const std::atomic<bool>& stop) {
    Value total = 0;
    board_.for_each_region(cells, [&](const Cells& region, unsigned size) {
      total = values_.sum(total, of_region(region, size, stop));
    });
    return total;
  }

  const Table& table() const { return table_; }

 private:
  // Goes one level down with each piece placed, so never deeper than a board has cells.
  Value of_canonical(const Cells& region, const std::atomic<bool>& stop) {
    const Fingerprint key = fingerprint_of_cells(region);
    if (const auto known = table_.find(key)) return *known;
    if (stop.load(std::memory_order_relaxed)) throw Stopped();
    std::vector<Value> options;
    options.reserve(64);
    board_.for_each_move(region,
                         [&](const Cells& rest) { options.push_back(of_cells(rest, stop)); });
    const Value value = values_.of_options(std::move(options));
    table_.store(key, value);
    return value;
  }

  const GameBoard<Cells>& board_;
  Values& values_;
  Table table_;
};

}  // namespace cgt
