"""A board as a widget: it has a frame, a size of cells, and knows which one the mouse is over."""

from __future__ import annotations

from textual.events import MouseEvent
from textual.widget import Widget

from cgt.board.grid import Cell
from cgt.play.cells import PLAIN_LAYOUT


class CellsWidget(Widget):
    """A board; `layout_of_cells` says how large they are drawn."""

    DEFAULT_CSS = "CellsWidget { border: round $accent; }"

    def __init__(self) -> None:
        super().__init__()
        self.layout_of_cells = PLAIN_LAYOUT

    def cell_at(self, event: MouseEvent) -> Cell | None:
        """The cell where the mouse is; None if it is on the frame or outside."""
        offset = event.get_content_offset(self)
        cells = self.layout_of_cells
        if offset is None:
            return None
        return offset.y // cells.cell_height, offset.x // cells.cell_width
