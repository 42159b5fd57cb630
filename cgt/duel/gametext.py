"""The header lines of trace and strategy files that say which game is played."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from cgt.board.piecetext import pieces_lines, read_pieces
from cgt.common.errors import CgtError, FileError
from cgt.common.headers import Header, header_line
from cgt.duel.moves import MODELS
from cgt.duel.rules import ENDINGS, Rules, duel_piece
from cgt.duel.well import Well

RULES_KEYS = ("pieces", "width", "height", "moves", "ending")
_MOST = 99  # rows or columns that a file may name


def rules_lines(rules: Rules) -> list[str]:
    """The rules as lines."""
    said = (header_line(key, str(getattr(rules, key))) for key in RULES_KEYS[1:])
    return [*pieces_lines(rules.pieces, duel_piece), *said]


def start_line(start: Well) -> str:
    """The well that the game begins with, as a header line."""
    return header_line("start", "|".join(start.grid().rows()))


def check_writable(path: str | Path, rules: Rules) -> None:
    """Raises CgtError if a piece has a name that could not be told apart in a line of a file, or
    if pieces move by a model that its name in a file would not bring back."""
    if MODELS.get(rules.moves) != rules.model:
        raise CgtError(f"{path}: a move model of one's own cannot be written to a file")
    check_names(path, rules.names)


def check_names(path: str | Path, names: Iterable[str]) -> None:
    """Raises CgtError if a piece has a name that could not be told apart in a line of a file."""
    for name in names:
        if re.search(r"[\s:;<]", name):
            raise CgtError(f"{path}: the name {name!r} cannot be written to a file")


def read_rules(header: Header) -> Rules:
    """The rules in a header; raises FileError."""
    pieces = read_pieces(header, duel_piece)
    width, height = (header.require(key).number(0, _MOST) for key in ("width", "height"))
    moves = header.require("moves").choice(tuple(MODELS))
    ending = header.require("ending").choice(ENDINGS)
    try:
        return Rules(pieces, width=width, height=height, moves=moves, ending=ending)
    except CgtError as error:
        raise FileError(header.require("width").where, str(error)) from None


def read_start(header: Header, rules: Rules) -> Well | None:
    """The well that the game begins with, if a header names one; raises FileError."""
    said = header.get("start")
    if said is None:
        return None
    try:
        start = Well(said.text)
    except CgtError as error:
        raise FileError(said.where, f"the start is no well: {error}") from None
    if start.width != rules.width:
        problem = f"the start is {start.width} wide, but the well {rules.width}"
        raise FileError(said.where, problem)
    return start
