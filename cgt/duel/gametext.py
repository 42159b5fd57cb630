"""The game that a trace or strategy file is about, in its `key: value` lines.

Pieces that no name tells have their shapes in lines of their own, `shape NAME: #.|##`.
"""

from __future__ import annotations

import re
from pathlib import Path

from cgt.board.piecesets import named_piece_set
from cgt.board.polyomino import Piece, PieceSet, Polyomino
from cgt.common.errors import CgtError, FileError, Location, PieceError
from cgt.duel.moves import MODELS
from cgt.duel.rules import ENDINGS, Rules, duel_piece

_NUMBER = re.compile(r"\d{1,2}", re.ASCII)
_SHAPE = "shape "
_KEYS = ("pieces", "width", "height", "moves", "ending")


def rules_lines(rules: Rules) -> list[str]:
    """The rules as lines."""
    values = {key: getattr(rules, key) for key in _KEYS[1:]}
    return [
        f"pieces: {rules.pieces.name}",
        *(f"{key}: {value}" for key, value in values.items()),
        *([] if _is_told_by_name(rules.pieces) else _shape_lines(rules.pieces)),
    ]


def _is_told_by_name(pieces: PieceSet) -> bool:
    if not _is_named(pieces.name):
        return False
    named = named_piece_set(pieces.name)
    return named is not None and [duel_piece(piece) for piece in named] == list(pieces)


def _is_named(name: str) -> bool:
    """Whether a name stands for pieces that everybody knows."""
    try:
        return named_piece_set(name) is not None
    except PieceError:
        return False


def _shape_lines(pieces: PieceSet) -> list[str]:
    return [f"{_SHAPE}{p.name}: {'|'.join(p.rotations[0].grid().rows())}" for p in pieces]


def is_shape(key: str) -> bool:
    """Whether a key is that of a shape."""
    return key.startswith(_SHAPE)


def check_names(path: str | Path, rules: Rules) -> None:
    """Raises CgtError if the pieces have names that a file cannot tell."""
    for name in (*rules.names, rules.pieces.name):
        if re.search(r"[\s:;<]", name) and not re.match(r"(omino|pentomino):\w+$", name):
            raise CgtError(f"{path}: the name {name!r} cannot be written to a file")


def take(about: dict[str, str], key: str, source: str) -> str:
    """Takes a value that must be there; raises FileError."""
    if key not in about:
        raise FileError(Location(source), f"there is no line '{key}: …'")
    return about.pop(key)


def take_number(about: dict[str, str], key: str, source: str) -> int:
    """The same for a number of one or two digits."""
    value = take(about, key, source)
    if not _NUMBER.fullmatch(value):
        raise FileError(Location(source), f"{key} is a number of one or two digits")
    return int(value)


def take_rules(about: dict[str, str], source: str) -> Rules:
    """Takes what the rules need; raises FileError."""
    pieces: str | PieceSet = take(about, "pieces", source)
    shapes = {key: about.pop(key) for key in list(about) if is_shape(key)}
    width, height = (take_number(about, key, source) for key in ("width", "height"))
    moves, ending = (take(about, key, source) for key in ("moves", "ending"))
    if moves not in MODELS or ending not in ENDINGS:
        raise FileError(Location(source), "there is no such way to move or to end")
    try:
        if shapes:
            found = [
                Piece.of(key.removeprefix(_SHAPE), Polyomino(text)) for key, text in shapes.items()
            ]
            pieces = PieceSet(str(pieces), [duel_piece(piece) for piece in found])
            if not _is_told_by_name(pieces) and _is_named(pieces.name):
                raise PieceError(f"{pieces.name} has other shapes than these")
        return Rules(pieces, width=width, height=height, moves=moves, ending=ending)
    except CgtError as error:
        raise FileError(Location(source), str(error)) from None
