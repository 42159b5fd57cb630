#include "bind/browser/form_text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace cgt::browser {

namespace {

constexpr std::size_t most_followers = 4096;

// Writes forms, of which it gets all that play can reach from them, options first. Options stand in
// an order that depends on nothing but their structure: later birthdays first, then more options
// first, then the options compared one by one.
class Printer {
 public:
  Printer(const FormStore& forms, const std::vector<FormId>& followers) : forms_(forms) {
    std::map<unsigned, std::vector<FormId>> by_birthday;
    for (const FormId form : followers) by_birthday[forms.facts(form).birthday].push_back(form);
    for (auto& [birthday, group] : by_birthday) {
      for (const FormId form : group) options_[form] = in_order(forms.options(form));
      std::sort(group.begin(), group.end(), [&](FormId a, FormId b) { return key(a) < key(b); });
      for (const FormId form : group) ranks_.emplace(form, ranks_.size());
    }
    for (const FormId form : followers) find_heap(form);
  }

  std::string text(FormId form, std::size_t most) const {
    if (const auto heap = heaps_.find(form); heap != heaps_.end())
      return heap->second == 0 ? "0" : "*" + std::to_string(heap->second);
    std::string inside;
    std::size_t shown = 0;
    const auto& options = options_.at(form);
    for (const FormId option : options) {
      const std::size_t left = most > inside.size() ? most - inside.size() : 0;
      const std::string next = text(option, left);
      if (shown > 0 && inside.size() + next.size() > most) break;
      inside += (shown++ > 0 ? ", " : "") + next;
    }
    if (shown < options.size()) inside += ", … " + std::to_string(options.size() - shown) + " more";
    return "{" + inside + "}";
  }

 private:
  std::vector<FormId> in_order(std::span<const FormId> options) const {
    std::vector<FormId> sorted(options.begin(), options.end());
    std::sort(sorted.begin(), sorted.end(),
              [&](FormId a, FormId b) { return ranks_.at(a) > ranks_.at(b); });
    return sorted;
  }

  std::pair<std::size_t, std::vector<std::size_t>> key(FormId form) const {
    std::vector<std::size_t> ranks;
    for (const FormId option : options_.at(form)) ranks.push_back(ranks_.at(option));
    return {ranks.size(), std::move(ranks)};
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

  const FormStore& forms_;
  std::map<FormId, std::vector<FormId>> options_;
  std::map<FormId, std::size_t> ranks_;
  std::map<FormId, unsigned> heaps_;
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
