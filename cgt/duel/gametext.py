"""The game that a trace or strategy file is about, in its `key: value` lines."""

from __future__ import annotations

import re
from pathlib import Path

from cgt.duel.moves import ENDINGS, MOVES, Rules
from cgt.errors import CgtError, FileError, Location

_NUMBER = re.compile(r"\d{1,2}", re.ASCII)
_KEYS = ("pieces", "width", "height", "moves", "ending")


def rules_lines(rules: Rules) -> list[str]:
    """The rules as lines."""
    values = {key: getattr(rules, key) for key in _KEYS[1:]}
    return [f"pieces: {rules.pieces.name}", *(f"{key}: {value}" for key, value in values.items())]


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
    pieces = take(about, "pieces", source)
    width, height = (take_number(about, key, source) for key in ("width", "height"))
    moves, ending = (take(about, key, source) for key in ("moves", "ending"))
    if moves not in MOVES or ending not in ENDINGS:
        raise FileError(Location(source), "there is no such way to move or to end")
    try:
        return Rules(pieces, width=width, height=height, moves=moves, ending=ending)
    except CgtError as error:
        raise FileError(Location(source), str(error)) from None
