#include "placement/search_checkpoint.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "placement/nimber_knowledge.hpp"

namespace cgt {

namespace {

constexpr auto ignore_outcome = [](Word, Word) {};

}  // namespace

// Outcomes first: every form that they name exists by the time the forms are written.
void SearchCheckpoint::save(const std::string& path) const {
  CheckpointWriter file(path);
  file.write(mark);
  file.write(game_);
  outcomes_.for_each_entry([&](Word low, Word high) {
    file.write(low);
    file.write(high);
  });
  file.write(0);
  file.write(0);
  const std::size_t count = forms_.size();
  file.write(count);
  for (FormId form = 0; form < count; ++form) {
    file.write(forms_.options(form).size());
    for (FormId option : forms_.options(form)) file.write(option);
  }
  file.finish();
}

// Reads the file once to check it and then to use it, so that a damaged one changes nothing.
void SearchCheckpoint::load(const std::string& path, std::size_t bytes, Heartbeat& heart) {
  CheckpointReader file(path, bytes, heart);
  std::size_t entries = 0;
  std::size_t needed = 0;
  const auto count = [&](Word, Word) { ++entries; };
  read(file, count, [&](FormId form, const std::vector<FormId>& options) {
    if (form >= forms_.size()) needed += FormStore::bytes_of_form(options.size());
    if (!forms_.has_room_for(needed))
      throw CheckpointError("this checkpoint takes more memory than is allowed");
  });
  // Forms first: outcomes name them, and mean nothing if the forms cannot be loaded.
  file.rewind();
  restore_forms(file);
  outcomes_.make_room_for(entries);
  file.rewind();
  read(
      file, [&](Word low, Word high) { outcomes_.store_entry(low, high); },
      [](FormId, const std::vector<FormId>&) {});
}

// Reads a checkpoint from end to end; throws CheckpointError if it is damaged or not of this game.
// Options are forms that came before, in rising order.
template <class VisitOutcome, class VisitForm>
void SearchCheckpoint::read(CheckpointReader& file, VisitOutcome visit_outcome,
                            VisitForm visit_form) const {
  if (file.read() != mark) throw CheckpointError("this is no checkpoint of cgt solve");
  if (file.read() != game_) throw CheckpointError("this checkpoint is of another game");
  for (;;) {
    const Word low = file.read();
    const Word high = file.read();
    if (low == 0 && high == 0) break;
    const auto value = static_cast<std::uint32_t>(high);
    require_undamaged(NimberKnowledge::is_one(value) || PositionKnowledge::is_open(value));
    visit_outcome(low, high);
  }
  const Word count = file.read();
  require_undamaged(count <= file.left());
  for (Word form = 0; form < count; ++form) {
    const Word number = file.read();
    require_undamaged(number <= form && number <= file.left());
    std::vector<FormId> options;
    options.reserve(number);
    for (Word i = 0; i < number; ++i) {
      const Word option = file.read();
      require_undamaged(option < form && (i == 0 || option > options.back()));
      options.push_back(static_cast<FormId>(option));
    }
    visit_form(static_cast<FormId>(form), std::move(options));
  }
  file.finish();
}

// Adds the forms of a checkpoint, all of them or none.
void SearchCheckpoint::restore_forms(CheckpointReader& file) {
  const auto before = static_cast<FormId>(forms_.size());
  try {
    read(file, ignore_outcome, [&](FormId form, std::vector<FormId> options) {
      if (!forms_.restore(form, std::move(options)))
        throw CheckpointError(form < before ? "this checkpoint does not fit a solver that has begun"
                                            : "this checkpoint is damaged");
    });
  } catch (...) {
    forms_.forget_from(before);
    throw;
  }
}

}  // namespace cgt
