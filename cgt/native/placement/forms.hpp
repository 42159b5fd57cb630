// Game forms: a game as the set of its options' forms, interned, so that equal
// forms are the same number.
//
// A store is of one of two kinds. In a plain store a form is exactly the set of
// sets it is made from: the OIS of Nim tetris. In a canonical store every form is
// replaced by its misère canonical form as soon as it is made, by Conway's rule
// with its proviso; there are tens of these where there are thousands of plain ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/heartbeat.hpp"
#include "base/memory_budget.hpp"
#include "base/stable_vector.hpp"

namespace cgt {

using FormId = std::uint32_t;

inline constexpr FormId zero_form = 0;  // the form without options

enum class FormKind { plain, canonical };

// What is computed when a form is made.
struct FormFacts {
  std::uint64_t hash;  // of its structure alone: the same in every store
  std::uint32_t birthday;
  std::uint16_t nimber;  // its value in normal play
  std::uint16_t
      misere_nimber;  // the n for which the form and a heap of n are a P-position together
  bool misere_win;    // whether the player to move wins when the last to move loses
};

// Any number of threads may use a store. The values of a form are read without locking.
class FormStore {
 public:
  explicit FormStore(FormKind kind) : FormStore(kind, std::numeric_limits<std::size_t>::max()) {}

  // Making a form for which the store would need more than `most_bytes` throws OutOfBudgetError.
  FormStore(FormKind kind, std::size_t most_bytes);

  // The same with a budget that the store shares with others; `own` bytes of it belong to the store
  // from the beginning.
  FormStore(FormKind kind, MemoryBudget& shared, std::size_t own);

  FormKind kind() const { return kind_; }
  std::size_t size() const { return options_.size(); }

  // The form with these options, in any order and with repetitions.
  FormId intern(std::vector<FormId> options);

  // Adds a form as another store of this kind had it: with this number, and with options in rising
  // order that were made before. False if the store has the number or the form otherwise.
  bool restore(FormId form, std::vector<FormId> options);

  // Removes the forms from a number on; only if nothing names them yet.
  void forget_from(FormId first);

  // The bytes that a form with so many options takes, and whether so many more are allowed.
  static std::size_t bytes_of_form(std::size_t options);
  bool has_room_for(std::size_t bytes) const;

  std::span<const FormId> options(FormId form) const { return options_[form]; }
  const FormFacts& facts(FormId form) const { return facts_[form]; }

  // A nim heap.
  FormId nim_heap(unsigned size);

  // The form of two games side by side.
  FormId product(FormId a, FormId b, Heartbeat& heart);

  // The superscript of the genus: misère nimbers of the form with 0, 1, 2, … heaps of two beside
  // it, up to where the last two values would repeat for ever.
  std::vector<unsigned> genus_superscript(FormId form) const;

  // All forms that play can reach from a form, itself included; options before the forms that have
  // them.
  std::vector<FormId> followers(FormId form) const;

  // The same if there are at most `most` of them; otherwise nothing, found out in little time.
  std::optional<std::vector<FormId>> few_followers(FormId form, std::size_t most) const;

  // How many there are.
  std::size_t count_followers(FormId form) const;

 private:
  struct HashOptions {
    std::size_t operator()(const std::vector<FormId>& options) const;
  };

  FormId intern_locked(std::vector<FormId> options);
  const FormId* known_product(FormId smaller, FormId larger) const;
  FormId add(std::vector<FormId> options);
  bool has_option(FormId form, FormId option) const;
  bool equals_by_reversal(const std::vector<FormId>& options, FormId simpler) const;
  void account(std::size_t bytes);
  std::vector<bool> reached_from(FormId form) const;

  std::mutex mutex_;  // guards everything that is not a StableVector
  FormKind kind_;
  std::size_t most_bytes_;          // that are this store's own
  MemoryBudget* shared_ = nullptr;  // where more may come from
  std::size_t bytes_ = 0;
  StableVector<std::vector<FormId>> options_;
  StableVector<FormFacts> facts_;
  std::unordered_map<std::vector<FormId>, FormId, HashOptions> ids_;
  std::unordered_map<std::uint64_t, FormId> products_;
};

}  // namespace cgt
