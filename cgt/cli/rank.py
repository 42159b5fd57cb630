"""cgt rank: the table of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cgt.cli.support import options
from cgt.cli.support.show import echo, show_data, show_json, show_text
from cgt.cli.support.streams import require_output

if TYPE_CHECKING:
    from cgt.play.ranking import Entry


@click.group()
def rank() -> None:
    """The table of scores, kept in a file.

    A higher score has a better rank; of equal scores, the one entered earlier. Several programs can
    use a table at once.
    """


@rank.command()
@click.argument("name")
@click.argument("score", type=int)
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
    table: str,
    as_json: bool,
) -> None:
    """Enter a score, and show its rank.

    The file is created if it does not exist. A negative score goes after --, at the end.
    """
    from cgt.play.ranking import Ranking

    entry = Ranking(table).add(name, score, pieces=pieces_placed, lines=lines, setting=setting)
    _show([entry], as_json)


@rank.command("list")
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
@options.example(
    "cgt rank list --table /dev/shm/cgt-scores.sqlite",
    "cgt rank list --from 11 --to 30 --table /dev/shm/cgt-scores.sqlite",
)
def list_ranks(first: int, last: int | None, table: str, as_json: bool) -> None:
    """Show the best ten, or other ranks."""
    from cgt.play.ranking import Ranking

    last = first + 9 if last is None else last
    if last < first:
        raise click.UsageError(f"--from {first} is after --to {last}")
    ranking = Ranking(table)
    entries, total = ranking.list(first, last), len(ranking)
    _show(
        entries, as_json, "no entry of these ranks" if total else "the table is empty", total=total
    )
    if total and not as_json:
        echo(f"{len(entries):,} of {_counted(total)}")


@rank.command()
@click.argument("name")
@options.score_table
@options.bounded("1m", told=False)
@options.as_json
@options.example("cgt rank find Ada --table /dev/shm/cgt-scores.sqlite")
def find(name: str, table: str, as_json: bool) -> None:
    """Show all entries of a name."""
    from cgt.play.ranking import Ranking

    _show(Ranking(table).find(name), as_json, "no entry of that name")


@rank.command()
@click.argument("rank", type=int)
@options.score_table
@options.bounded("1m", told=False)
@options.as_json
@options.example(
    "cgt rank add Nobody 0 --table /dev/shm/cgt-trial.sqlite",
    "cgt rank remove 1 --table /dev/shm/cgt-trial.sqlite",
)
def remove(rank: int, table: str, as_json: bool) -> None:
    """Remove the entry of a rank, and show it; those below move up."""
    from cgt.play.ranking import Ranking

    def show(entry: Entry) -> None:
        _show([entry], as_json)
        require_output()  # nothing is removed that was not shown

    Ranking(table).remove(rank, show)
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
def import_file(file: str, table: str, as_json: bool) -> None:
    """Enter all rows of a CSV file, or none if one is wrong.

    Its first line names the columns: name and score, and perhaps pieces, lines, setting and when.
    """
    from cgt.play.ranking import Ranking

    entries = Ranking(table).import_csv(file)
    if as_json:
        _show(entries, as_json)
    else:
        echo(f"{_counted(len(entries))} imported into {table}")


@rank.command("export")
@click.argument("file", type=click.Path(allow_dash=True))
@options.score_table
@options.bounded("1m", told=False)
@options.as_json
@options.example("cgt rank export /dev/shm/cgt-trial.csv --table /dev/shm/cgt-trial.sqlite")
def export_file(file: str, table: str, as_json: bool) -> None:
    """Write the whole table as a CSV file; - is standard output.

    Imported into an empty table, it gives the same table again.
    """
    from cgt.play.ranking import Ranking, csv_text

    ranking = Ranking(table)
    if file == "-":
        if as_json:
            raise click.UsageError("--json and a CSV file cannot both go to standard output")
        show_data(csv_text(ranking.list()))
        return
    entries = ranking.export_csv(file)
    if as_json:
        _show(entries, as_json)
    else:
        echo(f"{_counted(len(entries))} written to {file}")


def _counted(count: int) -> str:
    return "1 entry" if count == 1 else f"{count:,} entries"


def _show(entries: list[Entry], as_json: bool, if_none: str = "", **more: int) -> None:
    """Prints entries as JSON, together with `more`, or as a table."""
    from cgt.play.ranking_table import entries_table

    if as_json:
        show_json({"entries": [entry._asdict() for entry in entries], **more})
    elif entries:
        show_text([entries_table(entries)])
    else:
        echo(if_none)
