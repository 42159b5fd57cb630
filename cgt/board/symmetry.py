"""The eight symmetries of the square: how a board or a shape may be turned and mirrored.

They have a module of their own because grids, polyominoes and canonical regions all need them.

>>> Symmetry.ROTATE_90 * Symmetry.ROTATE_90 is Symmetry.ROTATE_180
True
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    _Scalar = TypeVar("_Scalar", bound=np.generic)

_FLIP_COLUMNS, _FLIP_ROWS, _TRANSPOSE = 1, 2, 4


class Symmetry(IntEnum):
    """One of the eight ways to turn and mirror a board or a shape.

    The three bits of its value say what is done: first rows and columns are exchanged (4), then the
    rows reversed (2) and the columns reversed (1).
    """

    IDENTITY = 0
    MIRROR = _FLIP_COLUMNS
    FLIP = _FLIP_ROWS
    ROTATE_180 = _FLIP_ROWS | _FLIP_COLUMNS
    TRANSPOSE = _TRANSPOSE
    ROTATE_90 = _TRANSPOSE | _FLIP_COLUMNS  # clockwise
    ROTATE_270 = _TRANSPOSE | _FLIP_ROWS
    ANTITRANSPOSE = _TRANSPOSE | _FLIP_ROWS | _FLIP_COLUMNS

    @property
    def swaps_sides(self) -> bool:
        """Whether a board's width and height change places."""
        return bool(self & _TRANSPOSE)

    def __mul__(self, first: int) -> Symmetry:
        """The symmetry that does `first` and then this one."""
        flips = first & (_FLIP_ROWS | _FLIP_COLUMNS)
        if self.swaps_sides:
            flips = (flips & _FLIP_ROWS) >> 1 | (flips & _FLIP_COLUMNS) << 1
        return Symmetry(self ^ (first & _TRANSPOSE) ^ flips)

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        return next(other for other in Symmetry if other * self is Symmetry.IDENTITY)

    def of_cell(self, row: int, column: int, height: int, width: int) -> tuple[int, int]:
        """Where a cell of a height×width board goes."""
        if self.swaps_sides:
            row, column, height, width = column, row, width, height
        if self & _FLIP_ROWS:
            row = height - 1 - row
        if self & _FLIP_COLUMNS:
            column = width - 1 - column
        return row, column

    def of_array(self, array: NDArray[_Scalar]) -> NDArray[_Scalar]:
        """A view of an array with its cells moved in the same way. Rows and columns are the last
        two dimensions, so that many boards can be moved at once."""
        if self.swaps_sides:
            array = array.swapaxes(-1, -2)
        if self & _FLIP_ROWS:
            array = array[..., ::-1, :]
        if self & _FLIP_COLUMNS:
            array = array[..., ::-1]
        return array


ROTATIONS = (Symmetry.IDENTITY, Symmetry.ROTATE_90, Symmetry.ROTATE_180, Symmetry.ROTATE_270)
