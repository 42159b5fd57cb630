"""Which games of an atlas to compute next: those whose answers settle the most other games.

A frontier knows, for one width, which games are open: an array by preview, set and height. If Good
wins a game, all easier ones are settled, and if Bad wins it, all harder ones. Where all games cost
the same, the next one is one that settles many either way, so what lies between the players' wins
is halved again and again, in all directions at once: sets, heights and previews. Where a game costs
several times as much with each row and each piece, low wells and small sets come first.

>>> all_cost_the_same, searches = (Frontier(range(9), range(1), costs) for costs in (FLAT, STEEP))
>>> for frontier in (all_cost_the_same, searches):
...     frontier.settle("good", ("IJOSTZ", 0, 0))  # its mirror image, too: all without J or L
...     frontier.settle("bad", ("JL", 1, 0))
...     frontier.settle("bad", ("IJL", 8, 0))
...     frontier.next_games(1)
[('JLOS', 5, 0)]
[('JL', 2, 0)]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cgt.duel.exact.atlas_cells import LETTERS, SETS, bits_of_set, mirrored

_NUMBERS = 2 ** len(LETTERS)  # of sets, the empty one among them
_BITS = np.arange(_NUMBERS)
_PIECES = {bits_of_set(pieces): pieces for pieces in SETS}
_IS_FIRST_IMAGE = np.array(
    [bits <= bits_of_set(mirrored(_PIECES.get(bits, ""))) for bits in range(_NUMBERS)]
)

Game = tuple[str, int, int]  # pieces, height, preview


class Costs(NamedTuple):
    """How many times as much a game costs with one more cell in the well, one more piece in the
    set, and one more in the preview."""

    cell: float
    piece: float
    preview: float


FLAT = Costs(1.0, 1.0, 1.0)
SMALL_SETS_FIRST = Costs(1.0, 1000.0, 1.0)  # a larger set only if Good wins all inside it
STEEP = Costs(1.4, 3.0, 2.0)  # searches of whole games, about


class Frontier:
    """The games of one width that are open, and which of them to compute next."""

    def __init__(
        self,
        heights: Sequence[int],
        previews: Sequence[int],
        costs: Costs = FLAT,
        width: int = 4,
        is_open: Callable[[Game], bool] = lambda _: True,
    ) -> None:
        """The games of these heights and previews, which must rise, that are open at first."""
        self._heights = np.array(heights, dtype=int)
        self._previews = np.array(previews, dtype=int)
        self._open = np.zeros((len(previews), _NUMBERS, len(heights)), dtype=bool)
        for i, preview in enumerate(previews):
            for bits, pieces in _PIECES.items():
                self._open[i, bits] = [is_open((pieces, height, preview)) for height in heights]
        self._left_out = np.zeros_like(self._open)
        sizes = np.array([bits.bit_count() for bits in range(_NUMBERS)])
        self._costs = (
            costs.preview ** self._previews[:, None, None]
            * costs.piece ** sizes[None, :, None]
            * costs.cell ** (width * self._heights[None, None, :])
        )

    def settle(self, winner: Literal["good", "bad"], game: Game) -> None:
        """Settles a game, which need not be one of this frontier, and all that follows from it."""
        self._open[self._following(winner, game)] = False

    def leave_out(self, game: Game) -> None:
        """Does not name a game again, although it is open."""
        pieces, height, preview = game
        images = [bits_of_set(pieces), bits_of_set(mirrored(pieces))]
        at = np.ix_(self._previews == preview, np.isin(_BITS, images), self._heights == height)
        self._left_out[at] = True

    def leave_out_larger(self, game: Game) -> None:
        """Does not name a game again, nor any with as many rows and pieces and no longer preview:
        their searches are larger."""
        pieces, height, preview = game
        sets = _around(pieces)
        self._left_out[np.ix_(self._previews <= preview, sets, self._heights >= height)] = True

    def next_games(self, most: int) -> list[Game]:
        """The games to compute next, at most so many; whoever wins one of them, the others stay
        open."""
        is_open = self._open.copy()
        games: list[Game] = []
        if not is_open.size:
            return []
        while len(games) < most:
            worth = np.where(is_open & ~self._left_out, _worth(is_open) / self._costs, 0.0)
            worth[:, ~_IS_FIRST_IMAGE] = 0
            best = np.unravel_index(np.argmax(worth), worth.shape)
            if worth[best] == 0:
                break
            preview, bits, height = (int(index) for index in best)
            game = _PIECES[bits], int(self._heights[height]), int(self._previews[preview])
            games.append(game)
            is_open[self._following("good", game)] = False
            is_open[self._following("bad", game)] = False
        return games

    def _following(self, winner: Literal["good", "bad"], game: Game) -> Any:
        """The games that are settled if a player wins a game, as indices."""
        pieces, height, preview = game
        if winner == "good":
            images = [bits_of_set(pieces), bits_of_set(mirrored(pieces))]
            sets = np.any([_BITS & ~image == 0 for image in images], axis=0)
            return np.ix_(self._previews >= preview, sets, self._heights >= height)
        return np.ix_(self._previews <= preview, _around(pieces), self._heights <= height)


def _around(pieces: str) -> NDArray[np.bool_]:
    """Which sets are around a set or its mirror image."""
    one, other = bits_of_set(pieces), bits_of_set(mirrored(pieces))
    found: NDArray[np.bool_] = np.logical_or(_BITS & one == one, _BITS & other == other)
    return found


def _worth(is_open: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How much each game settles: about the smaller of how many open games follow if Good
    wins it and how many if Bad does. (Half the harmonic mean, which prefers more of the other to
    nothing.) Those that follow only in a mirror are not counted."""
    easier = is_open.astype(np.float64)
    harder = easier.copy()
    for letter in range(len(LETTERS)):
        has = _BITS >> letter & 1 == 1
        without = _BITS[has] - (1 << letter)
        easier[:, has] += easier[:, without]
        harder[:, without] += harder[:, has]
    easier = easier[::-1, :, ::-1].cumsum(axis=0).cumsum(axis=2)[::-1, :, ::-1]
    harder = harder.cumsum(axis=0).cumsum(axis=2)
    return easier * harder / np.maximum(easier + harder, 1)
