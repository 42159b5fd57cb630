"""Ground: the lowest rows of a well, where it does not matter what is in them.

An instruction of Bad may be for a well on ground. Its lowest rows are then full, as no row is in a
well that comes up, and stand for rows with anything in them. Pieces that come must not get there,
even if nothing is in them: then whatever is there changes nothing.

>>> well = Well("#...|##..|####|####")
>>> ground_of(well), without_ground(well)
(2, Well('#...|##..|....|....'))
>>> on_ground(Well("#...|##..|.##."), 1)
Well('#...|##..|####')
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_

from cgt.duel.exact.instruction import Instruction
from cgt.duel.well import Well


def full_rows(well: Well) -> int:
    """The full rows of a well, as bits."""
    return reduce(and_, well.columns)


def ground_of(well: Well) -> int:
    """How many of the lowest rows are ground."""
    full = full_rows(well)
    return (full ^ (full + 1)).bit_length() - 1


def on_ground(well: Well, rows: int) -> Well:
    """The well with so many rows of ground in place of its lowest ones."""
    return Well.of(column | ((1 << rows) - 1) for column in well.columns) if rows else well


def without_ground(well: Well, rows: int | None = None) -> Well:
    """The well with nothing in its ground, or in so many of its lowest rows."""
    rows = ground_of(well) if rows is None else rows
    return Well.of(column >> rows << rows for column in well.columns) if rows else well


def instruction_for(
    well: Well, ground: int, most: int, found: Callable[[Well], Instruction | None]
) -> Instruction | None:
    """Bad's instruction for a well of which the lowest rows, `ground` of them, may be anything.

    It is for at least that much ground, and `most` at the most, and for the same well above it; of
    several, the one with the least rank. `found` tells which instruction there is for a well.
    """
    wells = (on_ground(well, rows) for rows in range(ground, most + 1))
    instructions = [one for one in map(found, wells) if one is not None]
    return min(instructions, key=lambda one: one.rank, default=None)
