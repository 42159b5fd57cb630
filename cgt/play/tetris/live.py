"""A duel in which a person is Good and moves pieces step by step; independent of any screen.

The native core moves, lands and scores the pieces, as it does for `cgt.duel.game.Game`. So the same
seed and the same placements give the same game there.

>>> from cgt.duel.rules import Rules
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
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock
from typing import Literal, TypeVar, get_args

from cgt import _native
from cgt.board.grid import Cell
from cgt.common.errors import CgtError, LimitError
from cgt.duel.moves.model import TurnKind
from cgt.duel.players.seats import is_homemade, native_bad
from cgt.duel.rules import WellPlacement
from cgt.duel.setting import Setting
from cgt.duel.settled import Settled
from cgt.duel.trace import Trace
from cgt.duel.well import Well, bits_of

# `turn` is the first kind of turn of the move model; the others go by name.
Move = Literal["left", "right", "down", "turn", "clockwise", "counterclockwise", "half", "drop"]
Happened = Literal["nothing", "moved", "locked"]
MOVES: tuple[Move, ...] = get_args(Move)

_Result = TypeVar("_Result")
_STEPS: dict[Move | TurnKind, _native.Step] = {
    "left": _native.Step.LEFT,
    "right": _native.Step.RIGHT,
    "down": _native.Step.DOWN,
    "clockwise": _native.Step.CLOCKWISE,
    "counterclockwise": _native.Step.COUNTERCLOCKWISE,
    "half": _native.Step.HALF_TURN,
}
_HAPPENED: dict[_native.Happened, Happened] = {
    _native.Happened.NOTHING: "nothing",
    _native.Happened.MOVED: "moved",
    _native.Happened.LOCKED: "locked",
}


class _PatienceError(Exception):
    """Bad thinks for longer than the game waits."""


def _wait_no_longer() -> None:
    """Stops Bad's search. Bad calls this now and then, first after some hundredths of a second."""
    raise _PatienceError


@dataclass(frozen=True)
class _Seen:
    """A game as it was when nothing was being computed."""

    falling: WellPlacement | None
    ghost: WellPlacement | None
    visible: tuple[str, ...]
    well: Well
    placed: int
    lines: int
    score: int
    over: bool


