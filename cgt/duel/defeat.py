"""Why Bad wins on odd widths, as an argument that can be checked for every height.

Give the columns weights +1, -1, +1, … A piece that always covers as much of the one as of the other
leaves the sum over all filled cells as it was, wherever it is put. A full row of odd width has one
cell more of the first kind, so each row that is cleared takes 1 from the sum. The sum of a well
with so many rows has a bound: only so many rows can be cleared, so only so many pieces can be
placed. That is seed 003's theorems 2.2 (O) and 2.3 (S and Z), for any moves and either ending.

>>> argument = argue(Rules("SZO", width=9, height=20))
>>> argument.valid, argument.most_lines, argument.most_pieces
(True, 80, 225)
>>> argue(Rules("L", width=9, height=20)).reason
'L covers the columns unevenly'
"""

from __future__ import annotations

from dataclasses import dataclass

from cgt.duel.moves import Rules
from cgt.duel.well import Well


@dataclass(frozen=True)
class Argument:
    """Whether the argument holds, why not, and what it says: the most rows that can ever be
    cleared, and the most pieces that can ever be placed with the stack inside the well."""

    valid: bool
    reason: str
    most_lines: int
    most_pieces: int


def argue(rules: Rules, start: Well | None = None) -> Argument:
    """Checks the argument for a game: every rotation in every column, and the sum of a full row."""
    first = Well.empty(rules.width) if start is None else start
    weights = [1 if column % 2 == 0 else -1 for column in range(rules.width)]
    if sum(weights) != 1:
        return Argument(False, "the width is even", 0, 0)
    for piece in rules.pieces:
        for shape in piece.rotations:
            for left in range(rules.width - shape.width + 1):
                if sum(weights[left + column] for _, column in shape.cells):
                    return Argument(False, f"{piece.name} covers the columns unevenly", 0, 0)
    # The sum begins at `now`, and is never less than if all cells of weight -1 were filled.
    now = sum(
        weight * column.bit_count() for weight, column in zip(weights, first.columns, strict=True)
    )
    least = -weights.count(-1) * rules.height
    most_lines = now - least
    cells = sum(column.bit_count() for column in first.columns)
    size = min(piece.size for piece in rules.pieces)
    most_cells = rules.width * rules.height
    most_pieces = (most_cells - cells + rules.width * most_lines) // size
    return Argument(True, "", most_lines, most_pieces)
