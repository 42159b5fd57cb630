"""The nimbers of all small regions of a game, worked out once and kept in the user's cache folder.

They only save time: a search without them values the small regions that it meets itself. So
nothing here is an error. A file that is missing, damaged, of another version or not sealed with the
key of this machine is made anew; where none can be kept, none is used.

Dominoes only: there it pays. The nimbers of eleven Cram boards took an eighth less time with it,
and the table is made in two seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cgt import _native
from cgt.board.polyomino import PieceSet
from cgt.common.checkpoint.key import machine_key
from cgt.common.checkpoint.seal import add_seal, read_seal
from cgt.common.errors import CgtError
from cgt.common.files import check_writable, replacement_of
from cgt.common.folders import cache_folder
from cgt.placement.game import PlacementGame

CELLS: int = _native.MOST_SMALL_CELLS
_PREFIX = "small-regions-"
_MOST_BYTES = 2**26  # no table is larger

Table = NDArray[np.uint64]


class SmallRegions:
    """The table of one set of pieces, in a file of the cache."""

    def __init__(self, name: str, pieces: PieceSet, cells: int = CELLS) -> None:
        """`name` is part of the file's name."""
        self.file = f"{_PREFIX}{name}-{cells}.table"
        self._shapes = pieces.shapes
        self._cells = cells

    @classmethod
    def for_game(cls, game: PlacementGame) -> SmallRegions | None:
        """The table that a game can use; None if there is none for it."""
        pieces = game.pieces.pieces
        is_domino = len(pieces) == 1 and pieces[0].rotations[0].size == 2
        return cls("domino", game.pieces) if game.play == "normal" and is_domino else None

    def kept(self) -> Table | None:
        """The table in the cache, if there is a sound one."""
        try:
            with (cache_folder() / self.file).open("rb") as file:
                sealed = read_seal(file, machine_key())
                if not sealed.ours or sealed.trusts or sealed.size > _MOST_BYTES:
                    return None
                file.seek(0)
                return np.frombuffer(file.read(sealed.size), dtype=np.uint64)
        except (CgtError, OSError, ValueError):  # ValueError: not a whole number of words
            return None

    def made(self, pulse: Callable[[], object] | None = None) -> Table | None:
        """The table made anew, and put in the cache; None, at once, if it cannot be kept there.
        `pulse` is called every few milliseconds."""
        try:
            key = machine_key()
            file = cache_folder() / self.file
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            check_writable(file)
        except (CgtError, OSError):
            return None
        data = _native.small_nimbers(self._shapes, self._cells, pulse)
        with (
            suppress(CgtError, OSError),
            replacement_of(file) as unfinished,
            unfinished.open("rb+") as written,
        ):
            written.write(data)
            add_seal(written, key, trusts=False)
        return np.frombuffer(data, dtype=np.uint64)


def kept_files() -> list[Path]:
    """The files in the cache, unfinished ones of processes that were killed among them; raises
    CgtError if the folder cannot be read."""
    folder = cache_folder()
    try:
        return sorted(
            file for file in folder.iterdir() if file.name.lstrip(".").startswith(_PREFIX)
        )
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CgtError(f"{folder}: cannot be read: {error.strerror}") from None
