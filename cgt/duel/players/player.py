"""What a player is, for those who write one.

A Bad player has a method `choose(state)` and returns the name of the piece that comes next; a Good
player has `place(state)` and returns one of `state.placements()`. That is all a player needs. It
may have three methods more, which `PlayerDefaults` has with their usual answers:

- `begin(rules, seed)` is called once before a game, with the start of all chance in it. A player
  that uses chance makes it from this seed, so that games can be played again.
- `memory()` tells all that decides the player's next choices beside the well and the visible
  pieces, made of numbers, texts, tuples, frozensets and wells; `()` if there is nothing. A game is
  seen to go on for ever when the well, the visible pieces and both memories come again. A player
  without this method, or that returns NotImplemented, is never claimed to cycle. Nor is one that
  looks at `state.placed`, which never comes again: it counts by itself, and tells so.
- `fresh()` returns the player as it is before a game. Without it a game takes a copy
  (`copy.deepcopy`), so that the next one begins with the same player.

>>> from cgt.duel.game import Game
>>> from cgt.duel.rules import Rules
>>> from cgt.duel.setting import Setting
>>> class Snake:
...     '''S as long as the left column is no higher than the right one, and then Z.'''
...
...     def choose(self, state):
...         first, *_, last = state.well.column_heights
...         return "S" if first <= last else "Z"
...
...     def memory(self):
...         return ()
>>> game = Game(Setting(Rules("SZ", width=4), good="greedy", bad=Snake()))
>>> game.advance()
>>> game.result
'topped-out'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well


@dataclass
class Counter:
    """How many pieces were placed, and whether a player ever looked at that."""

    placed: int = 0
    is_read: bool = False


@dataclass(frozen=True)
class State:
    """What a player sees of a game: the rules, the well, and the pieces that are known, first the
    one to place."""

    rules: Rules
    well: Well
    visible: tuple[str, ...]
    _placed: int = 0
    _counter: Counter = field(default_factory=Counter, repr=False, compare=False)

    @property
    def piece(self) -> str | None:
        """The piece to place; None for a Bad player who is to choose it."""
        return self.visible[0] if self.visible else None

    @property
    def preview(self) -> tuple[str, ...]:
        """The known pieces that come after it."""
        return self.visible[1:]

    @property
    def placed(self) -> int:
        """How many pieces were placed before."""
        self._counter.is_read = True
        return self._placed

    def placements(self, piece: str | None = None) -> list[WellPlacement]:
        """Where the piece to place can land, or any other piece; raises CgtError if there is no
        such piece."""
        return list(self._placements) if piece is None else self.rules.placements(self.well, piece)

    @cached_property
    def _placements(self) -> list[WellPlacement]:
        return [] if self.piece is None else self.rules.placements(self.well, self.piece)


class GoodPlayer(Protocol):
    """Places pieces and wants the game to go on for ever."""

    def place(self, state: State) -> WellPlacement:
        """One of the state's placements; there is at least one."""


class BadPlayer(Protocol):
    """Chooses pieces and wants the game to end."""

    def choose(self, state: State) -> str:
        """The name of the piece that comes after those that are visible."""


class PlayerDefaults:
    """What a player may have beside its one method, with the usual answers."""

    def begin(self, rules: Rules, seed: int) -> None:
        """Called before a game."""

    def memory(self) -> object:
        """All that decides the next choices beside what is seen; by default nobody knows."""
        return NotImplemented
