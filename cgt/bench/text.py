"""What benchmarks found, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from cgt.bench.harness import Row
from cgt.draw.terminal.tables import plain_table


def _each(row: Row) -> str:
    """The time for one of many things; nothing where there is one thing only."""
    if row.items == 1:
        return ""
    time, unit = row.nanoseconds, "ns"
    for larger in ("µs", "ms", "s"):
        if time >= 1000:
            time, unit = time / 1000, larger
    return f"{time:.2f} {unit}" if time < 100 else f"{time:.0f} {unit}"


def rows_table(rows: Sequence[Row]) -> Table:
    """A row for each contender, its work named once."""
    table = plain_table()
    table.add_column("work")
    table.add_column("contender")
    for heading in ("seconds", "each", "MiB", "ratio"):
        table.add_column(heading, justify="right", no_wrap=True)
    previous = None
    for row in rows:
        if previous not in (None, row.work):
            table.add_section()
        table.add_row(
            row.work if row.work != previous else "",
            row.contender,
            f"{row.seconds:.3f}",
            _each(row),
            "?" if row.peak_bytes is None else f"{row.peak_bytes / 2**20:.0f}",
            f"{row.ratio:.2f}",
        )
        previous = row.work
    return table
