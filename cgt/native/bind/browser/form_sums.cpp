#include "bind/browser/form_sums.hpp"

#include <algorithm>
#include <set>

namespace cgt::browser {

namespace {

constexpr long most_steps = 1 << 18;  // looking for sums, in all forms of a text together

std::vector<FormId> sorted(std::vector<FormId> forms) {
  std::sort(forms.begin(), forms.end());
  return forms;
}

}  // namespace

FormSums::FormSums(const FormStore& store, const OrderedForms& ordered)
    : store_(store), ordered_(ordered), steps_(most_steps) {
  for (const FormId form : ordered.forms) {
    Lasts& lasts = lasts_[form];
    for (const FormId option : options(form))
      if (birthday(option) <= most_moves) lasts.set(birthday(option));
    by_options_.emplace(sorted(options(form)), form);
  }
  for (const FormId form : ordered.forms) {
    if (store.kind() == FormKind::canonical && find_mate(form)) continue;
    halves_[birthday(form)].push_back(form);
    if (can_end(form)) short_parts_[{birthday(form), nimber(form)}].push_back(form);
  }
}

bool FormSums::can_end(FormId form) const {
  return std::find(options(form).begin(), options(form).end(), zero_form) != options(form).end();
}

std::vector<FormSums::Pair> FormSums::parts(FormId form) {
  const auto even = evens_.find(form);
  if (even == evens_.end()) return even_parts(form);
  std::vector<Pair> found{{even->second, odds_.at(zero_form)}};
  for (const auto& [one, other] : even_parts(even->second))
    for (const auto& [a, b] : {Pair(one, other), Pair(other, one)})
      if (const auto odd = odds_.find(a); odd != odds_.end()) found.emplace_back(odd->second, b);
  return found;
}

std::vector<FormSums::Pair> FormSums::even_parts(FormId form) {
  std::vector<Pair> found;
  if (birthday(form) > most_moves) return found;
  for (const Pair& pair : candidates(form)) {
    if (steps_ <= 0) break;
    if (!is_sum(form, pair)) continue;
    found.push_back(pair);
    const FormId part = pair.second;
    if (!can_end(part))
      repeats_[{birthday(form) + birthday(part), nimber(form) ^ nimber(part)}].emplace_back(form,
                                                                                            part);
  }
  return found;
}

// Sums with a part that one move can end: then what is left is an option. And sums of a part that
// one move cannot end, repeated.
std::vector<FormSums::Pair> FormSums::candidates(FormId form) const {
  std::vector<Pair> found;
  for (const FormId one : options(form)) {
    if (one == zero_form || evens_.count(one) != 0) continue;
    const auto parts =
        short_parts_.find({birthday(form) - birthday(one), nimber(form) ^ nimber(one)});
    if (parts == short_parts_.end()) continue;
    for (const FormId other : parts->second) found.emplace_back(one, other);
  }
  const auto again = repeats_.find({birthday(form), nimber(form)});
  if (again != repeats_.end())
    found.insert(found.end(), again->second.begin(), again->second.end());
  if (nimber(form) != 0 || birthday(form) % 2 != 0) return found;
  const unsigned half = birthday(form) / 2;
  const auto halves = halves_.find(half);
  if (halves == halves_.end()) return found;
  for (const FormId part : halves->second)
    if (lasts_.at(part) == lasts_.at(form) >> half && !can_end(part))
      found.emplace_back(part, part);
  return found;
}

// What can last longest is compared first: that tells most of those apart that are none.
bool FormSums::is_sum(FormId form, const Pair& pair) {
  --steps_;
  const auto& [one, other] = pair;
  const Lasts after_one = lasts_.at(one) << birthday(other);
  const Lasts after_other = lasts_.at(other) << birthday(one);
  return lasts_.at(form) == (after_one | after_other) && sum(one, other) == std::optional(form);
}

// Finds the form that this one is with a heap of one beside it, if there is any.
bool FormSums::find_mate(FormId form) {
  const std::vector<FormId> inside = sorted(options(form));
  for (const FormId even : options(form)) {
    if (birthday(even) + 1 != birthday(form) || nimber(even) != (nimber(form) ^ 1) ||
        evens_.count(even) != 0 || inside.size() > options(even).size() + 1)
      continue;
    std::set<FormId> mates{even};
    const bool all_inside =
        std::all_of(options(even).begin(), options(even).end(), [&](FormId option) {
          const auto found = mate(option);
          if (!found || !std::binary_search(inside.begin(), inside.end(), *found)) return false;
          mates.insert(*found);
          return true;
        });
    if (!all_inside || mates.size() != inside.size()) continue;
    evens_[form] = even;
    odds_[even] = form;
    return true;
  }
  return false;
}

std::optional<FormId> FormSums::mate(FormId form) const {
  if (const auto even = evens_.find(form); even != evens_.end()) return even->second;
  if (const auto odd = odds_.find(form); odd != odds_.end()) return odd->second;
  return std::nullopt;
}

// The number of a sum, if that is one of the forms; nothing also once all steps are made.
std::optional<FormId> FormSums::sum(FormId one, FormId other) {
  const auto even_of = [&](FormId form) {
    const auto even = evens_.find(form);
    return even == evens_.end() ? form : even->second;
  };
  const FormId a = even_of(one);
  const FormId b = even_of(other);
  const Pair pair = std::minmax(a, b);
  auto known = known_.find(pair);
  if (known == known_.end()) known = known_.emplace(pair, even_sum(pair.first, pair.second)).first;
  const bool has_one = (a != one) != (b != other);
  return known->second && has_one ? mate(*known->second) : known->second;
}

std::optional<FormId> FormSums::even_sum(FormId a, FormId b) {
  if (a == zero_form) return b;
  std::set<FormId> found;
  const auto add = [&](FormId x, FormId y) {
    --steps_;
    const auto option = steps_ > 0 ? sum(x, y) : std::nullopt;
    if (option) found.insert(*option);
    return option.has_value();
  };
  for (const FormId x : options(a))
    if (!add(x, b)) return std::nullopt;
  for (const FormId x : options(b))
    if (!add(a, x)) return std::nullopt;
  const auto known = by_options_.find({found.begin(), found.end()});
  return known == by_options_.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace cgt::browser
