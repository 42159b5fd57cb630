"""Many games of cgt simulate, for statistics."""

from __future__ import annotations

import time

import click

from cgt.cli.support.pictures import Pictures
from cgt.cli.support.show import progress, show_described, show_json
from cgt.draw.charts import check_charts
from cgt.draw.describe.games import describe_games, games_data
from cgt.draw.pictures.games import games_chart
from cgt.duel.many import Finished, ManyGames, play_many
from cgt.duel.setting import Setting


def play_games(
    setting: Setting, games: int, processes: int, pictures: Pictures, as_json: bool
) -> None:
    """Plays games and shows their statistics; raises CgtError, click.Abort."""
    if pictures:
        check_charts()
    finished: list[Finished] = []
    begin, interrupted = time.perf_counter(), False
    with progress() as tell:
        try:
            for game in play_many(setting, games, processes):
                finished.append(game)
                tell(f"{len(finished):,} of {games:,} games")
        except KeyboardInterrupt:
            interrupted = True
    played, seconds = ManyGames(setting, tuple(finished)), time.perf_counter() - begin
    if as_json:
        show_json(games_data(played, seconds, interrupted=interrupted))
    else:
        show_described(describe_games(played, seconds, interrupted=interrupted))
    if finished:
        pictures.write(lambda: games_chart(played))
    if interrupted:
        raise click.Abort
