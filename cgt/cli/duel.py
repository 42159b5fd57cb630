"""cgt duel: the duel solved exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support import options
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.show import show_json, states_progress
from cgt.cli.support.unmade import MORE_MAY_DO, Unmade
from cgt.common.limits import Allowed, Limits

if TYPE_CHECKING:
    from cgt.common.checkpoint import Checkpoint
    from cgt.duel.exact.solve import DuelAnswer


@click.command()
@options.duel_rules
@options.preview
@click.option(
    "--bag",
    is_flag=True,
    help="Bad deals bags: each piece once, in an order that Bad chooses, then a new bag.",
)
@options.start_well
@click.option(
    "--least-height",
    is_flag=True,
    help="Find the least height, up to --height, at which Good wins.",
)
@click.option("--fewest", is_flag=True, help="Search for a strategy with few instructions.")
@click.option(
    "--every-width",
    is_flag=True,
    help="Look for a pattern: one strategy of Good, inside lanes, for every width.",
)
@click.option(
    "--lanes",
    metavar="N or N+M",
    default="2",
    help="For --every-width: how wide lanes are, and a single one beside them. 2+3 is for odd "
    "widths.",
    show_default=True,
)
@click.option(
    "--many",
    type=click.IntRange(1, 9),
    default=2,
    help="For --every-width: from this number on, lanes that look alike are not counted.",
    show_default=True,
)
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(),
    help="Write the winner's strategy; with --least-height also Bad's for one row less, as FILE "
    "with '.below' before its ending.",
)
@options.threads_of_duel
@options.limits()
@options.checkpoint("every minute and at the end")
@picture_options(page="Write an interactive report, one file: play against the strategy.")
@options.as_json
@options.example(
    "cgt duel --pieces OT --width 4 --least-height",
    "cgt duel --pieces SZ --width 4 --height 8",
    "cgt duel --pieces LJ --width 4 --height 4 --preview 1",
    "cgt duel --pieces SZ --width 4 --least-height --bag",
    "cgt duel --pieces T --width 4 --height 4 --svg figure.svg --html report.html",
    "cgt duel --pieces OL --every-width --least-height",
)
def duel(
    preview: int,
    bag: bool,
    start: str | None,
    least_height: bool,
    fewest: bool,
    every_width: bool,
    lanes: str,
    many: int,
    out: str | None,
    threads: int,
    allowed: Allowed,
    checkpoint: Checkpoint,
    pictures: Pictures,
    as_json: bool,
    **rules: Any,
) -> None:
    """Decide the duel: can Good go on for ever, or can Bad force the end?

    The winner is told as soon as the search knows. A separate checker then checks the winner's
    strategy; if the time is up before that, the answer says so. --out writes the strategy to a file
    that cgt verify checks again.

    With --every-width it looks for a strategy of Good that holds for every width, in a well of
    --height rows. If there is none, nothing is said about who wins.
    """
    from cgt.cli.support.answers import Telling, finished
    from cgt.cli.support.load import load_rules, load_well
    from cgt.common.errors import LimitError
    from cgt.common.files import check_writable
    from cgt.draw.describe.duels import Decided, duel_data
    from cgt.duel.exact import solve

    if every_width:
        from cgt.cli.support.patterns import every_width_duel

        given = click.get_current_context().get_parameter_source
        for option in ("width", "start", "checkpoint", "bag", "fewest"):
            if given(option) is not click.core.ParameterSource.DEFAULT:
                raise click.UsageError(f"--every-width goes without --{option}")
        if pictures:
            raise click.UsageError("a pattern is drawn in its own text: --out writes it")
        every_width_duel(rules, preview, lanes, many, least_height, out, allowed.whole, as_json)
        return
    if least_height and start is not None:
        raise click.UsageError("--least-height begins with an empty well")
    if least_height and checkpoint:
        raise click.UsageError("a checkpoint is for one height, not for --least-height")
    if out is not None:
        check_writable(out)
    game, limits = load_rules(rules), allowed.whole
    work = limits.before_files() if out is not None or pictures else limits
    first = None if start is None else load_well(start)
    unmade = Unmade()
    with states_progress() as line:
        telling = None if as_json else Telling(line)
        wanted: Any = {
            "preview": preview,
            "bag": bag,
            "fewest": fewest,
            "threads": threads,
            "limits": work,
            "progress": line.progress,
            "most_instructions": None if out is not None or pictures else solve.MOST_CHECKED,
            "known": None if telling is None else telling.winner,
            "check": False,
        }
        if least_height:
            answers = list(solve.least_height(game, **wanted))
        else:
            answers = [solve.solve_duel(game, start=first, checkpoint=checkpoint, **wanted)]
    if answers[-1].winner == "unknown":
        unmade.add(LimitError(MORE_MAY_DO))
    decided = finished(Decided(answers), out, limits, work, unmade)
    if telling is None:
        show_json(duel_data(decided))
    else:
        telling.everything(decided)
    answer = decided.answer
    if answer.strategy is None and pictures.has_page:
        unmade.add(LimitError(f"{pictures.page}: not written, because there is no strategy"))
    if pictures:
        _draw(answer, pictures, limits, unmade)
    unmade.check()


def _draw(answer: DuelAnswer, pictures: Pictures, limits: Limits, unmade: Unmade) -> None:
    from cgt.draw.pictures.strategies import answer_drawing, answer_page

    page = None if answer.strategy is None else lambda: answer_page(answer)
    with unmade.kept():
        pictures.write(lambda: answer_drawing(answer), page, limits)
