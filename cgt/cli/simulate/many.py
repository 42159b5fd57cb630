"""Many games of cgt simulate, for statistics, and estimates of games that are too long."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from cgt.cli.support.pictures import Pictures
from cgt.cli.support.show import progress, show_described, show_json
from cgt.cli.support.tables import show_table
from cgt.cli.support.unmade import Unmade
from cgt.common.alarm import ended_by
from cgt.common.checkpoint import Checkpoint
from cgt.common.errors import LimitError
from cgt.common.limits import Limits
from cgt.draw.charts import check_charts
from cgt.draw.describe.games import describe_games, games_data, games_table, setting_data
from cgt.draw.describe.splitting import describe_splitting, splitting_data, splitting_table
from cgt.draw.pictures.games import games_chart
from cgt.duel.kept import KeptResults
from cgt.duel.many import Finished, ManyGames, play_many
from cgt.duel.setting import Setting
from cgt.duel.splitting import Estimate, LongGames, estimates


@dataclass(frozen=True)
class Wanted:
    """How many there are to be, where they are played, within which limits, kept where."""

    number: int
    processes: int | None
    cluster: str | None
    limits: Limits
    checkpoint: Checkpoint
    form: str | None
    as_json: bool


def play_games(setting: Setting, wanted: Wanted, pictures: Pictures) -> None:
    """Plays games and shows their statistics, when the time is up those of the games that are
    finished by then; raises CgtError, click.Abort."""
    if pictures:
        check_charts()
    kept = KeptResults("games", setting, lambda game: [*vars(game).values()], Finished.of_row)
    unmade, limits = Unmade(), wanted.limits
    # Every game is told to scripts, and there may be many thousands.
    tells = pictures or wanted.as_json or wanted.form is not None
    work = limits.before_files() if tells else limits
    begin = time.perf_counter()
    play = partial(_played, setting, wanted)
    interrupted = _collect(kept, play, wanted, "games", work, unmade)
    seconds = time.perf_counter() - begin
    played = ManyGames(setting, tuple(kept.results[: wanted.number]))
    trusts = wanted.checkpoint.trusts
    if wanted.as_json:
        result = games_data(played, seconds, interrupted=interrupted, trusts=trusts)
        show_json(result, setting_data(setting))
    elif wanted.form is not None:
        show_table(games_table(played), wanted.form)
    else:
        show_described(describe_games(played, seconds, interrupted=interrupted, trusts=trusts))
    if kept.results:
        with unmade.kept():
            pictures.write(lambda: games_chart(played), limits=limits)
    unmade.check()
    if interrupted:
        raise click.Abort


def estimate_games(setting: Setting, wanted: Wanted, trials: int) -> None:
    """Estimates by splitting how long games last and shows it, when the time is up from the
    estimates that are made by then; raises CgtError, click.Abort."""
    kept = KeptResults("splitting", setting, list, Estimate.of_row, {"trials": trials})
    unmade, begin = Unmade(), time.perf_counter()
    play = partial(_estimated, setting, wanted, trials)
    interrupted = _collect(kept, play, wanted, "estimates", wanted.limits, unmade)
    seconds = time.perf_counter() - begin
    found = LongGames(setting, tuple(kept.results[: wanted.number]))
    trusts = wanted.checkpoint.trusts
    if wanted.as_json:
        result = splitting_data(found, seconds, interrupted=interrupted, trusts=trusts)
        show_json(result, setting_data(setting))
    elif wanted.form is not None:
        show_table(splitting_table(found), wanted.form)
    else:
        show_described(describe_splitting(found, seconds, interrupted=interrupted, trusts=trusts))
    unmade.check()
    if interrupted:
        raise click.Abort


def _collect(
    kept: KeptResults[Any],
    play: Callable[[int], Iterator[Any]],
    wanted: Wanted,
    what: str,
    work: Limits,
    unmade: Unmade,
) -> bool:
    """Collects results; returns whether it was interrupted."""
    number = wanted.number
    with progress() as tell:
        try:
            collected = kept.collected(play, wanted.checkpoint)
            with closing(collected), ended_by(work, f"playing {number:,} {what}"):
                for done in collected:
                    tell(f"{done:,} of {number:,} {what}")
        except KeyboardInterrupt:
            return True
        except LimitError as error:
            unmade.add(error)
            return work.is_over()
    return False


def _played(setting: Setting, wanted: Wanted, done: int) -> Iterator[Finished]:
    return play_many(setting, wanted.number, wanted.processes, wanted.cluster, done=done)


def _estimated(setting: Setting, wanted: Wanted, trials: int, done: int) -> Iterator[Estimate]:
    return estimates(
        setting, wanted.number, wanted.processes, trials, cluster=wanted.cluster, done=done
    )
