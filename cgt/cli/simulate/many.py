"""Many games of cgt simulate, for statistics."""

from __future__ import annotations

import time

import click

from cgt.cli.support.pictures import Pictures
from cgt.cli.support.show import progress, show_described, show_json
from cgt.cli.support.tables import show_table
from cgt.cli.support.unmade import Unmade
from cgt.common.alarm import ended_by
from cgt.common.errors import LimitError
from cgt.common.limits import Limits
from cgt.draw.charts import check_charts
from cgt.draw.describe.games import describe_games, games_data, games_table, setting_data
from cgt.draw.pictures.games import games_chart
from cgt.duel.many import Finished, ManyGames, play_many
from cgt.duel.setting import Setting


def play_games(
    setting: Setting,
    games: int,
    processes: int | None,
    cluster: str | None,
    pictures: Pictures,
    limits: Limits,
    form: str | None,
    as_json: bool,
) -> None:
    """Plays games and shows their statistics, when the time is up those of the games that are
    finished by then; raises CgtError, click.Abort."""
    if pictures:
        check_charts()
    finished: list[Finished] = []
    # Every game is told to scripts, and there may be many thousands.
    work = limits.before_files() if pictures or as_json or form is not None else limits
    begin, interrupted, unmade = time.perf_counter(), False, Unmade()
    with progress() as tell:
        try:
            with ended_by(work, f"playing {games:,} games"):
                for game in play_many(setting, games, processes, cluster):
                    finished.append(game)
                    tell(f"{len(finished):,} of {games:,} games")
        except KeyboardInterrupt:
            interrupted = True
        except LimitError as error:
            unmade.add(error)
            interrupted = work.is_over()
    played, seconds = ManyGames(setting, tuple(finished)), time.perf_counter() - begin
    if as_json:
        result = games_data(played, seconds, interrupted=interrupted)
        show_json(result, setting_data(setting))
    elif form is not None:
        show_table(games_table(played), form)
    else:
        show_described(describe_games(played, seconds, interrupted=interrupted))
    if finished:
        with unmade.kept():
            pictures.write(lambda: games_chart(played), limits=limits)
    unmade.check()
    if interrupted:
        raise click.Abort
