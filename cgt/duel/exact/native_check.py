"""The native checker of strategies, as the plain one would tell what it finds."""

from __future__ import annotations

from typing import NamedTuple

from cgt import _native
from cgt.common.limits import Limits
from cgt.duel.exact.instruction import told
from cgt.duel.exact.instruction_list import native_list
from cgt.duel.exact.strategy import Strategy
from cgt.duel.rules import Rules, cells_from_floor
from cgt.duel.well import Well

_MOST_PIECES = 63
# In the order of Problem in native/strategy/checker.hpp.
_PROBLEMS = (
    "",
    "the bag is missing, or there is none: {}",
    "the last piece is still in the bag: {}",
    "two instructions for {}",
    "lanes are not in order: {}",
    "no bag begins with {}",
    "no instruction for {}",
    "the piece cannot land there: {}",
    "the piece leaves its lane: {}",
    "that is not what is left: {}",
    "the game is over after {}",
    "the rank does not fall after {}",
    "the piece gets to the ground: {}",
)
_NO_SUCH_BAG = 5


class Finding(NamedTuple):
    """What is wrong, '' if nothing is, and how much was checked before."""

    reason: str
    instructions: int
    states: int
    height: int


def plays_natively(rules: Rules) -> bool:
    """Whether the native checker knows how pieces move: straight down, or sideways, too, and from
    above."""
    moves = rules.model.inside in ("falls", "slides") and not rules.model.bar
    return moves and rules.ending == "height" and len(rules.pieces) <= _MOST_PIECES


def check_natively(strategy: Strategy, limits: Limits, what: str) -> Finding:
    """Checks a strategy that has instructions; raises LimitError. `what` says what is left undone
    when the time is up."""
    limits.check(what)
    rules = strategy.rules
    problem, columns, numbers, bag, counts = _native.check_strategy(
        native_list(strategy.instructions, rules, strategy.preview),
        rules.height,
        [[cells_from_floor(shape) for shape in piece.rotations] for piece in rules.pieces],
        rules.model.inside == "slides",
        strategy.player == "good",
        strategy.bag,
        strategy.lanes_in_any_order,
        strategy.first_well.columns,
        lambda: limits.check(what),
    )
    if not problem:
        return Finding("", *counts)
    names = rules.names
    pieces = tuple(names[number] for number in numbers)
    left = frozenset(name for number, name in enumerate(names) if bag >> number & 1)
    where = " ".join(pieces) if problem == _NO_SUCH_BAG else told(Well.of(columns), pieces, left)
    return Finding(_PROBLEMS[problem].format(where), *counts)
