"""What a player is, for those who write one.

A Bad player has a method `choose(state)`, which returns the name of the next piece. A Good player
has a method `place(state)`, which returns one of `state.placements()`. That is all a player needs.
It may have three more methods; `PlayerDefaults` has two of them with their usual answers:

- `begin(rules, seed)` is called once before a game. A player that uses chance makes it from this
  seed, so that a game can be played again.
- `memory()` returns everything besides the well and the visible pieces that decides the player's
  next choices. It is made of numbers, texts, tuples, frozensets and wells; `()` means nothing. A
  game goes on for ever if the well, the visible pieces and both memories come again. No cycle is
  claimed for a player without this method, or whose method returns NotImplemented. Nor for a player
  that reads `state.placed`, a number that never comes again: such a player should count by itself
  and return its count as memory.
- `fresh()` returns the player as it is before a game. Without this method a game takes a copy
  (`copy.deepcopy`), so that the next game begins with the player unchanged.

>>> from cgt.duel.game import Game
>>> from cgt.duel.rules import Rules
>>> from cgt.duel.setting import Setting
>>> class Snake:
...     '''Sends S while the left column is no higher than the right one, else Z.'''
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
class Reading:
    """Whether a player, or a copy of it, has read how many pieces were placed."""

    is_done: bool = False


@dataclass
class Counter:
    """How many pieces were placed, and whether the player has read that number."""

    placed: int = 0
    reading: Reading = field(default_factory=Reading)


@dataclass(frozen=True)
class State:
    """What a player sees of a game: the rules, the well and the visible pieces. The first of these
    is the piece to place."""

    rules: Rules
    well: Well
    visible: tuple[str, ...]
    _placed: int = 0
    _counter: Counter = field(default_factory=Counter, repr=False, compare=False)

    @property
    def piece(self) -> str | None:
        """The piece to place; None if Bad has yet to choose it."""
        return self.visible[0] if self.visible else None

    @property
    def preview(self) -> tuple[str, ...]:
        """The visible pieces that come after the piece to place."""
        return self.visible[1:]

    @property
    def placed(self) -> int:
        """How many pieces were placed so far."""
        self._counter.reading.is_done = True
        return self._placed

    def placements(self, piece: str | None = None) -> list[WellPlacement]:
        """Where a piece can land, by default the piece to place; raises CgtError if there is no
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
        """The name of the piece that comes after the visible ones."""


class PlayerDefaults:
    """A base class with the usual answers of the methods that a player need not have."""

    def begin(self, rules: Rules, seed: int) -> None:
        """Called before a game."""

    def memory(self) -> object:
        """Everything besides the state shown that decides the next choices; by default unknown."""
        return NotImplemented
