"""The solver: it answers questions about the positions of a placement game.

A `Solver` belongs to one game and keeps what it has found for the next question. It does not choose
moves: cgt.placement.choice does. cgt.placement.analysis asks it everything about a board.

>>> solver = Solver(largest_side=6)
>>> solver.outcome(Grid.of_size(5, 5))
'P'
>>> print(solver.canonical(Grid.of_size(4, 6)))
*3
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import isqrt
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cgt import _native
from cgt.board.grid import Grid
from cgt.common.checkpoint import Progress
from cgt.common.errors import CgtError, FileError, Location, SizeError
from cgt.common.limits import DEFAULT_MEMORY, UNLIMITED, Limits
from cgt.placement.boxes import MOST_CELLS, Box
from cgt.placement.form_text import form_text
from cgt.placement.forms import Form, Forms
from cgt.placement.game import NIM_TETRIS, Outcome, PlacementGame, Replies
from cgt.placement.small_regions import SmallRegions

_Answer = TypeVar("_Answer")
_Board = tuple[NDArray[np.uint64], int, int]  # words, width, height

# For boards of so many empty cells the table of small regions is read. If there is none, a search
# that takes so many seconds makes it, unless fewer than that takes are left.
_LEAST_CELLS = 30
_MAKE_AFTER = 5.0
_TO_MAKE = 10.0
_TO_SHORTEN = 2 / 3  # of the time for a proof; the rest is for writing and checking it
_LEAST_MEMORY = 2**28  # making it takes a good part of that

LARGEST_SIDE = isqrt(MOST_CELLS)  # of a square board


def check_board_size(grid: Grid, where: Location) -> None:
    """Raises FileError if a grid is too large for a placement game."""
    cells = grid.width * grid.height
    if cells > MOST_CELLS:
        raise FileError(
            where,
            f"this board is {grid.width}×{grid.height}, {cells} cells; placement games take boards "
            f"of up to {MOST_CELLS} cells (cgt regions takes any size)",
        )


class Solver:
    """Answers questions about the positions of one placement game.

    An answer is None, never a guess, if the question's time or the solver's memory did not suffice.
    """

    def __init__(
        self,
        game: PlacementGame = NIM_TETRIS,
        *,
        largest_side: int = LARGEST_SIDE,
        box: tuple[int, int] | None = None,
        threads: int = 1,
        memory: int = DEFAULT_MEMORY,
        progress: Progress | None = None,
        small_regions: SmallRegions | None = None,
    ) -> None:
        """Boards have at most `largest_side` rows and columns, or fit in a `box` of some width and
        height, upright or turned. A box has at most 256 cells; the fewer, the faster. Tables grow
        as they fill, up to `memory` bytes in all. During a search `progress` is called every few
        hundredths of a second with three numbers: nodes searched, table entries used, and table
        entries in all. A long search takes values from the cache's `small_regions`, if they are
        given. Raises SizeError if the box is too large.
        """
        self.game = game
        self.box = Box.of_size(*(box or (largest_side, largest_side)))
        if self.box.height < 1 or self.box.cells > MOST_CELLS:
            raise SizeError(f"boards have 1 to {MOST_CELLS} cells, not {self.box}")
        self._progress = progress
        self._small_regions = small_regions if memory >= _LEAST_MEMORY else None
        self._native = _native.PlacementSolver(
            *self.box,
            game.pieces.shapes,
            _native.Play.MISERE if game.play == "misere" else _native.Play.NORMAL,
            threads,
            memory,
        )
        self._plain = Forms.over(self._native.forms(_native.FormKind.PLAIN), memory)
        self._canonical = Forms.over(self._native.forms(_native.FormKind.CANONICAL))

    @classmethod
    def for_boards(
        cls,
        grids: Iterable[Grid],
        game: PlacementGame = NIM_TETRIS,
        *,
        threads: int = 1,
        memory: int = DEFAULT_MEMORY,
        progress: Progress | None = None,
    ) -> Solver:
        """A solver just large enough for these boards and every position they lead to. Raises
        SizeError if they do not fit in one box of 256 cells; see cgt.placement.boxes."""
        return cls(
            game,
            box=Box.around(grids),
            threads=threads,
            memory=memory,
            progress=progress,
        )

    @property
    def nodes(self) -> int:
        """The positions searched so far, by all questions together."""
        return self._native.nodes()

    @property
    def asking(self) -> int | None:
        """In a search for a nimber, the number that is asked for now: the nimber is none of those
        below it. Of several regions, those that are not valued at once are asked one after the
        other. Changes during the search; `progress` may look at it."""
        return self._native.asking()

    # values

    def ois(self, grid: Grid, limits: Limits = UNLIMITED) -> Form | None:
        """The unreduced form of a board: the OIS of the Nim tetris paper."""
        found = self._form(grid, _native.FormKind.PLAIN, limits)
        return None if found is None else self._plain.form(found)

    def canonical(self, grid: Grid, limits: Limits = UNLIMITED) -> Form | None:
        """The misère canonical form of a board."""
        found = self._form(grid, _native.FormKind.CANONICAL, limits)
        return None if found is None else self._canonical.form(found)

    def _form(self, grid: Grid, kind: _native.FormKind, limits: Limits) -> int | None:
        return self._ask(
            grid, limits, lambda board, left: self._native.form(*board, kind, left, self._progress)
        )

    def outcome(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        """`N` if the player to move wins, `P` if the other does."""
        return _outcome(
            self._ask_at_length(
                grid, limits, lambda board, left: self._native.wins(*board, left, self._progress)
            )
        )

    def replies(self, grid: Grid, share: float = 1.0, limits: Limits = UNLIMITED) -> Replies | None:
        """How many moves on a board win and how many lose, as far as that is decided within the
        limits. It stops early when at least `share` of all moves are known to win."""
        return self._ask(
            grid,
            limits,
            lambda board, left: Replies(*self._native.replies(*board, share, left, self._progress)),
        )

    def nimber(self, grid: Grid, limits: Limits = UNLIMITED) -> int | None:
        """The value of a board in normal play."""
        return self._ask_at_length(
            grid, limits, lambda board, left: self._native.nimber(*board, left, self._progress)
        )

    def numbers(
        self, grid: Grid, heap: int = 0, *, most_nodes: int, limits: Limits = UNLIMITED
    ) -> tuple[float, float] | None:
        """How far a board is from being decided, after a search of about so many nodes: estimates
        of the work it takes to prove that the player to move wins, and that this player loses. What
        is proven is 0, and the other infinite. In normal play a nim heap lies beside the board.
        With 0 nodes it says what is known without a search. None if the search said nothing: so
        many nodes did not suffice for a part of the board, or memory or time was short."""
        return self._ask(
            grid,
            limits,
            lambda board, left: self._native.numbers(
                *board, heap, most_nodes, left, self._progress
            ),
        )

    def prove(
        self,
        grid: Grid,
        claim: Outcome | int,
        write: Callable[[bytes], object],
        limits: Limits = UNLIMITED,
        *,
        fewest: bool = False,
    ) -> int | None:
        """The number of positions that a claim rests on: who wins a board, or in normal play its
        nimber. `write` is called with some of them at a time, one a line. `fewest` takes its time
        to find few; when two thirds of the time are over, they stay as they are. A file of them is
        made by cgt.placement.proof. Raises CgtError if the claim is false."""
        store = self._native.forms(_native.FormKind.CANONICAL)
        text = cache(lambda form: form_text(store, form, heaps=True))
        nimber = claim if isinstance(claim, int) else None
        try:
            return self._ask(
                grid,
                limits,
                lambda board, left: self._native.prove(
                    *board,
                    claim == "N",
                    nimber,
                    fewest,
                    left and _TO_SHORTEN * left,
                    text,
                    write,
                    left,
                    self._progress,
                ),
            )
        except _native.ContradictionError:
            raise CgtError(
                f"there is no proof of {claim!r}: the search contradicts itself"
            ) from None

    # without a search

    def known(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        """The outcome if it is known without a search, else None."""
        return _outcome(
            self._ask(grid, limits, lambda board, left: self._native.known(*board, left))
        )

    def effort_to_win(self, grid: Grid, limits: Limits = UNLIMITED) -> float | None:
        """An estimate, made without a search, of how much work it would take to prove that the
        player to move wins: 0 if that is already known, infinity if that player is known to lose.
        """
        return self._ask(grid, limits, lambda board, left: self._native.effort_to_win(*board, left))

    # what cgt.common.checkpoint saves and loads

    def save(self, path: str) -> None:
        """Writes what is known to a file. `progress` may call this in the middle of a search.
        `Checkpoint` calls it in such a way that a file is written whole or not at all."""
        self._native.save(path)

    def load(self, path: str, size: int) -> None:
        """Reads what `save` wrote, the first `size` bytes of a file; call it before the first
        question. `Checkpoint` calls it for files that may be believed."""
        self._native.load(path, size)

    def _ask_at_length(
        self,
        grid: Grid,
        limits: Limits,
        question: Callable[[_Board, float | None], _Answer | None],
    ) -> _Answer | None:
        """The same as _ask, with the table of small regions if the board is large enough for that.
        If there is none, a search that takes long is stopped once to make it; what the search has
        found until then is kept."""
        small = self._small_regions
        if small is None or grid.empty < _LEAST_CELLS:
            return self._ask(grid, limits, question)
        if self._uses(small.kept()):
            self._small_regions = None  # no other is needed
        elif limits.within(_MAKE_AFTER + _TO_MAKE) is not limits:
            first = limits.within(_MAKE_AFTER)
            answer = self._ask(grid, first, question)
            if answer is not None or not first.is_over():
                return answer
            self._small_regions = None
            self._uses(small.made())
        return self._ask(grid, limits, question)

    def _uses(self, table: NDArray[np.uint64] | None) -> bool:
        """Whether there is a table of small regions of this game; uses it if so."""
        if table is None:
            return False
        try:
            self._native.use_small_nimbers(table)
        except ValueError:
            return False
        return True

    def _ask(
        self,
        grid: Grid,
        limits: Limits,
        question: Callable[[_Board, float | None], _Answer | None],
    ) -> _Answer | None:
        """What the native solver answers in the seconds that are left; None at once if the time is
        up, however many questions follow."""
        board, left = self._board(grid), limits.left()
        return None if left == 0 else question(board, left)

    def _board(self, grid: Grid) -> _Board:
        """The arguments by which the native solver takes a grid; raises SizeError if the grid is
        too large."""
        if not self.box.holds(grid):
            raise SizeError(
                f"this solver takes boards that fit in {self.box}, not {grid.width}×{grid.height}"
            )
        return grid.words(), grid.width, grid.height


def _outcome(wins: bool | None) -> Outcome | None:
    return None if wins is None else "N" if wins else "P"
