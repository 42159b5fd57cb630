"""The Super Rotation System of the public Tetris guideline: a piece turns both ways, and each turn
is tried at five places. So a piece can turn at a wall, on the floor and around corners.

Pieces come in with their flat side down. J, L, S, T and Z turn in a square of 3×3, I in one of 4×4;
O looks the same however it is turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cgt.duel.moves.model import MoveModel, Offset, Orientation, turned_in_square

if TYPE_CHECKING:
    from cgt.board.polyomino import Piece

# The tries of a clockwise turn from each state: how far right and up. The turn back tries the
# opposite offsets.
_KICKS = (
    ((0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)),
    ((0, 0), (1, 0), (1, -1), (0, 2), (1, 2)),
    ((0, 0), (1, 0), (1, 1), (0, -2), (1, -2)),
    ((0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)),
)
_KICKS_OF_I = (
    ((0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)),
    ((0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)),
    ((0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)),
    ((0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)),
)


def _orientations(piece: Piece) -> Sequence[Orientation]:
    from cgt.board.piecesets import TETROMINOES  # large: not needed to list the models

    text = TETROMINOES[piece.name]
    first = next(shape for shape in piece.rotations if "|".join(shape.grid().rows()) == text)
    return turned_in_square(piece, first, "clockwise")


def _kicks(piece: Piece, start: int, end: int) -> Sequence[Offset]:
    table = _KICKS_OF_I if piece.name == "I" else _KICKS
    if end == (start + 1) % len(table):
        return table[start]
    return [(-right, -up) for right, up in table[end]]


MODEL = MoveModel(
    "srs",
    "with the turns and kicks of the Super Rotation System",
    "as `spin`, but turned both ways, by the Super Rotation System: a turn that has no room is "
    "tried at four other places (kicks)",
    inside="turns",
    turns=("clockwise", "counterclockwise"),
    orientations=_orientations,
    kicks=_kicks,
    tetrominoes_only=True,
)
