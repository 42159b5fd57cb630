// Games in which the page's user is Bad, and Good follows a strategy that was proved.
#include <memory>

#include "bind/browser/coloured_rows.hpp"
#include "bind/browser/door.hpp"
#include "bind/browser/duel_setup.hpp"
#include "players/players.hpp"

namespace cgt::browser {

namespace {

constexpr unsigned most_advice = 100'000;

void no_beat() {}

std::vector<Advice> read_advice(Words& words, const DuelRules& rules) {
  std::vector<Advice> advice;
  const unsigned number = words.count(most_advice);
  for (unsigned i = 0; i < number; ++i) {
    Advice one{Well(rules.width()), {}, {}};
    for (unsigned column = 0; column < rules.width(); ++column)
      one.well.set_column(column, words.large());
    one.visible.push_back(words.count(static_cast<unsigned>(rules.pieces()) - 1));
    one.placement.rotation = static_cast<std::uint8_t>(words.count(3));
    one.placement.column = static_cast<std::uint8_t>(words.count(widest_well));
    one.placement.row = static_cast<std::uint8_t>(words.count(highest_well));
    advice.push_back(std::move(one));
  }
  if (advice.empty()) throw std::invalid_argument("there are no instructions");
  return advice;
}

class AgainstStrategy {
 public:
  explicit AgainstStrategy(Words& words)
      : setup_(read_rules(words)), lanes_(words.flag()),
        good_(good_advised(read_advice(words, *setup_.rules), lanes_)),
        well_(setup_.rules->width()), rows_(setup_.rules->width()) {}

  void send(std::string_view name) {
    for (PieceId piece = 0; piece < setup_.names.size(); ++piece)
      if (setup_.names[piece] == name) return send(piece);
    throw std::invalid_argument("there is no such piece");
  }

  void add_state(Json& json) const {
    json.add("width", setup_.rules->width()).add("height", setup_.rules->height());
    json.add("fills", setup_.rules->height()).add("placed", placed_).add("lines", lines_);
    json.add("over", over_).add("highest", highest_);
    json.key("visible").open('[').close(']');
    rows_.add_to(json);
    json.add("well", well_text());
  }

 private:
  // As diagrams name their wells: rows from the top, as few as show all of it.
  std::string well_text() const {
    std::string text;
    for (unsigned row = std::max(1u, well_.stack_height()); row-- > 0;) {
      if (!text.empty()) text += '|';
      for (unsigned column = 0; column < well_.width(); ++column)
        text += (well_.column(column) >> row & 1) != 0 ? '#' : '.';
    }
    return text;
  }

  void send(PieceId piece) {
    if (over_) return;
    Heartbeat heart(no_beat);
    std::vector<Placement> placements;
    setup_.rules->list_placements(well_, piece, placements);
    const PieceId visible[] = {piece};
    const Placement chosen = good_->choose(well_, visible, placements, heart);
    const Locked locked = setup_.rules->lock(well_, piece, chosen);
    rows_.land(setup_.rules->turned(piece, chosen), chosen, setup_.names[piece].front(),
               locked.cleared);
    ++placed_;
    lines_ += locked.lines();
    highest_ = std::max(highest_, well_.stack_height());
    over_ = locked.over;
  }

  NamedRules setup_;
  bool lanes_;
  std::unique_ptr<Good> good_;
  Well well_;
  ColouredRows rows_;
  unsigned placed_ = 0;
  unsigned lines_ = 0;
  unsigned highest_ = 0;
  bool over_ = false;
};

std::unique_ptr<AgainstStrategy> current;

}  // namespace

bool answer_strategy(std::string_view subject, Words& words, Json& answer) {
  if (subject == "strategy")
    current = std::make_unique<AgainstStrategy>(words);
  else if (subject == "send" && current)
    current->send(words.word());
  else
    return false;
  current->add_state(answer);
  return true;
}

}  // namespace cgt::browser
