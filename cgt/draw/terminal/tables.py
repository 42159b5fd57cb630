"""Tables of text, all in one style: a line under the headings and no frame."""

from __future__ import annotations

from rich import box
from rich.table import Table


def plain_table(*, tight: bool = False) -> Table:
    """An empty table; `tight` begins at the left edge and leaves one blank between columns."""
    if tight:
        return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    return Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1))
