"""Games of the duel played out, one or many.

>>> setting = Setting(Rules("O", width=4), good="greedy", bad="constant:O")
>>> game = Game(setting)
>>> game.advance()
>>> game.result, game.cycle
('cycle', Cycle(start=0, length=2, rows=(1, 2)))
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import fmean, stdev
from typing import Literal, get_args

from cgt import _native
from cgt.duel.cycles import FIRST_CHECKPOINT, WATCHES, Cycle, Watch
from cgt.duel.moves import Rules, WellPlacement
from cgt.duel.players import DEFAULT_EVALUATION, TIES, Request, Ties, check_beam
from cgt.duel.players.bad import bad_player
from cgt.duel.players.good import good_player
from cgt.duel.trace import Trace
from cgt.duel.well import Well
from cgt.errors import CgtError, LimitError, SizeError
from cgt.evaluate import evaluation_named
from cgt.parallel import run_jobs

Result = Literal["cycle", "topped-out", "limit"]
Scoring = Literal["lines", "sogang"]
SCORINGS: tuple[Scoring, ...] = get_args(Scoring)

DEFAULT_MAX_PIECES = 1_000_000
MOST_PIECES = 2**62
MOST_PREVIEW = 16
MOST_DEPTH = 16
MOST_PIECES_BETWEEN_GARBAGE = 1_000_000


@dataclass(frozen=True)
class Setting:
    """Everything that decides how a game goes."""

    rules: Rules = field(default_factory=Rules)
    good: str = "greedy"
    bad: str = "uniform"
    depth: int = 1
    preview: int = 0
    ties: Ties = "first"
    seed: int = 1
    max_pieces: int = DEFAULT_MAX_PIECES
    watch: Watch = "checkpoints"
    start: Well | None = None
    beam: int = 32
    scoring: Scoring = "lines"
    garbage: int = 0

    def first_well(self) -> Well:
        """The well that the game begins with; raises CgtError if there is no such game."""
        rules = self.rules
        start = Well.empty(rules.width) if self.start is None else self.start
        if start.width != rules.width:
            raise SizeError(f"the well is {start.width} wide, but {rules.width} by the rules")
        if start.stack_height > rules.height:
            raise SizeError(f"the stack is higher than the well's {rules.height} rows")
        if not 0 <= self.preview <= MOST_PREVIEW:
            raise CgtError(f"Good can see 0 to {MOST_PREVIEW} coming pieces, not {self.preview}")
        if self.watch not in WATCHES:
            raise CgtError(f"cycles are watched for by {', '.join(WATCHES)}, not {self.watch!r}")
        if self.ties not in TIES:
            raise CgtError(f"ties are broken by {', '.join(TIES)}, not {self.ties!r}")
        if not 0 <= self.max_pieces <= MOST_PIECES:
            raise CgtError(f"a game has 0 to {MOST_PIECES} pieces, not {self.max_pieces}")
        if not 1 <= self.depth <= MOST_DEPTH:
            raise CgtError(f"players look 1 to {MOST_DEPTH} pieces ahead, not {self.depth}")
        check_beam(self.beam)
        if self.scoring not in SCORINGS:
            raise CgtError(f"scores are by {' or '.join(SCORINGS)}, not by {self.scoring!r}")
        if not 0 <= self.garbage <= MOST_PIECES_BETWEEN_GARBAGE:
            raise CgtError(
                f"garbage comes every 1 to {MOST_PIECES_BETWEEN_GARBAGE} pieces, or never"
            )
        return start

    def request(self, stream: int) -> Request:
        """What a player is made from: Good has the first stream of chance, Bad the second."""
        return Request(
            self.rules,
            "",
            self.depth,
            self.ties,
            derived_seed(self.seed, stream),
            self.preview,
            self.beam,
            self.garbage,
            self.start,
        )

    def trace(self, placements: list[WellPlacement]) -> Trace:
        """A game that was played so, written down."""
        about = {
            "good": self.good,
            "bad": self.bad,
            "depth": str(self.depth),
            "preview": str(self.preview),
            "ties": self.ties,
            "seed": str(self.seed),
            "beam": str(self.beam),
            "scoring": self.scoring,
            "garbage": str(self.garbage),
        }
        return Trace(self.rules, placements, self.first_well(), about)


class Game:
    """A game under way; `advance` may be interrupted and called again."""

    def __init__(self, setting: Setting, *, keeps_trace: bool = False) -> None:
        """Raises CgtError if a player or the start does not fit the rules."""
        self.setting = setting
        self.start = setting.first_well()
        self._run = _native.DuelRun(
            setting.rules.native,
            good_player(setting.good, setting.request(0)),
            bad_player(setting.bad, setting.request(1)),
            self.start.columns,
            setting.preview,
            _native.CycleWatch[setting.watch.upper()],
            FIRST_CHECKPOINT,
            evaluation_named(DEFAULT_EVALUATION).native,
            keeps_trace,
            _native.Scoring[setting.scoring.upper()],
            setting.garbage,
            derived_seed(setting.seed, 2),
        )

    def advance(self, pieces: int | None = None) -> None:
        """Plays until the game ends, repeats, or has as many pieces as allowed: `max_pieces`, or so
        many more than now if that is less."""
        most = self.setting.max_pieces
        if pieces is not None:
            most = min(most, self.placed + pieces)
        try:
            self._run.advance(most)
        except ValueError as error:
            raise CgtError(f"piece {self.placed + 1}: {error}") from None
        except RuntimeError as error:
            raise LimitError(f"piece {self.placed + 1}: {error}") from None

    @property
    def is_finished(self) -> bool:
        return self._run.over or self.cycle is not None or self.placed >= self.setting.max_pieces

    @property
    def result(self) -> Result:
        """How it ended; `limit` if it has not."""
        if self.cycle is not None:
            return "cycle"
        return "topped-out" if self._run.over else "limit"

    @property
    def placed(self) -> int:
        return self._run.placed

    @property
    def lines(self) -> int:
        return self._run.lines

    @property
    def score(self) -> int:
        return self._run.score

    @property
    def considered(self) -> int:
        """How many placements Good could choose from, all in all."""
        return self._run.considered

    @property
    def well(self) -> Well:
        return Well.of(self._run.columns)

    @property
    def cycle(self) -> Cycle | None:
        found = self._run.cycle
        return None if found is None else Cycle.of(found)

    @property
    def may_repeat(self) -> bool:
        """Whether a cycle is possible: not with a Bad player who remembers everything."""
        return self._run.may_repeat

    @property
    def false_claims(self) -> int:
        """How often a cycle was claimed that was none."""
        return self._run.false_claims

    def trace(self) -> Trace:
        """What was played, if it was asked for in the beginning."""
        names = self.setting.rules.names
        placements = [WellPlacement(names[piece], *rest) for piece, *rest in self._run.trace]
        return self.setting.trace(placements)


def scores(trace: Trace, scoring: Scoring) -> Iterator[int]:
    """The score of a game after each piece; raises CgtError where one cannot come to rest."""
    rules = trace.rules
    run = _native.DuelRun(
        rules.native,
        _native.good_scripted([placement[1:] for placement in trace.placements]),
        _native.bad_sequence(rules.native, [rules.number(p.piece) for p in trace.placements]),
        trace.start.columns,
        0,
        _native.CycleWatch.NONE,
        FIRST_CHECKPOINT,
        evaluation_named(DEFAULT_EVALUATION).native,
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


def derived_seed(seed: int, stream: int) -> int:
    """A seed for one of several independent uses of chance (two rounds of splitmix64)."""
    mixed = seed
    for step in (stream + 1, 1):
        mixed = (mixed + step * 0x9E3779B97F4A7C15) % 2**64
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        mixed ^= mixed >> 31
    return mixed


# many games


@dataclass(frozen=True)
class Finished:
    """How one of many games ended."""

    result: Result
    placed: int
    lines: int
    score: int


def play_many(setting: Setting, games: int, processes: int = 1) -> Iterator[Finished]:
    """Games with the same setting and different seeds, in a fixed order."""
    Game(setting)  # what cannot be played is found out here and now
    seeds = (derived_seed(setting.seed, 2 + game) for game in range(games))
    return run_jobs(partial(_play_one, setting), seeds, processes)


def _play_one(setting: Setting, seed: int) -> Finished:
    game = Game(replace(setting, seed=seed))
    game.advance()
    return Finished(game.result, game.placed, game.lines, game.score)


@dataclass(frozen=True)
class Statistics:
    """What many games have in common."""

    games: int
    mean: float
    deviation: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Statistics:
        listed = list(values)
        deviation = stdev(listed) if len(listed) > 1 else 0.0
        return cls(len(listed), fmean(listed) if listed else math.nan, deviation)

    @property
    def standard_error(self) -> float:
        return self.deviation / math.sqrt(self.games) if self.games else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean is, with 95 % confidence, if there are enough games."""
        half = 1.96 * self.standard_error
        return self.mean - half, self.mean + half
