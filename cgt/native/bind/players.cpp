// The Python face of the players.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>

#include "bind/duel_values.hpp"
#include "players/players.hpp"

namespace cgt::bindings {

using namespace nb::literals;

namespace {

using AdviceTuple = std::tuple<Columns, std::vector<PieceId>, PlacementTuple, Word, std::uint64_t>;

}  // namespace

void add_players(nb::module_& m) {
  nb::enum_<Ties>(m, "Ties")
      .value("FIRST", Ties::first)
      .value("LAST", Ties::last)
      .value("RANDOM", Ties::random);
  nb::class_<Good>(m, "Good").def_prop_ro("may_repeat", &Good::may_repeat);
  nb::class_<Bad>(m, "Bad").def_prop_ro("may_repeat", &Bad::may_repeat);
  const auto shared_good = [](std::unique_ptr<Good> good) {
    return std::shared_ptr<Good>(std::move(good));
  };
  const auto shared_bad = [](std::unique_ptr<Bad> bad) {
    return std::shared_ptr<Bad>(std::move(bad));
  };
  m.def(
      "good_minmax",
      [=](Rules rules, const Evaluation& evaluation, unsigned depth, Ties ties,
          std::uint64_t seed) {
        require(depth >= 1 && depth <= 64, "players look 1 to 64 pieces ahead");
        return shared_good(good_minmax(rules, evaluation, depth, ties, seed));
      },
      "rules"_a, "evaluation"_a, "depth"_a, "ties"_a, "seed"_a);
  m.def(
      "good_beam",
      [=](Rules rules, const Evaluation& evaluation, std::size_t keeps) {
        return shared_good(good_beam(rules, evaluation, keeps));
      },
      "rules"_a, "evaluation"_a, "keeps"_a);
  m.def(
      "good_foreseeing",
      [=](Rules rules, const Evaluation& evaluation, const Bad& bad, std::size_t keeps,
          unsigned pieces, std::size_t most_games) {
        require(bad.rules() == nullptr || bad.rules() == rules.get(), "the player has other rules");
        require(pieces >= 1, "no piece ahead");
        return shared_good(good_foreseeing(rules, evaluation, bad, {keeps, pieces, most_games}));
      },
      "rules"_a, "evaluation"_a, "bad"_a, "keeps"_a, "pieces"_a, "most_games"_a);
  m.def(
      "good_random", [=](std::uint64_t seed) { return shared_good(good_random(seed)); }, "seed"_a);
  m.def(
      "good_scripted",
      [=](const std::vector<PlacementTuple>& tuples) {
        std::vector<Placement> script;
        for (const PlacementTuple& tuple : tuples) script.push_back(placement_of(tuple));
        return shared_good(good_scripted(std::move(script)));
      },
      "placements"_a);
  const auto advice_of = [](const DuelRules& rules, const std::vector<AdviceTuple>& tuples) {
    std::vector<Advice> advice;
    for (const auto& [columns, visible, placement, left, rank] : tuples) {
      require(!visible.empty(), "no piece is visible");
      for (const PieceId piece : visible) with_piece(rules, columns, piece);
      advice.push_back({well_of(columns), visible, placement_of(placement), left, rank});
    }
    require(!advice.empty(), "there are no instructions");
    return advice;
  };
  m.def(
      "good_advised",
      [=](Rules rules, const std::vector<AdviceTuple>& tuples, bool lanes, Word bag) {
        return shared_good(good_advised(advice_of(*rules, tuples), lanes, PieceBag(bag)));
      },
      "rules"_a, "advice"_a, "lanes"_a, "bag"_a);
  m.def(
      "bad_advised",
      [=](Rules rules, const std::vector<AdviceTuple>& tuples, Word bag) {
        return shared_bad(bad_advised(advice_of(*rules, tuples), PieceBag(bag)));
      },
      "rules"_a, "advice"_a, "bag"_a);
  m.def(
      "bad_minmax",
      [=](Rules rules, const Evaluation& evaluation, unsigned depth, Ties ties,
          std::uint64_t seed) {
        require(depth >= 1 && depth <= 64, "players look 1 to 64 pieces ahead");
        return shared_bad(bad_minmax(rules, evaluation, depth, ties, seed));
      },
      "rules"_a, "evaluation"_a, "depth"_a, "ties"_a, "seed"_a);
  m.def(
      "bad_sequence",
      [=](Rules rules, const std::vector<PieceId>& pieces) {
        check_pieces(*rules, pieces);
        return shared_bad(bad_sequence(pieces));
      },
      "rules"_a, "pieces"_a);
  m.def(
      "bad_uniform",
      [=](Rules rules, std::uint64_t seed, const std::vector<PieceId>& first) {
        if (!first.empty()) check_pieces(*rules, first);
        return shared_bad(bad_uniform(rules, seed, first));
      },
      "rules"_a, "seed"_a, "first"_a);
  m.def(
      "bad_bag", [=](Rules rules, std::uint64_t seed) { return shared_bad(bad_bag(rules, seed)); },
      "rules"_a, "seed"_a);
  m.def(
      "bad_bag_of", [=](const Bad& player) { return shared_bad(bad_bag_of(player)); }, "player"_a);
  m.def(
      "bad_bastet",
      [=](Rules rules, const Evaluation& evaluation, std::uint64_t seed) {
        return shared_bad(bad_bastet(rules, evaluation, seed));
      },
      "rules"_a, "evaluation"_a, "seed"_a);
  m.def(
      "bad_brzustowski",
      [=](Rules rules, PieceId s, PieceId z) {
        check_pieces(*rules, {s, z});
        return shared_bad(bad_brzustowski(s, z));
      },
      "rules"_a, "s"_a, "z"_a);
  m.def(
      "bad_hatetris",
      [=](Rules rules, const std::vector<PieceId>& order, bool remembers) {
        check_pieces(*rules, order);
        return shared_bad(bad_hatetris(rules, order, remembers));
      },
      "rules"_a, "order"_a, "remembers"_a);
}

}  // namespace cgt::bindings
