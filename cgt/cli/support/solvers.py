"""One solver for each game among a command's boards, so that boards of one game share tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from cgt.board.boardfile import Board
from cgt.board.polyomino import PieceSet
from cgt.common.checkpoint import load_checkpoint, save_checkpoint
from cgt.common.errors import CgtError
from cgt.placement.game import PlacementGame, Play
from cgt.placement.solver import Progress, Solver

_SECONDS_BETWEEN_SAVES = 60


class Solvers:
    """Makes solvers as they are asked for, all with the same settings."""

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


class Saving:
    """Saves a solver to a checkpoint file every minute and when it is done or interrupted."""

    def __init__(self, path: str | None, progress: Progress | None) -> None:
        self._path = path
        self._told = progress
        self._solver: Solver | None = None
        self._last = monotonic()

    @property
    def progress(self) -> Progress | None:
        """What the solver is to call; nothing if there is nothing to do."""
        return self._told if self._path is None else self._tell

    def _tell(self, nodes: int, used: int, room: int) -> None:
        if self._told is not None:
            self._told(nodes, used, room)
        if monotonic() - self._last >= _SECONDS_BETWEEN_SAVES:
            self._save()

    def _save(self) -> None:
        assert self._path is not None
        assert self._solver is not None
        save_checkpoint(self._path, self._solver)
        self._last = monotonic()

    @contextmanager
    def of(self, solver: Solver) -> Iterator[None]:
        """While a solver works: goes on from the file first, and saves to it at the end."""
        if self._path is None:
            yield
            return
        if self._solver not in (None, solver):
            raise CgtError("--checkpoint takes boards of one game only")
        if self._solver is None and Path(self._path).exists():
            load_checkpoint(self._path, solver)
        self._solver = solver
        try:
            yield
        finally:  # also after Ctrl-C
            self._save()


def play_of(option: str | None, board: Board) -> Play:
    """The play convention: the option's, else the file's, else misère."""
    return "normal" if (option or board.play) == "normal" else "misere"
