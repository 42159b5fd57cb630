"""The lines of a proof: a position as a sum of terms.

A term is a picture of empty cells (`..#|...`), a nim heap (`*3`), or a form (`{*2+*2, *3}`, `0`).
This is only about how they are written; what they are worth is for the checker to find out.

>>> cells, heap = position_terms(Line("..|#. + *3", 1, "proof"), (4, 2))
>>> sorted(cells), heap
([(0, 0), (0, 1), (1, 1)], 3)
>>> position_terms(Line("{*1+*1, 0} + *2", 1, "proof"), (4, 2))
[([1, 1], [()]), 2]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Union

from cgt.common.errors import FileError
from cgt.common.headers import Line
from cgt.placement.proof.shapes import Cells, cells_of

# An int is a nim heap, a tuple a form: its options, each a sum of terms.
Term = Union[Cells, int, tuple["Sum", ...]]  # noqa: UP007 (a name in quotes cannot follow "|")
Sum = list[Term]

LONGEST = 300  # cells and moves of one position; boards have at most 256 cells
DEEPEST = 100  # braces inside each other; heaps, which would have most, are written without

_TOKEN = re.compile(r"[ \t]*(?P<token>[.#|]+|\*\d{0,3}|[0{},+]|$)")


@dataclass
class _Open:
    """The line itself, or a brace that is not closed yet."""

    at: int
    options: list[Sum] = field(default_factory=list)
    terms: Sum = field(default_factory=list)
    lasts: int = 0  # as many moves as the terms so far, at most
    longest: int = 0  # the same of the options so far
    needs_term: bool = True


def position_terms(line: Line, board: tuple[int, int]) -> Sum:
    """The terms of a line, whose pictures must fit on a board of a width and height, upright or
    turned. Raises FileError."""
    text, levels, place = line.text, [_Open(0)], 0
    while True:
        found = _TOKEN.match(text, place)
        at = found.start("token") if found else len(text) - len(text[place:].lstrip(" \t"))
        if found is None:
            raise FileError(line.at(at), f"{text[at]!r} is not expected here")
        token, place, level = found["token"], found.end(), levels[-1]
        if level.needs_term and token and token[0] in ".#|*0":
            if token[0] in ".#|" and len(levels) > 1:
                raise FileError(line.at(at), "a form has no pictures in it")
            term, lasts = _term(token, line, at, board)
            _add(levels, term, lasts, line, at)
        elif level.needs_term and token == "{":
            levels.append(_Open(at))
            if len(levels) > DEEPEST:
                raise FileError(line.at(at), f"a form has at most {DEEPEST - 1} braces inside")
        elif not level.needs_term and token == "+":
            level.needs_term = True
        elif len(levels) > 1 and token == "," and not level.needs_term:
            _end_option(level)
            level.needs_term = True
        elif len(levels) > 1 and token == "}" and not (level.needs_term and level.options):
            if not level.needs_term:
                _end_option(level)
            levels.pop()
            _add(levels, tuple(level.options), level.longest, line, level.at)
        elif not token and len(levels) == 1 and not level.needs_term:
            return level.terms
        elif not token and len(levels) > 1:
            raise FileError(line.at(level.at), "this '{' is never closed")
        else:
            raise FileError(line.at(at), f"{token or 'the end'!r} is not expected here")


def _term(token: str, line: Line, at: int, board: tuple[int, int]) -> tuple[Term, int]:
    """A term without braces, and how long it can last."""
    if token[0] == "*":
        heap = int(token[1:] or 1)
        return heap, heap
    if token == "0":
        return (), 0
    rows = token.split("|")
    width, height = len(rows[0]), len(rows)
    for row in rows:
        if len(row) != width or not row:
            raise FileError(line.at(at), "the rows of this picture are not equally long")
    if max(width, height) > max(board) or min(width, height) > min(board):
        raise FileError(line.at(at), f"a picture of {width}×{height} does not fit on the board")
    cells = cells_of(token, ".")
    return cells, len(cells)


def _add(levels: list[_Open], term: Term, lasts: int, line: Line, at: int) -> None:
    level = levels[-1]
    level.terms.append(term)
    level.lasts += lasts
    level.needs_term = False
    if level.lasts + len(levels) > LONGEST:
        raise FileError(line.at(at), f"a position has at most {LONGEST} cells and moves")


def _end_option(level: _Open) -> None:
    level.options.append(level.terms)
    level.longest = max(level.longest, level.lasts + 1)
    level.terms, level.lasts = [], 0
