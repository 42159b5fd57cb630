"""Many games with one setting, on one or several processes."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, get_args

from cgt.common.chance import derived_seed
from cgt.common.errors import CgtError
from cgt.common.parallel import run_jobs
from cgt.common.statistics import Estimated, Statistics, mean_until_end
from cgt.duel.game import Game, Result
from cgt.duel.players.seats import is_light
from cgt.duel.setting import Setting


@dataclass(frozen=True)
class Finished:
    """How one of many games ended. Alone, with this seed, it is the same game again."""

    seed: int
    result: Result
    placed: int
    lines: int
    score: int

    @classmethod
    def of_row(cls, row: list[Any]) -> Finished:
        """A game from its values, as they were saved; raises ValueError, TypeError."""
        seed, result, *counts = row
        if result not in get_args(Result) or not all(_is_count(each) for each in (seed, *counts)):
            raise ValueError("this is not how a game ends")
        return cls(seed, result, *counts)


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


@dataclass(frozen=True)
class ManyGames:
    """Games with one setting, and their statistics."""

    setting: Setting
    finished: tuple[Finished, ...]

    @property
    def lines(self) -> Statistics:
        return Statistics.of(game.lines for game in self.finished)

    @property
    def placed(self) -> Statistics:
        return Statistics.of(game.placed for game in self.finished)

    @property
    def score(self) -> Statistics:
        return Statistics.of(game.score for game in self.finished)

    @property
    def whole_lines(self) -> Estimated | None:
        """The lines of games that are played to their end, estimated from those that have ended and
        those that reached the limit; None if all ended, or some will never end. It supposes that
        lengths are exponential: that a game has no memory of how long it has lasted."""
        results = self.results
        if results["cycle"] or not results["limit"]:
            return None
        return mean_until_end(sum(game.lines for game in self.finished), results["topped-out"])

    @property
    def results(self) -> dict[Result, int]:
        """How many games ended in each way."""
        return {
            result: sum(game.result == result for game in self.finished)
            for result in get_args(Result)
        }


def play_many(
    setting: Setting,
    games: int,
    processes: int | None = 1,
    cluster: str | None = None,
    *,
    done: int = 0,
) -> Iterator[Finished]:
    """Plays games that differ only in their seeds; they come in a fixed order, and those that are
    `done` are left out. If `processes` is
    None, there are as many as cores once that pays, and one if a player is written in Python or
    read from a file, for each process would have one of its own. Several processes share the
    setting's memory. With `cluster`, the address of a Dask scheduler, its workers play, each game
    with that memory. Raises CgtError if the setting makes no game, or if the cluster cannot be
    reached."""
    if processes is None and not (is_light(setting.good) and is_light(setting.bad)):
        processes = 1
    if processes is not None and processes > 1 and cluster is None:
        setting = replace(setting, memory=setting.memory // processes)
    Game(setting)  # so that a setting that makes no game is refused here and now
    if processes != 1 or cluster is not None:
        _check_travels(setting)
    seeds = (derived_seed(setting.seed, 2 + game) for game in range(done, games))
    return run_jobs(partial(_play_one, setting), seeds, processes, cluster)


def _check_travels(setting: Setting) -> None:
    """Raises CgtError if a player cannot be sent to other processes."""
    for player, name in ((setting.good, setting.good_name), (setting.bad, setting.bad_name)):
        try:
            pickle.dumps(player)
        except Exception as error:
            raise CgtError(f"{name} cannot be sent to other processes: {error}") from None


def _play_one(setting: Setting, seed: int) -> Finished:
    game = Game(replace(setting, seed=seed))
    game.advance()
    return Finished(seed, game.result, game.placed, game.lines, game.score)
