"""Everything about one board of a placement game: regions, their values, who wins, winning moves.

Each region is valued by itself. Who wins the whole board follows from the values of small regions
and a search. Whatever is not found within the time limit is None. An `Analysis` includes the board
and the game, so text, JSON and pictures can be made from it alone.

>>> analysis = analyse(Grid("....#....|....#...."))
>>> analysis.outcome, analysis.nimber
('P', 0)
>>> [str(value.canonical) for value in analysis.regions]
['*2', '*2']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from cgt.board.grid import Grid
from cgt.board.regions import Region
from cgt.common.alarm import ended_soon_after
from cgt.common.drawable import Drawable
from cgt.common.errors import LimitError
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.choice import Answers, winning_moves
from cgt.placement.forms import Form
from cgt.placement.game import Move, Outcome, PlacementGame
from cgt.placement.solver import Solver
from cgt.placement.time_shares import ONE_REGION, SECONDS_TO_STOP, WHOLE_BOARD


class Values(Answers, Protocol):
    """Anything that answers questions about positions and their values, as `Solver` does."""

    def canonical(self, grid: Grid, limits: Limits = ...) -> Form | None: ...


@dataclass(frozen=True)
class RegionValue:
    """A region with its forms and its outcome."""

    region: Region
    ois: Form | None
    canonical: Form | None
    outcome: Outcome | None


@dataclass(frozen=True)
class Analysis(Drawable):
    """A board, its regions with their values, who wins the whole board, and the winning moves."""

    grid: Grid
    game: PlacementGame
    regions: Sequence[RegionValue]
    outcome: Outcome | None
    nimber: int | None
    winning_moves: Sequence[Move] | None


def analyse(grid: Grid, solver: Solver | None = None, limits: Limits = UNLIMITED) -> Analysis:
    """Regions, values, who wins, and every winning move of a board; in Nim tetris by default.

    The game is that of `solver`. Whatever could not be found within the limits is None. Raises
    SizeError if the board is too large for the solver.
    """
    solver = solver or Solver.for_boards([grid], memory=limits.bytes())
    regions = region_values(grid, solver, limits)
    nimbers = [value.canonical.nimber if value.canonical else None for value in regions]
    outcome = solver.outcome(grid, limits.share(WHOLE_BOARD))
    winning: Sequence[Move] | None = None
    if outcome is not None:
        winning = [] if outcome == "P" else _winning_moves_in_time(grid, solver, limits)
    return Analysis(grid, solver.game, regions, outcome, _nim_sum(nimbers), winning)


def _winning_moves_in_time(grid: Grid, solver: Solver, limits: Limits) -> Sequence[Move] | None:
    """Every winning move; None if some move is not decided, or if all cannot even be listed."""
    try:
        with ended_soon_after(limits, SECONDS_TO_STOP):
            return winning_moves(grid, solver, limits)
    except LimitError:
        return None


def region_values(
    grid: Grid, solver: Solver, limits: Limits, *, with_ois: bool = True
) -> list[RegionValue]:
    """The regions of a board, each with its value."""
    values = []
    for region in solver.game.regions(grid):
        value = region_value(region, solver, limits)
        if with_ois and value.canonical is not None:
            value = replace(value, ois=solver.ois(region.grid, limits.share(ONE_REGION)))
        values.append(value)
    return values


def region_value(region: Region, answers: Values, limits: Limits) -> RegionValue:
    """A region with its value, but without its unreduced form. Each question may take a share of
    the time that is left."""
    canonical = answers.canonical(region.grid, limits.share(ONE_REGION))
    if canonical is None:
        outcome = answers.outcome(region.grid, limits.share(ONE_REGION))
        return RegionValue(region, None, None, outcome)
    return RegionValue(region, None, canonical, canonical.outcome(answers.game.play))


def _nim_sum(nimbers: Sequence[int | None]) -> int | None:
    total = 0
    for nimber in nimbers:
        if nimber is None:
            return None
        total ^= nimber
    return total
