"""cgt simulate: a duel played out."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cgt.cli.support import options
from cgt.cli.support.pictures import Pictures, picture_options

if TYPE_CHECKING:
    from cgt.duel.game import Game
    from cgt.duel.many import Finished
    from cgt.duel.setting import Setting


_DEFAULT = ParameterSource.DEFAULT


@click.command()
@click.option(
    "--good",
    metavar="PLAYER",
    default="greedy",
    help="Who places: minmax[:WEIGHTS], greedy[:WEIGHTS], beam[:WEIGHTS], random, replay:TRACE, "
    "strategy:FILE, exact:FILE, or your own, MODULE:CLASS.",
    show_default=True,
)
@click.option(
    "--bad",
    metavar="PLAYER",
    default="uniform",
    help="Who chooses: minmax[:WEIGHTS], constant:X, sequence:TEXT, uniform, bag, "
    "bastet[:WEIGHTS], brzustowski, burgiel, hatetris, hatetris-mild, lovetris, "
    "strategy:FILE, exact:FILE, or your own, MODULE:CLASS.",
    show_default=True,
)
@click.option(
    "--rules",
    "rule_set",
    type=click.Choice(["sogang", "bag", "simplified"]),
    help="Rules of one-player Tetris by name, and a player to begin with: what is not given "
    "otherwise is as there.",
)
@options.duel_rules
@options.preview
@options.beam
@click.option(
    "--scoring",
    type=click.Choice(["lines", "sogang"]),
    default="lines",
    help="What counts: rows, or 100 times their square and 10 for each supported cell.",
    show_default=True,
)
@click.option(
    "--garbage",
    default=0,
    metavar="N",
    help="A row from below with one empty cell after every N pieces; 0 for none.",
    show_default=True,
)
@options.start_well
@click.option("--depth", default=1, help="How many pieces minmax looks ahead.", show_default=True)
@click.option(
    "--ties",
    type=click.Choice(["first", "last", "random"]),
    default="first",
    help="Which of equally good choices is taken. Placements are ordered by rotation, from the "
    "floor up, from right to left; pieces as in --pieces.",
    show_default=True,
)
@click.option("--seed", default=1, help="Of all chance.", show_default=True)
@click.option(
    "--max-pieces",
    default=1_000_000,
    type=click.IntRange(0, 2**62),
    help="The most pieces in a game.",
    show_default=True,
)
@click.option(
    "--cycles",
    type=click.Choice(["checkpoints", "all", "values", "none"]),
    default="checkpoints",
    help="How to watch for a game that repeats: in constant memory, by remembering all states, by "
    "ten values of the evaluation, or not at all.",
    show_default=True,
)
@click.option("--games", type=click.IntRange(1), help="Play so many games, for statistics.")
@options.processes
@click.option("--trace", metavar="FILE", type=click.Path(), help="Write down every placement.")
@picture_options(html="Write a report that plays the game, one file: play, pause, step.")
@click.option(
    "--experiment",
    type=click.Choice(["kravec", "sogang", "genetic"]),
    help="Run published simulations again, beside what was published.",
)
@click.option("--rank", metavar="NAME", help="Enter the score of the game under this name.")
@options.score_table
@options.as_json
@options.example(
    "cgt simulate --good minmax --depth 2 --bad minmax --pieces OL",
    "cgt simulate --bad bag --games 100",
    "cgt simulate --experiment kravec",
)
def simulate(
    good: str,
    bad: str,
    preview: int,
    start: str | None,
    depth: int,
    ties: str,
    seed: int,
    max_pieces: int,
    cycles: str,
    games: int | None,
    processes: int,
    trace: str | None,
    pictures: Pictures,
    experiment: str | None,
    rule_set: str | None,
    beam: int,
    scoring: str,
    garbage: int,
    rank: str | None,
    table: str,
    as_json: bool,
    **rules: Any,
) -> None:
    """Play a duel: Bad chooses pieces, Good places them.

    A game ends when Good has lost, when it is seen to repeat for ever, or at --max-pieces. What
    Ctrl-C interrupts is shown as far as it got.
    """
    from cgt.cli.support.load import load_rules, load_well
    from cgt.duel.rulesets import RULE_SETS
    from cgt.duel.setting import Setting

    context = click.get_current_context()
    given = {n for n in context.params if context.get_parameter_source(n) is not _DEFAULT}
    if experiment is not None:
        for name in sorted(given - {"experiment", "processes", "as_json"}):
            raise click.UsageError(f"--experiment has its own --{name.replace('_', '-')}")
        _show_experiment(experiment, processes, as_json)
        return
    if games is not None and trace is not None:
        raise click.UsageError("--trace is of one game, not of --games")
    if games is not None and pictures.html is not None:
        raise click.UsageError("--html is of one game, not of --games")
    for option, file in (("--trace", trace), ("--html", pictures.html)):
        if garbage and file is not None:
            raise click.UsageError(f"{option} cannot tell the rows of --garbage")
    if games is not None and rank is not None:
        raise click.UsageError("--rank is of one game, not of --games")
    asked = {"good": good, "bad": bad, "preview": preview, "scoring": scoring}
    if rule_set is not None:
        named = RULE_SETS[rule_set].defaults()
        asked.update((key, named[key]) for key in asked if key not in given)
        rules.update((key, named[key]) for key in rules if key in named and key not in given)
    setting = Setting(
        load_rules(rules),
        depth=depth,
        ties=ties,  # type: ignore[arg-type]
        seed=seed,
        max_pieces=max_pieces,
        cycles=cycles,  # type: ignore[arg-type]
        start=None if start is None else load_well(start),
        beam=beam,
        garbage=garbage,
        **asked,  # type: ignore[arg-type]
    )
    if games is None:
        _one_game(setting, trace, pictures, None if rank is None else (rank, table), as_json)
    else:
        _many_games(setting, games, processes, pictures, as_json)


# one game

_PIECES_AT_ONCE = 50_000


def _one_game(
    setting: Setting,
    trace: str | None,
    pictures: Pictures,
    rank: tuple[str, str] | None,
    as_json: bool,
) -> None:
    from cgt.cli.support.show import progress, show_json
    from cgt.cli.support.simulate_pictures import game_drawing, game_page
    from cgt.common.errors import LimitError
    from cgt.duel.game import Game
    from cgt.duel.trace import write_trace
    from cgt.play.ranking import Ranking, checked_name

    if rank is not None:
        checked_name(rank[0])  # before the game, not after it
        len(Ranking(rank[1]))
    game = Game(setting, keeps_trace=trace is not None or bool(pictures))
    begin, interrupted = time.perf_counter(), False
    with progress() as tell:
        try:
            while not game.is_finished:
                game.advance(_PIECES_AT_ONCE)
                tell(f"{game.placed:,} pieces, {game.lines:,} lines")
        except KeyboardInterrupt:
            interrupted = True
    seconds = time.perf_counter() - begin
    if trace is not None:
        write_trace(trace, game.trace())
    told = _told(game, seconds, interrupted)
    entry = None
    if rank is not None and not interrupted:
        name, table = rank
        size = f"{setting.rules.width}×{setting.rules.height}"
        text = f"{setting.good_name} against {setting.bad_name}, {size}"
        entry = Ranking(table).add(
            name, game.score, pieces=game.placed, lines=game.lines, setting=text[:200]
        )
    if as_json:
        result = _result(game, seconds, interrupted)
        show_json(result if entry is None else {**result, "rank": entry.rank})
    else:
        _show_game(game, told)
        if entry is not None:
            click.echo(f"  rank {entry.rank} in {table}")
    # In pictures rows have numbers, from 0: there the band of a cycle is shown and not told.
    band = _band(game) or "\n"
    pictures.write(
        lambda: game_drawing(game, [t.replace(band, ", in the framed rows") for t in told]),
        lambda: game_page(game, [t.replace(band, "") for t in told]),
    )
    if interrupted:
        raise click.Abort
    if game.result == "limit":
        raise LimitError("the game was not decided within --max-pieces")


def _result(game: Game, seconds: float, interrupted: bool) -> dict[str, Any]:
    cycle = game.cycle
    return {
        "result": game.result,
        "placed": game.placed,
        "lines": game.lines,
        "score": game.score,
        "cycle_start": None if cycle is None else cycle.start,
        "cycle_length": None if cycle is None else cycle.length,
        "cycle_rows": None if cycle is None else cycle.rows,
        "false_claims": game.false_claims,
        "interrupted": interrupted,
        "well": game.well.grid().rows(),
        "seconds": round(seconds, 3),
    }


def _band(game: Game) -> str:
    cycle = game.cycle
    return "" if cycle is None else f", in rows {cycle.rows[0]} to {cycle.rows[1]}"


def _told(game: Game, seconds: float, interrupted: bool) -> list[str]:
    """A game in words: what was played, how it ended, how long it took."""
    setting, rules, cycle = game.setting, game.setting.rules, game.cycle
    told = [
        f"{setting.good_name} against {setting.bad_name}, {rules.width}×{rules.height}, "
        f"{rules.pieces.name}, {rules.moves}"
    ]
    if cycle is not None:
        told.append(
            f"cycle: from piece {cycle.start:,} on every {cycle.length:,} pieces"
            f"{_band(game)}: Good goes on for ever"
        )
    elif game.result == "topped-out":
        told.append("topped out: Good has lost")
    else:
        told.append(f"not decided ({'interrupted' if interrupted else '--max-pieces'})")
    if game.false_claims:
        told.append(f"{game.false_claims:,} claims of a cycle were false")
    if setting.cycles != "none" and game.why_no_cycle:
        told.append(game.why_no_cycle)
    speed = game.placed / seconds if seconds > 0 else 0
    score = f", score {game.score:,}" if setting.scoring != "lines" else ""
    told.append(
        f"{game.placed:,} pieces, {game.lines:,} lines{score}, {seconds:.3f} s, "
        f"{speed:,.0f} pieces/s"
    )
    return told


def _show_game(game: Game, told: list[str]) -> None:
    from cgt.cli.support.show import show_text
    from cgt.draw.text import well_picture

    click.echo("\n  ".join(told))
    show_text([well_picture(game.well, game.setting.rules.height)])


# many games


def _many_games(
    setting: Setting, games: int, processes: int, pictures: Pictures, as_json: bool
) -> None:
    from cgt.cli.support.show import progress, show_json
    from cgt.cli.support.simulate_pictures import spread_chart
    from cgt.common.statistics import Statistics
    from cgt.draw.charts import check_charts
    from cgt.duel.many import play_many

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
    seconds = time.perf_counter() - begin
    lines = Statistics.of(game.lines for game in finished)
    placed = Statistics.of(game.placed for game in finished)
    score = Statistics.of(game.score for game in finished)
    counts = {
        result: sum(game.result == result for game in finished)
        for result in ("cycle", "topped-out", "limit")
    }
    if as_json:
        show_json(
            {
                "games": lines.games,
                "results": counts,
                "mean_lines": _number(lines.mean),
                "mean_score": _number(score.mean),
                "score_standard_error": _number(score.standard_error),
                "mean_placed": _number(placed.mean),
                "deviation": _number(lines.deviation),
                "standard_error": _number(lines.standard_error),
                "interval": [_number(end) for end in lines.interval],
                "interrupted": interrupted,
                "seconds": round(seconds, 3),
            }
        )
    else:
        click.echo(f"{setting.good_name} against {setting.bad_name}: {lines.games:,} games")
        if finished:
            low, high = lines.interval
            spread = (
                f" ± {lines.standard_error:,.1f} ({low:,.1f} to {high:,.1f} with 95 % confidence, "
                f"deviation {lines.deviation:,.1f})"
            )
            click.echo(f"  lines {lines.mean:,.1f}{spread if lines.games > 1 else ''}")
            if setting.scoring != "lines":
                click.echo(f"  score {score.mean:,.1f} ± {score.standard_error:,.1f}")
            click.echo(f"  pieces {placed.mean:,.1f}, {sum(g.placed for g in finished):,} in all")
            click.echo("  " + ", ".join(f"{result}: {n:,}" for result, n in counts.items()))
        click.echo(f"  {seconds:.3f} s{', interrupted' if interrupted else ''}")
    if finished:
        pictures.write(lambda: spread_chart(setting, finished))
    if interrupted:
        raise click.Abort


def _number(value: float) -> float | None:
    return None if value != value else round(value, 4)


# experiments


def _show_experiment(name: str, processes: int, as_json: bool) -> None:
    from rich import box
    from rich.table import Table

    from cgt.cli.support.show import progress, show_json, show_text
    from cgt.literature.tetris import EXPERIMENTS

    experiment = EXPERIMENTS[name]
    rows = []
    with progress() as tell:
        for row in experiment.rows(processes):
            rows.append(row)
            tell(row.setting)
    if as_json:
        keys = ("setting", "published", "ours", "agrees")
        show_json({"rows": [{**{key: getattr(r, key) for key in keys}, **r.more} for r in rows]})
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in experiment.headings:
        table.add_column(heading, no_wrap=True)
    for row in rows:
        table.add_row(*row.columns)
    show_text([table])
    questions = [row.agrees for row in rows if row.agrees is not None]
    if questions:
        click.echo(f"{sum(questions)} of {len(questions)} agree.")
