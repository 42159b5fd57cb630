"""How long games last that are too long to be played, by splitting.

A good player's game is a long row of small troubles: the stack rises and is brought down again,
until once it is not. That is too rare to wait for, but it happens in steps that are not rare. So
levels are drawn through the well. From a game that goes on it is learned how often the stack rises
from the lowest level to the next, and with which wells. From such wells many games are played on,
each until it reaches one level more or is back at the lowest; from where those arrived, the next
ones, and so on to the end of the game. The product of the shares that arrived, and how often the
first rise comes, say how often a game ends for each piece.

The estimate has the right mean whatever the levels are, as long as the future depends on nothing
but the well and the visible pieces: the pieces are drawn by chance, each by itself, and Good
remembers nothing. Levels only decide how much it varies. (Chemists know it as forward flux
sampling.)

>>> from cgt.duel.rules import Rules
>>> long = LongGames(s := Setting(Rules(height=6)), tuple(estimates(s, 5, trials=50)))
>>> long.lines.low < long.lines.mean < long.lines.high < 500
True
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import inf, nan
from statistics import fmean
from typing import Any, NamedTuple

from cgt.common.chance import derived_seed
from cgt.common.errors import CgtError, LimitError
from cgt.common.parallel import run_jobs
from cgt.common.statistics import Estimated, Statistics
from cgt.duel.game import Game
from cgt.duel.players import Beam, Greedy, Uniform
from cgt.duel.players.named import AnyGood, good_player
from cgt.duel.setting import Setting
from cgt.duel.well import Well

TRIALS = 1000
_NEVER = 1 << 40  # higher than any stack rises


class Estimate(NamedTuple):
    """One estimate: how many games end for each piece that is placed, how many lines each piece
    brings, and how many pieces were placed for it. If no trial arrived at some level, `ends` is 0,
    and `least` is what it would be if one had, there at last."""

    ends: float
    lines: float
    placed: int
    least: float

    @classmethod
    def of_row(cls, row: list[Any]) -> Estimate:
        """An estimate from its values, as they were saved; raises ValueError, TypeError."""
        ends, lines, placed, least = row
        if type(placed) is not int or not all(0 <= float(each) < inf for each in row):
            raise ValueError("this is no estimate")
        return cls(float(ends), float(lines), placed, float(least))


@dataclass(frozen=True)
class LongGames:
    """Estimates with one setting, and what they come to."""

    setting: Setting
    estimates: tuple[Estimate, ...]

    @cached_property
    def ends(self) -> Statistics:
        """How many games end for each piece. Of this the estimates have the right mean, so it is
        what is averaged."""
        return Statistics.of(each.ends for each in self.estimates)

    @property
    def pieces(self) -> Estimated:
        """How many pieces a game has."""
        return self._of_game(1.0)

    @property
    def lines(self) -> Estimated:
        """How many lines a game has."""
        return self._of_game(
            fmean(each.lines for each in self.estimates) if self.estimates else nan
        )

    @property
    def placed(self) -> int:
        """How many pieces were placed for all estimates."""
        return sum(each.placed for each in self.estimates)

    def _of_game(self, each: float) -> Estimated:
        low, high = self.ends.wide_interval
        return Estimated(*(each / end if end > 0 else inf for end in (self.ends.mean, high, low)))


def estimates(
    setting: Setting,
    number: int,
    processes: int | None = 1,
    trials: int = TRIALS,
    *,
    cluster: str | None = None,
    done: int = 0,
) -> Iterator[Estimate]:
    """Independent estimates, in a fixed order, from `trials` games between two levels each; those
    that are `done` are left out. Raises CgtError if the setting has games that cannot be split, and
    LimitError if the stack neither rises nor falls within the setting's `max_pieces`."""
    check_splits(setting)
    Game(setting)  # so that a setting that makes no game is refused here and now
    seeds = (derived_seed(setting.seed, 2 + each) for each in range(done, number))
    return run_jobs(partial(estimate, setting, trials=trials), seeds, processes, cluster)


