// How often each well was seen: a table that is copied at almost no cost, for players whose games
// are followed in many ways at once.
//
// It is a list of sorted layers, each at least twice as long as the next, which copies share. A new
// well is a layer of its own; layers that are no longer twice as long as the next are joined.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "base/fingerprint.hpp"

namespace cgt {

class SeenWells {
 public:
  void add(Fingerprint well) {
    all_ = all_ + well;
    ++wells_;
    Layer layer{{well, 1}};
    while (!layers_.empty() && layers_.back()->size() < 2 * layer.size()) {
      layer = joined(*layers_.back(), layer);
      layers_.pop_back();
    }
    layers_.push_back(std::make_shared<const Layer>(std::move(layer)));
  }

  std::uint32_t count(Fingerprint well) const {
    std::uint32_t times = 0;
    for (const auto& layer : layers_) {
      const auto found = std::lower_bound(layer->begin(), layer->end(), Seen{well, 0}, comes_first);
      if (found != layer->end() && found->well == well) times += found->times;
    }
    return times;
  }

  // How many were added, and the sum of their fingerprints, whatever their order.
  std::uint64_t wells() const { return wells_; }
  Fingerprint all() const { return all_; }

 private:
  struct Seen {
    Fingerprint well;
    std::uint32_t times;
  };
  using Layer = std::vector<Seen>;

  static bool comes_first(const Seen& a, const Seen& b) {
    return std::pair(a.well.low, a.well.high) < std::pair(b.well.low, b.well.high);
  }

  static Layer joined(const Layer& a, const Layer& b) {
    Layer both;
    both.reserve(a.size() + b.size());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both), comes_first);
    std::size_t kept = 0;
    for (std::size_t i = 1; i < both.size(); ++i)
      if (both[i].well == both[kept].well)
        both[kept].times += both[i].times;
      else
        both[++kept] = both[i];
    both.resize(kept + 1);
    return both;
  }

  std::vector<std::shared_ptr<const Layer>> layers_;
  Fingerprint all_;
  std::uint64_t wells_ = 0;
};

}  // namespace cgt
