"""Entries of the table of scores, as text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from cgt.common.shown import printable
from cgt.draw.terminal.tables import plain_table
from cgt.play.ranking import Entry


def entries_table(entries: Sequence[Entry]) -> Table:
    """A table of entries, without columns that would be empty."""
    columns = {
        "rank": [f"{entry.rank:,}" for entry in entries],
        "name": [printable(entry.name) for entry in entries],
        "score": [f"{entry.score:,}" for entry in entries],
        "pieces": [_number(entry.pieces) for entry in entries],
        "lines": [_number(entry.lines) for entry in entries],
        "setting": [printable(entry.setting) for entry in entries],
        "when (UTC)": [printable(entry.when)[:16].replace("T", " ") for entry in entries],
    }
    shown = {heading: cells for heading, cells in columns.items() if any(cells)}
    table = plain_table(tight=True)
    for heading in shown:
        is_text = heading in ("name", "setting", "when (UTC)")
        # A number without room continues on the next line: a cut one would be wrong.
        table.add_column(heading, justify="left" if is_text else "right", overflow="fold")
    for cells in zip(*shown.values(), strict=True):
        table.add_row(*cells)
    return table


def _number(number: int | None) -> str:
    return "" if number is None else f"{number:,}"
