"""Positions and moves of the plain checker: what they are, and how a message shows them."""

from __future__ import annotations

from cgt.placement.proof.shapes import Cell, Cells
from cgt.placement.proof.worth import Values

Region = tuple[Cell, ...]  # its cells in order, moved to the corner
Position = tuple[tuple[Region, ...], int]  # the large regions in order, and what is small
Move = tuple[Region, Cells] | tuple[int, int]  # a placement in a region; from one value to another


def picture(region: Region, placed: Cells = frozenset()) -> str:
    """A region as rows, with `@` for the cells of a placement.

    >>> picture(((0, 0), (0, 1), (1, 1)), frozenset({(0, 0), (0, 1)}))
    '@@|#.'
    """
    signs = {cell: "@" if cell in placed else "." for cell in region}
    h, w = max(row for row, _ in region), max(column for _, column in region)
    return "|".join("".join(signs.get((r, c), "#") for c in range(w + 1)) for r in range(h + 1))


def position_text(values: Values, position: Position) -> str:
    """A position as a line of a proof."""
    large, value = position
    told = [picture(region) for region in large]
    return " + ".join(told + [values.text(value)] * (value != 0 or not told))


def move_text(values: Values, move: Move) -> str:
    """A move: its region with the placement marked, or the values before and after it."""
    before, after = move
    if isinstance(before, int) and isinstance(after, int):
        return f"from {values.text(before)} to {values.text(after)}"
    assert isinstance(before, tuple)
    assert isinstance(after, frozenset)
    return picture(before, after)
