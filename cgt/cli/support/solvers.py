"""One solver for each game among a command's boards, so that boards of one game share tables."""

from __future__ import annotations

from cgt.board.boardfile import Board
from cgt.board.polyomino import PieceSet
from cgt.common.checkpoint import Progress
from cgt.placement.game import PlacementGame, Play
from cgt.placement.solver import Solver


class Solvers:
    """Makes solvers when they are needed, all with the same settings."""

    def __init__(
        self,
        loaded: list[tuple[Board, PieceSet]],
        threads: int,
        memory: int,
        progress: Progress | None,
    ) -> None:
        self._grids = [board.grid for board, _ in loaded]
        self._threads = threads
        self._memory = memory
        self._progress = progress
        self._made: dict[PlacementGame, Solver] = {}

    def get(self, game: PlacementGame) -> Solver:
        if game not in self._made:
            self._made[game] = Solver.for_boards(
                self._grids,
                game,
                threads=self._threads,
                memory=self._memory,
                progress=self._progress,
            )
        return self._made[game]


def play_of(option: str | None, board: Board) -> Play:
    """The play convention: the option's, else the file's, else misère."""
    return "normal" if (option or board.play) == "normal" else "misere"
