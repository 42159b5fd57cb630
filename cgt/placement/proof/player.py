"""A player that a proof makes win: it answers every move, on the board that the proof is about.

>>> player = ProofPlayer("example:cram-5x4")
>>> player.begins, player.board.width, player.game
(False, 5, PlacementGame('domino', 'misere'))
>>> moved = player.board.with_filled([(0, 0), (0, 1)])
>>> player.game.fits(moved, player.move(moved))
True
"""

from __future__ import annotations

from pathlib import Path
from threading import Event

from cgt.board.grid import Grid
from cgt.board.piecetext import read_pieces
from cgt.board.polyomino import Placement
from cgt.common.errors import CgtError
from cgt.common.files import opened
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.game import PlacementGame
from cgt.placement.proof.answers import checked_answers
from cgt.placement.proof.file import ProofFile
from cgt.placement.proof.verify import Tell
from cgt.placement.thinking import check


class ProofPlayer:
    """The winner of a board, by a proof in a file: whoever begins if N is proved, or a nimber other
    than 0, else the other player.

    `game` and `board` are what is played, `begins` is whether this player does.
    """

    def __init__(
        self,
        path: str | Path,
        limits: Limits = UNLIMITED,
        *,
        threads: int = 1,
        tell: Tell | None = None,
    ) -> None:
        """The proof is checked first, within the limits; `tell` is called now and then with how
        many positions are checked, and how many there are. Raises FileError, LimitError, and
        NotValidError if the proof does not hold."""
        with opened(path) as source:
            file = ProofFile(source)
            self.game = PlacementGame(read_pieces(file.header), file.head.play)
            self._answers = checked_answers(file, limits, threads=threads, tell=tell)
        self.head = file.head
        self.board = Grid.from_rows(list(self.head.rows))
        self.begins = self.head.claim == "N" or self.head.nimber > 0

    def move(self, grid: Grid, stop: Event | None = None) -> Placement | None:
        """The answer of the proof on a board that has come about by playing against it; None if no
        piece fits. Raises CgtError on other boards, if the proof knows no winning move there.
        Another thread may set `stop`: soon after that this raises StoppedError."""

        def pulse(*_: int) -> None:
            if stop is not None:
                check(stop)

        if (grid.width, grid.height) != self.head.size:
            width, height = self.head.size
            raise CgtError(f"the proof is about a board of {width}×{height}")
        pulse()
        fitting = self.game.placements(grid)
        if not fitting:
            return None
        empty = (n for n, cell in enumerate("".join(grid.rows())) if cell == ".")
        found = self._answers.answer(frozenset(empty), 0, pulse)
        if found is None:
            raise CgtError("the proof knows no winning move on this board")
        cells = tuple(divmod(cell, grid.width) for cell in found[0])
        return next(placement for placement in fitting if placement.cells == cells)
