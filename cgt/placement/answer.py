"""Who wins a board, and one best move: the answer for boards that are too large to be analysed.

A `Solved` holds the question, the answer and what the search cost, so text, JSON and pictures can
be made from it alone.

>>> solved = solve(Grid("....|...."))
>>> solved.outcome, solved.best_move.placement
('N', Placement('I' at row 0, column 0))
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cgt.board.grid import Grid
from cgt.common.alarm import ended_soon_after
from cgt.common.drawable import Drawable
from cgt.common.errors import LimitError
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.choice import move_for_outcome
from cgt.placement.game import Move, Outcome, PlacementGame
from cgt.placement.solver import Solver
from cgt.placement.time_shares import (
    BEST_BEFORE_ALL,
    SECONDS_FOR_VALUES,
    SECONDS_TO_STOP,
    WHO_WINS,
    WHO_WINS_AFTER_MOVES,
)
from cgt.placement.worth import MoveWorth, moves_in_time, moves_outcomes, with_values


@dataclass(frozen=True)
class Solved(Drawable):
    """A board, who wins there, and a best move: one that wins, or the hardest to answer.

    The nimber is None unless it was asked for, and so are the moves: what each leaves, the best
    first. Whatever could not be found within the limits is
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
    moves: Sequence[MoveWorth] | None = None


def solve(
    grid: Grid,
    solver: Solver | None = None,
    limits: Limits = UNLIMITED,
    *,
    nimber: bool = False,
    moves: int = 0,
    tell: Callable[[Solved], object] | None = None,
) -> Solved:
    """Who wins a board, even a large one, and one best move; in Nim tetris by default.

    The game is that of `solver`. `nimber` asks for the value in normal play, too. Where all moves
    lose, the hardest to answer is looked for a few seconds at most. `moves` asks what each move
    leaves, and the values of what that many of them leave, the best first; without a limit of time
    a few seconds are for these values. `tell` is called with what is known as soon as that is who
    wins, before a best move is looked for, and again before moves are.

    Raises SizeError if the board is too large for the solver.
    """
    solver = solver or Solver.for_boards([grid], memory=limits.bytes())
    start, nodes = time.perf_counter(), solver.nodes
    outcome = solver.outcome(grid, limits.share(WHO_WINS) if moves else limits)
    value = solver.nimber(grid, limits) if nimber else None

    def so_far(best: Move | None = None, worths: Sequence[MoveWorth] | None = None) -> Solved:
        spent = solver.nodes - nodes, time.perf_counter() - start
        return Solved(grid, solver.game, outcome, value, best, *spent, moves=worths)

    if tell is not None:
        tell(so_far())
    best = None
    try:
        with ended_soon_after(limits, SECONDS_TO_STOP):
            for_best = limits.share(BEST_BEFORE_ALL) if moves else limits
            best = move_for_outcome(grid, outcome, solver, for_best) if outcome else None
    except LimitError:  # there was not even time to list the moves
        return so_far()
    if not moves:
        return so_far(best)
    if tell is not None:
        tell(so_far(best))
    return so_far(best, _worths(so_far(best), solver, limits, moves))


def _worths(
    solved: Solved, solver: Solver, limits: Limits, most: int
) -> Sequence[MoveWorth] | None:
    """What each move leaves; None if the moves cannot be listed in time."""
    moves = moves_in_time(solved.grid, solver.game, limits)
    if moves is None:
        return None
    moves.sort(key=lambda move: move != solved.best_move)  # it comes first of those equally good
    found = moves_outcomes(moves, solved.outcome, solver, limits.share(WHO_WINS_AFTER_MOVES))
    for_values = limits.within(SECONDS_FOR_VALUES) if limits.end is None else limits
    return with_values(found, solver, for_values, most=most)
