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
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from cgt.board.grid import Grid
from cgt.board.polyomino import PieceSet
from cgt.common.crew import Crew, done_by
from cgt.common.limits import Allowed, Limits
from cgt.placement.boxes import Box
from cgt.placement.game import Outcome, PlacementGame, Play
from cgt.placement.jobs.kept import KEPT, Setup
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
    crew: SizesCrew | None = None,
    progress: Callable[[str], object] | None = None,
) -> Iterator[SizeValue]:
    """The values of all boards with these widths and heights, smallest first. `each` is for each
    question about a board. A `crew` that does `value_of_size` works on several boards at once, each
    worker with the memory of `each`. Raises SizeError if a board is too large for the solver."""
    each = each or Allowed()
    tall = list(heights)
    sizes = {(min(w, h), max(w, h)) for w in widths for h in tall}
    ordered = sorted(sizes, key=lambda size: (size[0] * size[1], size))
    grids = [Grid.of_size(*size) for size in ordered]
    memory = each.memory // len(plays)
    setups = tuple(Setup(PlacementGame(pieces, play), Box.around(grids), memory) for play in plays)
    solvers = [setup.solver(threads) for setup in setups] if crew is None else []

    def jobs() -> Iterator[SizeJob]:
        for grid in grids:
            if each.whole.is_over():
                return
            if progress is not None:
                progress(f"{grid.width}×{grid.height}")
            yield SizeJob(grid, setups, each.seconds, each.whole)

    if crew is not None:
        yield from done_by(crew, jobs())
        return
    for job in jobs():
        yield _value(job, solvers)


@dataclass(frozen=True)
class SizeJob:
    """A board to value in one or both plays, with so many seconds for each, in the time for all."""

    grid: Grid
    setups: tuple[Setup, ...]
    seconds: float | None
    limits: Limits


SizesCrew = Crew[SizeJob, SizeValue]


def value_of_size(job: SizeJob) -> SizeValue:
    """Does a job with solvers that this worker keeps for the next one."""
    return _value(job, KEPT.solvers(*job.setups))


def _value(job: SizeJob, solvers: Sequence[Solver]) -> SizeValue:
    begin, grid = time.perf_counter(), job.grid
    outcome: Outcome | None = None
    nimber: int | None = None
    for solver in solvers:
        limits = job.limits if job.seconds is None else job.limits.within(job.seconds)
        if solver.game.play == "misere":
            outcome = solver.outcome(grid, limits)
        else:
            nimber = solver.nimber(grid, limits)
    return SizeValue(grid.width, grid.height, outcome, nimber, time.perf_counter() - begin)
