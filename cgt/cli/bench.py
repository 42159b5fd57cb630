"""cgt bench: the speed of cgt compared with other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cgt.bench import BOARDS, IMAGE_SIDES
from cgt.cli.support import options, units
from cgt.cli.support.boards import pieces
from cgt.cli.support.show import echo, progress, show_json, show_text
from cgt.cli.support.tables import show_table, table_forms
from cgt.common.system.processes import MOST_WORKERS

if TYPE_CHECKING:
    from cgt.bench.harness import Row, Work


@click.group(invoke_without_command=True)
@options.repeat
@table_forms
@options.as_json
@click.pass_context
@options.example("cgt bench", "cgt bench regions --boards 1000 --side 256 --json")
def bench(context: click.Context, repeat: int, form: str | None, as_json: bool) -> None:
    """Compare the speed of cgt with other programs.

    All work on the same data in the same run and must agree. A ratio of 2 means: twice as slow as
    cgt. Without a command, every benchmark runs.
    """
    from cgt.bench.placement import QUESTIONS, batches, work
    from cgt.bench.regions import all_work, missing

    if context.invoked_subcommand is None:
        questions = [work(question, 1, None) for question in QUESTIONS]
        _run([*all_work(), *questions, *batches(1)], repeat, missing(), form, as_json)
    elif as_json or form or context.get_parameter_source("repeat") is not ParameterSource.DEFAULT:
        raise click.UsageError(f"options go after {context.invoked_subcommand!r}")


@bench.command()
@click.option(
    "--boards",
    default=BOARDS,
    type=click.IntRange(1),
    help="Boards in a batch.",
    show_default=True,
)
@click.option(
    "--side",
    "sides",
    multiple=True,
    default=IMAGE_SIDES,
    type=click.IntRange(1, 32768),
    help="Side of the images; may be given several times.",
    show_default=True,
)
@options.repeat
@table_forms
@options.as_json
def regions(
    boards: int, sides: tuple[int, ...], repeat: int, form: str | None, as_json: bool
) -> None:
    """Labelling, compared with other libraries.

    The others are scipy.ndimage, OpenCV and connected-components-3d, where installed.
    """
    from cgt.bench.regions import all_work, missing

    _run(all_work(boards, sides), repeat, missing(), form, as_json)


@bench.command()
@click.option(
    "--baseline",
    metavar="PROGRAM",
    type=click.Path(),
    help="A program to measure against, called as PROGRAM 4 mis 7 7.",
)
@click.option("--long", "long_too", is_flag=True, help="Also boards that take minutes.")
@click.option(
    "--threads",
    type=click.IntRange(1, MOST_WORKERS),
    default=1,
    help="Measure it with so many threads that search together, too.",
    show_default=True,
)
@options.repeat
@table_forms
@options.as_json
def placement(
    baseline: str | None,
    long_too: bool,
    threads: int,
    repeat: int,
    form: str | None,
    as_json: bool,
) -> None:
    """The solver of placement games, compared with another program."""
    from cgt.bench.placement import (
        LONG_NIMBERS,
        LONG_QUESTIONS,
        NIMBERS,
        QUESTIONS,
        batches,
        nimber_work,
        work,
    )

    questions = QUESTIONS + (LONG_QUESTIONS if long_too else ())
    works = [work(question, threads, baseline) for question in questions]
    sizes = NIMBERS + (LONG_NIMBERS if long_too else ())
    nimbers = [nimber_work(*size, threads) for size in sizes]
    _run(
        [*works, *nimbers, *batches(threads)],
        repeat,
        [] if baseline else ["a baseline (--baseline)"],
        form,
        as_json,
    )


@bench.command()
@click.option(
    "--baseline",
    metavar="PROGRAM",
    type=click.Path(),
    help="A program to measure the solver against, called as PROGRAM 4 6 LJ 0.",
)
@options.repeat
@table_forms
@options.as_json
def duel(baseline: str | None, repeat: int, form: str | None, as_json: bool) -> None:
    """The duel: its solver compared with another program, and pieces, placements and steps a
    second.

    All on one core. Public engines play 130 to 318 thousand pieces a second in C, 54 to 94 thousand
    in C++, 5,760 in JavaScript, 116 in Python.
    """
    from cgt.bench.duel import QUESTIONS, SECONDS, measure, work
    from cgt.bench.harness import run_work
    from cgt.bench.shown import (
        rates_data,
        rates_list,
        rates_text,
        rows_data,
        rows_list,
        rows_table,
    )

    solved: list[Row] = []
    with progress() as tell:
        for question in QUESTIONS:
            solved += run_work(work(question, baseline), repeat, tell)
        rates = list(measure(SECONDS, tell))
    if as_json:
        show_json({"rows": rows_data(solved) + rates_data(rates)})
    elif form is not None:
        show_table(rows_list(solved), form)
        echo("")
        show_table(rates_list(rates), form)
    else:
        show_text([rows_table(solved)])
        echo(rates_text(rates))


@bench.command()
@click.option("--long", is_flag=True, help="Also play a million pieces without an end.")
@table_forms
@options.as_json
def tetris(long: bool, form: str | None, as_json: bool) -> None:
    """One-player Tetris: speed, scores and lines compared with public figures. All on one core."""
    from cgt.bench.shown import figures_data, figures_list, figures_text
    from cgt.bench.tetris import SECONDS, measure

    with progress() as tell:
        figures = list(measure(SECONDS, long=long, progress=tell))
    if as_json:
        show_json({"rows": figures_data(figures)})
    elif form is not None:
        show_table(figures_list(figures), form)
    else:
        echo(figures_text(figures))


@bench.command()
@click.option("--size", metavar="WxH", default="8x8", type=units.board_size, show_default=True)
@click.option("--games", default=20, type=click.IntRange(2), show_default=True)
@click.option("--seed", default=1, type=int, help="Seed of the openings.", show_default=True)
@pieces
@options.play
@options.time_limit_of_each("move", default="0.1s")
@options.as_json
def strength(
    size: tuple[int, int],
    games: int,
    seed: int,
    pieces: str | None,
    play: str | None,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Best moves against random moves, in whole games.

    Both players take a winning move if they can prove one within the time limit. If not, one takes
    the move most likely to win and the other a random one. Openings are random; each is played
    twice.
    """
    from cgt.bench.shown import match_data, match_text
    from cgt.bench.strength import play_match
    from cgt.cli.support.load import empty_board
    from cgt.cli.support.solvers import play_of
    from cgt.placement.game import PlacementGame

    board, piece_set = empty_board(*size, pieces)
    with progress() as tell:
        game = PlacementGame(piece_set, play_of(play, board))
        match = play_match(board.grid, game, games, time_limit, seed, tell)
    if as_json:
        show_json(match_data(match))
    else:
        echo(match_text(match))


def _run(
    works: list[Work[Any]], repeat: int, missing: list[str], form: str | None, as_json: bool
) -> None:
    from cgt.bench.harness import run_work
    from cgt.bench.shown import rows_data, rows_list, rows_table

    rows: list[Row] = []
    with progress() as tell:
        for work in works:
            rows += run_work(work, repeat, tell)
    if as_json:
        show_json({"rows": rows_data(rows), "missing": missing})
        return
    if form is not None:
        show_table(rows_list(rows), form)
        return
    show_text([rows_table(rows)])
    if missing:
        echo(f"Not compared with: {', '.join(missing)}.")
