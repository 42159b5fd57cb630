"""Placement games: the rules, and the solver's Python face.

Two players place polyominoes in turn, and whoever places last loses (misère play) or wins (normal
play). So a game is a piece set and a play convention; a `Solver` answers questions about boards of
that game and keeps what it has found for the next one.

>>> from cgt.board.piecesets import piece_set
>>> solver = Solver(piece_set("tetromino"), largest_side=6)
>>> solver.outcome(Grid.of_size(5, 5))
'P'
>>> print(solver.canonical(Grid.of_size(4, 6)))
*3
>>> [move.placement.piece.name for move in solver.winning_moves(Grid("....|...."))]
['I', 'J', 'O']
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cgt import _native
from cgt.board.grid import Grid
from cgt.board.polyomino import PieceSet, Placement, placements
from cgt.board.symmetry import ROTATIONS, Symmetry
from cgt.common.checkpoint import load_checkpoint, save_checkpoint
from cgt.common.errors import FileError, Location, SizeError
from cgt.placement.forms import Form, Forms, Outcome, Play

LARGEST_SIDE = _native.LARGEST_BOARD_SIDE
DEFAULT_MEMORY = 2**30
_SECONDS_FOR_HARDEST = 10.0

Progress = Callable[[int, int, int], object]


def check_board_size(grid: Grid, where: Location) -> None:
    """Raises FileError if a grid is too large for a placement game."""
    if grid.width > LARGEST_SIDE or grid.height > LARGEST_SIDE:
        raise FileError(
            where,
            f"this board is {grid.width}×{grid.height}; placement games take boards of up to "
            f"{LARGEST_SIDE}×{LARGEST_SIDE} (cgt regions takes any size)",
        )


class Deadline:
    """A moment after which questions are no longer answered; never, for None."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        """The seconds that are left, not less than 0."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def is_over(self) -> bool:
        return self.left() == 0

    def share(self, part: float) -> float | None:
        """A part of the time that is left."""
        left = self.left()
        return None if left is None else part * left


@dataclass(frozen=True)
class Move:
    """A placement, the board it leaves, and how many placements are the same by symmetry."""

    placement: Placement
    leaves: Grid
    images: int


