"""The piece in a person's hand: which one, how it is turned, and where it is held over the board.

It always stays wholly inside the board, wherever it is moved and however it is turned. Whether the
cells below it are empty is for the game to decide.

>>> from cgt.board.piecesets import piece_set
>>> cursor = Cursor.over(piece_set("IO"), width=5, height=4)
>>> cursor.placement
Placement('I' at row 2, column 1)
>>> cursor.moved(9, -9).placement
Placement('I' at row 3, column 0)
>>> cursor.moved(9, -9).turned(1).placement
Placement('I' turned 1 at row 0, column 1)
>>> cursor.with_next_piece(1).placement.piece.name
'O'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from cgt.board.polyomino import Piece, PieceSet, Placement, Polyomino
from cgt.common.errors import PieceError


@dataclass(frozen=True)
class Cursor:
    """A placement that need not fit, on a board of a given size; `number` is that of the piece in
    its set."""

    pieces: PieceSet
    width: int
    height: int
    number: int
    rotation: int
    row: int
    column: int

    @classmethod
    def over(cls, pieces: PieceSet, width: int, height: int) -> Cursor:
        """The first piece that has room, in the middle; raises PieceError if none has."""
        for number in range(len(pieces)):
            cursor = cls(pieces, width, height, number, 0, 0, 0)
            if cursor._rotations:
                cursor = replace(cursor, rotation=cursor._rotations[0])
                return cursor.centred_at(height // 2, width // 2)
        raise PieceError(f"no piece has room on a board of {width}×{height}")

    @property
    def piece(self) -> Piece:
        return self.pieces.pieces[self.number]

    @property
    def placement(self) -> Placement:
        return Placement(self.piece, self.rotation, self.row, self.column)

    @property
    def _shape(self) -> Polyomino:
        return self.piece.rotations[self.rotation]

    @cached_property
    def _rotations(self) -> list[int]:
        """The piece's rotations that are not larger than the board."""
        return [
            number
            for number, shape in enumerate(self.piece.rotations)
            if shape.width <= self.width and shape.height <= self.height
        ]

    # moving

    def at(self, row: int, column: int) -> Cursor:
        """The piece with the corner of its box at a cell, or as near as the walls allow."""
        return replace(
            self,
            row=max(0, min(row, self.height - self._shape.height)),
            column=max(0, min(column, self.width - self._shape.width)),
        )

    def moved(self, down: int, right: int) -> Cursor:
        return self.at(self.row + down, self.column + right)

    def centred_at(self, row: int, column: int) -> Cursor:
        """The piece with its middle at a cell, or as near as the walls allow."""
        return self.at(row - (self._shape.height - 1) // 2, column - (self._shape.width - 1) // 2)

    def nearest(self, found: Iterable[Placement]) -> Cursor:
        """The nearest of some placements: one of this piece in this rotation if there is any,
        otherwise one of this piece, otherwise any. If there are no placements, nothing changes."""

        def strangeness(placement: Placement) -> tuple[bool, bool, int]:
            return (
                placement.piece != self.piece,
                placement.rotation != self.rotation,
                abs(placement.row - self.row) + abs(placement.column - self.column),
            )

        best = min(found, key=strangeness, default=None)
        if best is None:
            return self
        return replace(
            self,
            number=self.pieces.pieces.index(best.piece),
            rotation=best.rotation,
            row=best.row,
            column=best.column,
        )

    # turning and changing

    def _changed(self, number: int, rotation: int) -> Cursor:
        """Another shape with its middle where this one's is."""
        row = self.row + (self._shape.height - 1) // 2
        column = self.column + (self._shape.width - 1) // 2
        return replace(self, number=number, rotation=rotation).centred_at(row, column)

    def turned(self, quarters: int) -> Cursor:
        """The piece turned clockwise; rotations that have no room on the board are skipped."""
        place = self._rotations.index(self.rotation) + quarters
        return self._changed(self.number, self._rotations[place % len(self._rotations)])

    def mirrored(self) -> Cursor | None:
        """The mirror image of the piece as it is held; None if that is not a piece of the set."""
        wanted = self._shape.mirrored()
        for number, piece in enumerate(self.pieces):
            if wanted in piece.rotations:
                return self._changed(number, piece.rotations.index(wanted))
        return None

    def with_piece(self, number: int) -> Cursor | None:
        """Another piece; None if there is no such number or it has no room."""
        if not 0 <= number < len(self.pieces):
            return None
        rotations = replace(self, number=number)._rotations
        return self._changed(number, rotations[0]) if rotations else None

    def with_next_piece(self, step: int) -> Cursor:
        """The next piece, or the one before it for -1, among those that have room."""
        for distance in range(1, len(self.pieces) + 1):
            found = self.with_piece((self.number + step * distance) % len(self.pieces))
            if found is not None:
                return found
        return self