def check_splits(setting: Setting) -> None:
    """Raises CgtError if the future of a game may depend on more than its well and the visible
    pieces."""
    if setting.bad_name != "uniform":
        raise CgtError(f"splitting is for pieces of --bad uniform, not of {setting.bad_name}")
    if setting.good_name.partition(":")[0] not in ("greedy", "beam"):
        raise CgtError(f"splitting is for greedy and beam, not for {setting.good_name}")
    if setting.garbage:
        raise CgtError("splitting is for games without garbage")
    if setting.rules.ending == "spawn":
        raise CgtError("splitting is for the endings height and lock, not for spawn")


def estimate(setting: Setting, seed: int, trials: int = TRIALS) -> Estimate:
    """One estimate; see `estimates`."""
    return _Splitter(setting, seed, trials).estimate()


class _Place(NamedTuple):
    """Where a game is: its well, and the pieces that Good saw coming when it placed the last one.
    The game is over if there is no well."""

    well: Well | None
    coming: tuple[str, ...] = ()


class _Splitter:
    """Plays the games of one estimate. The levels are of how far the stack has risen: the sum of
    all heights, and half the highest one for each column, so that heaps and towers count."""

    def __init__(self, setting: Setting, seed: int, trials: int) -> None:
        rules = setting.rules
        self._setting = replace(setting, cycles="none", start=None, good=_made(setting))
        self._first = setting.first_well()
        self._trials = trials
        self._chance = random.Random(seed)
        self._placed = 0
        self._lines = 0
        self._base = 8 * rules.width
        self._levels = range(self._base + 1, 3 * rules.width * rules.height, 2 * rules.width)

    def estimate(self) -> Estimate:
        reached = self._risen()
        ends, lines = len(reached) / self._placed, self._lines / self._placed
        for goal in (*self._levels[1:], _NEVER):
            ends_there = [self._end(place, goal) for place in self._drawn(reached)]
            reached = [end for end in ends_there if self._is_at(end, goal)]
            least = ends / self._trials
            ends *= len(reached) / self._trials
            if not reached:
                break
        return Estimate(ends, lines, self._placed, least)

    def _risen(self) -> list[_Place]:
        """Where a game, begun again when it is over, rises from the lowest level to the next."""
        goal = self._levels[0]
        place = _Place(self._first)
        risen: list[_Place] = []
        while len(risen) < self._trials:
            place = self._played(place, -1, goal)
            risen.append(place)
            if place.well is not None:
                place = self._played(place, self._base, _NEVER)
            if place.well is None:
                place = _Place(self._first)
        return risen

    def _drawn(self, places: list[_Place]) -> list[_Place]:
        """Each of the places as often as the others, up to one; which ones have one more is up to
        chance."""
        times, more = divmod(self._trials, len(places))
        return places * times + self._chance.sample(places, more)

    def _end(self, place: _Place, goal: int) -> _Place:
        """Where a game from a place arrives: at the goal, or at the lowest level."""
        return place if self._is_at(place, goal) else self._played(place, self._base, goal)

    def _is_at(self, place: _Place, goal: int) -> bool:
        return place.well is None or _rise(place.well) >= goal

    def _played(self, place: _Place, low: int, high: int) -> _Place:
        """Plays from a place until the stack is as low or as high as that, or the game is over."""
        seed = self._chance.getrandbits(62)
        coming = Uniform(first=place.coming)
        game = Game(replace(self._setting, bad=coming, start=place.well, seed=seed))
        game.advance_within(low, high)
        well = game.well
        if not game.is_over and low < _rise(well) < high:
            raise LimitError(f"the stack neither rose nor fell within {game.placed:,} pieces")
        self._placed += game.placed
        self._lines += game.lines
        if game.is_over:
            return _Place(None)
        # What Good saw when it placed the last piece; the one after it is up to chance again.
        return _Place(well, game.visible[: self._setting.preview])


def _rise(well: Well) -> int:
    """How far a stack has risen, in half cells, as `Game.advance_within` counts it."""
    heights = [column.bit_length() for column in well.columns]
    return 2 * sum(heights) + len(heights) * max(heights)


def _made(setting: Setting) -> AnyGood:
    """The Good player of a setting, with its weights, so that they are not read for every game."""
    good = good_player(setting.good) if isinstance(setting.good, str) else setting.good
    if isinstance(good, Beam | Greedy):
        return good.in_game(setting.request(0))
    return good
