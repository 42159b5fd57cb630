"""cgt rank: the table of scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cgt.cli.support import options
from cgt.cli.support.lazy import NamesGroup
from cgt.cli.support.show import echo, show_data, show_json, show_text
from cgt.cli.support.streams import require_output
from cgt.common.shown import printable

if TYPE_CHECKING:
    from cgt.play.ranking import Entry, GameScores

_Function = TypeVar("_Function", bound=Callable[..., Any])


@click.group(cls=NamesGroup)
def rank() -> None:
    """The table of scores, kept in a file, with ranks of their own for each game.

    A higher score has a better rank; of equal scores, the one entered earlier. Several programs can
    use a table at once.
    """


def _game_option(help: str) -> Callable[[_Function], _Function]:  # noqa: A002
    return click.option("--game", metavar="GAME", help=help)


@rank.command()
@click.argument("name")
@click.argument("score", type=int)
@_game_option("The game it is a score of, any short text; one that is there is found in any case.")
@click.option("--pieces-placed", metavar="N", type=int, help="How many pieces were placed.")
@click.option("--lines", metavar="N", type=int, help="How many lines were cleared.")
@click.option("--setting", metavar="TEXT", default="", help="What was played.")
@options.score_table
@options.bounded("1m", told=False)
@options.as_json
@options.example(
    "cgt rank add Ada 12840 --table /dev/shm/cgt-scores.sqlite",
    "cgt rank add 'Grace H.' 9120 --lines 76 --table /dev/shm/cgt-scores.sqlite",
)
def add(
    name: str,
    score: int,
    pieces_placed: int | None,
    lines: int | None,
    setting: str,
    game: str | None,
    table: str | None,
    as_json: bool,
) -> None:
    """Enter a score, and show its rank.

    The file is created if it does not exist. A negative score goes after --, at the end.
    """
    from cgt.common.names import named
    from cgt.play.ranking import OTHER, Ranking

    ranking = Ranking(table)
    game = OTHER if game is None else game
    known = named(game.strip(), [scores.game for scores in ranking.games()])
    entry = ranking.add(
        name, score, pieces=pieces_placed, lines=lines, setting=setting, game=known or game
    )
    _show([entry], as_json)


@rank.command("list")
@_game_option("The game, or words that only it has; the one that was last played if not given.")
@click.option(
    "--from",
    "first",
    metavar="RANK",
    type=click.IntRange(1),
    default=1,
    help="The first rank to show.",
    show_default=True,
)
@click.option(
    "--to",
    "last",
    metavar="RANK",
    type=click.IntRange(1),
    help="The last rank to show; ten ranks if not given.",
)
@options.score_table
@options.bounded("1m", told=False)
@options.as_json
@options.example("cgt rank list --table /dev/shm/cgt-scores.sqlite")
def list_entries(
    game: str | None, first: int, last: int | None, table: str | None, as_json: bool
) -> None:
    """Show the best ten of a game, or other ranks, and which other games there are."""
    from cgt.play.ranking import OTHER, Ranking

    last = first + 9 if last is None else last
    if last < first:
        raise click.UsageError(f"--from {first} is after --to {last}")
    ranking = Ranking(table)
    games = ranking.games()
    chosen = _chosen(games, game)
    if chosen is None:
        _show([], as_json, "the table is empty", total=0, game=None, games=[])
        return
    entries = ranking.list(first, last, game=chosen.game)
    if not as_json and (len(games) > 1 or chosen.game != OTHER):
        echo(f"{printable(chosen.game)}\n")
    _show(
        entries,
        as_json,
        "no entry of these ranks",
        total=chosen.entries,
        game=chosen.game,
        games=[_summary(scores) for scores in games],
    )
    if not as_json:
        echo(f"{len(entries):,} of {_counted(chosen.entries)}")
        _show_others([scores for scores in games if scores is not chosen])


def _chosen(games: list[GameScores], text: str | None) -> GameScores | None:
    """The game that a text means, the newest for none; None if there is no game at all. Raises
    CgtError."""
    from cgt.play.ranking.games import game_like

    if text is None:
        return games[0] if games else None
    name = game_like(text, [scores.game for scores in games])
    return next(scores for scores in games if scores.game == name)


def _summary(scores: GameScores) -> dict[str, Any]:
    best = scores.best
    return {
        "game": scores.game,
        "entries": scores.entries,
        "best": {"name": best.name, "score": best.score},
        "when": scores.when,
    }


def _show_others(games: list[GameScores]) -> None:
    from cgt.play.ranking.shown import games_table

    if games:
        echo("\nother games, shown by --game:\n")
        show_text([games_table(games)])


@rank.command()
@click.argument("name")
@options.score_table
@options.bounded("1m", told=False)
@options.as_json
@options.example("cgt rank find Ada --table /dev/shm/cgt-scores.sqlite")
def find(name: str, table: str | None, as_json: bool) -> None:
    """Show all entries of a name, in all games."""
    from cgt.play.ranking import Ranking

    _show(Ranking(table).find(name), as_json, "no entry of that name")


@rank.command()
@click.argument("rank", type=int)
@_game_option("The game, or words that only it has; not needed if there is only one.")
@options.score_table
@options.bounded("1m", told=False)
@options.as_json
@options.example(
    "cgt rank add Nobody 0 --table /dev/shm/cgt-trial.sqlite",
    "cgt rank remove 1 --table /dev/shm/cgt-trial.sqlite",
)
def remove(rank: int, game: str | None, table: str | None, as_json: bool) -> None:
    """Remove the entry of a rank, and show it; those below move up."""
    from cgt.play.ranking import OTHER, Ranking

    def show(entry: Entry) -> None:
        _show([entry], as_json)
        require_output()  # nothing is removed that was not shown

    ranking = Ranking(table)
    games = ranking.games()
    if game is None and len(games) > 1:
        names = ", ".join(scores.game for scores in games)
        raise click.UsageError(f"--game says which game: there are {names}")
    chosen = _chosen(games, game)
    ranking.remove(rank, show, game=OTHER if chosen is None else chosen.game)
    if not as_json:
        echo("removed")


@rank.command("import")
@click.argument("file", type=click.Path(allow_dash=True))
@options.score_table
@options.bounded("1m", told=False)
@options.as_json
@options.example(
    "cgt rank export /dev/shm/cgt-trial.csv --table /dev/shm/cgt-trial.sqlite",
    "cgt rank import /dev/shm/cgt-trial.csv --table /dev/shm/cgt-imported.sqlite",
)
def import_file(file: str, table: str | None, as_json: bool) -> None:
    """Enter all rows of a CSV file, or none if one is wrong.

    Its first line names the columns: name and score, and perhaps pieces, lines, setting, when
    and game.
    """
    from cgt.play.ranking import Ranking

    ranking = Ranking(table)
    entries = ranking.import_csv(file)
    if as_json:
        _show(entries, as_json)
    else:
        echo(f"{_counted(len(entries))} imported into {ranking.path}")


@rank.command("export")
@click.argument("file", type=click.Path(allow_dash=True))
@options.score_table
@options.bounded("1m", told=False)
@options.as_json
@options.example("cgt rank export /dev/shm/cgt-trial.csv --table /dev/shm/cgt-trial.sqlite")
def export_file(file: str, table: str | None, as_json: bool) -> None:
    """Write the whole table, all games, as a CSV file; - is standard output.

    Imported into an empty table, it gives the same table again.
    """
    from cgt.play.ranking import Ranking, csv_text

    ranking = Ranking(table)
    if file == "-":
        if as_json:
            raise click.UsageError("--json and a CSV file cannot both go to standard output")
        show_data(csv_text(ranking.everything()))
        return
    entries = ranking.export_csv(file)
    if as_json:
        _show(entries, as_json)
    else:
        echo(f"{_counted(len(entries))} written to {file}")


def _counted(count: int) -> str:
    return "1 entry" if count == 1 else f"{count:,} entries"


def _show(entries: list[Entry], as_json: bool, if_none: str = "", **more: object) -> None:
    """Prints entries as JSON, together with `more`, or as a table."""
    from cgt.play.ranking.shown import entries_table

    if as_json:
        show_json({"entries": [entry._asdict() for entry in entries], **more})
    elif entries:
        show_text([entries_table(entries)])
    else:
        echo(if_none)
