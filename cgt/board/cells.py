"""Cells as characters: which ones a board may be written with, and what they stand for.

Boards come from people, who copy them from papers, chats and other programs. So several characters
mean the same, letters of pieces may be small, and there may be one blank between the cells of every
row. What the program writes has `.` and `#` only.

>>> cells_of_rows(["□ □ ■ t", "■ ■ ■ ."])
['□□■t', '■■■.']
>>> bits_of_cells("□□■t")
'0011'
>>> cells_of_rows(["..w."], cells_for("pentomino:WX"))
['..w.']
>>> cells_of_rows(["..w."])
Traceback (most recent call last):
cgt.board.cells.NoCellError: 'w' is not a cell: '.' is an empty cell and '#' a filled one
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cgt.common.errors import CgtError

EMPTY_CHARACTERS = ".0-_□"
FILLED_CHARACTERS = "#1X@x■"
TETROMINO_LETTERS = "IJLOSTZ"
PENTOMINO_LETTERS = "FILNPTUVWXYZ"

_BLANKS = " \t"
_GAP = re.compile(f"[^{_BLANKS}]")
_LETTERS = TETROMINO_LETTERS + PENTOMINO_LETTERS
_ALL_FILLED = FILLED_CHARACTERS + _LETTERS + _LETTERS.lower()
_TO_BITS = str.maketrans(dict.fromkeys(EMPTY_CHARACTERS, "0") | dict.fromkeys(_ALL_FILLED, "1"))


class NoCellError(CgtError):
    """Something in a row that is no cell, or one cell too many or too few; `row` and `index` count
    from 0 and say where."""

    def __init__(self, row: int, index: int, problem: str) -> None:
        super().__init__(problem)
        self.row = row
        self.index = index


@dataclass(frozen=True)
class Cells:
    """The characters that are cells where these letters are those of pieces."""

    letters: str

    @cached_property
    def characters(self) -> frozenset[str]:
        """All of them."""
        written = EMPTY_CHARACTERS + FILLED_CHARACTERS + self.letters + self.letters.lower()
        return frozenset(written)

    @cached_property
    def no_cell(self) -> re.Pattern[str]:
        """Finds a character that is no cell."""
        return re.compile(f"[^{re.escape(''.join(sorted(self.characters)))}]")


TETROMINO_CELLS = Cells(TETROMINO_LETTERS)
_PENTOMINO_CELLS = Cells(TETROMINO_LETTERS + PENTOMINO_LETTERS)


def cells_for(pieces: str) -> Cells:
    """The cells of a board that is played with the piece set of this name: the letters of
    pentominoes are cells only where pentominoes are played with."""
    is_pentomino = pieces.lower().partition(":")[0] == "pentomino"
    return _PENTOMINO_CELLS if is_pentomino else TETROMINO_CELLS


def cells_of_rows(rows: Sequence[str], cells: Cells = TETROMINO_CELLS) -> list[str]:
    """The cells of equally long rows, without the blanks between them. Either all rows have such
    blanks or none has: elsewhere a blank may have been meant as a cell. Raises NoCellError."""
    step = 2 if rows and len(rows[0]) > 2 and rows[0][1] in _BLANKS else 1
    found: list[str] = []
    for number, row in enumerate(rows):
        found.append(_cells_of_row(number, row, step, cells))
        here, first = len(found[-1]), len(found[0])
        if here != first:
            problem = f"this row has {here} cells, the first row of the board has {first}"
            raise NoCellError(number, step * min(here, first), problem)
    return found


def _cells_of_row(number: int, row: str, step: int, cells: Cells) -> str:
    bare = row[::step]
    bad = cells.no_cell.search(bare)
    if bad:
        problem = f"{bad[0]!r} is not a cell: '.' is an empty cell and '#' a filled one"
        raise NoCellError(number, step * bad.start(), problem)
    if step == 2 and (crowded := _GAP.search(row[1::2])):
        index = 2 * crowded.start() + 1
        raise NoCellError(number, index, "there is no blank between these cells, as in other rows")
    return bare


def bits_of_cells(cells: str) -> str:
    """`0` for each empty cell and `1` for each filled one."""
    return cells.translate(_TO_BITS)
