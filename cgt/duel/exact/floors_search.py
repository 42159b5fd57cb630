"""Finds strategies of Bad by floors, which win at every height; `floors` explains and checks them.

The game is played above the floor, in at most so many rows, where many equal rows count as two.
That leaves finitely many states. Bad is to make floors for ever, or else to let the stack get lower
only finitely often while it keeps growing. Such a condition is a parity game with four kinds of
steps, and it is solved by nested fixed points: the largest set X of states from which Bad gets to a
new floor in X, where Y, the smallest set that allows this, grows by one more fall of the stack each
time.

What leads to more rows than allowed counts as lost for Bad, so nothing follows if no strategy is
found; more rows may do.

>>> from cgt.duel.rules import Rules
>>> found = find_floors(Rules("JL", width=2))
>>> found[0].visible, str(found[0].well)
(('J',), '##')
"""

from __future__ import annotations

import itertools
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.exact.floors import (
    Above,
    Rows,
    State,
    Step,
    drop,
    first,
    full_row,
    shape_rows,
    steps,
    to_well,
    with_many,
)
from cgt.duel.exact.instruction import Instruction
from cgt.duel.rules import Rules

MOST_ROWS = 5
MOST_STATES = 20_000

# What a placement can be taken to do: kind of step and number of the state after it.
_NEW_FLOOR, _LOWER, _AS_HIGH, _HIGHER = range(4)
_Choice = tuple[tuple[int, int], ...]


class _Sent(NamedTuple):
    """A piece that Bad may send in a state, and what Good may do then; of each of these Bad takes
    his choice of what it did."""

    state: int
    piece: str
    choices: frozenset[_Choice]


@dataclass
class _Arena:
    """The states that can come up above a floor, and what can be done in them."""

    rules: Rules
    preview: int
    rows: int
    limits: Limits
    states: list[State] = field(default_factory=list)
    sent: list[_Sent] = field(default_factory=list)
    numbers: dict[State, int] = field(default_factory=dict)

    def explore(self) -> bool:
        """Whether all states were explored; False if there are too many."""
        names = self.rules.names
        for queue in itertools.product(names, repeat=self.preview):
            self._number((first(self.rules.width), queue))
        for number, (above, queue) in enumerate(self.states):  # it grows meanwhile
            self.limits.check("the search for floors")
            if len(self.states) > MOST_STATES:
                return False
            for piece in names:
                placed, *others = (*queue, piece)
                choices = self._choices(above, placed, tuple(others))
                if choices is not None:
                    self.sent.append(_Sent(number, piece, choices))
        return True

    def _number(self, state: State) -> int:
        number = self.numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number

    def _choices(
        self, above: Above, piece: str, queue: tuple[str, ...]
    ) -> frozenset[_Choice] | None:
        """What Good may do with a piece; None if that may leave more rows than allowed, or uncover
        the floor."""
        choices = set()
        full = full_row(self.rules.width)
        for shape in self._shapes(piece):
            for rows in with_many(above.rows, self._tallest):
                possible = [
                    step
                    for step in steps(above.floor, rows, drop(rows, shape, full), full)
                    if len(step.after.rows) <= self.rows
                ]
                if not possible:
                    return None
                choices.add(
                    tuple((_kind(step), self._number((step.after, queue))) for step in possible)
                )
        return frozenset(choices)

    def _shapes(self, piece: str) -> list[Rows]:
        width = self.rules.width
        return [
            shape_rows(shape, left)
            for shape in self.rules.pieces[piece].rotations
            for left in range(width - shape.width + 1)
        ]

    @property
    def _tallest(self) -> int:
        return max(shape.height for piece in self.rules.pieces for shape in piece.rotations)


def _kind(step: Step) -> int:
    if step.raised:
        return _NEW_FLOOR
    return _LOWER if step.growth < 0 else _HIGHER if step.growth > 0 else _AS_HIGH


