"""A solver that thinks in the background and stops as soon as it is told to.

A screen that waits for an answer must keep drawing, and its user may leave it at any moment. So it
asks from another thread, and passes a `threading.Event` with each question. A few hundredths of a
second after the event is set, the question raises `StoppedError`. What was found by then is kept.

>>> from cgt.placement.choice import hint
>>> thinker = Thinker(largest_side=4)
>>> thinker.outcome(Grid("....|...."))
'N'
>>> hint(Grid("....|...."), thinker.until(Event())).move.placement
Placement('I' at row 0, column 0)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock
from typing import TypeVar

from cgt.board.grid import Grid
from cgt.common.limits import DEFAULT_MEMORY, UNLIMITED, Limits
from cgt.placement.forms import Form
from cgt.placement.game import NIM_TETRIS, Outcome, PlacementGame, Replies
from cgt.placement.solver import LARGEST_SIDE, Solver

_Answer = TypeVar("_Answer")

_NEVER = Event()
_MOST_DECIDED = 100_000


class StoppedError(Exception):
    """The answer is no longer wanted."""


def check(stop: Event) -> None:
    """Raises StoppedError if the answer is no longer wanted."""
    if stop.is_set():
        raise StoppedError


class Thinker:
    """Answers questions about the boards of one game, one question at a time, from any thread."""

    def __init__(
        self,
        game: PlacementGame = NIM_TETRIS,
        *,
        largest_side: int = LARGEST_SIDE,
        box: tuple[int, int] | None = None,
        threads: int = 1,
        memory: int = DEFAULT_MEMORY,
    ) -> None:
        self.game = game
        self._lock = Lock()
        self._stop = _NEVER
        self.won: set[Grid] = set()  # boards that a player left to the opponent with a proven win
        self._decided: dict[Grid, Outcome] = {}  # cheaper to ask than the solver, and asked a lot
        # The solver calls `progress` every few hundredths of a second; an error there ends the
        # search.
        self._solver = Solver(
            game,
            largest_side=largest_side,
            box=box,
            threads=threads,
            memory=memory,
            progress=lambda *_: check(self._stop),
        )

    def outcome(
        self, grid: Grid, limits: Limits = UNLIMITED, stop: Event = _NEVER
    ) -> Outcome | None:
        """Who wins a board; None if time or memory do not suffice."""

        def decide() -> Outcome | None:
            found = self._decided.get(grid) or self._solver.outcome(grid, limits)
            if found is not None:
                if len(self._decided) >= _MOST_DECIDED:
                    self._decided.clear()
                self._decided[grid] = found
            return found

        return self._ask(stop, decide)

    def canonical(
        self, grid: Grid, limits: Limits = UNLIMITED, stop: Event = _NEVER
    ) -> Form | None:
        """The misère canonical form of a board; None if time or memory do not suffice."""
        return self._ask(stop, lambda: self._solver.canonical(grid, limits))

    def known(self, grid: Grid, limits: Limits = UNLIMITED, stop: Event = _NEVER) -> Outcome | None:
        """The outcome if it is known without a search, else None."""
        return self._ask(stop, lambda: self._solver.known(grid, limits))

    def effort_to_win(
        self, grid: Grid, limits: Limits = UNLIMITED, stop: Event = _NEVER
    ) -> float | None:
        """How much work is left to prove a win, as `Solver.effort_to_win` estimates it."""
        return self._ask(stop, lambda: self._solver.effort_to_win(grid, limits))

    def replies(
        self,
        grid: Grid,
        share: float = 1.0,
        limits: Limits = UNLIMITED,
        stop: Event = _NEVER,
    ) -> Replies | None:
        """How many moves win and how many lose, as `Solver.replies` counts them."""
        return self._ask(stop, lambda: self._solver.replies(grid, share, limits))

    def until(self, stop: Event) -> Asked:
        """This thinker in the form that cgt.placement.choice takes: it answers as a solver does,
        until `stop` is set."""
        return Asked(self, stop)

    def _ask(self, stop: Event, question: Callable[[], _Answer]) -> _Answer:
        with self._lock:
            self._stop = stop
            check(stop)
            return question()


@dataclass(frozen=True)
class Asked:
    """A thinker together with the event that stops it: it answers as a `Solver` does, or raises
    StoppedError."""

    thinker: Thinker
    stop: Event

    @property
    def game(self) -> PlacementGame:
        return self.thinker.game

    def outcome(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        return self.thinker.outcome(grid, limits, self.stop)

    def canonical(self, grid: Grid, limits: Limits = UNLIMITED) -> Form | None:
        return self.thinker.canonical(grid, limits, self.stop)

    def known(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        return self.thinker.known(grid, limits, self.stop)

    def effort_to_win(self, grid: Grid, limits: Limits = UNLIMITED) -> float | None:
        return self.thinker.effort_to_win(grid, limits, self.stop)

    def replies(self, grid: Grid, share: float = 1.0, limits: Limits = UNLIMITED) -> Replies | None:
        return self.thinker.replies(grid, share, limits, self.stop)