class LiveGame:
    """A game of Tetris that a person plays, step by step; it ignores the setting's garbage and cap.

    Bad may think for long. If the game is patient, a call that brings the next piece takes as long
    as Bad does. If not, the call returns after some hundredths of a second and the game `waits`:
    its properties can be read, but nothing moves until `come_in` is done, which may run in another
    thread.
    """

    def __init__(self, setting: Setting, *, patient: bool = True) -> None:
        """Raises CgtError if the Bad player or the start does not fit the rules."""
        self.setting = setting
        self.patient = patient
        self.problem = ""
        start = setting.first_well()
        rules = setting.rules
        self._game = _native.LiveGame(
            rules.native,
            native_bad(setting.bad, setting.request(1)),
            start.columns,
            setting.preview,
            _native.Scoring[setting.scoring.upper()],
        )
        self._settled = Settled(start)
        self._thinking = Lock()
        self._seen = self._look()
        self._bring_next()
        if self.problem:
            raise CgtError(self.problem)

    def move(self, move: Move) -> Happened:
        """Moves or turns the falling piece, or lets it drop; a piece that cannot go down
        lands, and the next one comes in."""
        if move not in MOVES:
            raise CgtError(f"a piece goes {', '.join(MOVES)}, not {move!r}")
        if self.falling is None:
            return "nothing"
        with self._changing():
            if move == "drop":
                return _HAPPENED[self._call(self._game.drop)]
            turns = self.setting.rules.model.turns
            if move == "turn" and not turns:
                return "nothing"
            step = _STEPS[turns[0] if move == "turn" else move]
            return _HAPPENED[self._call(lambda: self._game.step(step))]

    def place(self, placement: WellPlacement) -> None:
        """Lands the falling piece at once; raises CgtError if it cannot get there."""
        piece, *place = placement
        if self.falling is None or piece != self.falling.piece:
            raise CgtError(f"{placement}: this is not the piece to place")
        rotation, column, row = place
        with self._changing():
            self._call(lambda: self._game.place((rotation, column, row)))

    def come_in(self, pulse: Callable[[], object] | None = None) -> None:
        """Lets Bad choose the next piece, if the game waits for it. `pulse` is called every few
        hundredths of a second; an error it raises stops Bad, and another call resumes. If Bad does
        not know what to send, the game is over, and `problem` says why."""
        with self._thinking:
            if not self.waits:
                return
            try:
                self._call(lambda: self._game.come_in(pulse))
            except CgtError as error:
                self.problem = str(error)
            self._seen = self._look()

    @property
    def waits(self) -> bool:
        """Whether the next piece has not come yet because Bad is thinking."""
        return self.falling is None and not self.over

    @property
    def falling(self) -> WellPlacement | None:
        """The falling piece and where it is now; None when the game is over or waits."""
        return self._seen.falling

    @property
    def ghost(self) -> WellPlacement | None:
        """Where the falling piece lands if it drops now."""
        return self._seen.ghost

    @property
    def visible(self) -> tuple[str, ...]:
        """The piece to place, and those after it that can be seen."""
        return self._seen.visible

    @property
    def well(self) -> Well:
        """The well without the falling piece."""
        return self._seen.well

    @property
    def settled(self) -> dict[Cell, str]:
        """The filled cells of the well, by row from the floor and column, with the piece that each
        is from; an empty text for cells filled at the start."""
        return self._settled.cells()

    @property
    def placed(self) -> int:
        """How many pieces have landed."""
        return self._seen.placed

    @property
    def lines(self) -> int:
        """How many rows were cleared."""
        return self._seen.lines

    @property
    def score(self) -> int:
        """The points so far, by the scoring of the setting."""
        return self._seen.score

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._seen.over or bool(self.problem)

    def trace(self) -> Trace:
        """What was played so far."""
        names = self.setting.rules.names
        return self.setting.trace(
            [WellPlacement(names[n], *place) for n, *place in self._game.trace]
        )

    def _look(self) -> _Seen:
        game, names = self._game, self.setting.rules.names
        visible = tuple(names[piece] for piece in game.visible)

        def placement(place: tuple[int, int, int] | None) -> WellPlacement | None:
            return None if place is None else WellPlacement(visible[0], *place)

        return _Seen(
            falling=placement(game.falling),
            ghost=placement(game.landing),
            visible=visible,
            well=Well.of(game.columns),
            placed=game.placed,
            lines=game.lines,
            score=game.score,
            over=game.over,
        )

    def _call(self, action: Callable[[], _Result]) -> _Result:
        try:
            return action()
        except (ValueError, CgtError) as error:
            raise CgtError(f"piece {self.placed + 1}: {error}") from error.__cause__
        except RuntimeError as error:
            raise LimitError(f"piece {self.placed + 1}: {error}") from None

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Surrounds a change: then reads the game's new state, and brings the next piece if one
        landed."""
        placed = self.placed
        yield
        self._seen = self._look()
        if self.placed > placed:
            self._paint()
            self._bring_next()

    def _bring_next(self) -> None:
        if not self.patient and is_homemade(self.setting.bad):
            return  # such a player cannot be stopped in the middle of a thought
        with suppress(_PatienceError):
            self.come_in(None if self.patient else _wait_no_longer)

    def _paint(self) -> None:
        """Records which piece each cell is from."""
        if self._game.last is None:
            return
        piece, *place = self._game.last
        placement = WellPlacement(self.setting.rules.names[piece], *place)
        self._settled.put(self.setting.rules.cells(placement), placement.piece)
        self._settled.clear(bits_of(self._game.cleared))
