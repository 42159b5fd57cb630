"""Who wins a board, and one best move: the answer for boards that are too large to be analysed.

A `Solved` holds the question, the answer and what the search cost, so text, JSON and pictures can
be made from it alone.

>>> solved = solve(Grid("....|...."))
>>> solved.outcome, solved.best_move.placement
('N', Placement('I' at row 0, column 0))
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from cgt.board.grid import Grid
from cgt.common.drawable import Drawable
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.choice import best_move
from cgt.placement.game import Move, Outcome, PlacementGame
from cgt.placement.solver import Solver


@dataclass(frozen=True)
class Solved(Drawable):
    """A board, who wins there, and a best move: one that wins, or the hardest to answer.

    The nimber is None unless it was asked for. Whatever could not be found within the limits is
    None, too. If the outcome is not known, there is no best move.
    """

    grid: Grid
    game: PlacementGame
    outcome: Outcome | None
    nimber: int | None
    best_move: Move | None
    nodes: int
    seconds: float


def solve(
    grid: Grid,
    solver: Solver | None = None,
    limits: Limits = UNLIMITED,
    *,
    nimber: bool = False,
) -> Solved:
    """Who wins a board, even a large one, and one best move; in Nim tetris by default.

    The game is that of `solver`. `nimber` asks for the value in normal play, too.

    Raises SizeError if the board is too large for the solver.
    """
    solver = solver or Solver.for_boards([grid], memory=limits.bytes())
    start, nodes = time.perf_counter(), solver.nodes
    value = solver.nimber(grid, limits) if nimber else None
    outcome = solver.outcome(grid, limits)
    best = best_move(grid, solver, limits) if outcome else None
    seconds = time.perf_counter() - start
    return Solved(grid, solver.game, outcome, value, best, solver.nodes - nodes, seconds)
