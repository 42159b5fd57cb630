"""Labels that fit their piece: where its name stands, how large, and how much of it.

A letter stands in the piece's inner cell. A longer name runs along the cells of a row or of a
column, as large as it fits there; what would be too small to read is cut. Figures and pages draw
the same labels.

>>> piece_label("T", [(0, 0), (0, 1), (0, 2), (1, 1)])
PieceLabel(text='T', row=0, column=1, size=0.55, turned=False)
>>> piece_label("domino", [(0, 0), (0, 1)])
PieceLabel(text='domino', row=0, column=0.5, size=0.4, turned=False)
>>> piece_label("domino", [(0, 0), (1, 0)]).turned
True
>>> piece_label("a very long name", [(0, 0), (0, 1)]).text
'a very lo…'
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from typing import NamedTuple

from cgt.board.grid import Cell
from cgt.draw.svg import text_width

MARK_SIZE = 0.4  # of a piece that has settled, on each of its cells
_LARGEST, _SMALLEST = 0.55, 0.25  # font sizes, in sides of a cell
_ROOM_AT_ENDS = 0.07  # between a name and the outline, in sides of a cell


class PieceLabel(NamedTuple):
    """A text centred on a place between cells, in rows, columns and sides of a cell; `turned` if it
    runs from the bottom to the top."""

    text: str
    row: float
    column: float
    size: float
    turned: bool


def piece_label(name: str, cells: Collection[Cell], largest: float = _LARGEST) -> PieceLabel:
    """The label of a piece on its cells, in letters of at most this size."""
    if len(name) == 1:
        row, column = inner_cell(cells)
        return PieceLabel(name, row, column, largest, False)
    runs = list(_runs(cells))
    middle_row, middle_column = (sum(axis) / len(axis) for axis in zip(*cells, strict=True))

    def place(run: _Run) -> tuple[float, bool, float]:
        far = (run.row - middle_row) ** 2 + (run.column - middle_column) ** 2
        return -_size(name, run.length, largest), run.turned, far

    best = min(runs, key=place)
    size = _size(name, best.length, largest)
    text = name if size >= _SMALLEST else _cut(name, best.length)
    return PieceLabel(text, best.row, best.column, round(max(size, _SMALLEST), 2), best.turned)


def inner_cell(cells: Collection[Cell], taken: Collection[Cell] = ()) -> Cell:
    """The cell for a letter: the one with most of its set around it and near its middle."""
    inside = set(cells)
    middle = tuple(sum(axis) / len(inside) for axis in zip(*inside, strict=True))

    def place(at: Cell) -> tuple[bool, int, float]:
        row, column = at
        around = sum((row + i, column + j) in inside for i in (-1, 0, 1) for j in (-1, 0, 1))
        return at in taken, -around, (row - middle[0]) ** 2 + (column - middle[1]) ** 2

    return min(sorted(inside), key=place)


class _Run(NamedTuple):
    """Cells side by side in a row, or above each other in a column if `turned`: their middle, and
    how many there are."""

    row: float
    column: float
    length: int
    turned: bool


def _runs(cells: Collection[Cell]) -> Iterator[_Run]:
    for first, last in _stretches(sorted(cells)):
        yield _Run(first[0], (first[1] + last[1]) / 2, last[1] - first[1] + 1, False)
    for first, last in _stretches(sorted((column, row) for row, column in cells)):
        yield _Run((first[1] + last[1]) / 2, first[0], last[1] - first[1] + 1, True)


def _stretches(cells: list[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """The first and the last cell of each stretch, for cells in order."""
    numbered = enumerate(cells)
    for _, group in groupby(numbered, lambda item: (item[1][0], item[1][1] - item[0])):
        stretch = [cell for _, cell in group]
        yield stretch[0], stretch[-1]


def _size(text: str, length: int, largest: float) -> float:
    """The size at which a text is as long as a run of cells."""
    return min(largest, (length - 2 * _ROOM_AT_ENDS) / text_width(text, 1, bold=True))


def _cut(name: str, length: int) -> str:
    """As much of a name as fits in the smallest letters."""
    kept = name
    while len(kept) > 1 and _size(f"{kept}…", length, _SMALLEST) < _SMALLEST:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"
