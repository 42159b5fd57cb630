"""Strips: the life of a well's rows (M. Kravec's thesis, chapter 4).

A strip is born when an empty row gets its first filled cell. It grows when more cells are filled,
sinks when a strip below it is cleared, and dies when it is full. Strips are numbered in the order
of birth; of several that are born at once, the lowest comes first.

>>> from cgt.duel.rules import Rules, WellPlacement
>>> rules = Rules("OI", width=4)
>>> game = [WellPlacement("I", 1, 0, 0), WellPlacement("O", 0, 1, 0), WellPlacement("I", 1, 3, 0)]
>>> for life in follow_strips(rules, Well.empty(4), game):
...     print(life.numbers, life.born, life.grown, life.sunk, life.died)
(1, 2, 3, 4) (1, 2, 3, 4) () () ()
(1, 2, 3, 4) () (1, 2) () ()
(3, 4) () (3, 4) (3, 4) (1, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cgt.common.errors import CgtError
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well


@dataclass(frozen=True)
class Lives:
    """What a placement did to strips, given by their numbers from the floor up. `numbers` are the
    strips that are there afterwards."""

    numbers: tuple[int, ...]
    born: tuple[int, ...]
    grown: tuple[int, ...]
    sunk: tuple[int, ...]
    died: tuple[int, ...]


def follow_strips(
    rules: Rules, start: Well, placements: Iterable[WellPlacement]
) -> Iterator[Lives]:
    """The lives of strips through a game. Raises CgtError if a placement leaves an empty row below
    it; no placement of a real game does."""
    well = start
    numbers = list(range(1, start.stack_height + 1))
    youngest = len(numbers)
    for placement in placements:
        rows = sorted({row for row, _ in rules.cells(placement)})
        if rows[-1] >= len(numbers) + len(rows):
            raise CgtError(f"{placement} leaves an empty row below it")
        born = []
        while len(numbers) <= rows[-1]:
            youngest += 1
            numbers.append(youngest)
            born.append(youngest)
        grown = [numbers[row] for row in rows if numbers[row] not in born]
        placed = rules.place(well, placement)
        died = [numbers[row] for row in placed.cleared]
        left = [number for number in numbers if number not in died]
        sunk = [n for n in left if numbers.index(n) != left.index(n)]
        yield Lives(
            tuple(left),
            tuple(born),
            tuple(n for n in grown if n not in died),
            tuple(sunk),
            tuple(died),
        )
        well, numbers = placed.well, left
