"""cgt duel: the duel solved exactly."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support import options
from cgt.cli.support.pictures import Pictures, picture_options

if TYPE_CHECKING:
    from cgt.duel.exact.arguments import Argument
    from cgt.duel.exact.solve import DuelAnswer


@click.command()
@options.duel_rules
@options.preview
@options.start_well
@click.option(
    "--least-height",
    is_flag=True,
    help="Find the least height, up to --height, at which Good wins.",
)
@click.option("--fewest", is_flag=True, help="Look for a strategy with few instructions.")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(),
    help="Write the winner's strategy; with --least-height also Bad's for one row less, as FILE "
    "with '.below' before its ending.",
)
@options.memory
@options.time_limit(default=None, per="question")
@options.checkpoint
@picture_options(html="Write a report to play against the strategy, one file.")
@options.as_json
@options.example(
    "cgt duel --pieces OT --width 4 --least-height",
    "cgt duel --pieces SZ --width 4 --height 8",
    "cgt duel --pieces LJ --width 4 --height 4 --preview 1",
    "cgt duel --pieces T --width 4 --height 4 --svg figure.svg --html report.html",
)
def duel(
    preview: int,
    start: str | None,
    least_height: bool,
    fewest: bool,
    out: str | None,
    memory: int,
    time_limit: float | None,
    checkpoint: str | None,
    pictures: Pictures,
    as_json: bool,
    **rules: Any,
) -> None:
    """Decide the duel: can Good go on for ever, or can Bad force the end?

    The winner's strategy is checked by a checker of its own before it is reported; --out writes it
    to a file that cgt verify checks again.
    """
    from cgt.cli.support.load import load_rules, load_well
    from cgt.cli.support.show import show_json, states_progress
    from cgt.common.errors import LimitError
    from cgt.common.limits import Limits
    from cgt.duel.exact import solve

    if least_height and start is not None:
        raise click.UsageError("--least-height begins with an empty well")
    if least_height and checkpoint is not None:
        raise click.UsageError("a checkpoint is of one height, not of --least-height")
    game = load_rules(rules)
    first = None if start is None else load_well(start)
    with states_progress() as progress:
        wanted: Any = {
            "preview": preview,
            "fewest": fewest,
            "limits": Limits.of(seconds=time_limit, memory=memory),
            "progress": progress,
            "most_instructions": None if out is not None or pictures else solve.MOST_CHECKED,
        }
        if least_height:
            answers = list(solve.least_height(game, **wanted))
        else:
            answer = solve.solve_duel(game, start=first, checkpoint=checkpoint, **wanted)
            answers = [(game.height, answer)]
    _, answer = answers[-1]
    below = None
    if out is not None and answer.strategy is not None:
        answer.strategy.write(out)
        if len(answers) > 1 and (lower := answers[-2][1].strategy) is not None:
            below = str(Path(out).with_suffix(f".below{Path(out).suffix}"))
            lower.write(below)
    if as_json:
        show_json(_result(answers, out, below))
    else:
        _show(game.pieces.name, game.width, preview, answers, out, below)
    if answer.strategy is not None:
        _draw(pictures, answer)
    if answer.winner == "unknown":
        raise LimitError("the time or the memory allowed did not suffice")


def _draw(pictures: Pictures, answer: DuelAnswer) -> None:
    from cgt.cli.support.strategy_pictures import strategies_drawing, strategy_report

    strategy = answer.strategy
    assert strategy is not None
    states = f"{answer.states:,} states" if answer.states else "by an argument"
    checked = "verified" if answer.is_verified else "not verified"
    said = f"{_MEANING[answer.winner]} ({states}, {checked})."
    pictures.write(
        lambda: strategies_drawing([(strategy, said)]), lambda: strategy_report(strategy, said)
    )


def _result(
    answers: list[tuple[int, DuelAnswer]], out: str | None, below: str | None
) -> dict[str, Any]:
    height, answer = answers[-1]
    argument = answer.argument
    return {
        "winner": answer.winner,
        "height": height,
        "states": answer.states,
        "safe_states": answer.safe_states,
        "bytes": answer.bytes,
        "instructions": None if answer.strategy is None else len(answer.strategy.instructions),
        "verified": answer.is_verified,
        "certificate": out if answer.strategy is not None else None,
        "certificate_below": below,
        "argument": None if argument is None else asdict(argument),
        "seconds": round(answer.seconds, 3),
        "heights": [{"height": h, "winner": a.winner, "states": a.states} for h, a in answers],
    }


_MEANING = {
    "good": "Good goes on for ever",
    "bad": "Bad forces the end",
    "unknown": "not known within the limits",
}


def _show(
    pieces: str,
    width: int,
    preview: int,
    answers: list[tuple[int, DuelAnswer]],
    out: str | None,
    below: str | None,
) -> None:
    from cgt.draw.text import printable

    seen = f", preview {preview}" if preview else ""
    click.echo(f"{printable(pieces)}, width {width}{seen}")
    for height, answer in answers:
        click.echo(f"  height {height}: {answer.winner}: {_MEANING[answer.winner]}")
    _, answer = answers[-1]
    click.echo(f"  {answer.states:,} states, {answer.seconds:.3f} s")
    if answer.argument is not None:
        argument = answer.argument
        click.echo(
            f"  by an argument ({argument.kind}): {_sent(argument)}, and so on,\n"
            f"  of which at most {argument.most_pieces:,} fit, verified"
            f"{f', in {out}' if out else ''}"
        )
    elif answer.strategy is not None:
        count = len(answer.strategy.instructions)
        checked = "verified" if answer.report is not None else "too many to be verified here"
        click.echo(f"  {count:,} instructions, {checked}{f', in {out}' if out else ''}")
    elif answer.winner != "unknown":
        click.echo("  the strategy has too many instructions for these limits")
    if below is not None:
        click.echo(f"  Bad's for one row less in {below}")


def _sent(argument: Argument) -> str:
    each = f" {argument.times:,} times" if argument.times > 1 else ""
    return ", ".join(f"{piece}{each}" for piece in argument.pieces)
