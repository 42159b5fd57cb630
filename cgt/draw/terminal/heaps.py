"""Heaps of an octal game as text: a table, and the periods."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from cgt.draw.describe.heaps import HEAP_HEADINGS, heap_heading, heap_rows, heap_sentences
from cgt.draw.terminal.tables import plain_table
from cgt.placement.heap_table import HeapTable


def heap_parts(table: HeapTable) -> Iterator[Text | Table]:
    """The game, its heaps, and what is said of them."""
    yield Text(heap_heading(table), style="bold")
    yield Text()
    shown = plain_table(tight=True)
    for heading in HEAP_HEADINGS:
        is_number = heading in ("heap", "nimber")
        shown.add_column(heading, justify="right" if is_number else "left", overflow="fold")
    for row in heap_rows(table):
        shown.add_row(*row)
    yield shown
    yield Text()
    for sentence in heap_sentences(table):
        yield Text(sentence)
