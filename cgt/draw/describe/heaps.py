"""Tables of heaps: what there is to say of them, in words for people and as data for scripts.

>>> from cgt.placement.heap_game import HeapGame
>>> from cgt.placement.heap_table import heap_table
>>> for said in heap_sentences(heap_table(HeapGame("0.77"), 0, 8)):
...     print(said)
Nimbers: period 12 from heap 71 on, proved; 14 exceptions, the last is heap 70.
Genus: no period is to be seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cgt.draw.describe.words import counted
from cgt.draw.mathematics import genus_latex
from cgt.draw.tables import Cell, Formula, Table
from cgt.placement.heap_table import HeapTable
from cgt.placement.periods import Period

HEAP_HEADINGS = ("heap", "nimber", "genus", "tame")


def heap_rows(table: HeapTable) -> Iterator[Sequence[str]]:
    """The rows of the table; what is not known is `?`."""
    for row in heap_cells(table).rows:
        yield ["?" if cell is None else str(cell) for cell in row]


def heap_cells(table: HeapTable) -> Table:
    """The same as a table for other programs; what is not known is empty."""
    rows: list[Sequence[Cell]] = []
    for row in table.rows:
        genus = None if row.genus is None else Formula(row.genus, genus_latex(row.genus))
        is_tame = None if row.is_tame is None else "yes" if row.is_tame else "no"
        rows.append((row.size, row.nimber, genus, is_tame))
    return Table(HEAP_HEADINGS, rows)


def heap_heading(table: HeapTable) -> str:
    """Which heaps of which game they are."""
    return f"{table.code}, heaps {table.rows[0].size} to {table.rows[-1].size}"


def heap_sentences(table: HeapTable) -> Iterator[str]:
    """The periods."""
    seen = f" in heaps up to {table.looked_at:,}"
    yield f"Nimbers: {_period_text(table.nimber_period, seen)}."
    yield f"Genus: {_period_text(table.genus_period, '')}."


def _period_text(period: Period | None, seen: str) -> str:
    if period is None:
        return f"no period is to be seen{seen}"
    how = "proved" if period.is_proved else f"it seems{seen}"
    told = f"period {period.length} from heap {period.start} on, {how}"
    if period.exceptions:
        exceptions = counted(len(period.exceptions), "exception")
        told += f"; {exceptions}, the last is heap {period.exceptions[-1]}"
    return told


def heap_data(table: HeapTable) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "octal": table.code,
        "heaps": [
            {"heap": row.size, "nimber": row.nimber, "genus": row.genus, "tame": row.is_tame}
            for row in table.rows
        ],
        "nimber_period": _period_data(table.nimber_period),
        "genus_period": _period_data(table.genus_period),
    }


def _period_data(period: Period | None) -> dict[str, Any] | None:
    if period is None:
        return None
    return {
        "period": period.length,
        "from": period.start,
        "proved": period.is_proved,
        "exceptions": list(period.exceptions),
    }
