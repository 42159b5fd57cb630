#include "placement/forms.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

namespace cgt {

namespace {

// The bytes that a vector of `forms` forms takes in a table, including the table's own.
constexpr std::size_t entry_bytes(std::size_t forms) { return forms * sizeof(FormId) + 64; }

void sort_and_unite(std::vector<FormId>& forms) {
  std::sort(forms.begin(), forms.end());
  forms.erase(std::unique(forms.begin(), forms.end()), forms.end());
}

// The least number that is not in a list; changes the list.
unsigned least_missing(std::vector<unsigned>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  unsigned least = 0;
  for (unsigned number : numbers)
    if (number == least) ++least;
  return least;
}

// A hash of a sum of hashes, so that the order of the options does not matter.
std::uint64_t mixed(std::uint64_t sum) {
  sum = (sum ^ sum >> 32) * 0xd6e8feb86659fd93;
  sum = (sum ^ sum >> 32) * 0xd6e8feb86659fd93;
  return sum ^ sum >> 32;
}

std::uint64_t pair_key(FormId a, FormId b) { return std::uint64_t{a} << 32 | b; }

}  // namespace

std::size_t FormStore::HashOptions::operator()(const std::vector<FormId>& options) const {
  std::uint64_t hash = 0x9e3779b97f4a7c15 + options.size();
  for (FormId option : options) {
    hash = (hash ^ option) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  return hash;
}

FormStore::FormStore(FormKind kind, std::size_t most_bytes) : kind_(kind), most_bytes_(most_bytes) {
  add({});
}

FormStore::FormStore(FormKind kind, MemoryBudget& shared, std::size_t own)
    : kind_(kind), most_bytes_(shared.take(own) ? own : 0), shared_(&shared) {
  add({});
}

void FormStore::account(std::size_t bytes) {
  if (bytes_ + bytes > most_bytes_) {
    if (shared_ == nullptr || !shared_->take(bytes)) throw OutOfBudgetError();
    most_bytes_ += bytes;
  }
  bytes_ += bytes;
}

bool FormStore::has_option(FormId form, FormId option) const {
  return std::binary_search(options_[form].begin(), options_[form].end(), option);
}

// Conway's rule: G equals K if every option of K is one of G, every other option of G has K among
// its own, and, when K is 0, G has an option that is a P-position.
bool FormStore::equals_by_reversal(const std::vector<FormId>& options, FormId simpler) const {
  const std::vector<FormId>& kept = options_[simpler];
  if (!std::includes(options.begin(), options.end(), kept.begin(), kept.end())) return false;
  for (FormId option : options)
    if (!has_option(option, simpler) && !has_option(simpler, option)) return false;
  return simpler != zero_form || std::any_of(options.begin(), options.end(), [&](FormId option) {
           return !facts_[option].misere_win;
         });
}

FormId FormStore::intern(std::vector<FormId> options) {
  const std::lock_guard locked(mutex_);
  return intern_locked(std::move(options));
}

bool FormStore::restore(FormId form, std::vector<FormId> options) {
  const std::lock_guard locked(mutex_);
  if (form < size()) return options_[form] == options;
  return form == size() && !ids_.contains(options) && add(std::move(options)) == form;
}

void FormStore::forget_from(FormId first) {
  const std::lock_guard locked(mutex_);
  while (size() > first) {
    const std::vector<FormId>& options = options_[size() - 1];
    bytes_ -= bytes_of_form(options.size());
    ids_.erase(options);
    options_.pop_back();
    facts_.pop_back();
  }
}

std::size_t FormStore::bytes_of_form(std::size_t options) {
  return 2 * entry_bytes(options) + sizeof(FormFacts);
}

bool FormStore::has_room_for(std::size_t bytes) const {
  const std::size_t own = most_bytes_ - bytes_;
  return bytes <= own || (shared_ != nullptr && bytes - own <= shared_->left());
}

FormId FormStore::intern_locked(std::vector<FormId> options) {
  sort_and_unite(options);
  if (const auto found = ids_.find(options); found != ids_.end()) return found->second;
  if (kind_ == FormKind::canonical && !options.empty()) {
    // K is an option of some option of G that is not K's own. The last option of G was made last,
    // so it is no option of a smaller K: look among its options first, then among the others'.
    for (auto option = options.rbegin(); option != options.rend(); ++option)
      for (FormId simpler : options_[*option])
        if (equals_by_reversal(options, simpler)) {
          account(entry_bytes(options.size()));
          ids_.emplace(std::move(options), simpler);
          return simpler;
        }
  }
  return add(std::move(options));
}

FormId FormStore::add(std::vector<FormId> options) {
  account(bytes_of_form(options.size()));
  FormFacts facts{0x9e3779b97f4a7c15, 0, 0, 0, options.empty()};
  std::vector<unsigned> nimbers;
  std::vector<unsigned> misere_nimbers;
  for (FormId option : options) {
    const FormFacts& of_option = facts_[option];
    facts.hash += of_option.hash;
    facts.birthday = std::max(facts.birthday, of_option.birthday + 1);
    facts.misere_win |= !of_option.misere_win;
    nimbers.push_back(of_option.nimber);
    misere_nimbers.push_back(of_option.misere_nimber);
  }
  facts.hash = mixed(facts.hash);
  facts.nimber = static_cast<std::uint16_t>(least_missing(nimbers));
  facts.misere_nimber =
      static_cast<std::uint16_t>(options.empty() ? 1 : least_missing(misere_nimbers));
  const auto id = static_cast<FormId>(options_.size());
  const auto place = ids_.emplace(options, id).first;
  try {
    facts_.push_back(facts);
    options_.push_back(std::move(options));
  } catch (...) {  // nothing may name a form that does not exist
    ids_.erase(place);
    if (facts_.size() > id) facts_.pop_back();
    throw;
  }
  return id;
}

FormId FormStore::nim_heap(unsigned size) {
  std::vector<FormId> smaller;
  smaller.reserve(size);
  for (unsigned heap = 0; heap < size; ++heap) smaller.push_back(intern(smaller));
  return intern(smaller);
}

const FormId* FormStore::known_product(FormId smaller, FormId larger) const {
  const auto found = products_.find(pair_key(smaller, larger));
  return found == products_.end() ? nullptr : &found->second;
}

// Depth first over pairs. It keeps its own stack instead of recursing, so that forms may be nested
// as deeply as they like.
FormId FormStore::product(FormId a, FormId b, Heartbeat& heart) {
  const std::lock_guard locked(mutex_);
  struct Frame {
    FormId a;
    FormId b;
    std::vector<FormId> options;
    std::size_t next = 0;  // first the moves in a, then those in b
  };
  std::vector<Frame> stack;
  // Returns the product if it is known; else puts the pair on the stack.
  const auto look_up = [&](FormId x, FormId y) -> std::optional<FormId> {
    if (x > y) std::swap(x, y);
    if (x == zero_form) return y;
    if (const FormId* product = known_product(x, y)) return *product;
    stack.push_back({x, y, {}, 0});
    return std::nullopt;
  };
  std::optional<FormId> result = look_up(a, b);
  while (!stack.empty()) {
    Frame& top = stack.back();
    const std::vector<FormId>& of_a = options_[top.a];
    const std::vector<FormId>& of_b = options_[top.b];
    // A form beside itself: moves in one copy give the same as moves in the other.
    const std::size_t total = of_a.size() + (top.a == top.b ? 0 : of_b.size());
    if (top.next < total) {
      const bool in_a = top.next < of_a.size();
      const std::optional<FormId> option =
          look_up(in_a ? of_a[top.next] : top.a, in_a ? top.b : of_b[top.next - of_a.size()]);
      if (!option) continue;  // it is now on top of the stack; this frame asks again later
      top.options.push_back(*option);
      ++top.next;
      continue;
    }
    heart.beat(50 + 20 * total);
    account(48);
    result = intern_locked(std::move(top.options));
    products_[pair_key(top.a, top.b)] = *result;
    stack.pop_back();
  }
  return *result;
}

std::optional<std::vector<FormId>> FormStore::few_followers(FormId form, std::size_t most) const {
  std::vector<FormId> found{form};
  std::unordered_set<FormId> seen{form};
  for (std::size_t next = 0; next < found.size(); ++next) {
    for (FormId option : options_[found[next]])
      if (seen.insert(option).second) found.push_back(option);
    if (found.size() > most) return std::nullopt;
  }
  // An option is made before the forms that have it, so this order has options first.
  std::sort(found.begin(), found.end());
  return found;
}

// For each form up to this one, whether play can reach it. That takes a bit for each form, so there
// is memory for it wherever there is for the forms.
std::vector<bool> FormStore::reached_from(FormId form) const {
  std::vector<bool> reached(std::size_t{form} + 1);
  reached[form] = true;
  for (std::size_t next = reached.size(); next-- > 0;)
    if (reached[next])
      for (FormId option : options_[next]) reached[option] = true;
  return reached;
}

std::vector<FormId> FormStore::followers(FormId form) const {
  constexpr std::size_t few = 10000;
  if (auto found = few_followers(form, few)) return *std::move(found);
  std::vector<FormId> found;
  const std::vector<bool> reached = reached_from(form);
  for (FormId follower = 0; follower <= form; ++follower)
    if (reached[follower]) found.push_back(follower);
  return found;
}

std::size_t FormStore::count_followers(FormId form) const {
  const std::vector<bool> reached = reached_from(form);
  return static_cast<std::size_t>(std::count(reached.begin(), reached.end(), true));
}

namespace {

// A superscript continues for ever by repeating its last two values.
unsigned superscript_at(const std::vector<unsigned>& superscript, std::size_t heaps) {
  const std::size_t size = superscript.size();
  return heaps < size ? superscript[heaps] : superscript[size - 2 + (heaps - size) % 2];
}

}  // namespace

// With k + 1 heaps of two beside it, a form may move to an option of its own, or turn one of the
// heaps into a heap of one, which changes a misère nimber by 1, or into nothing.
std::vector<unsigned> FormStore::genus_superscript(FormId form) const {
  std::unordered_map<FormId, std::vector<unsigned>> known;
  for (FormId follower : followers(form)) {
    std::size_t settled = 0;  // from here on the options' values alternate
    for (FormId option : options_[follower]) settled = std::max(settled, known[option].size());
    std::vector<unsigned> values{facts_[follower].misere_nimber};
    for (;;) {
      const std::size_t heaps = values.size();
      if (heaps >= settled + 3 && values[heaps - 1] == values[heaps - 3]) break;
      std::vector<unsigned> reached{values.back(), values.back() ^ 1};
      for (FormId option : options_[follower])
        reached.push_back(superscript_at(known[option], heaps));
      values.push_back(least_missing(reached));
    }
    while (values.size() > 2 && values[values.size() - 1] == values[values.size() - 3])
      values.pop_back();
    known[follower] = std::move(values);
  }
  return known[form];
}

}  // namespace cgt
