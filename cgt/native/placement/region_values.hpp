// Complete values of regions: misère canonical forms in misère play, nimbers in normal play. Small
// regions are valued once and for all; the search for outcomes combines their values.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/fingerprint.hpp"
#include "base/memory_budget.hpp"
#include "base/memory_resource.hpp"
#include "base/threads.hpp"
#include "base/zero_pages.hpp"
#include "placement/forms.hpp"
#include "placement/game_board.hpp"
#include "placement/graph_key.hpp"
#include "placement/small_nimbers.hpp"
#include "placement/table.hpp"

namespace cgt {

// Thrown through a search that was stopped.
struct Stopped {};

// Values in misère play are forms: canonical ones to decide anything, plain ones to show the OIS.
class FormValues {
 public:
  using Value = FormId;

  FormValues(FormKind kind, MemoryBudget& budget, std::size_t own_bytes)
      : forms_(kind, budget, own_bytes), sets_(budget, own_bytes / 16),
        one_piece_(forms_.nim_heap(1)) {}

  FormStore& forms() { return forms_; }
  const FormStore& forms() const { return forms_; }
  Value one_piece() const { return one_piece_; }
  bool wins(Value value) const { return forms_.facts(value).misere_win; }

  // Many moves lead to the same few forms, and many regions to the same few sets of them.
  Value of_options(std::span<const Value> options) {
    Word smallest = 0;
    bool others = false;
    for (Value option : options) {
      smallest |= Word{1} << option % word_bits;
      others |= option >= word_bits;
    }
    if (others) return of_distinct(options);
    const Fingerprint key = fingerprint_of(smallest);
    if (const auto known = sets_.find(key)) return *known;
    const Value value = of_distinct(options);
    sets_.store(key, value);
    return value;
  }

  // Takes no lock if both are small numbers, as most are. Throws Stopped.
  Value sum(Value a, Value b, const StopFlag& stop) {
    if (a == zero_form) return b;
    if (b == zero_form) return a;
    if (a >= side || b >= side) return product(a, b, stop);
    std::atomic<Value>& place = product_of(std::minmax(a, b));
    const Value known = place.load(std::memory_order_acquire);  // one more than the product
    if (known != 0) return known - 1;
    const Value found = product(a, b, stop);
    place.store(found + 1, std::memory_order_release);
    return found;
  }

 private:
  static constexpr Value side = 1024;

  // Duplicates are removed before the lock is taken.
  Value of_distinct(std::span<const Value> options) {
    std::array<bool, side> seen{};
    std::vector<Value> distinct;
    for (Value option : options)
      if (option >= side || !std::exchange(seen[option], true)) distinct.push_back(option);
    return forms_.intern(std::move(distinct));
  }

  // Pairs of the smallest numbers lie together, as long as no larger ones come up.
  std::atomic<Value>& product_of(std::pair<Value, Value> pair) const {
    const auto [smaller, larger] = pair;
    return static_cast<std::atomic<Value>*>(products_.start())[larger * (larger + 1) / 2 + smaller];
  }

  Value product(Value a, Value b, const StopFlag& stop) {
    Heartbeat heart([&] {
      if (stop.load(std::memory_order_relaxed)) throw Stopped();
    });
    return forms_.product(a, b, heart);
  }

  FormStore forms_;
  Table<> sets_;  // the forms of sets of the smallest numbers
  ZeroPages products_{side * (side + 1) / 2 * sizeof(std::atomic<Value>)};  // of small numbers
  Value one_piece_;
};

// Values in normal play are numbers.
class NormalValues {
 public:
  using Value = unsigned;

  Value one_piece() const { return 1; }
  bool wins(Value value) const { return value != 0; }
  Value sum(Value a, Value b, const StopFlag&) const { return a ^ b; }

  Value of_options(std::span<const Value> options) const {
    std::vector<bool> reached(options.size() + 1);
    for (Value option : options)
      if (option < reached.size()) reached[option] = true;
    return static_cast<Value>(std::find(reached.begin(), reached.end(), false) - reached.begin());
  }
};

// The order in which the parts that moves leave are valued.
enum class Order { forwards, backwards };

// Values of whole regions, by canonical region: what all workers share.
template <class Box, class Values>
struct RegionValues {
  const GameBoard<Box>& board;
  Values& values;
  std::pmr::memory_resource* memory;  // for the workers' stacks
  Table<> table;
  const SmallNimbers* small = nullptr;  // known before, in normal play
};

// One worker's way to find the values of regions, by trying every move.
template <class Box, class Values>
class RegionValuer {
  using Cells = typename Box::Cells;

 public:
  using Value = typename Values::Value;

