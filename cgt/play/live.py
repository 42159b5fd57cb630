"""A duel in which a person is Good: pieces are moved step by step, whatever shows them.

How pieces move, rest and score is native, as for games that are played out at once. So the same
seed and the same placements give the same game as `cgt.duel.simulate.Game`.

>>> from cgt.duel.moves import Rules
>>> game = LiveGame(Setting(Rules("O", width=4, height=6, moves="spin"), bad="constant:O"))
>>> game.falling
WellPlacement(piece='O', rotation=0, column=1, row=4)
>>> game.move("left"), game.move("left"), game.move("drop")
('moved', 'nothing', 'locked')
>>> print(game.well)
##..
##..
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, TypeVar, get_args

from cgt import _native
from cgt.duel.moves import WellPlacement
from cgt.duel.players.bad import bad_player
from cgt.duel.simulate import Setting
from cgt.duel.trace import Trace
from cgt.duel.well import Well
from cgt.errors import CgtError, LimitError
from cgt.grid import Cell

Move = Literal["left", "right", "down", "turn", "drop"]
Happened = Literal["nothing", "moved", "locked"]
MOVES: tuple[Move, ...] = get_args(Move)

_Result = TypeVar("_Result")
_HAPPENED: dict[_native.Happened, Happened] = {
    _native.Happened.NOTHING: "nothing",
    _native.Happened.MOVED: "moved",
    _native.Happened.LOCKED: "locked",
}


class LiveGame:
    """A game under way. Garbage and the most pieces of a setting are not for a person."""

    def __init__(self, setting: Setting) -> None:
        """Raises CgtError if the Bad player or the start does not fit the rules."""
        self.setting = setting
        start = setting.first_well()
        rules = setting.rules
        self._game = _native.LiveGame(
            rules.native,
            bad_player(setting.bad, setting.request(1)),
            start.columns,
            setting.preview,
            _native.Scoring[setting.scoring.upper()],
        )
        self._settled: dict[Cell, str] = {
            (row, column): ""
            for row in range(start.stack_height)
            for column in range(start.width)
            if start[row, column]
        }
        self._call(self._game.come_in)

    def move(self, move: Move) -> Happened:
        """Moves or turns the falling piece, or lets it drop; a piece that cannot go down comes to
        rest. Raises CgtError if Bad does not know what to send then."""
        if move not in MOVES:
            raise CgtError(f"a piece goes {', '.join(MOVES)}, not {move!r}")
        with self._painting():
            if move == "drop":
                return _HAPPENED[self._call(self._game.drop)]
            step = _native.Step[move.upper()]
            return _HAPPENED[self._call(lambda: self._game.step(step))]

    def place(self, placement: WellPlacement) -> None:
        """Puts the falling piece to rest at once; raises CgtError if it cannot come there."""
        piece, *rest = placement
        if self.over or piece != self.visible[0]:
            raise CgtError(f"{placement}: this is not the piece to place")
        rotation, column, row = rest
        with self._painting():
            self._call(lambda: self._game.place((rotation, column, row)))

    @property
    def falling(self) -> WellPlacement | None:
        """The piece on its way and where it is now; None when the game is over."""
        return self._placement(self._game.falling)

    @property
    def ghost(self) -> WellPlacement | None:
        """Where the falling piece comes to if it drops now."""
        return self._placement(self._game.landing)

    def _placement(self, rest: tuple[int, int, int] | None) -> WellPlacement | None:
        return None if rest is None else WellPlacement(self.visible[0], *rest)

    @property
    def visible(self) -> tuple[str, ...]:
        """The piece to place, and those that come after it as far as they can be seen."""
        return tuple(self.setting.rules.names[piece] for piece in self._game.visible)

    @property
    def well(self) -> Well:
        return Well.of(self._game.columns)

    @property
    def settled(self) -> dict[Cell, str]:
        """The filled cells of the well, by row from the floor and column, and the piece that each
        is from; of none, if it was there in the beginning."""
        return dict(self._settled)

    @property
    def placed(self) -> int:
        return self._game.placed

    @property
    def lines(self) -> int:
        return self._game.lines

    @property
    def score(self) -> int:
        return self._game.score

    @property
    def over(self) -> bool:
        return self._game.over

    def trace(self) -> Trace:
        """What was played so far."""
        names = self.setting.rules.names
        return self.setting.trace([WellPlacement(names[n], *rest) for n, *rest in self._game.trace])

    def _call(self, action: Callable[[], _Result]) -> _Result:
        try:
            return action()
        except ValueError as error:
            raise CgtError(f"piece {self.placed + 1}: {error}") from None
        except RuntimeError as error:
            raise LimitError(f"piece {self.placed + 1}: {error}") from None

    @contextmanager
    def _painting(self) -> Iterator[None]:
        """Keeps in mind what each cell is from, whatever comes to rest meanwhile."""
        placed, lines = self.placed, self.lines
        yield
        if self.placed == placed or self._game.last is None:
            return
        piece, *rest = self._game.last
        placement = WellPlacement(self.setting.rules.names[piece], *rest)
        for cell in self.setting.rules.cells(placement):
            self._settled[cell] = placement.piece
        if self.lines > lines:
            self._settled = _without_full_rows(self._settled, self.setting.rules.width)


def _without_full_rows(settled: dict[Cell, str], width: int) -> dict[Cell, str]:
    rows = [row for row, _ in settled]
    full = {row for row in rows if rows.count(row) == width}
    return {
        (row - sum(below < row for below in full), column): piece
        for (row, column), piece in settled.items()
        if row not in full
    }