class Solver:
    """Answers questions about one placement game.

    An answer is None where the time or the memory that was allowed did not suffice: never a guess.
    """

    def __init__(
        self,
        pieces: PieceSet,
        *,
        play: Play = "misere",
        largest_side: int = LARGEST_SIDE,
        threads: int = 1,
        memory: int = DEFAULT_MEMORY,
        progress: Progress | None = None,
    ) -> None:
        """Boards have at most `largest_side` rows and columns; the fewer, the faster. Tables grow
        as they fill, to `memory` bytes in all. `progress` is called now and then with the nodes
        searched, the entries used of the table, and all it has.
        """
        if not 1 <= largest_side <= LARGEST_SIDE:
            raise SizeError(f"boards have 1 to {LARGEST_SIDE} rows and columns, not {largest_side}")
        self.pieces = pieces
        self.play: Play = play
        self._largest_side = largest_side
        self._progress = progress
        self._native = _native.PlacementSolver(
            largest_side,
            pieces.shapes,
            _native.Play.MISERE if play == "misere" else _native.Play.NORMAL,
            threads,
            memory,
        )
        self._plain = Forms.over(self._native.forms(_native.FormKind.PLAIN))
        self._canonical = Forms.over(self._native.forms(_native.FormKind.CANONICAL))

    @classmethod
    def for_boards(
        cls,
        grids: Iterable[Grid],
        pieces: PieceSet,
        *,
        play: Play = "misere",
        threads: int = 1,
        memory: int = DEFAULT_MEMORY,
        progress: Progress | None = None,
    ) -> Solver:
        """A solver made to measure for some boards and all that come of them."""
        listed = list(grids)
        return cls(
            pieces,
            play=play,
            largest_side=max(max(grid.width, grid.height) for grid in listed),
            threads=threads,
            memory=memory,
            progress=progress,
        )

    @property
    def nodes(self) -> int:
        """The positions searched so far, by all questions together."""
        return self._native.nodes()

    # checkpoints

    def save(self, path: str | Path) -> None:
        """Writes what is known to a file, whole or not at all; also while a question is being
        answered, from `progress`. Raises CgtError."""
        save_checkpoint(path, self._native)

    def load(self, path: str | Path) -> None:
        """Takes over what a file says, before the first question. Raises CgtError if the file is
        damaged or is about another game."""
        load_checkpoint(path, self._native)

    # values

    def ois(self, grid: Grid, seconds: float | None = None) -> Form | None:
        """The unreduced form of a board: the seed's OIS."""
        found = self._form(grid, _native.FormKind.PLAIN, seconds)
        return None if found is None else self._plain.form(found)

    def canonical(self, grid: Grid, seconds: float | None = None) -> Form | None:
        """The misère canonical form of a board."""
        found = self._form(grid, _native.FormKind.CANONICAL, seconds)
        return None if found is None else self._canonical.form(found)

    def outcome(self, grid: Grid, seconds: float | None = None) -> Outcome | None:
        """`N` if the player to move wins, `P` if the other does."""
        return _outcome(self._native.wins(*self._board(grid), seconds, self._progress))

    def nimber(self, grid: Grid, seconds: float | None = None) -> int | None:
        """The value of a board in normal play."""
        return self._native.nimber(*self._board(grid), seconds, self._progress)

    def effort_to_win(self, grid: Grid, seconds: float | None = None) -> float | None:
        """A guess at how much is still to be searched until it is shown that the player to move
        wins, made without a search: 0 if that is known, infinity if that player is known to lose.
        """
        return self._native.effort_to_win(*self._board(grid), seconds)

    def _form(self, grid: Grid, kind: _native.FormKind, seconds: float | None) -> int | None:
        return self._native.form(*self._board(grid), kind, seconds, self._progress)

    def _board(self, grid: Grid) -> tuple[NDArray[np.uint64], int, int]:
        """A grid as the native solver takes it; raises SizeError if it is too large."""
        if max(grid.width, grid.height) > self._largest_side:
            raise SizeError(
                f"this solver takes boards of up to {self._largest_side} rows and columns, "
                f"not {grid.width}×{grid.height}"
            )
        return grid.words(), grid.width, grid.height

    # moves

    def moves(self, grid: Grid) -> list[Move]:
        """Every move; of those that leave the same board by symmetry, the first."""
        found = placements(grid, self.pieces)
        if not found:
            return []
        left = np.repeat(grid.to_array()[None], len(found), axis=0)
        for board, placement in zip(left, found, strict=True):
            board[tuple(np.transpose(placement.cells))] = True
        kinds: dict[bytes, list[Placement]] = {}
        for key, placement in zip(self._least_images(left), found, strict=True):
            kinds.setdefault(key, []).append(placement)
        return [
            Move(same[0], grid.with_filled(same[0].cells), len(same)) for same in kinds.values()
        ]

    def _least_images(self, boards: NDArray[np.bool_]) -> list[bytes]:
        """The same bytes for boards that are the same by a rotation or, where the pieces have
        mirror images, by any symmetry."""
        count, height, width = boards.shape
        symmetries = Symmetry if self.pieces.has_mirror_images else ROTATIONS
        images = [
            np.packbits(symmetry.of_array(boards).reshape(count, -1), axis=1)
            for symmetry in symmetries
            if height == width or not symmetry.swaps_sides
        ]
        return [min(image[i].tobytes() for image in images) for i in range(count)]

    def winning_moves(self, grid: Grid, seconds: float | None = None) -> list[Move] | None:
        """Every move that wins, one of each kind; None if not all are known."""
        deadline = Deadline(seconds)
        winning = []
        for move in self.moves(grid):
            outcome = self.outcome(move.leaves, deadline.left())
            if outcome is None:
                return None
            if outcome == "P":
                winning.append(move)
        return winning

    def best_move(self, grid: Grid, seconds: float | None = None) -> Move | None:
        """A move that wins, if one is proven in the time.

        Where all moves lose, the one that leaves the opponent the smallest share of winning
        replies, as far as ten seconds tell. Where nothing is proven, a move that is not known to
        lose and after which it looks hardest for the opponent to win, by the proof numbers of the
        search. None if no piece fits. Never by chance.
        """
        deadline = Deadline(seconds)
        moves = self.moves(grid)
        if not moves:
            return None
        outcome = self.outcome(grid, deadline.share(0.7))
        if outcome == "P":
            return self._hardest_move(moves, deadline)
        if outcome == "N":
            for move in moves:
                if _outcome(self._native.known(*self._board(move.leaves), deadline.left())) == "P":
                    return move
        return self._likeliest_move(moves, deadline)

    def _hardest_move(self, moves: list[Move], deadline: Deadline) -> Move:
        """The move of a lost board that leaves the smallest share of winning replies."""
        left = deadline.left()
        most = _SECONDS_FOR_HARDEST
        shorter = Deadline(most if left is None else min(left, most))
        return min(moves, key=lambda move: self._ease(move.leaves, shorter.share(0.1)))

    def _likeliest_move(self, moves: list[Move], deadline: Deadline) -> Move:
        """The move after which winning looks hardest; what time is left goes into proving that."""
        likely: list[tuple[float, Move]] = []
        for move in moves:
            effort = self.effort_to_win(move.leaves, deadline.left())
            likely.append((0.0 if effort is None else effort, move))
            if deadline.is_over():
                break
        likely.sort(key=lambda pair: pair[0], reverse=True)
        for _, move in likely:
            if deadline.is_over() or self.outcome(move.leaves, deadline.share(0.5)) != "N":
                return move
        return likely[0][1]

    def _ease(self, grid: Grid, seconds: float | None) -> float:
        """The share of winning moves among those that can be decided in the time."""
        deadline = Deadline(seconds)
        outcomes = [self.outcome(move.leaves, deadline.left()) for move in self.moves(grid)]
        decided = [outcome for outcome in outcomes if outcome is not None]
        return decided.count("P") / len(decided) if decided else 0.5


def _outcome(wins: bool | None) -> Outcome | None:
    return None if wins is None else "N" if wins else "P"
