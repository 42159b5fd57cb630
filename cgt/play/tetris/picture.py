"""A widget that shows rows of styled text as they are, and redraws only those that changed.

A game changes a few cells many times a second; laying out all text each time would be far slower.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from cgt.common.shown import printable


class Picture(Widget):
    """Whoever uses it sets its size, as a style; what does not fit is cut off."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._rows: list[list[tuple[str, Style]]] = []

    def show(self, rows: Sequence[Sequence[tuple[str, Style]]]) -> None:
        """Shows other rows from now on; characters that control a terminal are replaced."""
        before = self._rows
        self._rows = [[(printable(text), style) for text, style in row] for row in rows]
        width = self.size.width
        for y in range(max(len(before), len(self._rows))):
            if before[y : y + 1] != self._rows[y : y + 1]:
                self.refresh(Region(0, y, width, 1))

    @property
    def plain(self) -> str:
        """The text alone."""
        return "\n".join("".join(text for text, _ in row) for row in self._rows)

    def render_line(self, y: int) -> Strip:
        base = self.rich_style
        row = self._rows[y] if y < len(self._rows) else []
        strip = Strip([Segment(text, base + style) for text, style in row]).simplify()
        return strip.adjust_cell_length(self.size.width, base)
