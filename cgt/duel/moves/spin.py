"""Turns inside the well (S. Park et al.): counterclockwise, in the square around the piece as it
comes in. A turn without room is not made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cgt.duel.moves.model import MoveModel, Orientation, flat_rotation, turned_in_square

if TYPE_CHECKING:
    from cgt.board.polyomino import Piece


def _orientations(piece: Piece) -> Sequence[Orientation]:
    return turned_in_square(piece, flat_rotation(piece), "counterclockwise")


MODEL = MoveModel(
    "spin",
    "turned in the well, too",
    "it is moved left, right and down and turned counterclockwise inside the well, one step after "
    "the other, never through blocks; it turns inside the square around it",
    inside="turns",
    turns=("counterclockwise",),
    orientations=_orientations,
)
