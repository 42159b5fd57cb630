"""Adapters through which the native core asks players written in Python.

An adapter shows the player the state, checks its answer, and turns an error inside the player into
one line that names the player. It also knows whether the player says what it remembers. Only then
is the player copied in the middle of a game, which the search for cycles needs.
"""

from __future__ import annotations

import copy
import traceback
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self, TypeVar

from cgt.common.errors import CgtError
from cgt.duel.players.player import Counter, State
from cgt.duel.rules import Rules
from cgt.duel.well import Well

_Answer = TypeVar("_Answer")
_PLAIN = (type(None), bool, int, float, str, bytes)


class _Adapter:
    """Asks a player that belongs to one game."""

    def __init__(self, player: Any, name: str, rules: Rules, counter: Counter) -> None:
        self.name = name
        self._player = player
        self._rules = rules
        self._counter = counter
        self.may_repeat = says_what_it_remembers(player, name)

    def copy(self) -> Self:
        """A copy that will play on in the same way. A player that does not say what it remembers is
        not copied, because its games are not searched for cycles."""
        if not self.may_repeat:
            return self
        reading = self._counter.reading
        kept = {id(self._rules): self._rules, id(reading): reading}
        player, counter = _guarded(
            self.name, "be copied", lambda: copy.deepcopy((self._player, self._counter), kept)
        )
        return type(self)(player, self.name, self._rules, counter)

    def words(self) -> tuple[int, ...]:
        """The player's memory as numbers; different memories have different numbers."""
        if not self.may_repeat:
            return ()
        memory = _guarded(self.name, "tell its memory", self._player.memory)
        digest = blake2b(self._plain(memory), digest_size=16).digest()
        count = [self._counter.placed] if self._counter.reading.is_done else []
        return (*(int.from_bytes(digest[i : i + 8]) for i in (0, 8)), *count)

    def _plain(self, memory: object) -> bytes:
        """A memory as bytes; different memories have different bytes."""
        if type(memory) in _PLAIN:
            return f"{type(memory).__name__}:{memory!r},".encode()
        if isinstance(memory, Well):
            return b"well" + self._plain(memory.columns)
        if isinstance(memory, tuple):
            return b"(" + b"".join(map(self._plain, memory)) + b")"
        if isinstance(memory, frozenset):
            return b"{" + b"".join(sorted(map(self._plain, memory))) + b"}"
        raise CgtError(
            f"{self.name}: a memory is made of numbers, texts, tuples, frozensets and wells, "
            f"not of {type(memory).__name__}"
        )

    def _state(self, columns: list[int], visible: list[int], placed: int) -> State:
        names = self._rules.names
        pieces = tuple(names[piece] for piece in visible)
        return State(self._rules, Well.of(columns), pieces, placed, self._counter)


class AskedGood(_Adapter):
    """A Good player as the native core asks it."""

    def place(self, columns: list[int], visible: list[int]) -> tuple[int, int, int]:
        state = self._state(columns, visible, self._counter.placed)
        answer, placement = _guarded(
            self.name,
            "place a piece",
            lambda: _found(self._player.place(state), state.placements()),
        )
        if placement is None:
            raise CgtError(f"{self.name} answers {answer}, where {state.piece} cannot land")
        self._counter.placed += 1
        return placement[1:]


class AskedBad(_Adapter):
    """A Bad player as the native core asks it."""

    def choose(self, columns: list[int], visible: list[int], is_first: bool) -> int:
        placed = 0 if is_first else self._counter.placed + 1
        state = self._state(columns, visible, placed)
        names = self._rules.names
        answer, piece = _guarded(
            self.name, "choose a piece", lambda: _found(self._player.choose(state), names)
        )
        if piece is None:
            raise CgtError(f"{self.name} answers {answer}, and the pieces are {', '.join(names)}")
        self._counter.placed = placed
        return self._rules.number(piece)


def _found(answer: object, choices: Sequence[_Answer]) -> tuple[str, _Answer | None]:
    """A player's answer in one line, and the choice that is equal to it, if there is one. The
    answer itself may be equal and yet of other types, as `1.0` is for `1`."""
    found = next((choice for choice in choices if choice == answer), None)
    return " ".join(repr(answer).split()), found


def says_what_it_remembers(player: object, name: str) -> bool:
    """Whether a player says what it remembers."""
    memory = getattr(player, "memory", None)
    if memory is None:
        return False
    return _guarded(name, "tell its memory", memory) is not NotImplemented


def fresh(player: Any, name: str, method: str, rules: Rules, seed: int) -> Any:
    """A player for one game; raises CgtError if `player` is no player of this kind."""
    if isinstance(player, type):
        raise CgtError(f"{name} is a class; a player is an instance: {name}()")
    if not callable(getattr(player, method, None)):
        kind = "Good" if method == "place" else "Bad"
        raise CgtError(f"{name} is no {kind} player: it has no method {method}(state)")
    make = getattr(player, "fresh", None)
    mine = _guarded(name, "be copied", make or (lambda: copy.deepcopy(player)))
    begin = getattr(mine, "begin", None)
    if begin is not None:
        _guarded(name, "begin", lambda: begin(rules, seed))
    return mine


def _guarded(name: str, what: str, call: Callable[[], _Answer]) -> _Answer:
    """The answer of a player's own code. If that code fails, raises CgtError, which names the
    player."""
    try:
        return call()
    except CgtError as error:
        raise CgtError(f"{name} cannot {what}: {error}") from error
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(frame.filename).name}:{frame.lineno}"
        told = " ".join(f"{type(error).__name__}: {error}".split())
        raise CgtError(f"{name} cannot {what}: {told} ({where})") from error
