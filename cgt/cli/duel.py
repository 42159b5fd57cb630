"""cgt duel: the duel solved exactly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support import options
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.show import show_described, show_json, states_progress, warn
from cgt.common.limits import Allowed

if TYPE_CHECKING:
    from cgt.common.checkpoint import Checkpoint
    from cgt.draw.describe.duels import Decided


@click.command()
@options.duel_rules
@options.preview
@options.start_well
@click.option(
    "--least-height",
    is_flag=True,
    help="Find the least height, up to --height, at which Good wins.",
)
@click.option("--fewest", is_flag=True, help="Search for a strategy with few instructions.")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(),
    help="Write the winner's strategy; with --least-height also Bad's for one row less, as FILE "
    "with '.below' before its ending.",
)
@options.limits()
@options.checkpoint("every minute and at the end")
@picture_options(page="Write an interactive report, one file: play against the strategy.")
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
    allowed: Allowed,
    checkpoint: Checkpoint,
    pictures: Pictures,
    as_json: bool,
    **rules: Any,
) -> None:
    """Decide the duel: can Good go on for ever, or can Bad force the end?

    A separate checker checks the winner's strategy before it is reported; --out writes it to a file
    that cgt verify checks again.
    """
    from cgt.cli.support.load import load_rules, load_well
    from cgt.common.errors import LimitError
    from cgt.draw.describe.duels import Decided, describe_duel, duel_data
    from cgt.draw.pictures.strategies import answer_drawing, answer_page
    from cgt.duel.exact import solve

    if least_height and start is not None:
        raise click.UsageError("--least-height begins with an empty well")
    if least_height and checkpoint:
        raise click.UsageError("a checkpoint is for one height, not for --least-height")
    game = load_rules(rules)
    first = None if start is None else load_well(start)
    with states_progress() as progress:
        wanted: Any = {
            "preview": preview,
            "fewest": fewest,
            "limits": allowed.from_now(),
            "progress": progress,
            "most_instructions": None if out is not None or pictures else solve.MOST_CHECKED,
        }
        if least_height:
            answers = list(solve.least_height(game, **wanted))
        else:
            answers = [solve.solve_duel(game, start=first, checkpoint=checkpoint, **wanted)]
    decided = _written(Decided(answers), out)
    if as_json:
        show_json(duel_data(decided))
    else:
        show_described(describe_duel(decided))
    answer = decided.answer
    page = None if answer.strategy is None else lambda: answer_page(answer)
    pictures.write(lambda: answer_drawing(answer), page)
    if pictures.has_page and page is None:
        warn("no report is written, because there is no strategy to play against")
    if answer.winner == "unknown":
        raise LimitError("the time or the memory allowed did not suffice")


def _written(decided: Decided, out: str | None) -> Decided:
    """Writes the strategies, the winner's and Bad's for one row less, and adds the files' names."""
    if out is None or decided.answer.strategy is None:
        return decided
    decided.answer.strategy.write(out)
    lower = decided.answers[-2].strategy if len(decided.answers) > 1 else None
    if lower is None:
        return replace(decided, out=out)
    below = str(Path(out).with_suffix(f".below{Path(out).suffix}"))
    lower.write(below)
    return replace(decided, out=out, below=below)
