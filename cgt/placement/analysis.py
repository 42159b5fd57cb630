"""Everything about one board of a placement game: regions and their values, who wins, and how.

Each region is valued by itself; the value of the whole board is their product. Who wins follows
from the values of small regions and a search. Whatever is not found within the time limit is None.
An `Analysis` includes the board and the game, so text, JSON and pictures can be made from it alone.

>>> analysis = analyse(Grid("....#....|....#...."))
>>> analysis.outcome, analysis.nimber
('P', 0)
>>> [str(value.canonical) for value in analysis.regions]
['*2', '*2']
>>> analysis.genus
'0^02'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from cgt.board.grid import Grid
from cgt.board.regions import Region
from cgt.common.drawable import Drawable
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.choice import Answers
from cgt.placement.forms import Form
from cgt.placement.game import Move, Outcome, PlacementGame
from cgt.placement.solver import Solver
from cgt.placement.time_shares import (
    ALL_MOVES,
    LEAST_FOR_MOVES,
    ONE_REGION,
    WHO_WINS_AFTER_MOVES,
    WHOLE_BOARD,
)
from cgt.placement.worth import MoveWorth, moves_in_time, moves_outcomes, with_values


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
    """A board, its regions with their values, the value of the whole board, who wins there, and
    what each move leaves, the best first.

    `genus` is the misère value, `nimber` that in normal play. Whatever is not known is None;
    `moves` is if they could not even be listed in time.
    """

    grid: Grid
    game: PlacementGame
    regions: Sequence[RegionValue]
    outcome: Outcome | None
    nimber: int | None
    genus: str | None
    moves: Sequence[MoveWorth] | None

    @property
    def winning_moves(self) -> Sequence[Move] | None:
        """Every winning move; None if some move is not decided."""
        if self.outcome == "P":
            return []
        if self.moves is None or any(worth.outcome is None for worth in self.moves):
            return None
        return self.winning_moves_found

    @property
    def winning_moves_found(self) -> Sequence[Move]:
        """The moves that are known to win, also where others are not decided."""
        return [worth.move for worth in self.moves or () if worth.wins]


def analyse(
    grid: Grid,
    solver: Solver | None = None,
    limits: Limits = UNLIMITED,
    *,
    most: int | None = None,
) -> Analysis:
    """Regions, values, who wins, and what every move of a board leaves; in Nim tetris by default.

    The game is that of `solver`. Only the best `most` moves get the values of what they leave; None
    means all. Whatever could not be found within the limits is None. Raises SizeError if the board
    is too large for the solver.
    """
    solver = solver or Solver.for_boards([grid], memory=limits.bytes())
    regions = region_values(grid, solver, limits)
    nimbers = [value.canonical.nimber if value.canonical else None for value in regions]
    genus = None
    if all(value.canonical for value in regions):
        whole = solver.canonical(grid, limits.share(ONE_REGION))
        genus = None if whole is None else whole.genus
    outcome = solver.outcome(grid, limits.share(WHOLE_BOARD))
    worths = _worths(grid, outcome, solver, limits.share(ALL_MOVES), most)
    if outcome is None and worths is not None:
        outcome = _outcome_by_moves(worths)
    return Analysis(grid, solver.game, regions, outcome, _nim_sum(nimbers), genus, worths)


def _worths(
    grid: Grid, outcome: Outcome | None, solver: Solver, limits: Limits, most: int | None
) -> Sequence[MoveWorth] | None:
    """What each move leaves; None if the moves are not listed in time, or if the board is not
    decided and there is too little time for its moves to help."""
    left = limits.left()
    if outcome is None and left is not None and left < LEAST_FOR_MOVES:
        return None
    moves = moves_in_time(grid, solver.game, limits)
    if moves is None:
        return None
    found = moves_outcomes(moves, outcome, solver, limits.share(WHO_WINS_AFTER_MOVES))
    return with_values(found, solver, limits, most=most)


def _outcome_by_moves(worths: Sequence[MoveWorth]) -> Outcome | None:
    """Who wins a board by what its moves leave, where that is enough to know it."""
    if any(worth.wins for worth in worths):
        return "N"
    return "P" if worths and all(worth.wins is False for worth in worths) else None


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
