"""The game tree of a board, level by level, as far as the limits allow: who wins each position.

A position that several paths reach appears once, and so does a move for all that leave the same
board up to symmetry. So the tree is really a graph, and small.

>>> grid = Grid("....|....")
>>> tree = game_tree(grid, Solver.for_boards([grid]))
>>> len(tree.positions), tree.is_whole
(9, True)
>>> first = tree.positions[0]
>>> [f"{m.placement.piece.name}: {tree.positions[m.to].outcome}" for m in first.moves or ()]
['I: P', 'J: P', 'O: P', 'J: N', 'O: N', 'S: N', 'T: N']
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cgt.board.grid import Grid
from cgt.board.polyomino import Placement
from cgt.common.alarm import ended_soon_after
from cgt.common.errors import LimitError
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.analysis import RegionValue, region_values
from cgt.placement.game import Outcome
from cgt.placement.solver import Solver
from cgt.placement.time_shares import ONE_OF_MANY, SECONDS_TO_STOP, WHOLE_BOARD
from cgt.placement.worth import BEST_FIRST

DEFAULT_MOST = 3000


@dataclass(frozen=True)
class Branch:
    """A move, the number of the position it leads to, and how many moves are symmetric to it."""

    placement: Placement
    to: int
    images: int


@dataclass(frozen=True)
class Position:
    """A board and who wins there.

    Where the tree continues, a position also has its moves, winning ones first, and its regions
    with their values, but without their unreduced forms. Where it does not, both are None.
    """

    grid: Grid
    outcome: Outcome | None
    moves: Sequence[Branch] | None = None
    regions: Sequence[RegionValue] | None = None


@dataclass(frozen=True)
class GameTree:
    """The positions that a board can lead to; the first one is the board itself."""

    positions: Sequence[Position]

    @property
    def is_whole(self) -> bool:
        """Whether no position was left out."""
        return all(position.moves is not None for position in self.positions)


def game_tree(
    grid: Grid, solver: Solver, limits: Limits = UNLIMITED, *, most: int = DEFAULT_MOST
) -> GameTree:
    """The game tree of a board, level by level, with at most `most` positions.

    Winning moves come before the others. A position that is not decided in time has no outcome; one
    that is not expanded in time has no moves.
    """
    positions = [Position(grid, solver.outcome(grid, limits.share(WHOLE_BOARD)))]
    try:
        with ended_soon_after(limits, SECONDS_TO_STOP):
            _expand(positions, solver, limits, most)
    except LimitError:  # a position has too many moves to list them in time
        pass
    return GameTree(positions)


def _expand(positions: list[Position], solver: Solver, limits: Limits, most: int) -> None:
    """Adds the positions that the first one leads to, and their moves. It may be ended at any
    moment: a position has its moves only when all that they lead to are there."""
    grid = positions[0].grid
    numbers = {grid: 0}
    waiting = deque([grid])
    while waiting and not limits.is_over():
        board = waiting.popleft()
        found = solver.game.moves(board)
        new = {move.leaves: None for move in found if move.leaves not in numbers}
        if len(numbers) + len(new) > most:
            break
        for left in new:
            numbers[left] = len(positions)
            outcome = None if limits.is_over() else solver.outcome(left, limits.share(ONE_OF_MANY))
            positions.append(Position(left, outcome))

        def order(left: Grid) -> int:
            return BEST_FIRST[positions[numbers[left]].outcome]

        found.sort(key=lambda move: order(move.leaves))
        waiting.extend(sorted(new, key=order))
        positions[numbers[board]] = replace(
            positions[numbers[board]],
            moves=[Branch(move.placement, numbers[move.leaves], move.images) for move in found],
            regions=region_values(board, solver, limits, with_ois=False),
        )
