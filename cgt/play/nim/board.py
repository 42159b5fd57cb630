"""The board of the terminal game as a widget: it draws the board and reports what the mouse
does."""

from __future__ import annotations

from rich.text import Text
from textual.events import Click, MouseMove, MouseScrollDown, MouseScrollUp
from textual.message import Message

from cgt.board.grid import Cell
from cgt.play.cells_widget import CellsWidget
from cgt.play.nim.view import View, board_picture


class BoardView(CellsWidget):
    """The board; `view` is what it shows."""

    class Pointed(Message):
        """The mouse is over a cell."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class Clicked(Message):
        """The person asks to place the piece."""

    class Turned(Message):
        """The person asks to turn the piece clockwise."""

        def __init__(self, quarters: int) -> None:
            super().__init__()
            self.quarters = quarters

    def __init__(self) -> None:
        super().__init__()
        self.view: View | None = None

    def render(self) -> Text:
        return board_picture(self.view, self.layout_of_cells) if self.view is not None else Text()

    def on_mouse_move(self, event: MouseMove) -> None:
        self._point(event)

    def _point(self, event: MouseMove | Click) -> bool:
        """Posts which cell the mouse is over, if any; returns whether there is one."""
        cell = self.cell_at(event)
        if cell is None:
            return False
        self.post_message(self.Pointed(cell))
        return True

    def on_click(self, event: Click) -> None:
        if event.button != 1:
            self.post_message(self.Turned(1))
        elif self._point(event):
            self.post_message(self.Clicked())

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Turned(1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Turned(-1))
