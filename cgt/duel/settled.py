"""Which piece each filled cell of a well came from. A well alone does not know that.

The rules say which rows are cleared (`Placed.cleared`); here the names of the pieces sink with the
cells above.

>>> settled = Settled(Well("#..."))
>>> settled.put([(0, 1), (0, 2), (0, 3), (1, 1)], "T")
>>> settled.rows()
[['', 'T', 'T', 'T'], [None, 'T', None, None]]
>>> settled.clear([0])
>>> settled.cells()
{(0, 1): 'T'}
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cgt.board.grid import Cell
from cgt.duel.well import Well


class Settled:
    """The piece of each filled cell of a well; an empty name if it was filled before the game."""

    def __init__(self, well: Well) -> None:
        self.width = well.width
        self._rows: list[list[str | None]] = [
            ["" if well[row, column] else None for column in range(well.width)]
            for row in range(well.stack_height)
        ]

    def put(self, cells: Iterable[Cell], piece: str) -> None:
        """Puts a piece on cells, which are given by row, from the floor, and column."""
        for row, column in cells:
            while len(self._rows) <= row:
                self._rows.append([None] * self.width)
            self._rows[row][column] = piece

    def clear(self, rows: Collection[int]) -> None:
        """Removes rows; everything above them sinks."""
        self._rows = [cells for row, cells in enumerate(self._rows) if row not in rows]

    def rows(self) -> list[list[str | None]]:
        """The rows from the floor up, without empty ones at the top; None where a cell is empty."""
        rows = self._rows
        top = max(
            (n for n, row in enumerate(rows, 1) if any(c is not None for c in row)), default=0
        )
        return [list(row) for row in rows[:top]]

    def cells(self) -> dict[Cell, str]:
        """The filled cells, each with its piece."""
        return {
            (row, column): piece
            for row, cells in enumerate(self._rows)
            for column, piece in enumerate(cells)
            if piece is not None
        }
