"""The board that is drawn as a widget: it shows the board and reports what the mouse paints."""

from __future__ import annotations

from rich.text import Text
from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message

from cgt.board.grid import Cell
from cgt.play.cells_widget import CellsWidget
from cgt.play.edit.view import View, board_picture


class DrawnBoard(CellsWidget):
    """The board; `view` is what it shows."""

    class Pressed(Message):
        """The mouse was pressed on a cell: a stroke begins."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class Dragged(Message):
        """The mouse came to another cell while it was pressed."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class Released(Message):
        """The stroke has ended."""

    def __init__(self) -> None:
        super().__init__()
        self.view: View | None = None
        self._last: Cell | None = None  # where the mouse is while it is pressed

    def render(self) -> Text:
        return board_picture(self.view, self.layout_of_cells) if self.view is not None else Text()

    def on_mouse_down(self, event: MouseDown) -> None:
        cell = self.cell_at(event)
        if event.button == 1 and cell is not None:
            self._last = cell
            self.capture_mouse()
            self.post_message(self.Pressed(cell))

    def on_mouse_move(self, event: MouseMove) -> None:
        cell = self.cell_at(event)
        if self._last is not None and cell is not None and cell != self._last:
            self._last = cell
            self.post_message(self.Dragged(cell))

    def on_mouse_up(self, event: MouseUp) -> None:
        if self._last is not None:
            self._last = None
            self.release_mouse()
            self.post_message(self.Released())
