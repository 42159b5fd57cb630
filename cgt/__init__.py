"""cgt: exact analysis of polyomino placement games and of the Tetris duel.

The names below are loaded when they are first used, so that `cgt --help` need not wait for numpy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cgt.common.drawable import load_before_drawing

if TYPE_CHECKING:
    from cgt.board.boardfile import Board as Board
    from cgt.board.boardfile import read_boards as read_boards
    from cgt.board.boardfile import write_boards as write_boards
    from cgt.board.grid import Grid as Grid
    from cgt.board.labelling import label as label
    from cgt.board.labelling import label_boards as label_boards
    from cgt.board.labelling import pack_boards as pack_boards
    from cgt.board.piecesets import piece_set as piece_set
    from cgt.board.polyomino import Piece as Piece
    from cgt.board.polyomino import PieceSet as PieceSet
    from cgt.board.polyomino import Placement as Placement
    from cgt.board.polyomino import Polyomino as Polyomino
    from cgt.board.polyomino import placements as placements
    from cgt.board.regions import Region as Region
    from cgt.board.regions import find_regions as find_regions
    from cgt.board.symmetry import Symmetry as Symmetry
    from cgt.common.errors import CgtError as CgtError

    __version__: str

_HOMES = {
    "board.boardfile": ("Board", "read_boards", "write_boards"),
    "board.grid": ("Grid",),
    "board.labelling": ("label", "label_boards", "pack_boards"),
    "board.piecesets": ("piece_set",),
    "board.polyomino": ("Piece", "PieceSet", "Placement", "Polyomino", "placements"),
    "board.regions": ("Region", "find_regions"),
    "board.symmetry": ("Symmetry",),
    "common.errors": ("CgtError",),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

load_before_drawing(lambda: import_module("cgt.draw.notebook"))

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
