"""Empty boards of many sizes: who wins each in misère play, and its nimber in normal play.

A board and the same board turned by a quarter are one game, because pieces may be turned. So each
is solved once, small boards first. All boards share what the solvers have found.

>>> for value in values_of_sizes(range(2, 4), range(2, 4), "domino"):
...     print(value.width, value.height, value.outcome, value.nimber)
2 2 N 0
2 3 P 1
3 3 N 0
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from cgt.board.grid import Grid
from cgt.board.polyomino import PieceSet
from cgt.common.limits import Allowed
from cgt.placement.game import Outcome, PlacementGame, Play
from cgt.placement.solver import Solver

BOTH_PLAYS: tuple[Play, ...] = ("misere", "normal")


@dataclass(frozen=True)
class SizeValue:
    """What is known of an empty board, at least as high as wide: who wins in misère play, its
    nimber in normal play, and the seconds that took. None is what was not asked, or not found."""

    width: int
    height: int
    outcome: Outcome | None
    nimber: int | None
    seconds: float


def values_of_sizes(
    widths: Iterable[int],
    heights: Iterable[int],
    pieces: PieceSet | str = "tetromino",
    *,
    plays: tuple[Play, ...] = BOTH_PLAYS,
    each: Allowed | None = None,
    threads: int = 1,
    progress: Callable[[str], object] | None = None,
) -> Iterator[SizeValue]:
    """The values of all boards with these widths and heights, smallest first. `each` is for each
    question about a board. Raises SizeError if one is too large for the solver."""
    each = each or Allowed()
    tall = list(heights)
    sizes = {(min(w, h), max(w, h)) for w in widths for h in tall}
    ordered = sorted(sizes, key=lambda size: (size[0] * size[1], size))
    grids = [Grid.of_size(*size) for size in ordered]
    solvers = {
        play: Solver.for_boards(
            grids, PlacementGame(pieces, play), threads=threads, memory=each.memory // len(plays)
        )
        for play in plays
    }
    for grid in grids:
        if each.whole.is_over():
            return
        if progress is not None:
            progress(f"{grid.width}×{grid.height}")
        yield _value(grid, solvers, each)


def _value(grid: Grid, solvers: dict[Play, Solver], each: Allowed) -> SizeValue:
    begin = time.perf_counter()
    misere, normal = solvers.get("misere"), solvers.get("normal")
    outcome = None if misere is None else misere.outcome(grid, each.from_now())
    nimber = None if normal is None else normal.nimber(grid, each.from_now())
    return SizeValue(grid.width, grid.height, outcome, nimber, time.perf_counter() - begin)
