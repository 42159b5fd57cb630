// Players that are Python objects. The core asks them as it asks its own, through an adapter
// (cgt/duel/players/homemade.py), which shows the player the state and checks the answer.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>
#include <vector>

#include "bind/duel_values.hpp"
#include "duel/player.hpp"

namespace cgt::bindings {

using namespace nb::literals;

namespace {

// The core runs without the interpreter's lock; copying or dropping an object needs it.
std::shared_ptr<nb::object> held(nb::object object) {
  return {new nb::object(std::move(object)), [](nb::object* dropped) {
            const nb::gil_scoped_acquire locked;
            delete dropped;
          }};
}

template <class Player, class Base>
class Asked : public Base {
 public:
  explicit Asked(nb::object adapter) : adapter_(held(std::move(adapter))) {}

  std::unique_ptr<Base> clone() const override {
    const nb::gil_scoped_acquire locked;
    return std::make_unique<Player>(adapter().attr("copy")());
  }

  void add_memory(Memory& memory) const override {
    const nb::gil_scoped_acquire locked;
    const auto words = nb::cast<Memory>(adapter().attr("words")());
    memory.insert(memory.end(), words.begin(), words.end());
  }

  bool may_repeat() const override {
    const nb::gil_scoped_acquire locked;
    return nb::cast<bool>(adapter().attr("may_repeat"));
  }

 protected:
  const nb::object& adapter() const { return *adapter_; }

  static nb::object list_of(std::span<const PieceId> pieces) {
    return nb::cast(std::vector<PieceId>(pieces.begin(), pieces.end()));
  }

 private:
  std::shared_ptr<nb::object> adapter_;
};

class PythonGood final : public Asked<PythonGood, Good> {
 public:
  using Asked::Asked;

  Placement choose(const Well& well, std::span<const PieceId> visible, std::span<const Placement>,
                   Heartbeat&) override {
    const nb::gil_scoped_acquire locked;
    const nb::object answer = adapter().attr("place")(columns_of(well), list_of(visible));
    return placement_of(nb::cast<PlacementTuple>(answer));
  }
  bool may_err() const override { return true; }
};

class PythonBad final : public Asked<PythonBad, Bad> {
 public:
  using Asked::Asked;

  PieceId choose(const Well& well, std::span<const PieceId> visible, bool is_first,
                 Heartbeat&) override {
    const nb::gil_scoped_acquire locked;
    return nb::cast<PieceId>(
        adapter().attr("choose")(columns_of(well), list_of(visible), is_first));
  }
};

}  // namespace

void add_python_players(nb::module_& m) {
  m.def(
      "good_python",
      [](nb::object adapter) {
        return std::shared_ptr<Good>(std::make_shared<PythonGood>(std::move(adapter)));
      },
      "adapter"_a);
  m.def(
      "bad_python",
      [](nb::object adapter) {
        return std::shared_ptr<Bad>(std::make_shared<PythonBad>(std::move(adapter)));
      },
      "adapter"_a);
}

}  // namespace cgt::bindings
