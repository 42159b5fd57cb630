"""Boxes: the rectangles that the boards of a solver lie in.

The native solver keeps the cells of a board in a few machine words, and is made for boards of up to
`MOST_CELLS` cells of any shape. Boards that share a solver share a box, which must not have more
cells, either. A board fits in a box upright or turned, because pieces may be turned.

>>> box = Box.around([Grid.of_size(3, 20), Grid.of_size(7, 2)])
>>> box, box.holds(Grid.of_size(2, 20)), box.holds(Grid.of_size(4, 4))
(Box(width=20, height=3), True, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cgt import _native
from cgt.board.grid import Grid

MOST_CELLS = _native.MOST_BOARD_CELLS


class Box(NamedTuple):
    """A rectangle of cells, at least as wide as it is high."""

    width: int
    height: int

    @classmethod
    def around(cls, grids: Iterable[Grid]) -> Box:
        """The smallest box that holds these boards."""
        box = cls(1, 1)
        for grid in grids:
            box = box.joined(cls.of_size(grid.width, grid.height))
        return box

    @classmethod
    def of_size(cls, width: int, height: int) -> Box:
        """The box of boards of one size."""
        return cls(max(width, height), min(width, height))

    @property
    def cells(self) -> int:
        return self.width * self.height

    def joined(self, other: Box) -> Box:
        """The smallest box that holds whatever one of the two holds."""
        return Box(max(self.width, other.width), max(self.height, other.height))

    def holds(self, grid: Grid) -> bool:
        """Whether a board fits, upright or turned."""
        return self.joined(Box.of_size(grid.width, grid.height)) == self

    def __str__(self) -> str:
        return f"{self.width}×{self.height}"


def boxes_for(grids: Sequence[Grid]) -> list[Box]:
    """A box for each board, none of more cells than a solver takes, if no board has more. Boards
    get the same box where they can: those that fit into 16×16, and many others.

    >>> [str(box) for box in boxes_for([Grid.of_size(9, 9), Grid.of_size(1, 50), Grid("..")])]
    ['9×9', '50×1', '9×9']
    """
    boxes: list[Box] = []
    members: list[int] = [0] * len(grids)
    highest_first = sorted(
        range(len(grids)), key=lambda number: Box.around([grids[number]])[::-1], reverse=True
    )
    for number in highest_first:
        box = Box.around([grids[number]])
        for place, earlier in enumerate(boxes):
            if earlier.joined(box).cells <= MOST_CELLS:
                boxes[place], members[number] = earlier.joined(box), place
                break
        else:
            boxes.append(box)
            members[number] = len(boxes) - 1
    return [boxes[place] for place in members]
