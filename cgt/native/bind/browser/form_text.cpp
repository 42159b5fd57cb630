#include "bind/browser/form_text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "bind/browser/form_sums.hpp"

namespace cgt::browser {

namespace {

constexpr std::size_t most_followers = 4096;

// Writes forms, of which it gets all that play can reach from them, options first. Options, and the
// parts of a sum, stand in an order that depends on nothing but their structure: later birthdays
// first, then more options first, then the options compared one by one.
class Printer {
 public:
  Printer(const FormStore& forms, const std::vector<FormId>& followers) : forms_(forms) {
    put_in_order(followers);
    for (const FormId form : followers) find_heap(form);
    FormSums sums(forms, ordered_);
    for (const FormId form : ordered_.forms) measure(form, sums);
  }

  // Shortened if it would have more than `most` characters.
  std::string text(FormId form, std::size_t most) const {
    if (const auto heap = heaps_.find(form); heap != heaps_.end()) return heap_text(heap->second);
    if (const auto sum = parts_.find(form); sum != parts_.end()) {
      std::string joined;
      for (const FormId part : sum->second)
        joined += (joined.empty() ? "" : "+") + text(part, most);
      return joined;
    }
    std::string inside;
    std::size_t shown = 0;
    const auto& options = ordered_.options.at(form);
    for (const FormId option : options) {
      if (lengths_.at(form) > most && inside.size() + lengths_.at(option) + 2 > most) continue;
      inside += (shown++ > 0 ? ", " : "") + text(option, most);
    }
    if (shown < options.size())
      inside += (shown > 0 ? ", … " : "… ") + std::to_string(options.size() - shown) + " more";
    return "{" + inside + "}";
  }

 private:
  static std::string heap_text(unsigned size) {
    return size == 0 ? "0" : "*" + std::to_string(size);
  }

  void put_in_order(const std::vector<FormId>& followers) {
    std::map<unsigned, std::vector<FormId>> by_birthday;
    for (const FormId form : followers) by_birthday[forms_.facts(form).birthday].push_back(form);
    for (auto& [birthday, group] : by_birthday) {
      for (const FormId form : group) {
        const auto options = forms_.options(form);
        ordered_.options[form] = in_order({options.begin(), options.end()});
      }
      std::sort(group.begin(), group.end(), [&](FormId a, FormId b) { return key(a) < key(b); });
      for (const FormId form : group) {
        ranks_.emplace(form, ranks_.size());
        ordered_.forms.push_back(form);
      }
    }
  }

  std::vector<FormId> in_order(std::vector<FormId> forms) const {
    std::sort(forms.begin(), forms.end(),
              [&](FormId a, FormId b) { return ranks_.at(a) > ranks_.at(b); });
    return forms;
  }

  std::pair<std::size_t, std::vector<std::size_t>> key(FormId form) const {
    std::vector<std::size_t> ranks;
    for (const FormId option : ordered_.options.at(form)) ranks.push_back(ranks_.at(option));
    const std::size_t number = ranks.size();
    return {number, std::move(ranks)};
  }

  void find_heap(FormId form) {
    std::set<unsigned> sizes;
    for (const FormId option : forms_.options(form)) {
      const auto heap = heaps_.find(option);
      if (heap == heaps_.end()) return;
      sizes.insert(heap->second);
    }
    if (sizes.empty() || *sizes.rbegin() + 1 == sizes.size())
      heaps_[form] = static_cast<unsigned>(sizes.size());
  }

  // How long a text is, with its options or, if that is no longer, as a sum: the shortest one, and
  // of several the one with the largest parts.
  void measure(FormId form, FormSums& sums) {
    if (const auto heap = heaps_.find(form); heap != heaps_.end()) {
      lengths_[form] = heap_text(heap->second).size();
      return;
    }
    const auto& options = ordered_.options.at(form);
    std::size_t whole = 2 * options.size();  // braces and commas
    for (const FormId option : options) whole += lengths_.at(option);
    using Named = std::tuple<std::size_t, std::vector<long>, std::vector<FormId>>;
    std::optional<Named> best;
    for (const auto& [one, other] : sums.parts(form)) {
      Named named = as_sum(one, other);
      if (!best || named < *best) best = std::move(named);
    }
    lengths_[form] = whole;
    if (!best || std::get<0>(*best) > whole) return;
    lengths_[form] = std::get<0>(*best);
    parts_[form] = std::get<2>(*best);
  }

  std::tuple<std::size_t, std::vector<long>, std::vector<FormId>> as_sum(FormId one,
                                                                         FormId other) const {
    std::vector<FormId> parts;
    for (const FormId part : {one, other}) {
      const auto inside = parts_.find(part);
      if (inside == parts_.end())
        parts.push_back(part);
      else
        parts.insert(parts.end(), inside->second.begin(), inside->second.end());
    }
    parts = in_order(std::move(parts));
    std::size_t length = parts.size() - 1;
    std::vector<long> ranks;
    for (const FormId part : parts) {
      length += lengths_.at(part);
      ranks.push_back(-static_cast<long>(ranks_.at(part)));
    }
    return {length, std::move(ranks), std::move(parts)};
  }

  const FormStore& forms_;
  OrderedForms ordered_;
  std::map<FormId, std::size_t> ranks_;
  std::map<FormId, unsigned> heaps_;
  std::map<FormId, std::size_t> lengths_;
  std::map<FormId, std::vector<FormId>> parts_;
};

}  // namespace

std::string form_text(const FormStore& forms, FormId form, std::size_t most) {
  const auto followers = forms.few_followers(form, most_followers);
  if (!followers) return "{… " + std::to_string(forms.options(form).size()) + " more}";
  return Printer(forms, *followers).text(form, most);
}

std::string genus_text(const FormStore& forms, FormId form) {
  const std::vector<unsigned> above = forms.genus_superscript(form);
  const bool is_plain = std::all_of(above.begin(), above.end(), [](unsigned n) { return n < 10; });
  std::string text = std::to_string(forms.facts(form).nimber) + (is_plain ? "^" : "^(");
  for (std::size_t i = 0; i < above.size(); ++i)
    text += (i > 0 && !is_plain ? "," : "") + std::to_string(above[i]);
  return is_plain ? text : text + ")";
}

}  // namespace cgt::browser
