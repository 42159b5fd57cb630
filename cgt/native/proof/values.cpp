#include "proof/values.hpp"

#include <algorithm>
#include <numeric>

namespace cgt::proof {

namespace {

constexpr std::size_t own_bytes = std::size_t{1} << 12;
constexpr std::size_t forms_at_once = 4096;  // for which the budget is asked together

std::size_t hash_of(const std::vector<Value>& options) {
  std::uint64_t hash = 0x9E3779B97F4A7C15;
  for (const Value option : options) {
    hash = (hash ^ option) * 0xBF58476D1CE4E5B9;
    hash ^= hash >> 29;
  }
  return hash;
}

// Of options in order.
bool is_same(std::span<const Value> one, std::span<const Value> other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end());
}

bool contains(std::span<const Value> options, Value value) {
  return std::binary_search(options.begin(), options.end(), value);
}

}  // namespace

Values::Values(bool is_misere, MemoryBudget& budget)
    : is_misere_(is_misere), budget_(budget), memory_(budget, own_bytes) {
  added({}, hash_of({}));
}

Value Values::of(std::vector<Value> options) {
  std::sort(options.begin(), options.end());
  options.erase(std::unique(options.begin(), options.end()), options.end());
  if (is_misere_) return canonical(options);
  Value least = 0;  // that is not among the options
  while (least < options.size() && options[least] == least) ++least;
  return least;
}

// Conway's rule: G is worth the same as an option K of one of its options if every option of K is
// one of G, if from every other option of G one can go back to K, and, where K has no options, if G
// has an option that is lost. All options are canonical, so K is, too.
Value Values::canonical(const std::vector<Value>& options) {
  const std::scoped_lock locked(changing_);
  const std::size_t hash = hash_of(options);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto known = first; known != last; ++known)
    if (is_same(forms_[known->second].inside(), options)) return known->second;
  for (const Value option : options)
    for (const Value k : forms_[option].inside())
      if (may_become(options, k)) return k;
  return added(options, hash);
}

bool Values::may_become(const std::vector<Value>& options, Value k) const {
  const std::span<const Value> inside = forms_[k].inside();
  if (!std::includes(options.begin(), options.end(), inside.begin(), inside.end())) return false;
  if (k == 0 && !has_lost(options)) return false;
  return std::all_of(options.begin(), options.end(), [&](Value option) {
    return contains(inside, option) || contains(forms_[option].inside(), k);
  });
}

bool Values::has_lost(const std::vector<Value>& options) const {
  return std::any_of(options.begin(), options.end(),
                     [&](Value option) { return forms_[option].is_lost; });
}

Value Values::added(const std::vector<Value>& options, std::size_t hash) {
  if (forms_.size() % forms_at_once == 0 && !budget_.take(forms_at_once * sizeof(Form)))
    throw OutOfBudgetError();
  const auto value = static_cast<Value>(forms_.size());
  auto* list = static_cast<Value*>(
      lists_.allocate(std::max<std::size_t>(options.size(), 1) * sizeof(Value), alignof(Value)));
  std::copy(options.begin(), options.end(), list);
  const bool is_lost = !options.empty() && !has_lost(options);  // whoever cannot move has won
  by_hash_.emplace(hash, value);
  forms_.push_back({list, static_cast<std::uint32_t>(options.size()), is_lost});
  return value;
}

Value Values::sum(Value one, Value other, Heartbeat& heart) {
  if (!is_misere_) return one ^ other;
  if (one == 0 || other == 0) return one + other;
  const std::scoped_lock locked(changing_);
  return sum_of_forms(one, other, heart);
}

Value Values::sum_of_forms(Value one, Value other, Heartbeat& heart) {
  if (one == 0 || other == 0) return one + other;
  const Pair pair = Pair{std::min(one, other)} << 32 | std::max(one, other);
  if (const auto known = sums_.find(pair); known != sums_.end()) return known->second;
  heart.beat(256);
  std::vector<Value> options;
  for (const Value option : forms_[one].inside())
    options.push_back(sum_of_forms(option, other, heart));
  for (const Value option : forms_[other].inside())
    options.push_back(sum_of_forms(one, option, heart));
  return sums_[pair] = of(std::move(options));
}

Value Values::heap(std::size_t size) {
  if (!is_misere_) return static_cast<Value>(size);
  const std::scoped_lock locked(changing_);
  while (heaps_.size() <= size) heaps_.push_back(of(heaps_));
  return heaps_[size];
}

std::vector<Value> Values::options(Value value) const {
  if (is_misere_) {
    const std::span<const Value> inside = forms_[value].inside();
    return {inside.begin(), inside.end()};
  }
  std::vector<Value> smaller(value);
  std::iota(smaller.begin(), smaller.end(), Value{0});
  return smaller;
}

std::string Values::text(Value value, int depth) {
  if (value == 0) return "0";
  const std::size_t count = is_misere_ ? forms_[value].count : value;
  if (heap(count) == value) return "*" + std::to_string(count);
  if (depth == 0) return "{…}";
  std::vector<std::string> inside;
  for (const Value option : options(value)) inside.push_back(text(option, depth - 1));
  std::sort(inside.begin(), inside.end());
  std::string all = "{";
  for (const std::string& option : inside) all += (all.size() > 1 ? ", " : "") + option;
  return all + "}";
}

}  // namespace cgt::proof
