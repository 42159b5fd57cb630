"""The heaps of an octal game in a table: nimbers, genus, whether they are tame, and periods.

Nimbers are found at once. A genus needs the canonical form of its heap, and these grow: from where
the time or the memory does not suffice, the genus is None.

>>> table = heap_table(HeapGame("0.77"), 4, 5)
>>> for row in table.rows:
...     print(row)
HeapValue(size=4, nimber=1, genus='1^031', is_tame=True)
HeapValue(size=5, nimber=4, genus='4^146', is_tame=False)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cgt.common.alarm import ended_by
from cgt.common.drawable import Drawable
from cgt.common.errors import LimitError
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.heap_game import HeapGame
from cgt.placement.periods import Period, find_period

_LOOKED_AT = 2000  # heaps, for a period of the nimbers; more if the table is longer


@dataclass(frozen=True)
class HeapValue:
    """A heap with its values; None if they are not known within the limits."""

    size: int
    nimber: int
    genus: str | None
    is_tame: bool | None


@dataclass(frozen=True)
class HeapTable(Drawable):
    """Heaps of an octal game with their values. The period of the nimbers is looked for in heaps up
    to `looked_at`, that of the genus in those up to the last one of the table."""

    code: str
    rows: Sequence[HeapValue]
    nimber_period: Period | None
    genus_period: Period | None
    looked_at: int

    @property
    def unknown(self) -> int:
        """How many heaps there are whose genus is not known."""
        return sum(row.genus is None for row in self.rows)


def heap_table(
    game: HeapGame, first: int = 0, last: int = 20, limits: Limits = UNLIMITED
) -> HeapTable:
    """The heaps from the first to the last one. Raises CgtError for heaps that are too large."""
    looked_at = max(last, _LOOKED_AT)
    nimbers = game.nimbers(looked_at)
    period = game.period(looked_at)
    found = _genera(game, last, limits)
    genus_period = find_period([genus for genus, _ in found])
    found += [(None, None)] * (last + 1 - len(found))
    rows = [HeapValue(n, nimbers[n], *found[n]) for n in range(first, last + 1)]
    return HeapTable(game.code, rows, period, genus_period, looked_at)


def _genera(
    game: HeapGame, last: int, limits: Limits
) -> list[tuple[str, bool] | tuple[None, None]]:
    """The genus of the heaps from 0 on and whether they are tame, as far as the limits allow."""
    found: list[tuple[str, bool] | tuple[None, None]] = []
    try:
        with ended_by(limits, "the genus"):
            for size in range(last + 1):
                limits.check("the genus")
                form = game.form(size)
                found.append((form.genus, form.is_tame))
    except (LimitError, MemoryError):
        pass
    return found
