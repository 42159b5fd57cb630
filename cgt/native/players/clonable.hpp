// A base class that gives players their copying.
#pragma once

#include <memory>

namespace cgt {

// Implements `clone`, which `Root` declares, by the copy constructor.
template <class Player, class Base, class Root = Base>
class Clonable : public Base {
 public:
  std::unique_ptr<Root> clone() const override {
    return std::make_unique<Player>(static_cast<const Player&>(*this));
  }
};

}  // namespace cgt
