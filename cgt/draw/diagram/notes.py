"""The words around a strategy's diagram: the game it is for, and how to read it."""

from __future__ import annotations

from cgt.draw.describe.names import listed
from cgt.draw.palette import FAINT_INK
from cgt.draw.svg import Drawing, wrapped
from cgt.duel.exact.strategy import Strategy

_TITLE = 14.0
_SMALL = 10.0
_NARROWEST = 400.0
_GAP = 16.0


def heading(strategy: Strategy) -> tuple[str, str]:
    """A title, and the game."""
    rules = strategy.rules
    whose = "Good" if strategy.player == "good" else "Bad"
    title = f"{whose}’s strategy with {listed(rules.names)}"
    count = len(strategy.instructions)
    game = [f"width {rules.width}", f"height {rules.height}", f"preview {strategy.preview}"]
    if strategy.bag:
        game.append("Bad deals bags")
    if name := strategy.about.get("name"):
        title, game = name, [title, *game]
    if not rules.only_drops:
        game.append(f"{rules.moves}, ends by {rules.ending}")
    if strategy.argument is None:
        game.append(f"{count:,} instruction{'s' * (count != 1)}")
    else:
        game.append(f"by an argument about {strategy.argument}")
    return title, " · ".join(game)


def captioned(head: tuple[str, str], drawing: Drawing, notes: list[str]) -> Drawing:
    """A drawing with a heading above and notes below."""
    title, game = head
    width = max(drawing.width, _NARROWEST)
    above = wrapped(title, _TITLE, width, bold=True)
    told = wrapped(game, _SMALL, width)
    below = [line for note in notes for line in wrapped(note, _SMALL, width)]
    top = 18.0 * len(above) + 14.0 * len(told) + _GAP
    height = top + drawing.height + (_GAP + 14.0 * len(below) if below else 0.0)
    whole = Drawing(width, height, f"{title}: {game}")
    y = 0.0
    for line in above:
        y += 18
        whole.text(0, y - 4, line, _TITLE, font_weight="bold", class_="title")
    for line in told:
        y += 14
        whole.text(0, y - 2, line, _SMALL, FAINT_INK, class_="game")
    whole.put(drawing, (width - drawing.width) / 2, top)
    y = top + drawing.height + _GAP
    for line in below:
        whole.text(0, y + 8, line, _SMALL, FAINT_INK, class_="note")
        y += 14
    return whole
