"""Boards as coloured text, by rich.

A cell is two characters wide, so that it looks square. The characters alone say everything, for
pipes and for people who cannot see the colours: a region's letters, `##` for a filled cell, `.` for
an empty cell that no placement covers, and `@@` for the cells of a move. A board that is too wide
for the terminal that way has one character a cell, and the same characters. In a well, a cell has
the letter of the piece it came from, where that is known.

>>> import numpy as np
>>> labels = np.array([[1, 1, 0, 0, 0], [1, 1, 0, 2, 0]], dtype=np.int32)
>>> print(board_picture(Grid("..#.#|..#.#"), labels).plain)
A A ##. ##
A A ##B ##
>>> print(board_picture(Grid("..#.#|..#.#"), labels, cell_width=1).plain)
AA#.#
AA#B#
>>> from cgt.duel.well import Well
>>> pieces = {(0, 1): "T", (0, 2): "T", (0, 3): "hook"}
>>> print(well_picture(Well("#...|####"), 2, pieces=pieces).plain)
 1|## . . .|
 0|## T Tho|
  +--------+
    0 1 2 3
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from cgt.board.grid import Cell, Grid
from cgt.common.shown import printable
from cgt.draw.palette import FILLED_ON_TERMINAL, piece_colour, region_colour, region_name

if TYPE_CHECKING:
    from cgt.duel.well import Well

# Text in its background's colour: a solid block on a terminal, ## in a pipe.
_FILLED_STYLE = Style(color=FILLED_ON_TERMINAL, bgcolor=FILLED_ON_TERMINAL)
_UNREACHED_STYLE = Style(dim=True)
_NUMBER_STYLE = Style(dim=True)
_MOVE_STYLE = Style(color="#000000", bgcolor="#FFFFFF", bold=True)


def region_style(number: int) -> Style:
    """The colours of region `number`, counted from 1."""
    return Style(color="#000000", bgcolor=region_colour(number), bold=True)


def piece_cell(name: str) -> tuple[str, Style]:
    """A cell of a piece: its letter, or the beginning of a longer name, in its colours."""
    shown = printable(name)
    return (
        f" {shown}" if cell_len(shown) == 1 else set_cell_size(shown, 2),
        Style(color="#000000", bgcolor=piece_colour(name), bold=True),
    )


def cell_width_for(grid: Grid, regions: int, columns: int) -> int:
    """How many characters a cell of a board with so many regions gets on a terminal with so many
    columns: two, or as many as a region's name has; only one if two have no room. That may have no
    room, either."""
    longest = len(region_name(regions))
    width = max(2, longest)
    return width if grid.width * width <= columns or longest > 1 else 1


def board_picture(
    grid: Grid, labels: NDArray[np.int32], move: Iterable[Cell] = (), cell_width: int | None = None
) -> Text:
    """A board with a move and its regions, as label_regions numbers them; a cell gets
    `cell_width` characters, or as many as it takes."""
    picture = Text(no_wrap=True)
    cell_width = cell_width or max(2, len(region_name(int(labels.max()))))
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


def well_picture(
    well: Well, height: int, move: Iterable[Cell] = (), pieces: Mapping[Cell, str] | None = None
) -> Text:
    """A well between its walls, from its floor to a little above the stack, with its rows and
    columns numbered. `move` has the cells of a move, and `pieces` says which piece a filled cell
    came from, as far as that is known; both by row from the floor and column."""
    cells = set(move)
    top = max([well.stack_height, *(row + 1 for row, _ in cells)])
    rows = min(max(top + 1, 4), max(height, top))
    picture = Text(no_wrap=True)
    for row, line in zip(reversed(range(rows)), well.grid(rows).rows(), strict=True):
        picture.append(f"{row:2}", _NUMBER_STYLE)
        picture.append("|")
        for column, cell in enumerate(line):
            piece = (pieces or {}).get((row, column))
            if (row, column) in cells:
                picture.append("@@", _MOVE_STYLE)
            elif cell != "#":
                picture.append(" .", _UNREACHED_STYLE)
            elif piece:
                picture.append(*piece_cell(piece))
            else:
                picture.append("##", _FILLED_STYLE)
        picture.append("|\n")
    picture.append(f"  +{'--' * well.width}+\n")
    picture.append(f"   {''.join(f'{column:2}' for column in range(well.width))}", _NUMBER_STYLE)
    return picture
