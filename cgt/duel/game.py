"""A game of the duel, played out.

>>> from cgt.duel.rules import Rules
>>> setting = Setting(Rules("O", width=4), good="greedy", bad="constant:O")
>>> game = Game(setting)
>>> game.advance()
>>> game.result, game.cycle
('cycle', Cycle(start=0, length=2, rows=(0, 1)))
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from cgt import _native
from cgt.board.grid import Cell
from cgt.common.chance import derived_seed
from cgt.common.drawable import Drawable
from cgt.common.errors import CgtError, LimitError
from cgt.duel.cycles import FIRST_CHECKPOINT, VALUED_BY, Cycle
from cgt.duel.evaluate.weights import Weights
from cgt.duel.players.seats import is_homemade, native_bad, native_good
from cgt.duel.rules import WellPlacement
from cgt.duel.setting import Scoring, Setting
from cgt.duel.trace import Trace
from cgt.duel.well import Well

_MOST_FOLLOWED = 20_000  # pieces of a game that is played again only to tell its cells apart

Result = Literal["cycle", "topped-out", "limit"]


class Game(Drawable):
    """A game in progress; `advance` may be interrupted and called again."""

    def __init__(self, setting: Setting, *, keeps_trace: bool = False) -> None:
        """Raises CgtError if a player or the well to begin with does not fit the rules."""
        self.setting = setting
        self.keeps_trace = keeps_trace
        self.start = setting.first_well()
        self._requests = setting.request(0), setting.request(1)
        self._good = native_good(setting.good, self._requests[0])
        self._bad = native_bad(setting.bad, self._requests[1])
        self._run = _native.DuelRun(
            setting.rules.native,
            self._good,
            self._bad,
            self.start.columns,
            setting.preview,
            _native.CycleSearch[setting.cycles.upper()],
            FIRST_CHECKPOINT,
            Weights.named(VALUED_BY).native,
            keeps_trace,
            _native.Scoring[setting.scoring.upper()],
            setting.garbage,
            derived_seed(setting.seed, 2),
        )

    def advance(self, pieces: int | None = None) -> None:
        """Plays until the game ends, repeats, or reaches the setting's `max_pieces`; at most
        `pieces` more if that is given."""
        most = self.setting.max_pieces
        if pieces is not None:
            most = min(most, self.placed + pieces)
        with self._naming_the_piece():
            self._run.advance(most)

    def advance_within(self, low: int, high: int) -> None:
        """Plays on as `advance` does, but at most until the stack has risen to `high`, or is down
        at `low`. How far it has risen is counted in half cells: all heights, and half the highest
        one for each column."""
        with self._naming_the_piece():
            self._run.advance_within(self.setting.max_pieces, low, high)

    @contextmanager
    def _naming_the_piece(self) -> Iterator[None]:
        try:
            yield
        except (ValueError, CgtError) as error:
            raise CgtError(f"piece {self.placed + 1}: {error}") from error.__cause__
        except RuntimeError as error:
            raise LimitError(f"piece {self.placed + 1}: {error}") from None

    @property
    def is_finished(self) -> bool:
        """Whether the game is over, repeats, or has reached `max_pieces`."""
        return self._run.over or self.cycle is not None or self.placed >= self.setting.max_pieces

    @property
    def is_over(self) -> bool:
        """Whether Good has lost."""
        return self._run.over

    @property
    def result(self) -> Result:
        """How the game ended; `limit` if it has neither ended nor repeated."""
        if self.cycle is not None:
            return "cycle"
        return "topped-out" if self._run.over else "limit"

    @property
    def placed(self) -> int:
        """How many pieces were placed."""
        return self._run.placed

    @property
    def lines(self) -> int:
        """How many rows were cleared."""
        return self._run.lines

    @property
    def score(self) -> int:
        """The score, by the setting's scoring."""
        return self._run.score

    @property
    def considered(self) -> int:
        """How many placements Good could choose from, summed over all pieces."""
        return self._run.considered

    @property
    def well(self) -> Well:
        """The well as it is now."""
        return Well.of(self._run.columns)

    @property
    def visible(self) -> tuple[str, ...]:
        """The piece to place, and those after it that Good can see."""
        return tuple(self.setting.rules.names[piece] for piece in self._run.visible)

    @property
    def cycle(self) -> Cycle | None:
        """How the game repeats; None if no repetition was found."""
        found = self._run.cycle
        return None if found is None else Cycle.of(found)

    @property
    def may_repeat(self) -> bool:
        """Whether a cycle can be found at all: not if a player remembers every well, and not if a
        player does not say what it remembers."""
        return self._run.may_repeat

    @property
    def why_no_cycle(self) -> str:
        """Why no cycle can be found, in words; an empty text if one can, as far as is known by
        now."""
        setting = self.setting
        for player, name, native, request in (
            (setting.good, setting.good_name, self._good, self._requests[0]),
            (setting.bad, setting.bad_name, self._bad, self._requests[1]),
        ):
            if not native.may_repeat and is_homemade(player):
                return f"{name} does not say what it remembers, so no cycle can be found"
            if not native.may_repeat:
                return f"{name} remembers every well, so its games cannot repeat"
            if request.reading.is_done:
                return f"{name} reads how many pieces were placed, so no state comes again"
        return ""

    @property
    def false_claims(self) -> int:
        """How many claims of a cycle turned out to be false."""
        return self._run.false_claims

    def trace(self) -> Trace:
        """The game as a trace; without placements unless the game was made with `keeps_trace`."""
        names = self.setting.rules.names
        placements = [WellPlacement(names[piece], *place) for piece, *place in self._run.trace]
        return self.setting.trace(placements)

    def settled_pieces(self) -> dict[Cell, str]:
        """The filled cells, by row from the floor and column, each with the piece it came from.
        Empty where that is not known: if the game keeps no trace, if it is too long to be played
        again, and with garbage, which a trace does not record."""
        is_known = self.keeps_trace and self.placed <= _MOST_FOLLOWED and not self.setting.garbage
        return self.trace().settled_pieces() if is_known else {}


def scores(trace: Trace, scoring: Scoring) -> Iterator[int]:
    """The score of a game after each piece; raises CgtError if a piece cannot land."""
    rules = trace.rules
    run = _native.DuelRun(
        rules.native,
        _native.good_scripted([placement[1:] for placement in trace.placements]),
        _native.bad_sequence(rules.native, [rules.number(p.piece) for p in trace.placements]),
        trace.start.columns,
        0,
        _native.CycleSearch.NONE,
        FIRST_CHECKPOINT,
        Weights.named(VALUED_BY).native,
        False,
        _native.Scoring[scoring.upper()],
        0,
        0,
    )
    for number in range(1, len(trace.placements) + 1):
        try:
            run.advance(number)
        except ValueError as error:
            raise CgtError(f"piece {number}: {error}") from None
        yield run.score
