#include "players/beam.hpp"

#include <algorithm>
#include <stdexcept>

namespace cgt {

namespace {

constexpr const char* too_many = "there are too many wells to keep all: use a beam";

}  // namespace

Beam::Choice Beam::choose(const Well& well, std::span<const PieceId> visible,
                          std::span<const Placement> placements, Heartbeat& heart) {
  Choice choice{placements[0], lost_value, 0};
  nodes_.assign(1, {well, 0, placements[0]});
  for (std::size_t level = 0; level < visible.size(); ++level) {
    const PieceId piece = visible[level];
    candidates_.clear();
    for (std::uint32_t parent = 0; parent < nodes_.size(); ++parent) {
      if (level > 0) rules_->list_placements(nodes_[parent].well, piece, placements_);
      add_candidates(parent, piece,
                     level > 0 ? std::span<const Placement>(placements_) : placements, level == 0,
                     heart);
    }
    if (candidates_.empty()) break;
    const bool is_last = level + 1 == visible.size();
    if (!is_last) keep_best();
    const Candidate& best = *std::min_element(candidates_.begin(), candidates_.end());
    choice = {level > 0 ? nodes_[best.parent].first : best.placement, best.value, level + 1};
    if (is_last) break;
    if (candidates_.size() > most_nodes) throw std::runtime_error(too_many);
    next_nodes_.clear();
    for (const Candidate& candidate : candidates_) {
      heart.beat(1 << 6);
      const Node& parent = nodes_[candidate.parent];
      next_nodes_.push_back(
          {parent.well, candidate.moves, level > 0 ? parent.first : candidate.placement});
      rules_->lock(next_nodes_.back().well, piece, candidate.placement);
    }
    nodes_.swap(next_nodes_);
  }
  return choice;
}

std::vector<Beam::Choice> Beam::rank(const Well& well, std::span<const PieceId> visible,
                                     std::span<const Placement> placements, Heartbeat& heart) {
  std::vector<Choice> ranked;
  if (visible.size() > 1) {
    for (std::size_t i = 0; i < placements.size(); ++i)
      ranked.push_back(choose(well, visible, placements.subspan(i, 1), heart));
  } else {
    judge_.look_at(well);
    judge_.judge_all(visible[0], placements, judged_);
    for (std::size_t i = 0; i < placements.size(); ++i)
      ranked.push_back({placements[i], judged_[i].sum(), judged_[i].well == lost_value ? 0U : 1U});
  }
  std::sort(ranked.begin(), ranked.end(), [](const Choice& a, const Choice& b) {
    return std::tuple(b.placed, a.value, a.placement.order()) <
           std::tuple(a.placed, b.value, b.placement.order());
  });
  return ranked;
}

void Beam::add_candidates(std::uint32_t parent, PieceId piece,
                          std::span<const Placement> placements, bool is_first, Heartbeat& heart) {
  const Node& node = nodes_[parent];
  heart.beat((1 << 9) + (placements.size() << 5));
  judge_.look_at(node.well);
  judge_.judge_all(piece, placements, judged_);
  for (std::size_t i = 0; i < placements.size(); ++i) {
    if (judged_[i].well == lost_value) continue;
    if (candidates_.size() == most_candidates) throw std::runtime_error(too_many);
    const double moves = node.moves + judged_[i].move;
    candidates_.push_back({moves + judged_[i].well, moves, parent,
                           static_cast<std::uint32_t>(candidates_.size()),
                           is_first ? placements[i].order() : node.first.order(), placements[i]});
  }
}

// Keeps the best, in the order in which they were found.
void Beam::keep_best() {
  if (keeps_ == 0 || candidates_.size() <= keeps_) return;
  const auto end = candidates_.begin() + static_cast<std::ptrdiff_t>(keeps_);
  std::nth_element(candidates_.begin(), end, candidates_.end());
  candidates_.erase(end, candidates_.end());
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return a.number < b.number; });
}

}  // namespace cgt
