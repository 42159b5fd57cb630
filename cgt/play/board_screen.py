"""The screen of a program about a board: the board, text beside or below it, and the keys."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from cgt.board.grid import Grid
from cgt.play.cells import layout_for, least_size
from cgt.play.cells_widget import CellsWidget


class BoardScreen(Screen[None]):
    """One board as large as the window allows."""

    DEFAULT_CSS = """
    BoardScreen { layout: vertical; }
    #table { height: 1fr; layout: horizontal; }
    #panel { width: 1fr; height: 100%; padding: 0 1; }
    #keys { color: $text-muted; }
    #small { display: none; }
    BoardScreen.-below #table { layout: vertical; }
    BoardScreen.-below #panel { width: 100%; height: 1fr; }
    BoardScreen.-small #table, BoardScreen.-small #keys { display: none; }
    BoardScreen.-small #small { display: block; }
    """

    def __init__(self, board: CellsWidget, keys: Text) -> None:
        super().__init__()
        self._board = board
        self._keys = Static(keys, id="keys")
        self._key_rows = len(keys.split())
        self._keys.styles.height = self._key_rows

    @property
    def grid(self) -> Grid:
        """The board that is shown, for its size."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        with Container(id="table"):
            yield self._board
            yield Static(id="panel")
        yield self._keys
        yield Static(id="small")

    def on_resize(self, event: Resize) -> None:
        self.lay_out(event.size)

    def lay_out(self, size: Size) -> None:
        """Draws the board as large as the window allows, with the text beside it or, if the board
        is wide, below; says so if the window is too small."""
        layout = layout_for(self.grid, size.width, size.height - self._key_rows)
        self.set_class(layout is None, "-small")
        if layout is None:
            width, height = least_size(self.grid)
            self.query_one("#small", Static).update(
                f"This window is too small: {size.width}×{size.height}. The board needs "
                f"{width}×{height + self._key_rows}. Enlarge it, or q to quit."
            )
            return
        self.set_class(layout.text_below, "-below")
        self._board.layout_of_cells = layout
        self._board.styles.width, self._board.styles.height = layout.board_size(self.grid)

    def show_texts(self, title: str, panel: Text, subtitle: str = "") -> None:
        """Draws the board anew, with these texts around it."""
        self._board.border_title = Content(title)  # as it is, never as markup
        self._board.border_subtitle = Content(subtitle)
        self._board.refresh()
        self.query_one("#panel", Static).update(panel)
