"""Piece sets that have names, and piece sets from files.

Mirror images are pieces of their own. A mirror image without a letter of its own is written with a
prime: the pentominoes have F and F'.

>>> piece_set("LJ")
PieceSet('LJ': L J)
>>> piece_set("pentomino:FX")
PieceSet('pentomino:FX': F F' X)
>>> print(piece_set("tetromino")["T"].rotations[0])
.#.
###
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from cgt.board.boardfile import Block, read_blocks
from cgt.board.polyomino import (
    LARGEST_OMINO,
    MOST_PIECES,
    Piece,
    PieceSet,
    Polyomino,
    check_new,
    free_polyominoes,
)
from cgt.common.errors import FileError, PieceError
from cgt.common.examples import is_example
from cgt.common.files import STANDARD_INPUT, file_exists, source_name
from cgt.common.names import did_you_mean

TETROMINOES = {
    "I": "####",
    "J": "#..|###",
    "L": "..#|###",
    "O": "##|##",
    "S": ".##|##.",
    "T": ".#.|###",
    "Z": "##.|.##",
}
# Pentominoes, Golomb's letters. Each letter stands for a shape and its mirror image.
PENTOMINOES = {
    "F": ".##|##.|.#.",
    "I": "#####",
    "L": "#.|#.|#.|##",
    "N": ".#|.#|##|#.",
    "P": "##|##|#.",
    "T": "###|.#.|.#.",
    "U": "#.#|###",
    "V": "#..|#..|###",
    "W": "#..|##.|.##",
    "X": ".#.|###|.#.",
    "Y": ".#|##|.#|.#",
    "Z": "##.|.#.|.##",
}
_SMALL = {
    1: {"monomino": "#"},
    2: {"domino": "##"},
    3: {"I": "###", "V": "#.|##"},
    4: TETROMINOES,
    5: PENTOMINOES,
}
_SIZE_NAMES = {"domino": 2, "tromino": 3, "tetromino": 4, "pentomino": 5}


def piece_set(text: str, folder: Path | None = None) -> PieceSet:
    """The piece set of a name, or of a file of shapes.

    Names are `domino`, `tromino`, `tetromino`, `pentomino`, `omino:N`, letters of tetrominoes
    (`LJ`) and letters of pentominoes (`pentomino:FX`), in any case unless there is such a file. A
    relative path is relative to `folder`. Raises PieceError, or FileError for a bad file.
    """
    if _is_spelled(text):
        known = _spelled_piece_set(text)
        if known is not None:
            return known
    if text == STANDARD_INPUT or is_example(text):
        return read_piece_set(text)
    path = Path(folder or ".", text)
    if text and file_exists(path):
        return read_piece_set(path)
    known = named_piece_set(text)
    if known is None:
        hint = did_you_mean(text, _SIZE_NAMES)
        raise PieceError(
            f"no piece set {text!r}{hint}: there are tetromino, domino, tromino, pentomino, "
            f"omino:N, letters out of {''.join(TETROMINOES)}, or a file of shapes"
        )
    return known


def named_piece_set(text: str) -> PieceSet | None:
    """The same without files: None if the text could only be a file. Raises PieceError."""
    name, colon, detail = text.partition(":")
    return _spelled_piece_set(f"{name.lower()}{colon}{detail.upper()}") or _spelled_piece_set(
        text.upper().replace(",", "").replace(" ", "")
    )


def _is_spelled(text: str) -> bool:
    """Whether a text has letters of pieces as they are usually written, not small ones, which may
    also be those of a file."""
    name, _, detail = text.partition(":")
    return detail == detail.upper() or name != "pentomino"


def _spelled_piece_set(text: str) -> PieceSet | None:
    """The piece set of a name that is spelled exactly so."""
    name, colon, detail = text.partition(":")
    if text in _SIZE_NAMES:
        return PieceSet(text, _all_of_size(_SIZE_NAMES[text]))
    if name == "omino" and colon:
        if not re.fullmatch(r"\d{1,3}", detail, re.ASCII):
            raise PieceError(f"omino:N takes a number from 1 to {LARGEST_OMINO}, not {detail!r}")
        return PieceSet(text, _all_of_size(int(detail)))
    if name == "pentomino" and colon:
        return PieceSet(text, _lettered(text, detail, PENTOMINOES, _with_mirror_image))
    if text and set(text) <= set(TETROMINOES):
        return PieceSet(text, _lettered(text, text, TETROMINOES, _alone))
    return None


def _alone(name: str, shape: Polyomino) -> list[Piece]:
    return [Piece.of(name, shape)]


def _with_mirror_image(name: str, shape: Polyomino) -> list[Piece]:
    """A piece, and its mirror image if that is another piece."""
    piece, mirror_image = Piece.of(name, shape), Piece.of(f"{name}'", shape.mirrored())
    if mirror_image.rotations[0] in piece.rotations:
        return [piece]
    return [piece, mirror_image]


def _lettered(
    text: str,
    letters: str,
    shapes: dict[str, str],
    pieces: Callable[[str, Polyomino], list[Piece]],
) -> list[Piece]:
    for letter in letters:
        if letter not in shapes:
            raise PieceError(f"no piece {letter!r} in {text!r}: there are {' '.join(shapes)}")
        if letters.count(letter) > 1:
            raise PieceError(f"the piece set {text!r} names {letter} twice")
    return [piece for c in letters for piece in pieces(c, Polyomino(shapes[c]))]


def _all_of_size(size: int) -> list[Piece]:
    """Every one-sided polyomino: by its usual letter, or numbered where there is none."""
    if size in _SMALL:
        named = {name: Polyomino(shape) for name, shape in _SMALL[size].items()}
    else:
        named = {f"{size}.{i}": shape for i, shape in enumerate(free_polyominoes(size), 1)}
    pieces = _alone if size == 4 else _with_mirror_image  # tetrominoes: each has its own letter
    return [piece for name, shape in named.items() for piece in pieces(name, shape)]


def read_piece_set(path: str | Path) -> PieceSet:
    """A piece set from a file of shapes: a board file in which the filled cells are the shape.

    `name:` names a piece; `mirror: yes` adds its mirror image. Raises FileError.
    """
    blocks = read_blocks(path, ("name", "mirror"))
    name = source_name(path)
    pieces: list[Piece] = []
    seen: dict[str | Polyomino, str] = {}
    for number, block in enumerate(blocks, 1):
        for piece in _pieces_of_block(block, number):
            try:
                check_new(piece, seen, name)
            except PieceError as error:
                raise FileError(block.where, str(error)) from None
            pieces.append(piece)
            if len(pieces) > MOST_PIECES:
                raise FileError(block.where, f"more than {MOST_PIECES:,} pieces")
    return PieceSet(name, pieces)


def _pieces_of_block(block: Block, number: int) -> list[Piece]:
    mirror = block.header.get("mirror")
    mirrored = mirror is not None and mirror.choice(("yes", "no")) == "yes"
    try:
        shape = Polyomino.of(block.grid.filled_cells())
    except PieceError as error:
        raise FileError(block.where, str(error)) from None
    pieces = _with_mirror_image if mirrored else _alone
    return pieces(block.header.text("name", str(number)), shape)
