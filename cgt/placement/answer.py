"""Who wins a board, and one best move: the answer for boards that are too large to be analysed.

A `Solved` holds the question, the answer and what the search cost, so text, JSON and pictures can
be made from it alone.

>>> solved = solve(Grid("....|...."))
>>> solved.outcome, solved.best_move.placement
('N', Placement('I' at row 0, column 0))
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from cgt.board.grid import Grid
from cgt.common.alarm import ended_soon_after
from cgt.common.drawable import Drawable
from cgt.common.errors import LimitError
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.choice import move_for_outcome
from cgt.placement.game import Move, Outcome, PlacementGame
from cgt.placement.solver import Solver
from cgt.placement.time_shares import SECONDS_TO_STOP


@dataclass(frozen=True)
class Solved(Drawable):
    """A board, who wins there, and a best move: one that wins, or the hardest to answer.

    The nimber is None unless it was asked for. Whatever could not be found within the limits is
    None, too; if the outcome is, so is the best move. `trusts` is the checkpoint that the answer
    rests on if that was not made with this machine's key.
    """

    grid: Grid
    game: PlacementGame
    outcome: Outcome | None
    nimber: int | None
    best_move: Move | None
    nodes: int
    seconds: float
    trusts: str | None = None


def solve(
    grid: Grid,
    solver: Solver | None = None,
    limits: Limits = UNLIMITED,
    *,
    nimber: bool = False,
    tell: Callable[[Solved], object] | None = None,
) -> Solved:
    """Who wins a board, even a large one, and one best move; in Nim tetris by default.

    The game is that of `solver`. `nimber` asks for the value in normal play, too. Where all moves
    lose, the hardest to answer is looked for a few seconds at most. `tell` is called with what is
    known as soon as that is who wins, before a best move is looked for.

    Raises SizeError if the board is too large for the solver.
    """
    solver = solver or Solver.for_boards([grid], memory=limits.bytes())
    start, nodes = time.perf_counter(), solver.nodes
    outcome = solver.outcome(grid, limits)
    value = solver.nimber(grid, limits) if nimber else None

    def so_far(best: Move | None = None) -> Solved:
        spent = solver.nodes - nodes, time.perf_counter() - start
        return Solved(grid, solver.game, outcome, value, best, *spent)

    if tell is not None:
        tell(so_far())
    try:
        with ended_soon_after(limits, SECONDS_TO_STOP):
            return so_far(move_for_outcome(grid, outcome, solver, limits) if outcome else None)
    except LimitError:  # there was not even time to list the moves
        return so_far()
