"""Positions as leader and workers exchange them: a board, and a nim heap beside it.

In normal play the heap makes one question of "is the nimber k?": a board beside a heap of k is lost
exactly if it is. In misère play there is none. Cells that no placement reaches are filled, and
positions that differ only by the order or the symmetry of their regions have the same key.

>>> game = PlacementGame("domino", "normal")
>>> position = Position.of(Grid("..#|.##|..."), game)
>>> len(followers(position, game)), len(followers(position._replace(heap=2), game))
(4, 6)
>>> other = Position.of(Grid("...|##.|#.."), game)
>>> key_of(position, game) == key_of(other, game)
True
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cgt.board.grid import Grid
from cgt.board.polyomino import live_cells
from cgt.board.regions import label_regions
from cgt.board.symmetry import ROTATIONS, Symmetry
from cgt.placement.game import Outcome, PlacementGame

_KEY_BYTES = 16


class Position(NamedTuple):
    """A board beside a nim heap."""

    grid: Grid
    heap: int = 0

    @classmethod
    def of(cls, grid: Grid, game: PlacementGame, heap: int = 0) -> Position:
        """The position with all cells filled that no placement reaches."""
        return cls(live_cells(grid, game.pieces).inverted(), heap)

    @property
    def size(self) -> int:
        """Falls with every move, whichever of equal positions it is played in."""
        return self.grid.empty + self.heap


def followers(position: Position, game: PlacementGame) -> list[Position]:
    """The positions that moves lead to; of those that are symmetric as boards, only one."""
    grid, heap = position
    moved = [Position.of(move.leaves, game, heap) for move in game.moves(grid)]
    return moved + [Position(grid, smaller) for smaller in range(heap)]


def outcome_when_over(position: Position, game: PlacementGame) -> Outcome | None:
    """Who has won if there is no move, or only in the heap; None if pieces still fit."""
    if position.grid.empty:
        return None
    return "N" if position.heap else game.outcome_when_over


def key_of(position: Position, game: PlacementGame) -> bytes:
    """A digest that is the same for positions with the same regions and heap, and for no others:
    that two of a billion have the same one by chance has a chance of about 10⁻²¹."""
    labels, count = label_regions(position.grid, game.pieces)
    symmetries = tuple(Symmetry) if game.pieces.has_mirror_images else ROTATIONS
    regions = sorted(_least_image(labels == number, symmetries) for number in range(1, count + 1))
    digest = hashlib.blake2b(b"%d" % position.heap, digest_size=_KEY_BYTES)
    for region in regions:
        digest.update(b" %d:" % len(region) + region)
    return digest.digest()


def _least_image(region: NDArray[np.bool_], symmetries: tuple[Symmetry, ...]) -> bytes:
    """The same bytes for all images of a region, wherever it lies."""
    rows, columns = np.flatnonzero(region.any(axis=1)), np.flatnonzero(region.any(axis=0))
    box = region[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    images = (symmetry.of_array(box) for symmetry in symmetries)
    return min(b"%d:" % len(image) + np.packbits(image).tobytes() for image in images)
