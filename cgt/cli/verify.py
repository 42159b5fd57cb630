"""cgt verify: checks strategies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cgt.cli.support import options, units
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.show import echo, progress, show_json
from cgt.cli.support.unmade import Unmade
from cgt.common.alarm import ended_by
from cgt.common.errors import NotValidError
from cgt.common.limits import Allowed, Limits

if TYPE_CHECKING:
    from cgt.draw.describe.duels import Checked
    from cgt.draw.pictures.strategies import Told
    from cgt.duel.exact.strategy import Strategy


@click.command()
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(allow_dash=True))
@click.option("--all", "all_built_in", is_flag=True, help="Brzustowski's strategies, built in.")
@click.option(
    "--width",
    metavar="N or N-M",
    type=units.number_range,
    default="2-10",
    help="The widths for --all.",
    show_default=True,
)
@click.option("--dot", metavar="FILE", type=click.Path(), help="Write a graph for Graphviz.")
@click.option("--graphml", metavar="FILE", type=click.Path(), help="Write a graph as GraphML.")
@options.limits("10m")
@picture_options(page="Write an interactive report, one file: play against the strategy.")
@options.as_json
@options.example(
    "cgt verify --all --width 4",
    "cgt verify example:ot-4",
    "cgt verify example:ot-4 --svg figure.svg --html report.html",
)
def verify(
    files: tuple[str, ...],
    all_built_in: bool,
    width: tuple[int, int],
    dot: str | None,
    graphml: str | None,
    allowed: Allowed,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """Check that strategies hold against everything the other player can do.

    The checker shares nothing with the solver but the rules of the well. Exit code 1 if a strategy
    does not hold, 3 if one takes more time or memory than allowed.
    """
    from cgt.common.files import check_writable
    from cgt.draw.describe.duels import check_data, describe_check
    from cgt.draw.pictures.strategies import MOST_DRAWN, strategies_drawing, told_strategy_page
    from cgt.draw.terminal.words import one_line

    if bool(files) == all_built_in:
        raise click.UsageError("give strategy files or --all")
    if (dot or graphml or pictures.has_page) and len(files) != 1:
        raise click.UsageError("--dot, --graphml and --html take one strategy file")
    for file in (dot, graphml):
        if file is not None:
            check_writable(file)
    limits, unmade = allowed.whole, Unmade()
    results: list[Checked] = []
    drawn: list[Told] = []
    with unmade.kept():
        for checked in _built_in(*width, limits) if all_built_in else _from_files(files, limits):
            results.append(checked)
            if not as_json:
                echo(one_line(describe_check(checked)))
            if pictures and len(drawn) < MOST_DRAWN:
                drawn.append((checked.strategy, describe_check(checked)))
            _write_graphs(checked.strategy, dot, graphml, limits, unmade)
    if as_json:
        show_json({"results": [check_data(checked) for checked in results]})
    if drawn:
        with unmade.kept():
            pictures.write(
                lambda: strategies_drawing(drawn, len(results)),
                lambda: told_strategy_page(*drawn[0]),
                limits,
            )
    wrong = [checked.name for checked in results if not checked.report.valid]
    if wrong:
        unmade.add(NotValidError(f"not valid: {', '.join(wrong)}"))
    unmade.check()


def _from_files(files: tuple[str, ...], limits: Limits) -> Iterator[Checked]:
    from cgt.draw.describe.duels import Checked
    from cgt.duel.exact.certificate import verify
    from cgt.duel.exact.strategy import Strategy

    with ended_by(limits, "reading the files"):
        strategies = [(file, Strategy.read(file, limits)) for file in files]
    for file, strategy in strategies:
        yield Checked(file, strategy, verify(strategy, limits))


def _built_in(low: int, high: int, limits: Limits) -> Iterator[Checked]:
    from cgt.draw.describe.duels import Checked
    from cgt.duel.exact.certificate import verify
    from cgt.duel.well import check_width
    from cgt.literature.brzustowski import built_in

    check_width(low)
    check_width(high)
    with progress() as tell:
        for width in range(low, high + 1):
            for one in built_in(width):
                limits.check(f"the check of {one.name}")
                tell(one.name)
                strategy = one.build(limits)
                yield Checked(one.name, strategy, verify(strategy, limits), one)


def _write_graphs(
    strategy: Strategy, dot: str | None, graphml: str | None, limits: Limits, unmade: Unmade
) -> None:
    from cgt.common.files import write_atomically

    for file, graph in ((dot, strategy.dot), (graphml, strategy.graphml)):
        if file is not None:
            with unmade.kept(), ended_by(limits, f"writing {file}"):
                text = graph().encode()
                write_atomically(file, lambda out, text=text: out.write(text))  # type: ignore[misc]
