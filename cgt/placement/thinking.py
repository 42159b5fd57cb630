"""A solver that thinks in the background and stops as soon as it is told to.

A screen that waits for an answer must go on drawing and must be left at any moment. So questions
are asked from another thread, each with a `threading.Event`: once that is set, the answer is the
exception `StoppedError`, some hundredths of a second later. What was found until then is kept.

>>> from cgt.board.piecesets import piece_set
>>> thinker = Thinker(piece_set("tetromino"), largest_side=4)
>>> thinker.decide(Grid("....|...."), seconds=None)
Verdict(outcome='N', move=Placement('I' at row 0, column 0))
>>> thinker.decide(Grid("....|.###"), seconds=None)
Verdict(outcome='P', move=None)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isinf
from threading import Event, Lock

from cgt.board.grid import Grid
from cgt.board.polyomino import PieceSet, Placement, placements
from cgt.placement.forms import Form, Outcome, Play
from cgt.placement.solver import DEFAULT_MEMORY, LARGEST_SIDE, Deadline, Solver

_NEVER = Event()
# Values are looked up or not there: looking takes no longer than this.
_SECONDS_TO_LOOK = 0.1
_LONGEST_PROOF = 60.0
_MOST_DECIDED = 100_000


class StoppedError(Exception):
    """The answer is no longer wanted."""


@dataclass(frozen=True)
class Verdict:
    """Who wins a board, None if that is not known, and a move that wins if there is one."""

    outcome: Outcome | None
    move: Placement | None = None


class Thinker:
    """Answers questions about the boards of one game, one question at a time, from any thread."""

    def __init__(
        self,
        pieces: PieceSet,
        *,
        play: Play = "misere",
        largest_side: int = LARGEST_SIDE,
        memory: int = DEFAULT_MEMORY,
    ) -> None:
        self.pieces = pieces
        self.play: Play = play
        self._lock = Lock()
        self._stop = _NEVER
        self.won: set[Grid] = set()  # boards that were left behind with a win that was proven
        self._decided: dict[Grid, Outcome] = {}  # cheaper to ask than the solver, and asked a lot
        self._solver = Solver(
            pieces, play=play, largest_side=largest_side, memory=memory, progress=self._look
        )

    def _look(self, *_: int) -> None:
        """Called by the solver every few hundredths of a second; what it raises ends the search."""
        if self._stop.is_set():
            raise StoppedError

    def outcome(self, grid: Grid, seconds: float | None, stop: Event = _NEVER) -> Outcome | None:
        """Who wins; None if time or memory do not suffice."""
        with self._lock:
            self._begin(stop)
            found = self._decided.get(grid) or self._solver.outcome(grid, seconds)
            if found is not None:
                if len(self._decided) >= _MOST_DECIDED:
                    self._decided.clear()
                self._decided[grid] = found
            return found

    def canonical(self, grid: Grid, seconds: float | None, stop: Event = _NEVER) -> Form | None:
        """The misère canonical form of a board; None if time or memory do not suffice."""
        with self._lock:
            self._begin(stop)
            return self._solver.canonical(grid, seconds)

    def is_known_lost(self, grid: Grid, stop: Event = _NEVER) -> bool:
        """Whether it is known without a search that the player to move loses."""
        with self._lock:
            self._begin(stop)
            effort = self._solver.effort_to_win(grid, _SECONDS_TO_LOOK)
            return effort is not None and isinf(effort)

    def check(self, stop: Event) -> None:
        """Raises StoppedError if the answer is no longer wanted."""
        if stop.is_set():
            raise StoppedError

    def _begin(self, stop: Event) -> None:
        self._stop = stop
        self._look()

    def decide(self, grid: Grid, seconds: float | None, stop: Event = _NEVER) -> Verdict:
        """Who wins, as far as the time suffices, and a move that wins.

        A win without a move is of no use: the move of a proven win is looked for much longer.
        """
        outcome = self.outcome(grid, seconds, stop)
        if outcome != "N":
            return Verdict(outcome)
        found = placements(grid, self.pieces)
        if not found:  # misère play, and the other has placed last
            return Verdict(outcome)
        move = self.proven_move(grid, found, _LONGEST_PROOF, stop)
        return Verdict(outcome, move) if move else Verdict(None)

    def proven_move(
        self, grid: Grid, found: Iterable[Placement], limit: float, stop: Event = _NEVER
    ) -> Placement | None:
        """The winning one among the moves of a board that is proven to be won.

        None only if neither the table tells nor `limit` seconds suffice to prove it once more.
        """
        boards = [(placement, grid.with_filled(placement.cells)) for placement in found]
        for placement, leaves in boards:
            if self.is_known_lost(leaves, stop):
                return placement
        # The table has lost what was proven: once more, and long for the right move only.
        deadline, seconds = Deadline(limit), _SECONDS_TO_LOOK
        while not deadline.is_over():
            for placement, leaves in boards:
                if self.outcome(leaves, min(seconds, deadline.left() or 0.0), stop) == "P":
                    return placement
            seconds *= 4
        return None
