"""The solver of each of a command's boards. Neighbours of one game that fit in one box share a
solver and its tables; where the game or the box changes, the next solver takes the place of the
last, so that all of the memory allowed is there for each."""

from __future__ import annotations

from collections.abc import Callable

from cgt.board.boardfile import Board
from cgt.board.grid import Grid
from cgt.board.polyomino import PieceSet
from cgt.common.checkpoint import Progress
from cgt.placement.boxes import Box, boxes_for
from cgt.placement.game import PlacementGame, Play
from cgt.placement.small_regions import SmallRegions
from cgt.placement.solver import Solver


class Solvers:
    """Makes solvers when they are needed, one at a time, all with the same settings."""

    def __init__(
        self,
        loaded: list[tuple[Board, PieceSet]],
        threads: int,
        memory: int,
        progress: Progress | None,
        make: Callable[[PlacementGame, Box], Solver] | None = None,
        *,
        use_cache: bool = False,
    ) -> None:
        """`make` makes solvers of another kind."""
        grids = [board.grid for board, _ in loaded]
        self._boxes = dict(zip(grids, boxes_for(grids), strict=True))
        self._threads = threads
        self._memory = memory
        self._progress = progress
        self._make = make or self._usual
        self._use_cache = use_cache
        self._latest: Solver | None = None

    def get(self, game: PlacementGame, grid: Grid) -> Solver:
        """The solver of a game on one of the boards; do not keep one that was got before."""
        box = self._boxes[grid]
        if self._latest is None or (self._latest.game, self._latest.box) != (game, box):
            self._latest = None
            self._latest = self._make(game, box)
        return self._latest

    def _usual(self, game: PlacementGame, box: Box) -> Solver:
        return Solver(
            game,
            box=box,
            threads=self._threads,
            memory=self._memory,
            progress=self._progress,
            small_regions=SmallRegions.for_game(game) if self._use_cache else None,
        )


def play_of(option: str | None, board: Board) -> Play:
    """The play convention: the option's, else the file's, else misère."""
    return "normal" if (option or board.play) == "normal" else "misere"


def games_of(loaded: list[tuple[Board, PieceSet]], play: str | None) -> list[PlacementGame]:
    """The game on each board; `play` is the option, which overrides what a file says."""
    return [PlacementGame(piece_set, play_of(play, board)) for board, piece_set in loaded]


def pieces_of(loaded: list[tuple[Board, PieceSet]]) -> dict[str, str | None]:
    """The pieces of all boards, for scripts; None if they differ."""
    return {"pieces": _only({pieces.name for _, pieces in loaded})}


def setting_of(games: list[PlacementGame]) -> dict[str, str | None]:
    """The pieces and the play of all games, for scripts; None for what differs between them."""
    return {
        "pieces": _only({game.pieces.name for game in games}),
        "play": _only({game.play for game in games}),
    }


def _only(values: set[str]) -> str | None:
    return next(iter(values)) if len(values) == 1 else None
