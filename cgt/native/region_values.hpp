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
  const FormStore& forms() const { return forms_; }
  Value one_piece() const { return one_piece_; }
  bool wins(Value value) const { return forms_.facts(value).misere_win; }
  // Many moves lead to the same few forms: those are singled out before the lock is taken.
  Value of_options(std::vector<Value> options) {
    std::array<bool, side> seen{};
    const auto is_repeated = [&](Value option) {
      if (option >= side) return false;
      return std::exchange(seen[option], true);
    };
    options.erase(std::remove_if(options.begin(), options.end(), is_repeated), options.end());
    return forms_.intern(std::move(options));
  }

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

// In which order the parts that moves leave are worked out.
enum class Order { forwards, backwards };

// Values of whole regions, by trying every move; remembered by canonical region.
template <class Cells, class Values>
class RegionValues {
 public:
  using Value = typename Values::Value;

  RegionValues(const GameBoard<Cells>& board, Values& values, std::size_t bytes)
      : board_(board), values_(values), table_(bytes) {}

  // The value of a region that lies anywhere. Throws Stopped.
  Value of_region(const Cells& region, unsigned size, const std::atomic<bool>& stop,
                  Order order = Order::forwards) {
    if (board_.takes_one_piece(size)) return values_.one_piece();
    const Cells canonical = board_.canonical(region);
    const Fingerprint key = fingerprint_of_cells(canonical);
    if (const auto known = table_.find(key)) return *known;
    return work_out(canonical, key, stop, order);
  }

  // The value of any set of cells.
  Value of_cells(const Cells& cells, const std::atomic<bool>& stop, Order order) {
    Value total = 0;
    board_.for_each_region(cells, [&](const Cells& region, unsigned size) {
      total = values_.sum(total, of_region(region, size, stop, order));
    });
    return total;
  }

 private:
  // A region that a move leaves, to be looked up.
  struct Part {
    Cells region;
    Fingerprint key;
    std::size_t option;  // which move left it
  };

  // Goes one level down with each piece placed, so never deeper than a board has cells. All parts
  // are found before any is looked up, so that the table's memory is on its way by then.
  Value work_out(const Cells& region, Fingerprint key, const std::atomic<bool>& stop,
                 Order order) {
    if (stop.load(std::memory_order_relaxed)) throw Stopped();
    std::vector<Value> options;
    std::vector<Part> parts;
    options.reserve(64);
    parts.reserve(64);
    board_.for_each_move(region, [&](const Cells& rest) {
      Value total = 0;
      board_.for_each_region(rest, [&](const Cells& left, unsigned size) {
        if (board_.takes_one_piece(size)) {
          total = values_.sum(total, values_.one_piece());
          return;
        }
        const Cells canonical = board_.canonical(left);
        parts.push_back({canonical, fingerprint_of_cells(canonical), options.size()});
        table_.prefetch(parts.back().key);
      });
      options.push_back(total);
    });
    if (order == Order::backwards) std::reverse(parts.begin(), parts.end());
    for (const Part& part : parts) {
      const auto known = table_.find(part.key);
      const Value value = known ? *known : work_out(part.region, part.key, stop, order);
      options[part.option] = values_.sum(options[part.option], value);
    }
    const Value value = values_.of_options(std::move(options));
    table_.store(key, value);
    return value;
  }

  const GameBoard<Cells>& board_;
  Values& values_;
  Table table_;
};

}  // namespace cgt
