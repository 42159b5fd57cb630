"""One game of cgt simulate: plays it, shows it, writes its trace, draws it, and enters its
score."""

from __future__ import annotations

import time

import click

from cgt.cli.support.pictures import Pictures
from cgt.cli.support.show import echo, progress, show_described, show_json
from cgt.cli.support.unmade import Unmade
from cgt.common.alarm import ended_by
from cgt.common.errors import LimitError
from cgt.common.files import check_writable
from cgt.common.limits import Limits
from cgt.draw.describe.games import describe_game, game_data, match_title, setting_data
from cgt.draw.describe.words import Description
from cgt.draw.terminal.pictures import well_picture
from cgt.duel.game import Game
from cgt.duel.setting import Setting
from cgt.duel.trace import write_trace
from cgt.play.ranking import LONGEST_SETTING, Entry, Ranking, checked_name
from cgt.play.ranking.games import game_of

_PIECES_AT_ONCE = 50_000
_MOST_KEPT = 2_000_000  # pieces of a game whose trace is kept only for the colours of its picture


def play_game(
    setting: Setting,
    trace: str | None,
    pictures: Pictures,
    rank: tuple[str, str | None] | None,
    limits: Limits,
    as_json: bool,
    *,
    may_go_on: bool,
) -> None:
    """Plays a game; `rank` is a name and the file of the table of scores. When the time is up, the
    game so far is shown. A game that goes on at the most pieces is an answer if it `may_go_on`.
    Raises CgtError, click.Abort."""
    if rank is not None:
        checked_name(rank[0])  # before the game, not after it
        len(Ranking(rank[1]))
    if trace is not None:
        check_writable(trace)
    with ended_by(limits, "making the players"):
        files = trace is not None or bool(pictures)
        for_colours = not as_json and setting.max_pieces <= _MOST_KEPT
        game = Game(setting, keeps_trace=files or for_colours)
    unmade, entry = Unmade(), None
    seconds, ended = _play(game, limits.before_files() if files else limits)
    if rank is not None and ended is None:
        with unmade.kept():
            entry = _entered(game, *rank)
    description = describe_game(game, seconds, interrupted=ended is not None)
    if as_json:
        more = {} if entry is None else {"rank": entry.rank}
        result = game_data(game, seconds, interrupted=ended is not None) | more
        show_json(result, setting_data(setting))
    else:
        pieces = game.settled_pieces()
        show_described(description, well_picture(game.well, setting.rules.height, pieces=pieces))
        if entry is not None and rank is not None:
            echo(f"  rank {entry.rank} of {entry.game} in {Ranking(rank[1]).path}")
    with unmade.kept():
        if trace is not None:
            write_trace(trace, game.trace())
    with unmade.kept():
        if pictures:
            _draw(game, description, pictures, limits)
    if isinstance(ended, click.Abort):
        raise ended
    if ended is not None:
        unmade.add(ended)
    elif game.result == "limit" and not may_go_on:
        unmade.add(LimitError(f"the game was not decided within {game.placed:,} pieces"))
    unmade.check()


def _play(game: Game, limits: Limits) -> tuple[float, LimitError | click.Abort | None]:
    """Plays to the end; returns the seconds it took and what ended it before that, if anything
    did."""
    begin = time.perf_counter()
    ended: LimitError | click.Abort | None = None
    with progress() as tell:
        try:
            with ended_by(limits, "the game"):
                while not game.is_finished:
                    game.advance(_PIECES_AT_ONCE)
                    tell(f"{game.placed:,} pieces, {game.lines:,} lines")
        except LimitError as error:
            ended = error
        except KeyboardInterrupt:
            ended = click.Abort()
    return time.perf_counter() - begin, ended


def _draw(game: Game, description: Description, pictures: Pictures, limits: Limits) -> None:
    from cgt.draw.pictures.games import game_drawing, game_page

    pictures.write(
        lambda: game_drawing(game, description), lambda: game_page(game, description), limits
    )


def _entered(game: Game, name: str, table: str | None) -> Entry:
    setting = game.setting
    text = match_title(setting.good_name, setting.bad_name, setting.rules)
    return Ranking(table).add(
        name,
        game.score,
        pieces=game.placed,
        lines=game.lines,
        setting=text[:LONGEST_SETTING],
        game=game_of(setting),
    )
