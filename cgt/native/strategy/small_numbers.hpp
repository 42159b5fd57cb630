// A list of numbers that all take as many bytes as the greatest of them needs: 1, 2, 4 or 8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <variant>
#include <vector>

namespace cgt::strategy {

class SmallNumbers {
 public:
  std::size_t size() const {
    return std::visit([](const auto& numbers) { return numbers.size(); }, numbers_);
  }

  std::uint64_t operator[](std::size_t index) const {
    return std::visit([&](const auto& numbers) -> std::uint64_t { return numbers[index]; },
                      numbers_);
  }

  void push_back(std::uint64_t number) {
    while (number > greatest()) widen();
    std::visit(
        [&](auto& numbers) {
          numbers.push_back(
              static_cast<typename std::decay_t<decltype(numbers)>::value_type>(number));
        },
        numbers_);
  }

  // New ones are 0.
  void resize(std::size_t size) {
    std::visit([&](auto& numbers) { numbers.resize(size); }, numbers_);
  }

 private:
  template <class Number>
  using List = std::vector<Number>;

  std::uint64_t greatest() const {
    return std::visit(
        [](const auto& numbers) -> std::uint64_t {
          return std::numeric_limits<typename std::decay_t<decltype(numbers)>::value_type>::max();
        },
        numbers_);
  }

  void widen() {
    if (const auto* ones = std::get_if<0>(&numbers_))
      numbers_ = List<std::uint16_t>(ones->begin(), ones->end());
    else if (const auto* twos = std::get_if<1>(&numbers_))
      numbers_ = List<std::uint32_t>(twos->begin(), twos->end());
    else if (const auto* fours = std::get_if<2>(&numbers_))
      numbers_ = List<std::uint64_t>(fours->begin(), fours->end());
  }

  std::variant<List<std::uint8_t>, List<std::uint16_t>, List<std::uint32_t>, List<std::uint64_t>>
      numbers_;
};

}  // namespace cgt::strategy
