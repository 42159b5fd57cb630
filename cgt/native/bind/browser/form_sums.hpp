// Which forms are sums, so that a text can name them instead of listing their options. What is
// looked for, and why so, is written in cgt/placement/form_names.py.
#pragma once

#include <bitset>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "placement/forms.hpp"

namespace cgt::browser {

// The options of forms in the order in which they are written; the forms in an order in which
// options come first and that depends on their structure alone.
struct OrderedForms {
  std::vector<FormId> forms;
  std::map<FormId, std::vector<FormId>> options;
};

class FormSums {
 public:
  using Pair = std::pair<FormId, FormId>;

  FormSums(const FormStore& store, const OrderedForms& ordered);

  // The pairs of forms found that a form is the sum of.
  std::vector<Pair> parts(FormId form);

 private:
  static constexpr unsigned most_moves = 256;  // that a form may last to be taken apart
  using Lasts = std::bitset<2 * most_moves + 1>;
  using Value = std::pair<unsigned, unsigned>;  // a birthday and a nimber

  unsigned birthday(FormId form) const { return store_.facts(form).birthday; }
  unsigned nimber(FormId form) const { return store_.facts(form).nimber; }
  const std::vector<FormId>& options(FormId form) const { return ordered_.options.at(form); }
  bool can_end(FormId form) const;

  bool find_mate(FormId form);
  std::optional<FormId> mate(FormId form) const;
  std::vector<Pair> even_parts(FormId form);
  std::vector<Pair> candidates(FormId form) const;
  bool is_sum(FormId form, const Pair& pair);
  std::optional<FormId> sum(FormId one, FormId other);
  std::optional<FormId> even_sum(FormId a, FormId b);

  const FormStore& store_;
  const OrderedForms& ordered_;
  long steps_;
  std::map<FormId, Lasts> lasts_;  // how long their options can last
  std::map<std::vector<FormId>, FormId> by_options_;
  std::map<Pair, std::optional<FormId>> known_;
  std::map<Value, std::vector<FormId>> short_parts_;  // those that one move can end
  std::map<unsigned, std::vector<FormId>> halves_;    // by their birthdays
  std::map<Value, std::vector<Pair>> repeats_;        // a sum, and its part
  std::map<FormId, FormId> evens_;  // of a form with a heap of one in it, the form without
  std::map<FormId, FormId> odds_;   // the other way round
};

}  // namespace cgt::browser
