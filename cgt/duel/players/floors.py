"""A Bad player that follows a strategy by floors, as `cgt.duel.exact.floors` explains them.

It remembers which row is the floor. What is above it says what to send next, and each placement of
Good may be taken to raise the floor.
"""

from __future__ import annotations

from cgt.common.errors import CgtError
from cgt.duel.exact.floors import first, full_row, leads_on, rows_of, steps, table_of
from cgt.duel.exact.strategy import Strategy
from cgt.duel.players.player import State


class FollowFloors:
    """Plays one game; stops it where the strategy leads nowhere."""

    def __init__(self, strategy: Strategy, name: str) -> None:
        self._name = name
        self._beginning = strategy.instructions[0].visible
        self._table = table_of(strategy.instructions, strategy.preview)
        self._full = full_row(strategy.rules.width)
        self._above = first(strategy.rules.width)
        self._instruction = strategy.instructions[0]
        self._level = 0  # how many rows are below what is above the floor
        self._rows: tuple[int, ...] | None = None  # these, before the last placement

    def choose(self, state: State) -> str:
        if len(state.visible) < len(self._beginning) - 1:
            return self._beginning[len(state.visible)]
        rows = rows_of(state.well)[self._level :]
        if self._rows is None:
            self._rows = rows
            return self._beginning[-1]
        possible = steps(self._above.floor, self._rows, rows, self._full)
        step = leads_on(self._instruction, possible, self._table)
        if step is None:
            raise CgtError(f"{self._name}: the strategy leads nowhere from here")
        self._above = step.after
        self._instruction = self._table[step.after, self._instruction.visible[1:]]
        self._level += step.raised
        self._rows = rows[step.raised :]
        return self._instruction.visible[-1]
