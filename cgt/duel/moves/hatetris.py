"""HATETRIS's moves: pieces turn clockwise in a box of 4×4, where each lies as in the original. The
model has its own spawn place and its own ending, by a bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cgt.duel.moves.model import MoveModel, Orientation

if TYPE_CHECKING:
    from cgt.board.polyomino import Piece

_BOX = 4

# For each state of a piece: the column and the row, counted from the top of the box, of the upper
# left corner of its bounding box. O has one state.
_CORNERS = {
    "I": ((0, 1), (2, 0), (0, 2), (1, 0)),
    "J": ((1, 1), (0, 1), (1, 0), (1, 1)),
    "L": ((1, 1), (1, 1), (0, 1), (1, 0)),
    "O": ((1, 1),),
    "S": ((1, 1), (1, 1), (0, 1), (1, 0)),
    "T": ((1, 1), (1, 1), (0, 1), (1, 0)),
    "Z": ((1, 1), (1, 1), (0, 1), (1, 0)),
}


def _orientations(piece: Piece) -> Sequence[Orientation]:
    states = []
    for turn, (column, row) in enumerate(_CORNERS[piece.name]):
        rotation = turn % len(piece.rotations)
        states.append(Orientation(rotation, column, _BOX - row - piece.rotations[rotation].height))
    return states


MODEL = MoveModel(
    "hatetris",
    "as in HATETRIS, with its own ending",
    "as `spin`, with HATETRIS's own turns, which go clockwise, its own place to come in and its "
    "own ending",
    inside="turns",
    turns=("clockwise",),
    orientations=_orientations,
    spawn_box=_BOX,
    bar=4,
    tetrominoes_only=True,
    smallest=(_BOX, _BOX + 1),
)
