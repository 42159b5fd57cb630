"""Regions: maximal 4-connected sets of empty cells that some placement still fits in.

A move in one region never touches another, so a position is the sum of its regions. Cells that no
placement covers are dropped first, and parts that only they connected are separate regions.
docs/regions.md says how it works and why it is fast; cgt.board.labelling labels images, and many
boards at once.

>>> from cgt.board.piecesets import piece_set
>>> grid = Grid("....#..|....#.#")
>>> find_regions(grid, piece_set("tetromino"))
(Region(8 cells from row 0, column 0),)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cgt import _native
from cgt.board.grid import Cell, Grid
from cgt.board.polyomino import PieceSet, live_cells
from cgt.common.drawable import Drawable


@dataclass(frozen=True, eq=False, repr=False)
class Region(Drawable):
    """A maximal connected part of a board in which some placement still fits.

    `indices` are those of its cells, row * width + column, in reading order.
    """

    board_width: int
    board_height: int
    indices: NDArray[np.int64]

    @property
    def size(self) -> int:
        """How many cells it has."""
        return len(self.indices)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Its cells in reading order."""
        return tuple(divmod(index, self.board_width) for index in self.indices.tolist())

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The row, column, height and width of the smallest rectangle around it."""
        rows, columns = np.divmod(self.indices, self.board_width)
        top, left = int(rows[0]), int(columns.min())  # indices are in reading order
        return top, left, int(rows[-1]) - top + 1, int(columns.max()) - left + 1

    @cached_property
    def grid(self) -> Grid:
        """The region as a board of its own: a grid of the size of its box, with all other cells
        filled."""
        top, left, height, width = self.box
        cells = ((row - top, column - left) for row, column in self.cells)
        return Grid.of_size(width, height, cells).inverted()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Region):
            return NotImplemented
        return (
            self.board_width == other.board_width
            and self.board_height == other.board_height
            and np.array_equal(self.indices, other.indices)
        )

    def __hash__(self) -> int:
        return hash((self.board_width, self.board_height, self.indices.tobytes()))

    def __repr__(self) -> str:
        row, column = divmod(int(self.indices[0]), self.board_width)
        return f"Region({self.size} cells from row {row}, column {column})"


def find_regions(grid: Grid, pieces: PieceSet) -> tuple[Region, ...]:
    """The regions of a board, in reading order of their first cells."""
    labels, count = label_regions(grid, pieces)
    return regions_from_labels(labels, count)


def label_regions(grid: Grid, pieces: PieceSet) -> tuple[NDArray[np.int32], int]:
    """The number of each cell's region, counted from 1, or 0 if it has none; and how many regions
    there are.

    An empty cell with 0 is one that no placement covers.
    """
    live = live_cells(grid, pieces)
    packed = np.frombuffer(live.bits.tobytes(), dtype=np.uint8)
    labels = np.empty((grid.height, grid.width), dtype=np.int32)
    count = _native.label_image(packed, grid.width, grid.height, grid.width, labels)
    return labels, count


def regions_from_labels(labels: NDArray[np.int32], count: int) -> tuple[Region, ...]:
    """The first `count` regions of a labelling."""
    height, width = labels.shape
    indices, ends = cells_by_region(labels, count)
    return tuple(
        Region(width, height, indices[start:end]) for start, end in pairwise(ends.tolist())
    )


def cells_by_region(
    labels: NDArray[np.int32], count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The indices of the cells of the first `count` regions of a labelling, one region after the
    other, each in reading order; and where each region ends, after a 0.

    This is for boards with very many regions; it takes about 35 bytes for each cell of the board.
    """
    flat = labels.ravel()
    labelled = np.flatnonzero((flat > 0) & (flat <= count))
    numbers = flat[labelled]
    indices = labelled[np.argsort(numbers, kind="stable")]
    indices.flags.writeable = False  # regions are values
    return indices, np.cumsum(np.bincount(numbers, minlength=count + 1))
