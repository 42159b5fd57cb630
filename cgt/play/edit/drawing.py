"""A board while it is drawn: what painting, resizing and pasting leave, and how it is undone.

Boards are values, so a change is a new board, and the past is a list of old ones.

>>> history = History(Board(Grid("...|...")))
>>> grid = history.now.grid
>>> drawn = history.changed(painted(grid, painted_cells(grid, (0, 0), "turn"), filled=True))
>>> print(drawn.now.grid)
#..
..#
>>> drawn.undone().now == history.now, drawn.undone().redone() == drawn
(True, True)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Literal

from cgt.board.boardfile import Board
from cgt.board.grid import Cell, Grid
from cgt.board.symmetry import Symmetry

Mirroring = Literal["none", "turn", "across", "down", "both"]

# Which images of a cell are painted with it, and what that is called.
MIRRORINGS: dict[Mirroring, tuple[str, tuple[Symmetry, ...]]] = {
    "none": ("", ()),
    "turn": ("with a half turn", (Symmetry.ROTATE_180,)),
    "across": ("mirrored left and right", (Symmetry.MIRROR,)),
    "down": ("mirrored up and down", (Symmetry.FLIP,)),
    "both": ("mirrored both ways", (Symmetry.MIRROR, Symmetry.FLIP, Symmetry.ROTATE_180)),
}
_MOST_STEPS = 1000  # that can be undone


def next_mirroring(mirroring: Mirroring) -> Mirroring:
    """The one after it, in a circle."""
    names = list(MIRRORINGS)
    return names[(names.index(mirroring) + 1) % len(names)]


def painted_cells(grid: Grid, cell: Cell, mirroring: Mirroring) -> set[Cell]:
    """A cell, and those that are painted with it."""
    _, symmetries = MIRRORINGS[mirroring]
    images = (symmetry.of_cell(*cell, grid.height, grid.width) for symmetry in symmetries)
    return {cell, *images}


def painted(grid: Grid, cells: Collection[Cell], *, filled: bool) -> Grid:
    """A grid with some cells filled, or empty."""
    array = grid.to_array()
    for cell in cells:
        array[cell] = filled
    return Grid.from_array(array)


def resized(grid: Grid, width: int, height: int) -> Grid:
    """A grid cut off, or made larger by empty cells, at its right and at its lower side."""
    kept = (cell for cell in grid.filled_cells() if cell[0] < height and cell[1] < width)
    return Grid.of_size(width, height, kept)


@dataclass(frozen=True)
class History:
    """A board, those it was before, and those that were undone, the next one last."""

    now: Board
    before: tuple[Board, ...] = ()
    after: tuple[Board, ...] = ()

    def changed(self, grid: Grid | None = None, **said: Any) -> History:
        """The history with another grid, or with something else said about the board: `name`,
        `play`, `pieces`. If that changes nothing, it is the same."""
        board = replace(self.now, grid=grid or self.now.grid, **said)
        if board == self.now:
            return self
        return History(board, (*self.before, self.now)[-_MOST_STEPS:])

    def undone(self) -> History:
        """The board as it was before; the same history if there is nothing to undo."""
        if not self.before:
            return self
        return History(self.before[-1], self.before[:-1], (*self.after, self.now))

    def redone(self) -> History:
        """The reverse of `undone`."""
        if not self.after:
            return self
        return History(self.after[-1], (*self.before, self.now), self.after[:-1])
