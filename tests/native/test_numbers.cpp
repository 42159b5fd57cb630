// Lists and tables of many small things, against plain ones.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "base/number_index.hpp"
#include "base/numbered_bytes.hpp"
#include "check.hpp"
#include "strategy/instructions.hpp"
#include "strategy/small_numbers.hpp"

namespace cgt::test {

namespace {

// Numbers of all sizes, the large ones seldom.
std::uint64_t random_number(std::mt19937& random) {
  const std::uint64_t all = std::uint64_t{random()} << 32 | random();
  return all >> (random() % 50 == 0 ? random() % 64 : 56 + random() % 8);
}

// Many things have the same hash here, so only the comparison tells them apart.
void number_index(std::size_t hashes, std::mt19937& random) {
  NumberIndex index;
  std::vector<unsigned> things;
  std::map<unsigned, std::uint32_t> plain;
  for (int i = 0; i < 20'000; ++i) {
    const unsigned thing = random() % 9'000;
    const auto is = [&](std::uint32_t number) { return things[number] == thing; };
    const auto hash_of = [&](unsigned other) { return other % hashes * 0x9e3779b97f4a7c15; };
    const auto known = plain.find(thing);
    const auto found = index.find(hash_of(thing), is);
    check(found == (known == plain.end() ? std::nullopt : std::optional(known->second)),
          "a thing has the number that it got, or none");
    const auto [number, is_new] = index.find_or_add(
        hash_of(thing), is, [&](std::uint32_t other) { return hash_of(things[other]); },
        [&](std::uint32_t its) {
          check(its == things.size(), "the next number");
          things.push_back(thing);
        });
    check(is_new == !found && number == (is_new ? things.size() - 1 : *found),
          "it gets one once, and is kept then");
    plain.emplace(thing, number);
  }
  check(index.size() == things.size(), "each thing counts once");
}

void numbered_bytes(std::size_t length, std::mt19937& random) {
  NumberedBytes table(length);
  std::map<std::vector<std::byte>, std::uint32_t> plain;
  std::vector<std::vector<std::byte>> in_order;
  for (int i = 0; i < 40'000; ++i) {
    std::vector<std::byte> bytes(length);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() % 6);
    const auto known = plain.find(bytes);
    const auto found = table.find(bytes);
    check(found.has_value() == (known != plain.end()), "what was added is found");
    if (found) check(*found == known->second, "under its number");
    if (random() % 4 == 0) continue;
    const auto [number, is_new] = table.add(bytes);
    check(is_new == (known == plain.end()), "each is added once");
    check(number == (is_new ? plain.size() : known->second), "in the order in which they come");
    if (!is_new) continue;
    plain.emplace(bytes, number);
    in_order.push_back(bytes);
  }
  check(table.size() == in_order.size(), "none is lost");
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    const auto bytes = table[i];
    check(std::equal(bytes.begin(), bytes.end(), in_order[i].begin(), in_order[i].end()),
          "none is changed");
  }
}

void small_numbers(std::mt19937& random) {
  strategy::SmallNumbers list;
  std::vector<std::uint64_t> plain;
  for (int i = 0; i < 500; ++i) {
    if (random() % 100 == 0) {
      plain.resize(plain.size() + random() % 3);
      list.resize(plain.size());
    }
    plain.push_back(random_number(random));
    list.push_back(plain.back());
    check(list.size() == plain.size(), "every number has a place");
  }
  for (std::size_t i = 0; i < plain.size(); ++i)
    check(list[i] == plain[i], "a number is what was put in");
}

struct PlainInstruction {
  std::vector<strategy::Column> well;
  std::vector<strategy::PieceNumber> visible;
  std::optional<strategy::Place> place;
  std::vector<strategy::Column> after;
  std::int64_t rank;
  std::uint64_t bag;
};

void instructions(unsigned width, unsigned visible, std::mt19937& random) {
  const auto columns = [&] {
    std::vector<strategy::Column> some(width);
    for (auto& column : some) column = random_number(random) & 0xffffffffffff;
    return some;
  };
  const auto byte = [&] { return static_cast<std::uint8_t>(random()); };
  strategy::InstructionList list(width, visible);
  std::vector<PlainInstruction> plain;
  for (int i = 0; i < 200; ++i) {
    PlainInstruction one{columns(), std::vector<strategy::PieceNumber>(visible), {}, {}, 0, 0};
    for (auto& piece : one.visible) piece = byte();
    if (random() % 2 == 0) {
      one.place = {byte(), byte(), byte()};
      one.after = columns();
    }
    one.rank = static_cast<std::int64_t>(random_number(random)) - 100;
    one.bag = random_number(random);
    list.add({one.well, one.visible, one.place.has_value(), one.place.value_or(strategy::Place{}),
              one.after, one.rank, one.bag});
    plain.push_back(one);
  }
  check(list.size() == plain.size(), "every instruction is kept");
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const auto kept = list[i];
    const strategy::Instruction one = kept.instruction();
    const PlainInstruction& same = plain[i];
    const std::vector<strategy::Column> nothing(width);
    check(std::ranges::equal(one.well, same.well), "an instruction keeps its well");
    check(std::ranges::equal(one.visible, same.visible), "an instruction keeps its pieces");
    check(one.has_place == same.place.has_value(), "an instruction has a place or none");
    if (one.has_place) check(one.place == *same.place, "an instruction keeps its place");
    check(std::ranges::equal(one.after, one.has_place ? same.after : nothing),
          "an instruction keeps what is left");
    check(one.rank == same.rank && list.rank(i) == same.rank, "an instruction keeps its rank");
    check(one.bag == same.bag, "an instruction keeps its bag");
  }
}

}  // namespace

void test_numbers() {
  std::mt19937 random(20);
  for (const std::size_t hashes : {40u, 5'000u}) number_index(hashes, random);
  for (const std::size_t length : {1u, 3u, 8u, 13u, 24u}) numbered_bytes(length, random);
  for (int i = 0; i < 20; ++i) small_numbers(random);
  for (const unsigned width : {2u, 6u, 40u})
    for (unsigned visible = 1; visible <= 4; ++visible) instructions(width, visible, random);
}

}  // namespace cgt::test
