"""Boards as coloured text, by rich.

A cell is two characters wide, so that it looks square. The characters alone tell everything, for
pipes and for people who do not see the colours: a region's letters, `##` for a filled cell, `.` for
an empty cell that no placement covers, and `@@` for the cells of a move.

>>> import numpy as np
>>> labels = np.array([[1, 1, 0, 0, 0], [1, 1, 0, 2, 0]], dtype=np.int32)
>>> print(board_picture(Grid("..#.#|..#.#"), labels).plain)
A A ##. ##
A A ##B ##
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_uppercase
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from rich.style import Style
from rich.text import Text

from cgt.grid import Cell, Grid

if TYPE_CHECKING:
    from cgt.duel.well import Well

# Okabe and Ito's colours, which colour-blind people can tell apart, lightest and darkest left out.
_REGION_STYLES = tuple(
    Style(color="#000000", bgcolor=colour, bold=True)
    for colour in ("#56B4E9", "#E69F00", "#009E73", "#F0E442", "#CC79A7", "#D55E00")
)
# Text in its background's colour: a solid block on a terminal, ## in a pipe.
_FILLED_STYLE = Style(color="#606060", bgcolor="#606060")
_UNREACHED_STYLE = Style(dim=True)
_MOVE_STYLE = Style(color="#000000", bgcolor="#FFFFFF", bold=True)


def region_name(number: int) -> str:
    """The name of region `number`, counted from 1, as spreadsheets name columns.

    >>> [region_name(n) for n in (1, 26, 27, 702, 703)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    name = ""
    while number > 0:
        number, letter = divmod(number - 1, 26)
        name = ascii_uppercase[letter] + name
    return name


def region_style(number: int) -> Style:
    """The colours of region `number`, counted from 1."""
    return _REGION_STYLES[(number - 1) % len(_REGION_STYLES)]


def board_picture(grid: Grid, labels: NDArray[np.int32], move: Iterable[Cell] = ()) -> Text:
    """A board with its regions, as cgt.regions.label_regions numbers them, and a move's cells."""
    picture = Text(no_wrap=True)
    cell_width = max(2, len(region_name(int(labels.max()))))
    moved = frozenset(move)
    for row in range(grid.height):
        if row:
            picture.append("\n")
        for column in range(grid.width):
            number = int(labels[row, column])
            if (row, column) in moved:
                picture.append("@" * cell_width, _MOVE_STYLE)
            elif number:
                picture.append(region_name(number).ljust(cell_width), region_style(number))
            elif grid[row, column]:
                picture.append("#" * cell_width, _FILLED_STYLE)
            else:
                picture.append(".".ljust(cell_width), _UNREACHED_STYLE)
    return picture


def well_picture(well: Well, height: int, move: Iterable[Cell] = ()) -> Text:
    """A well between its walls, from its floor to a little above the stack, with the cells of a
    move by row from the floor and column."""
    cells = set(move)
    top = max([well.stack_height, *(row + 1 for row, _ in cells)])
    rows = min(max(top + 1, 4), max(height, top))
    picture = Text(no_wrap=True)
    for row, line in zip(reversed(range(rows)), well.grid(rows).rows(), strict=True):
        picture.append("  |")
        for column, cell in enumerate(line):
            if (row, column) in cells:
                picture.append("@@", _MOVE_STYLE)
            elif cell == "#":
                picture.append("##", _FILLED_STYLE)
            else:
                picture.append(" .", _UNREACHED_STYLE)
        picture.append("|\n")
    picture.append(f"  +{'--' * well.width}+")
    return picture


def printable(text: str) -> str:
    """The text with everything that could steer a terminal made harmless.

    >>> printable("comb\\x1b[2J")
    'comb�[2J'
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
