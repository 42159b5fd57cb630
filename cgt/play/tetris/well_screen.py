"""The screen of a game of Tetris: the well between two columns of text."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from cgt.duel.rules import Rules
from cgt.play.tetris import view
from cgt.play.tetris.picture import Picture


class WellScreen(Screen[None]):
    """A well by these rules, if the window has room for it."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules

    def compose(self) -> ComposeResult:
        left, well, right = (Picture(id=name) for name in ("left", "well", "right"))
        for side in (left, right):
            side.styles.width = view.PANEL
            side.styles.height = view.PANEL_ROWS
        well.styles.width = 2 * (self._rules.width + 1)
        yield Horizontal(left, well, right, id="game")
        yield Static(id="small")

    def picture(self, name: str) -> Picture:
        """The well, or what is left or right of it."""
        return self.query_one(f"#{name}", Picture)

    @property
    def fits(self) -> bool:
        """Whether the window has room for the game."""
        return bool(self.query_one("#game").display)

    def fit_in(self, size: Size, otherwise: str) -> None:
        """Shows the game if it fits in a window; if not, says that, and how to go on."""
        columns, rows = view.needed_size(self._rules)
        fits = size.width >= columns and size.height >= rows
        self.query_one("#game").display = fits
        small = self.query_one("#small", Static)
        small.display = not fits
        small.update(
            f"This game needs {columns}×{rows} characters.\n"
            f"This window has {size.width}×{size.height}.\n{otherwise}"
        )
