"""The moves of the look-ahead of S. Park's program (Sogang University, 2019): pieces turn
counterclockwise in boxes of 4×4, where each lies as in the original, and may go up, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cgt.duel.moves.model import MoveModel, Orientation, flat_rotation, turned_in_square

if TYPE_CHECKING:
    from cgt.board.polyomino import Piece

_BOX = 4

# The states of each piece: its cells as rows, from the top of the box, and columns.
_CELLS = {
    "I": ("10 11 12 13", "01 11 21 31"),
    "J": ("21 22 23 33", "12 13 22 32", "11 21 22 23", "12 22 31 32"),
    "L": ("21 22 23 31", "12 22 32 33", "13 21 22 23", "11 12 22 32"),
    "O": ("21 22 31 32",),
    "S": ("12 13 21 22", "11 21 22 32"),
    "T": ("11 20 21 22", "11 20 21 31", "20 21 22 31", "11 21 22 31"),
    "Z": ("21 22 32 33", "12 21 22 31"),
}


def _orientations(piece: Piece) -> Sequence[Orientation]:
    """As in the boxes; a piece that has none turns as with `spin`."""
    shapes = [set(shape.cells) for shape in piece.rotations]
    states: list[Orientation] = []
    for text in _CELLS.get(piece.name, ()):
        cells = [(int(cell[0]), int(cell[1])) for cell in text.split()]
        top, left = min(row for row, _ in cells), min(column for _, column in cells)
        shape = {(row - top, column - left) for row, column in cells}
        if shape not in shapes:
            states.clear()
            break
        lowest = max(row for row, _ in cells)
        states.append(Orientation(shapes.index(shape), left, _BOX - 1 - lowest))
    return states or turned_in_square(piece, flat_rotation(piece), "counterclockwise")


MODEL = MoveModel(
    "sogang",
    "as in Park's program: up, too",
    "as `spin`, with the turns of S. Park's program, in boxes of 4×4; a piece may also go up, and "
    "begin in any column and state with its box a row below the top",
    inside="turns",
    turns=("counterclockwise",),
    orientations=_orientations,
    rises=True,
    comes_in_anywhere=True,
)
