"""A finished game as a row of pictures, to be watched forwards and backwards.

>>> from cgt.literature.hatetris import play, read_replay
>>> recording = Recording(play(read_replay("example:tim-232").replay).trace)
>>> recording.pieces, recording[0].lines, recording[recording.pieces].lines
(611, 0, 232)
>>> recording[1].landing
WellPlacement(piece='S', rotation=0, column=1, row=0)
"""

from __future__ import annotations

from dataclasses import dataclass

from cgt.board.grid import Cell
from cgt.duel.rules import WellPlacement
from cgt.duel.settled import Settled
from cgt.duel.trace import Trace

_Row = tuple[str | None, ...]


@dataclass(frozen=True)
class Moment:
    """A moment of a game: the rows of the well from the floor up, the piece that lands there next
    (None at the end), and how many rows were cleared before."""

    rows: tuple[_Row, ...]
    landing: WellPlacement | None
    lines: int

    def settled(self) -> dict[Cell, str]:
        """The filled cells, by row from the floor and column, each with its piece."""
        return {
            (row, column): piece
            for row, pieces in enumerate(self.rows)
            for column, piece in enumerate(pieces)
            if piece is not None
        }


class Recording:
    """The moments of a trace: one for each piece, and one for the end."""

    def __init__(self, trace: Trace) -> None:
        """Raises CgtError if the trace breaks the rules."""
        self.rules = trace.rules
        self.is_over = False  # whether the last piece ended the game
        self._known: dict[_Row, _Row] = {}  # equal rows are kept once
        settled, lines = Settled(trace.start), 0
        self._moments: list[Moment] = []
        for placement, placed in zip(trace.placements, trace.play(), strict=True):
            self._moments.append(Moment(self._rows(settled), placement, lines))
            settled.put(trace.rules.cells(placement), placement.piece)
            settled.clear(placed.cleared)
            lines += placed.lines
            self.is_over = placed.over
        self._moments.append(Moment(self._rows(settled), None, lines))

    def _rows(self, settled: Settled) -> tuple[_Row, ...]:
        rows = map(tuple, settled.rows())
        return tuple(self._known.setdefault(row, row) for row in rows)

    @property
    def pieces(self) -> int:
        """How many pieces are placed; the moment of that number is the last."""
        return len(self._moments) - 1

    def __getitem__(self, number: int) -> Moment:
        return self._moments[number]
