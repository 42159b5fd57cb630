// What saves each player from writing how it is copied.
#pragma once

#include <memory>

namespace cgt {

// Players are copied as they are.
template <class Player, class Base>
class Clonable : public Base {
 public:
  std::unique_ptr<Base> clone() const override {
    return std::make_unique<Player>(static_cast<const Player&>(*this));
  }
};

}  // namespace cgt
