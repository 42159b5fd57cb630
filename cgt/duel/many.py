"""Many games with one setting, on several processes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from cgt.common.chance import derived_seed
from cgt.common.parallel import run_jobs
from cgt.duel.game import Game, Result
from cgt.duel.setting import Setting


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
