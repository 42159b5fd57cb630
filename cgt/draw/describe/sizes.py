"""Empty boards of many sizes as tables: a grid of sizes for people, a row a board for scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cgt.draw.tables import Cell, Table
from cgt.placement.game import Play
from cgt.placement.sizes import SizeValue

UNKNOWN = "?"


def sizes_grid(
    values: Sequence[SizeValue], rows: Iterable[int], columns: Iterable[int], plays: Sequence[Play]
) -> Table:
    """A row for each number of one side and a column for each of the other. A cell has the outcome
    in misère play, the nimber in normal play, or both; it is empty where the board was not
    reached."""
    known = {(value.width, value.height): _cell(value, plays) for value in values}
    across = list(columns)
    lines: list[list[Cell]] = [
        [side, *(known.get((min(side, other), max(side, other)), "") for other in across)]
        for side in rows
    ]
    return Table(("", *map(str, across)), lines)


def _cell(value: SizeValue, plays: Sequence[Play]) -> str:
    told = []
    if "misere" in plays:
        told.append(value.outcome or UNKNOWN)
    if "normal" in plays:
        told.append(UNKNOWN if value.nimber is None else str(value.nimber))
    return " ".join(told)


def sizes_list(values: Sequence[SizeValue], plays: Sequence[Play]) -> Table:
    """A row for each board; what was not found is empty."""
    rows = [list(one.values()) for one in sizes_data(values, plays)]
    headings = ["width", "height", *_asked(plays), "seconds"]
    return Table(headings, rows)


def sizes_data(values: Sequence[SizeValue], plays: Sequence[Play]) -> list[dict[str, Any]]:
    """The same for scripts."""
    return [
        {"width": value.width, "height": value.height}
        | {key: _known(value)[key] for key in _asked(plays)}
        | {"seconds": round(value.seconds, 3)}
        for value in values
    ]


def _asked(plays: Sequence[Play]) -> list[str]:
    """The keys of what is asked: the outcome in misère play, the nimber in normal play."""
    return [key for key, play in (("outcome", "misere"), ("nimber", "normal")) if play in plays]


def _known(value: SizeValue) -> dict[str, Cell]:
    return {"outcome": value.outcome, "nimber": value.nimber}
