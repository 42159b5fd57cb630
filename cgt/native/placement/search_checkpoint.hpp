// What a search of a placement game has found so far, in a file: outcomes, and the forms that they
// name.
#pragma once

#include <cstddef>
#include <string>

#include "base/checkpoint.hpp"
#include "base/fingerprint.hpp"
#include "base/heartbeat.hpp"
#include "placement/forms.hpp"
#include "placement/proof_numbers.hpp"
#include "placement/table.hpp"

namespace cgt {

class SearchCheckpoint {
 public:
  using Outcomes = Table<PositionKnowledge::Weight>;

  // `game` is the fingerprint of everything that the outcomes depend on.
  SearchCheckpoint(Word game, Outcomes& outcomes, FormStore& forms)
      : game_(game), outcomes_(outcomes), forms_(forms) {}

  // While others may search. Throws CheckpointError.
  void save(const std::string& path) const;

  // Reads what `save` wrote, the first `bytes` bytes of a file, while nobody searches. If the file
  // is damaged or is about another game, throws CheckpointError and changes nothing.
  void load(const std::string& path, std::size_t bytes, Heartbeat& heart);

 private:
  // "cgtsolv" and the version of the format.
  static constexpr Word mark = 0x04766c6f73746763;

  template <class VisitOutcome, class VisitForm>
  void read(CheckpointReader& file, VisitOutcome visit_outcome, VisitForm visit_form) const;
  void restore_forms(CheckpointReader& file);

  Word game_;
  Outcomes& outcomes_;
  FormStore& forms_;
};

}  // namespace cgt
