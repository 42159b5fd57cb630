"""Which placement covers given cells, or why none does.

>>> rules, well = Rules(width=4, height=8), Well("##..|##.#")
>>> placement_covering(rules, well, "I", [(2, 0), (2, 1), (2, 2), (2, 3)])
WellPlacement(piece='I', rotation=0, column=0, row=2)
>>> placement_covering(rules, well, "O", [(2, 2), (2, 3), (3, 2), (3, 3)])
Traceback (most recent call last):
...
cgt.common.errors.CgtError: O would float there: nothing is right below it
"""

from __future__ import annotations

from collections.abc import Iterable

from cgt.board.grid import Cell
from cgt.common.errors import CgtError
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well


def placement_covering(
    rules: Rules, well: Well, piece: str, cells: Iterable[Cell]
) -> WellPlacement:
    """The placement of a piece that covers exactly these cells, rows counted from the floor. Raises
    CgtError with the reason if there is none: a cell is outside or not empty, the piece has another
    shape, it would float, or it cannot get there."""
    covered = sorted(set(cells))
    for placement in rules.placements(well, piece):
        if rules.cells(placement) == covered:
            return placement
    raise CgtError(_why_not(rules, well, piece, covered))


def _why_not(rules: Rules, well: Well, piece: str, covered: list[Cell]) -> str:
    for row, column in covered:
        if row < 0 or not 0 <= column < rules.width:
            return f"({row}, {column}) is outside the well, which has {rules.width} columns"
        if well[row, column]:
            return f"({row}, {column}) is not empty"
    if not _has_shape(rules, piece, covered):
        return f"{piece} has another shape, however it is turned"
    if all(row > 0 and not well[row - 1, column] for row, column in covered):
        return f"{piece} would float there: nothing is right below it"
    return f"{piece} cannot get there: moves are {rules.moves}"


def _has_shape(rules: Rules, piece: str, covered: list[Cell]) -> bool:
    """Whether these cells are the piece in some rotation."""
    if not covered:
        return False
    row, column = min(row for row, _ in covered), min(column for _, column in covered)
    rotations = range(len(rules.pieces[piece].rotations))
    places = (WellPlacement(piece, rotation, column, row) for rotation in rotations)
    return any(rules.cells(place) == covered for place in places)
