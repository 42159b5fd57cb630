"""The part of `cgt ois` that is about heap games: one heap, or a table of heaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.cli.support.show import show_json, show_text
from cgt.cli.support.tables import show_table
from cgt.common.alarm import ended_by
from cgt.common.errors import LimitError
from cgt.common.limits import Allowed

if TYPE_CHECKING:
    from collections.abc import Callable

    from cgt.draw.describe.forms import Formed
    from cgt.placement.forms import Form

_FOR_CANONICAL = 0.7  # of the time that is left


def formed_of_heap(code: str, size: int, allowed: Allowed) -> Formed:
    """The forms of one heap, as far as they are known within the limits. Raises CgtError."""
    from cgt.draw.describe.forms import Formed, Heap
    from cgt.placement.heap_game import HeapGame

    limits = allowed.from_now()
    with ended_by(limits, "the nimber"):
        game = HeapGame(code, memory=allowed.memory // 3)
        heap = Heap(game.code, size, game.nimber(size))

    def within(part: float, form: Callable[[int], Form]) -> Form | None:
        try:
            with ended_by(limits.share(part), "the form"):
                return form(size)
        except (LimitError, MemoryError):
            return None

    canonical = within(_FOR_CANONICAL, game.form)
    plain = None if canonical is None else within(1, game.ois)
    return Formed(plain, canonical, heap=heap)


def show_heaps(
    code: str, first: int, last: int, allowed: Allowed, *, as_json: bool, form: str | None
) -> None:
    """Prints a table of heaps, as JSON or in one of the forms of tables if asked for. Raises
    CgtError, and LimitError once that is done if the genus of some heaps is not known."""
    from cgt.draw.describe.heaps import heap_cells, heap_data
    from cgt.draw.terminal.heaps import heap_parts
    from cgt.placement.heap_game import HeapGame
    from cgt.placement.heap_table import heap_table

    limits = allowed.from_now()
    with ended_by(limits.at_the_end(), "the table"):
        table = heap_table(HeapGame(code, memory=allowed.memory // 2), first, last, limits)
    if as_json:
        show_json(heap_data(table), {"heaps": [first, last]})
    elif form is not None:
        show_table(heap_cells(table), form)
    else:
        show_text(heap_parts(table))
    if table.unknown:
        raise LimitError(f"the genus is not known within the limits for {table.unknown} heaps")
