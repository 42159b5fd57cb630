// Examines positions of a proof, for one thread: has every move an answer?
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "proof/game.hpp"
#include "proof/won_cache.hpp"

namespace cgt::proof {

template <std::size_t words>
class Examiner {
 public:
  struct Fault {
    std::string position;
    std::string move;  // empty if the position is small, and won
  };

  Examiner(const PositionList& list, const Pieces& pieces, Values& values,
           SmallValues<words>& small, BudgetMemory& memory, Heartbeat& heart,
           std::size_t bytes_left)
      : list_(list), values_(values), memory_(memory), game_(pieces, values, small, memory, heart),
        won_(memory, bytes_left / 16) {}

  Game<words>& game() { return game_; }
  std::size_t moves() const { return moves_; }

  // The fault of a listed position, if it has one.
  std::optional<Fault> examine(Bytes bytes) {
    game_.read(bytes, listed_);
    if (listed_.parts.empty()) {
      if (is_lost(listed_)) return std::nullopt;
      return Fault{text(listed_), ""};
    }
    prepare(listed_);
    for (std::size_t i = 0; i < listed_.parts.size(); ++i)
      for (const Cells<words>& placement : fits_[i]) {
        game_.follow(listed_, i, placement, fits_[i], after_);
        if (!is_won(after_))
          return Fault{text(listed_), game_.picture(listed_.parts[i].region, placement)};
        ++moves_;
      }
    after_ = listed_;
    for (const Value option : values_.options(listed_.value)) {
      after_.value = option;
      if (!is_won(after_))
        return Fault{text(listed_),
                     "from " + values_.text(listed_.value) + " to " + values_.text(option)};
      ++moves_;
    }
    return std::nullopt;
  }

  // Finds the placements of each region of a position. Positions that follow are examined with
  // these only.
  void prepare(Position<words>& position) {
    while (fits_.size() < position.parts.size()) fits_.emplace_back(&memory_);
    for (std::size_t i = 0; i < position.parts.size(); ++i) {
      Part<words>& part = position.parts[i];
      part.origin = i;
      game_.fitting(*part.box, part.cells, fits_[i]);
    }
    good_answers_.clear();
  }

  // Whether it is known that the player to move loses: small positions are known.
  bool is_lost(const Position<words>& position) {
    if (position.parts.empty()) return values_.is_lost(position.value);
    Game<words>::write(position, bytes_);
    return list_.has(bytes_);
  }

  // Whether it is known that the player to move wins: by a move to what is known as lost.
  bool is_won(const Position<words>& position) {
    if (position.parts.empty()) return !values_.is_lost(position.value);
    Game<words>::write(position, bytes_);
    const std::vector<std::uint8_t> bytes = bytes_;
    if (won_.has(bytes)) return true;
    if (!has_answer(position)) return false;
    won_.add(bytes);
    return true;
  }

 private:
  struct Answer {
    std::size_t origin;
    Cells<words> placement;
  };
  static constexpr std::size_t most_good_answers = 16;

  bool is_answer(const Position<words>& position, std::size_t part, const Cells<words>& placement) {
    game_.follow(position, part, placement, fits_[position.parts[part].origin], answered_);
    return is_lost(answered_);
  }

  // What answered the moves before often answers the next one, so it is tried first.
  bool has_answer(const Position<words>& position) {
    for (std::size_t i = 0; i < good_answers_.size(); ++i) {
      const Answer answer = good_answers_[i];
      for (std::size_t part = 0; part < position.parts.size(); ++part)
        if (position.parts[part].origin == answer.origin &&
            answer.placement.is_inside(position.parts[part].cells) &&
            is_answer(position, part, answer.placement)) {
          good_answers_.erase(good_answers_.begin() + static_cast<std::ptrdiff_t>(i));
          good_answers_.push_front(answer);
          return true;
        }
    }
    for (std::size_t part = 0; part < position.parts.size(); ++part) {
      const std::size_t origin = position.parts[part].origin;
      for (const Cells<words>& placement : fits_[origin])
        if (placement.is_inside(position.parts[part].cells) &&
            is_answer(position, part, placement)) {
          good_answers_.push_front({origin, placement});
          if (good_answers_.size() > most_good_answers) good_answers_.pop_back();
          return true;
        }
    }
    Position<words> answered = position;
    for (const Value option : values_.options(position.value)) {
      answered.value = option;
      if (is_lost(answered)) return true;
    }
    return false;
  }

  std::string text(const Position<words>& position) {
    std::string all;
    for (const Part<words>& part : position.parts)
      all += (all.empty() ? "" : " + ") + game_.picture(part.region);
    if (position.value == 0 && !all.empty()) return all;
    return all + (all.empty() ? "" : " + ") + values_.text(position.value);
  }

  const PositionList& list_;
  Values& values_;
  BudgetMemory& memory_;
  Game<words> game_;
  WonCache won_;
  std::vector<typename Game<words>::Placements> fits_;
  std::deque<Answer> good_answers_;
  Position<words> listed_;
  Position<words> after_;
  Position<words> answered_;
  std::vector<std::uint8_t> bytes_;
  std::size_t moves_ = 0;
};

}  // namespace cgt::proof
