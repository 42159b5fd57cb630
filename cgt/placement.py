"""Rules of placement games: what a board of such a game may be."""

from __future__ import annotations

from cgt import _native
from cgt.errors import FileError, Location
from cgt.grid import Grid

LARGEST_SIDE = _native.LARGEST_BOARD_SIDE


def check_board_size(grid: Grid, where: Location) -> None:
    """Raises FileError if a grid is too large for a placement game."""
    if grid.width > LARGEST_SIDE or grid.height > LARGEST_SIDE:
        raise FileError(
            where,
            f"this board is {grid.width}×{grid.height}; placement games take boards of up to "
            f"{LARGEST_SIDE}×{LARGEST_SIDE} (cgt regions takes any size)",
        )
