"""What the cells of an atlas say together: which winners follow from them, and whether they agree.

For Good a larger set of pieces is no easier, a greater height no harder, a longer preview no
harder, the mirrored game is the same, and ways to move that allow more placements are no harder.
So for each set, preview, width and way to move it is enough to keep the lowest game that Good is
known to win and the highest that Bad is known to win, from whichever cells they follow.

>>> known = Known()
>>> known.add(Cell(Place("JL", 4, 4, 1), "good", "computed"))
>>> known.follows(Place("L", 4, 6, 1)).how
'inferred from JL, height 4, preview 1'
>>> known.follows(Place("T", 4, 6, 1)) is None
True
>>> known.add(Cell(Place("J", 4, 5, 1), "bad", "computed"))
Traceback (most recent call last):
...
cgt.common.errors.CgtError: good wins JL, 4×4, preview 1, but bad wins J, 4×5, preview 1
"""

from __future__ import annotations

from functools import cache

from cgt.common.errors import CgtError
from cgt.duel.exact.atlas_cells import (
    EASIER_MOVES,
    HARDER_MOVES,
    SETS,
    Cell,
    Place,
    bits_of_set,
    following,
    mirrored,
)
from cgt.duel.exact.instruction import MOST_PREVIEW

_Key = tuple[str, int, int, int]  # moves, width, preview, and the set as bits
_ALL = tuple(bits_of_set(pieces) for pieces in SETS)


class Known:
    """The games that each player is known to win, with all that follows from them."""

    def __init__(self) -> None:
        self._good: dict[_Key, Place] = {}
        self._bad: dict[_Key, Place] = {}

    def add(self, cell: Cell) -> None:
        """Takes a cell into account. Raises CgtError if it contradicts what is known."""
        place = cell.place
        good, bad = self._good.get(_key(place)), self._bad.get(_key(place))
        if cell.winner == "good":
            if bad is not None and bad.height >= place.height:
                raise CgtError(f"good wins {place}, but bad wins {bad}")
            if good is None or place.height < good.height:
                self._spread_good(place)
        elif cell.winner == "bad":
            if good is not None and good.height <= place.height:
                raise CgtError(f"good wins {good}, but bad wins {place}")
            if bad is None or place.height > bad.height:
                self._spread_bad(place)

    def follows(self, place: Place) -> Cell | None:
        """What follows for a game; None if nothing does."""
        good, bad = self._good.get(_key(place)), self._bad.get(_key(place))
        if good is not None and good.height <= place.height:
            return following(Cell(good, "good", ""), place)
        if bad is not None and bad.height >= place.height:
            return following(Cell(bad, "bad", ""), place)
        return None

    def lowest_good(self, place: Place) -> int | None:
        """The least height at which Good is known to win a game like this; None if there is
        none."""
        found = self._good.get(_key(place))
        return None if found is None else found.height

    def _spread_good(self, place: Place) -> None:
        for moves in EASIER_MOVES[place.moves]:
            for preview in range(place.preview, MOST_PREVIEW + 1):
                for bits in _inside(place.pieces):
                    key = (moves, place.width, preview, bits)
                    lowest = self._good.get(key)
                    if lowest is None or place.height < lowest.height:
                        self._good[key] = place

    def _spread_bad(self, place: Place) -> None:
        for moves in HARDER_MOVES[place.moves]:
            for preview in range(place.preview + 1):
                for bits in _around(place.pieces):
                    key = (moves, place.width, preview, bits)
                    highest = self._bad.get(key)
                    if highest is None or place.height > highest.height:
                        self._bad[key] = place


def _key(place: Place) -> _Key:
    return place.moves, place.width, place.preview, bits_of_set(place.pieces)


@cache
def _inside(pieces: str) -> tuple[int, ...]:
    """The sets inside a set or its mirror image, as bits."""
    images = [bits_of_set(pieces), bits_of_set(mirrored(pieces))]
    return tuple(b for b in _ALL if any(b & ~image == 0 for image in images))


@cache
def _around(pieces: str) -> tuple[int, ...]:
    """The sets around a set or its mirror image, as bits."""
    images = [bits_of_set(pieces), bits_of_set(mirrored(pieces))]
    return tuple(b for b in _ALL if any(image & ~b == 0 for image in images))