  RegionValuer(RegionValues<Box, Values>& shared, const StopFlag& stop,
               Order order = Order::forwards)
      : board_(shared.board), values_(shared.values), table_(shared.table), small_(shared.small),
        stop_(stop), order_(order), graph_key_(board_.box(), board_.plays_dominoes()),
        moves_(shared.memory), options_(shared.memory), left_(shared.memory), keys_(shared.memory) {
  }

  // The value of any set of cells. Throws Stopped.
  Value of_cells(const Cells& cells) {
    Value total = 0;
    board_.for_each_region(cells, [&](const Cells& region, unsigned size) {
      total = values_.sum(total, of_region(region, size), stop_);
    });
    return total;
  }

  // The value of a region, wherever it lies. Throws Stopped.
  Value of_region(const Cells& region, unsigned size) {
    const LeftRegion<Cells> canonical{board_.canonical(region), size, 0};
    return of_left(canonical, prefetch(canonical));
  }

  // Prefetches the memory that of_left reads; returns the key that of_left takes.
  Fingerprint prefetch(const LeftRegion<Cells>& left) const {
    if (board_.takes_one_piece(left.size)) return {};
    if (may_be_small(left)) {
      if (const auto shape = shape_of(board_.box(), left.region, left.size)) {
        small_->prefetch(*shape);
        return {*shape, key_is_shape};
      }
    }
    const Fingerprint key = fingerprint_of_cells(left.region);
    table_.prefetch(key);
    return key;
  }

  // The value of a region that a move leaves. Throws Stopped.
  Value of_left(const LeftRegion<Cells>& left, Fingerprint key) {
    if (board_.takes_one_piece(left.size)) return values_.one_piece();
    if (key.high == key_is_shape && may_be_small(left)) {
      if (const auto known = small_->find(key.low)) return *known;
      key = fingerprint_of_cells(left.region);
    }
    if (const auto known = table_.find(key)) return *known;
    return work_out(left.region, key);
  }

 private:
  // In a key, instead of half a fingerprint.
  static constexpr Word key_is_shape = 0;

  bool may_be_small(const LeftRegion<Cells>& left) const {
    return std::is_same_v<Values, NormalValues> && small_ != nullptr &&
           left.size <= small_->cells();
  }

  // Larger regions have a graph of their own too often. Measured.
  static constexpr unsigned most_alike = 20;
  static_assert(most_alike <= GraphKey<Box>::most_cells);

  // Where only the graph of a region matters, all regions with the same graph are one. Finding the
  // graph takes time, so it comes after a region was looked up by its cells.
  Value work_out(const Cells region, Fingerprint key) {
    if (!board_.is_complete() || region.count() > most_alike) return from_moves(region, key);
    const Fingerprint graph_key = graph_key_.of(region);
    if (const auto known = table_.find(graph_key)) {
      table_.store(key, *known);
      return *known;
    }
    const Value value = from_moves(region, key);
    table_.store(graph_key, value);
    return value;
  }

  // Goes one level down with each piece placed, so never deeper than a board has cells. Finds all
  // parts before it looks up any, so that the table's memory has been fetched by then.
  Value from_moves(const Cells region, Fingerprint key) {
    if (stop_.load(std::memory_order_relaxed)) throw Stopped();
    const std::size_t first_option = options_.size();
    const std::size_t first_left = left_.size();
    board_.list_moves(region, moves_);
    options_.resize(first_option + moves_.size(), Value{0});
    board_.add_regions_left(region, moves_, left_);
    const std::size_t last_left = left_.size();
    for (std::size_t i = first_left; i < last_left; ++i) keys_.push_back(prefetch(left_[i]));
    for (std::size_t i = first_left; i < last_left; ++i) {
      const std::size_t next = order_ == Order::forwards ? i : first_left + last_left - 1 - i;
      const Value of_part = of_left(left_[next], keys_[next]);
      Value& option = options_[first_option + left_[next].move];
      option = values_.sum(option, of_part, stop_);
    }
    const Value value = values_.of_options(std::span(options_).subspan(first_option));
    table_.store(key, value);
    options_.resize(first_option);
    left_.resize(first_left);
    keys_.resize(first_left);
    return value;
  }

  const GameBoard<Box>& board_;
  Values& values_;
  Table<>& table_;
  const SmallNimbers* small_;
  const StopFlag& stop_;
  Order order_;
  GraphKey<Box> graph_key_;
  MoveList<Cells> moves_;
  // Stacks for all regions being valued.
  std::pmr::vector<Value> options_;
  typename GameBoard<Box>::LeftRegions left_;
  std::pmr::vector<Fingerprint> keys_;
};

}  // namespace cgt
