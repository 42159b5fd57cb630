"""A setting: everything that determines a game of the duel."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from cgt import _native
from cgt.common.chance import derived_seed
from cgt.common.errors import CgtError, SizeError
from cgt.common.limits import DEFAULT_MEMORY, Limits
from cgt.duel.cycles import CYCLE_SEARCHES, CycleSearch
from cgt.duel.evaluate.recommend import check_beam
from cgt.duel.players.named import AnyBad, AnyGood
from cgt.duel.players.request import Request, Ties, check_depth, check_ties
from cgt.duel.players.seats import (
    check_foreseen,
    deals_bags,
    looks_ahead,
    name_in_game,
    native_bad,
)
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.trace import Trace
from cgt.duel.well import Well

Scoring = Literal["lines", "sogang"]
SCORINGS: tuple[Scoring, ...] = get_args(Scoring)

DEFAULT_MAX_PIECES = 1_000_000
MOST_PIECES = 2**62
MOST_PREVIEW = 16
MOST_PIECES_BETWEEN_GARBAGE = 1_000_000
MOST_AHEAD = 1000
DEFAULT_AHEAD = 40
_USUAL_BEAM = 32
_USUAL_BEAM_AHEAD = 320  # measured: twice as many find no more in most games


@dataclass(frozen=True)
class Setting:
    """Everything that determines a game. Players are objects or names; files that a name mentions
    are read within `memory` bytes.

    If what Bad sends can be computed, the player `beam` looks `ahead` pieces ahead, unless that is
    0. `beam` is how many wells or games it keeps: if that is None, 32 wells after each visible
    piece, or 320 games after each piece computed ahead."""

    rules: Rules = field(default_factory=Rules)
    good: AnyGood | str = "best"
    bad: AnyBad | str = "uniform"
    depth: int = 1
    preview: int = 0
    ties: Ties = "first"
    seed: int = 1
    max_pieces: int = DEFAULT_MAX_PIECES
    cycles: CycleSearch = "checkpoints"
    start: Well | None = None
    beam: int | None = None
    ahead: int = DEFAULT_AHEAD
    scoring: Scoring = "lines"
    garbage: int = 0
    memory: int = DEFAULT_MEMORY

    @property
    def good_name(self) -> str:
        """Good's name: the text that named it, its own text, or its class. If it took the best
        known weights, they are part of the name."""
        return name_in_game(self.good, self.request(0))

    @property
    def bad_name(self) -> str:
        """Bad's name, found in the same way."""
        return name_in_game(self.bad, self.request(1))

    @property
    def can_be_foreseen(self) -> bool:
        """Whether the pieces that come can be computed, and are to be: Bad uses no chance, and
        sends each piece when the one before has landed."""
        try:
            check_foreseen(self.bad)
        except CgtError:
            return False
        return self.preview == 0 and self.garbage == 0 and self.ahead > 0

    @property
    def keeps(self) -> int:
        """How many wells or games a beam keeps; all if that is 0."""
        if self.beam is not None:
            return self.beam
        return _USUAL_BEAM_AHEAD if self.can_be_foreseen else _USUAL_BEAM

    @property
    def looks_ahead(self) -> bool:
        """Whether Good computes the pieces that come."""
        return looks_ahead(self.good, self.request(0))

    def first_well(self) -> Well:
        """The well that the game begins with; raises CgtError if the setting makes no game."""
        rules = self.rules
        start = Well.empty(rules.width) if self.start is None else self.start
        if start.width != rules.width:
            raise SizeError(f"the well is {start.width} wide, but {rules.width} by the rules")
        if start.stack_height > rules.height:
            raise SizeError(f"the stack is higher than the well's {rules.height} rows")
        if not 0 <= self.preview <= MOST_PREVIEW:
            raise CgtError(f"Good can see 0 to {MOST_PREVIEW} coming pieces, not {self.preview}")
        if self.cycles not in CYCLE_SEARCHES:
            known = ", ".join(CYCLE_SEARCHES)
            raise CgtError(f"cycles are looked for by {known}, not {self.cycles!r}")
        check_ties(self.ties)
        if not 0 <= self.max_pieces <= MOST_PIECES:
            raise CgtError(f"a game has 0 to {MOST_PIECES} pieces, not {self.max_pieces}")
        check_depth(self.depth)
        check_beam(self.keeps)
        if not 0 <= self.ahead <= MOST_AHEAD:
            raise CgtError(f"beam looks 0 to {MOST_AHEAD:,} pieces ahead, not {self.ahead}")
        if self.scoring not in SCORINGS:
            raise CgtError(f"scores are by {' or '.join(SCORINGS)}, not by {self.scoring!r}")
        if not 0 <= self.garbage <= MOST_PIECES_BETWEEN_GARBAGE:
            raise CgtError(
                f"garbage comes every 1 to {MOST_PIECES_BETWEEN_GARBAGE} pieces, or never"
            )
        return start

    def request(self, stream: int) -> Request:
        """What a player is made from. Good has stream of chance 0, Bad has stream 1."""
        return Request(
            self.rules,
            self.depth,
            self.ties,
            derived_seed(self.seed, stream),
            stream,
            self.preview,
            self.keeps,
            self.garbage,
            self.scoring,
            self.start,
            Limits(memory=self.memory),
            self.ahead,
            self._copy_of_bad if stream == 0 and self.can_be_foreseen else None,
            deals_bags(self.bad),
        )

    def _copy_of_bad(self) -> _native.Bad:
        return native_bad(self.bad, self.request(1))

    def trace(self, placements: list[WellPlacement]) -> Trace:
        """The trace of a game that was played with this setting."""
        about = {
            "good": self.good_name,
            "bad": self.bad_name,
            "depth": str(self.depth),
            "preview": str(self.preview),
            "ties": self.ties,
            "seed": str(self.seed),
            "beam": str(self.keeps),
            "scoring": self.scoring,
            "garbage": str(self.garbage),
        }
        if self.looks_ahead:
            about["ahead"] = str(self.ahead)
        return Trace(self.rules, placements, self.first_well(), about)
