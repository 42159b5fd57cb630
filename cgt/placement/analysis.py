"""All there is to know of a board of a placement game, as far as a time limit allows.

Each region is valued by itself; the whole board is decided from the values of small regions and by
search. What is not known in time is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cgt.board.grid import Grid
from cgt.board.regions import Region, find_regions
from cgt.placement.forms import Form, Outcome
from cgt.placement.solver import Deadline, Move, Solver


@dataclass(frozen=True)
class RegionValue:
    """A region with its forms and what follows from them."""

    region: Region
    ois: Form | None
    canonical: Form | None
    outcome: Outcome | None


@dataclass(frozen=True)
class Analysis:
    """A board's regions with their values, and who wins the whole."""

    grid: Grid
    regions: Sequence[RegionValue]
    outcome: Outcome | None
    nimber: int | None
    winning_moves: Sequence[Move] | None


def analyse(grid: Grid, solver: Solver, seconds: float | None = None) -> Analysis:
    """Analyses a board within a time limit."""
    deadline = Deadline(seconds)
    regions = region_values(grid, solver, deadline)
    nimbers = [value.canonical.nimber if value.canonical else None for value in regions]
    outcome = solver.outcome(grid, deadline.share(0.5))
    return Analysis(
        grid,
        regions,
        outcome,
        _nim_sum(nimbers),
        [] if outcome == "P" else solver.winning_moves(grid, deadline.left()) if outcome else None,
    )


def region_values(
    grid: Grid, solver: Solver, deadline: Deadline, *, with_ois: bool = True
) -> list[RegionValue]:
    """The regions of a board, each with its value."""
    found = find_regions(grid, solver.pieces)
    return [_value(region, solver, deadline, with_ois) for region in found]


def _value(region: Region, solver: Solver, deadline: Deadline, with_ois: bool) -> RegionValue:
    canonical = solver.canonical(region.grid, deadline.share(0.2))
    if canonical is None:
        return RegionValue(region, None, None, solver.outcome(region.grid, deadline.share(0.2)))
    ois = solver.ois(region.grid, deadline.share(0.2)) if with_ois else None
    return RegionValue(region, ois, canonical, canonical.outcome(solver.play))


def _nim_sum(nimbers: Sequence[int | None]) -> int | None:
    total = 0
    for nimber in nimbers:
        if nimber is None:
            return None
        total ^= nimber
    return total
