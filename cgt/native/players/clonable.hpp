// A base class that gives players their copying.
#pragma once

#include <memory>

namespace cgt {

// Implements `clone` by the copy constructor.
template <class Player, class Base>
class Clonable : public Base {
 public:
  std::unique_ptr<Base> clone() const override {
    return std::make_unique<Player>(static_cast<const Player&>(*this));
  }
};

}  // namespace cgt
