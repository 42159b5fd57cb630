"""Boards on a terminal, cell by cell: two characters and a style for each, drawn as large as fits.

A cell is two characters wide and one high, so that it looks square, or a multiple of that; one
character where two have no room. Which characters a cell has is for each screen to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.cells import set_cell_size
from rich.style import Style
from rich.text import Text

from cgt.board.grid import Cell, Grid
from cgt.draw.palette import FILLED_COLOUR

Looks = Mapping[Cell, tuple[str, Style]]

PANEL_WIDTH = 34  # columns for the text beside a board
PANEL_HEIGHT = 15  # rows that this text needs

# Text in its background's colour: a solid block on a terminal, ## where there are no colours.
FILLED = ("##", Style(color=FILLED_COLOUR, bgcolor=FILLED_COLOUR))
REACHED = ("· ", Style(color="#6b7482", bgcolor="#20252d"))
UNREACHED = ("  ", Style(color="#6b7482", bgcolor="#12151a"))
HINT = ("<>", Style(color="#000000", bgcolor="#ffffff", bold=True))
LIVE_BACKGROUND = "#20252d"


@dataclass(frozen=True)
class Layout:
    """How a board is drawn: the size of a cell in characters, and whether the text stands below the
    board instead of beside it."""

    cell_width: int
    cell_height: int
    text_below: bool = False

    def board_size(self, grid: Grid) -> tuple[int, int]:
        """Columns and rows of the board's picture with its frame."""
        return self.cell_width * grid.width + 2, self.cell_height * grid.height + 2

    def size(self, grid: Grid) -> tuple[int, int]:
        """Columns and rows of the board and the text."""
        width, height = self.board_size(grid)
        if self.text_below:
            return max(width, PANEL_WIDTH), height + PANEL_HEIGHT
        return width + PANEL_WIDTH, max(height, PANEL_HEIGHT)


# The best first: cells that look square, text beside the board.
_LAYOUTS = tuple(
    Layout(cell_width, cell_height, text_below)
    for sizes in (((6, 3), (4, 2), (2, 1)), ((1, 1),))
    for text_below in (False, True)
    for cell_width, cell_height in sizes
)
PLAIN_LAYOUT = Layout(2, 1)


def layout_for(grid: Grid, width: int, height: int) -> Layout | None:
    """The largest picture of a board that a window has room for; None if there is none."""
    for layout in _LAYOUTS:
        needed_width, needed_height = layout.size(grid)
        if needed_width <= width and needed_height <= height:
            return layout
    return None


def least_size(grid: Grid) -> tuple[int, int]:
    """Columns and rows of the layout of a board that takes the fewest columns; of those that take
    as few, the fewest rows."""
    return min(layout.size(grid) for layout in _LAYOUTS)


def cells_picture(grid: Grid, looks: Looks, layout: Layout) -> Text:
    """The cells of a board, row by row."""
    picture = Text(no_wrap=True, end="")
    for row in range(grid.height):
        for line in range(layout.cell_height):
            if row or line:
                picture.append("\n")
            for column in range(grid.width):
                characters, style = looks[row, column]
                picture.append(_part(characters, layout, line), style)
    return picture


def _part(characters: str, layout: Layout, line: int) -> str:
    """One line of a cell: `##` fills it, brackets frame it, letters stand in it."""
    width = layout.cell_width
    if width == 1:
        return "*" if characters.endswith("*") else set_cell_size(characters, 1)
    if width == 2:
        return characters
    if characters == "##":
        return "#" * width
    if characters in ("[]", "()", "<>"):
        return characters[0] + " " * (width - 2) + characters[1]
    is_middle = line == (layout.cell_height - 1) // 2
    return characters.strip().center(width) if is_middle else " " * width
