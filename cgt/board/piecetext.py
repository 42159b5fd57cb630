"""A piece set in the header of a text file: its name, and its shapes if the name alone does not
determine them.

A user's own shapes follow in lines `shape NAME: #.|##`, row by row, so that a saved game, a trace
or a strategy can still be read when the file of shapes is gone.

>>> from cgt.board.piecesets import piece_set
>>> pieces_lines(piece_set("LJ"))
['pieces: LJ']
>>> own = PieceSet("shapes/mine.txt", [Piece.of("hook", Polyomino("#.|##"))])
>>> pieces_lines(own)
['pieces: mine', 'shape hook: #.|##']
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from cgt.board.piecesets import named_piece_set
from cgt.board.polyomino import Piece, PieceSet, Polyomino
from cgt.common.errors import CgtError, FileError, PieceError
from cgt.common.headers import Header, Value, header_line, shape_line

_PLAIN_NAME = re.compile(r"\w[\w.-]*")
_NO_NAME = "shapes"


def _as_it_is(piece: Piece) -> Piece:
    return piece


def pieces_lines(pieces: PieceSet, played: Callable[[Piece], Piece] = _as_it_is) -> list[str]:
    """A piece set as the lines of a header. `played` turns a named piece into the one that the game
    uses, if the game counts rotations in an order of its own. Raises CgtError for names of pieces
    that do not fit on a line."""
    if _is_told_by_name(pieces, played):
        return [f"pieces: {pieces.name}"]
    name = Path(pieces.name).stem
    if not _PLAIN_NAME.fullmatch(name) or _named(name) is not None:
        name = _NO_NAME
    shapes = [shape_line(p.name, "|".join(p.rotations[0].grid().rows())) for p in pieces]
    return [header_line("pieces", name), *shapes]


def read_pieces(header: Header, played: Callable[[Piece], Piece] = _as_it_is) -> PieceSet:
    """The piece set in a header; raises FileError."""
    said = header.require("pieces")
    try:
        if header.shapes:
            found = (_piece(name, value) for name, value in header.shapes.items())
            pieces = PieceSet(said.text, (played(piece) for piece in found))
            if _named(said.text) is not None and not _is_told_by_name(pieces, played):
                raise PieceError(f"{said.text} has other shapes than these")
            return pieces
        known = named_piece_set(said.text)
    except PieceError as error:
        raise FileError(said.where, str(error)) from None
    if known is None:
        raise FileError(
            said.where, f"no piece set {said.text!r}, and the shapes of its pieces are missing"
        )
    return PieceSet(known.name, [played(piece) for piece in known])


def _piece(name: str, value: Value) -> Piece:
    try:
        return Piece.of(name, Polyomino(value.text))
    except CgtError as error:
        raise FileError(value.where, str(error)) from None


def _is_told_by_name(pieces: PieceSet, played: Callable[[Piece], Piece]) -> bool:
    named = _named(pieces.name)
    return named is not None and [played(piece) for piece in named] == list(pieces)


def _named(name: str) -> PieceSet | None:
    """The built-in piece set that is called exactly so; None if there is none."""
    try:
        found = named_piece_set(name)
    except PieceError:
        return None
    return found if found is not None and found.name == name else None
