"""cgt: exact analysis of polyomino placement games and of the Tetris duel.

The names below are loaded when they are first used, so that `cgt --help` need not wait for numpy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cgt.boardfile import Board as Board
    from cgt.boardfile import read_boards as read_boards
    from cgt.boardfile import write_boards as write_boards
    from cgt.errors import CgtError as CgtError
    from cgt.grid import Grid as Grid
    from cgt.piecesets import piece_set as piece_set
    from cgt.polyomino import Piece as Piece
    from cgt.polyomino import PieceSet as PieceSet
    from cgt.polyomino import Placement as Placement
    from cgt.polyomino import Polyomino as Polyomino
    from cgt.polyomino import placements as placements
    from cgt.regions import Region as Region
    from cgt.regions import find_regions as find_regions
    from cgt.regions import label as label
    from cgt.regions import label_boards as label_boards
    from cgt.regions import pack_boards as pack_boards
    from cgt.symmetry import Symmetry as Symmetry

    __version__: str

_HOMES = {
    "boardfile": ("Board", "read_boards", "write_boards"),
    "errors": ("CgtError",),
    "grid": ("Grid",),
    "piecesets": ("piece_set",),
    "polyomino": ("Piece", "PieceSet", "Placement", "Polyomino", "placements"),
    "regions": ("Region", "find_regions", "label", "label_boards", "pack_boards"),
    "symmetry": ("Symmetry",),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted([*_HOME_OF, "__version__"])


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("cgt-analyser")
    if name in _HOME_OF:
        return getattr(import_module(f"cgt.{_HOME_OF[name]}"), name)
    raise AttributeError(f"module 'cgt' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
