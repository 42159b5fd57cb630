"""Placement games: the rules, and nothing else.

Two players take turns putting a piece on empty cells of a board. Whoever places last loses (misère
play) or wins (normal play). So a game is a piece set and a play convention, and a `PlacementGame`
is these two as one value: Nim tetris is `PlacementGame()`, Cram is `PlacementGame("domino",
"normal")`. Nothing is searched here; cgt.placement.solver finds out who wins.

>>> game = PlacementGame()
>>> game
PlacementGame('tetromino', 'misere')
>>> board = Grid("....|....")
>>> [(move.placement.piece.name, move.images) for move in game.moves(board)][:3]
[('I', 2), ('J', 4), ('J', 4)]
>>> game.after(board, game.moves(board)[0])
Grid('####|....')
>>> game.is_over(Grid("...#|###."))
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import PieceSet, Placement, boards_after, live_cells, placements
from cgt.board.regions import Region, find_regions
from cgt.board.symmetry import ROTATIONS, Symmetry
from cgt.common.errors import CgtError
from cgt.common.names import named

Play = Literal["misere", "normal"]
Outcome = Literal["N", "P"]

_AT_ONCE = 4096  # boards that are compared up to symmetry

PLAY_WORDS: dict[Play, str] = {"misere": "misère play", "normal": "normal play"}
_PLAYS: tuple[Play, ...] = get_args(Play)


class IllegalMoveError(CgtError):
    """A move that the rules do not allow."""


@dataclass(frozen=True)
class Move:
    """A placement, the board it leaves, and how many placements leave that board up to symmetry."""

    placement: Placement
    leaves: Grid
    images: int = 1


class Replies(NamedTuple):
    """How many moves there are on a board, and how many are known to win and to lose."""

    moves: int
    wins: int
    losses: int


@dataclass(frozen=True, init=False, repr=False)
class PlacementGame:
    """A game: its pieces, and whether whoever places last loses (misère) or wins (normal)."""

    pieces: PieceSet
    play: Play

    def __init__(self, pieces: str | PieceSet = "tetromino", play: str = "misere") -> None:
        """`pieces` is a piece set, or a text that `cgt.piece_set` reads. `play` is `misere` (or
        `misère`) or `normal`. Raises PieceError, FileError or CgtError."""
        known = named(play, _PLAYS)
        if known is None:
            raise CgtError(f"play is 'misere' or 'normal', not {play!r}")
        chosen = pieces if isinstance(pieces, PieceSet) else piece_set(pieces)
        object.__setattr__(self, "pieces", chosen)
        object.__setattr__(self, "play", known)

    def __repr__(self) -> str:
        return f"PlacementGame({self.pieces.name!r}, {self.play!r})"

    def __str__(self) -> str:
        return f"{self.pieces.name}, {PLAY_WORDS[self.play]}"

    # moves

    def placements(self, grid: Grid) -> list[Placement]:
        """Every placement that fits: by piece, by rotation, in reading order."""
        return placements(grid, self.pieces)

    def every_move(self, grid: Grid) -> list[Move]:
        """Every placement that fits as a move, in the same order."""
        return [_move(grid, placement) for placement in self.placements(grid)]

    def moves(self, grid: Grid) -> list[Move]:
        """Every move. Of several that leave the same board up to symmetry, only the first."""
        found = self.placements(grid)
        kinds: dict[bytes, list[Placement]] = {}
        for key, placement in zip(self._least_images(grid, found), found, strict=True):
            kinds.setdefault(key, []).append(placement)
        return [_move(grid, same[0], images=len(same)) for same in kinds.values()]

    def _least_images(self, grid: Grid, found: list[Placement]) -> list[bytes]:
        """A key for each placement. Keys are equal where the boards left are equal up to rotation,
        or up to any symmetry if the piece set contains its pieces' mirror images."""
        symmetries = [
            symmetry
            for symmetry in (Symmetry if self.pieces.has_mirror_images else ROTATIONS)
            if grid.height == grid.width or not symmetry.swaps_sides
        ]
        keys: list[bytes] = []
        for start in range(0, len(found), _AT_ONCE):
            boards: NDArray[np.bool_] = boards_after(grid, found[start : start + _AT_ONCE])
            images = [
                np.packbits(symmetry.of_array(boards).reshape(len(boards), -1), axis=1)
                for symmetry in symmetries
            ]
            keys += [min(image[i].tobytes() for image in images) for i in range(len(boards))]
        return keys

    def fits(self, grid: Grid, placement: Placement) -> bool:
        """Whether a placement is a legal move: a piece of this game on empty cells of the board."""
        return placement.piece in self.pieces.pieces and all(
            0 <= row < grid.height and 0 <= column < grid.width and not grid[row, column]
            for row, column in placement.cells
        )

    def after(self, grid: Grid, move: Move | Placement) -> Grid:
        """The board that a move leaves; raises IllegalMoveError if it does not fit."""
        placement = move.placement if isinstance(move, Move) else move
        if not self.fits(grid, placement):
            raise IllegalMoveError(f"{placement.piece.name} does not fit there")
        return grid.with_filled(placement.cells)

    # positions

    def regions(self, grid: Grid) -> tuple[Region, ...]:
        """The parts of a board that do not touch each other, in reading order."""
        return find_regions(grid, self.pieces)

    def is_over(self, grid: Grid) -> bool:
        """Whether no piece fits any more."""
        return live_cells(grid, self.pieces).filled == 0

    @property
    def outcome_when_over(self) -> Outcome:
        """Who has won when no piece fits: in misère play the player whose turn it would be (`N`),
        in normal play the one who placed last (`P`)."""
        return "N" if self.play == "misere" else "P"


def _move(grid: Grid, placement: Placement, images: int = 1) -> Move:
    return Move(placement, grid.with_filled(placement.cells), images)


NIM_TETRIS = PlacementGame()