def find_floors(
    rules: Rules, preview: int = 0, *, most_rows: int = MOST_ROWS, limits: Limits = UNLIMITED
) -> list[Instruction]:
    """Bad's instructions, those for the empty well first; none if no strategy was found with so
    many rows above a floor. Raises LimitError."""
    if not rules.only_drops:
        return []
    for rows in range(1, most_rows + 1):
        arena = _Arena(rules, preview, rows, limits)
        if not arena.explore():
            return []
        ranks = _solve(arena)
        start = next((n for n in range(len(rules.names) ** preview) if n in ranks), None)
        if start is not None:
            return _instructions(arena, ranks, start)
    return []


class _Rank(NamedTuple):
    falls: int
    rank: int
    sent: int  # which piece


def _solve(arena: _Arena) -> dict[int, _Rank]:
    """The states from which Bad wins, with the two numbers that show it and the piece to send."""
    floors: set[int] = set(range(len(arena.states)))
    while True:
        ranks: dict[int, _Rank] = {}
        for falls in itertools.count():
            # The largest set in which Bad stays while the stack grows, or gets to what is known.
            growing = set(floors)
            while True:
                found = _attracted(arena, floors, ranks, growing, falls)
                if growing <= found.keys():
                    break
                growing &= found.keys()
            if found.keys() == ranks.keys():
                break
            ranks = found | ranks
        if floors <= ranks.keys():
            return ranks
        floors &= ranks.keys()


def _attracted(
    arena: _Arena,
    floors: Collection[int],
    known: dict[int, _Rank],
    growing: Collection[int],
    falls: int,
) -> dict[int, _Rank]:
    """The states of `growing` from which Bad gets, without changing the height of the stack, to a
    step that is good for him."""
    missing = [0] * len(arena.sent)  # choices of Good's without a good step so far
    waits: dict[int, list[tuple[int, _Choice]]] = {}
    done: set[tuple[int, _Choice]] = set()
    ready = []
    for number, sent in enumerate(arena.sent):
        for choice in sent.choices:
            if any(
                after in known
                or (kind == _NEW_FLOOR and after in floors)
                or (kind == _HIGHER and after in growing)
                for kind, after in choice
            ):
                continue
            missing[number] += 1
            for kind, after in choice:
                if kind == _AS_HIGH:
                    waits.setdefault(after, []).append((number, choice))
        if not missing[number]:
            ready.append(number)
    found: dict[int, _Rank] = {}
    for rank in itertools.count():
        new = []
        for number in ready:
            state = arena.sent[number].state
            if state in growing and state not in found:
                found[state] = _Rank(falls, rank, number)
                new.append(state)
        ready = []
        for state in new:
            for waiting in waits.get(state, ()):
                if waiting not in done:
                    done.add(waiting)
                    missing[waiting[0]] -= 1
                    if not missing[waiting[0]]:
                        ready.append(waiting[0])
        if not new:
            return found
    raise AssertionError("counting ends")


def _instructions(arena: _Arena, ranks: dict[int, _Rank], start: int) -> list[Instruction]:
    """The instructions for the states that can come up."""
    found: list[Instruction] = []
    waiting, seen = [start], {start}
    while waiting:
        number = waiting.pop()
        above, queue = arena.states[number]
        falls, rank, sent = ranks[number]
        well = to_well(above, arena.rules.width)
        piece = arena.sent[sent].piece
        found.append(Instruction(well, (*queue, piece), rank=rank, falls=falls))
        for choice in sorted(arena.sent[sent].choices):
            after = next(n for kind, n in choice if _leads_on(kind, ranks[number], ranks.get(n)))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return found


def _leads_on(kind: int, before: _Rank, after: _Rank | None) -> bool:
    if after is None:
        return False
    if kind == _NEW_FLOOR or after.falls < before.falls:
        return True
    if after.falls > before.falls or kind == _LOWER:
        return False
    return kind == _HIGHER or after.rank < before.rank
