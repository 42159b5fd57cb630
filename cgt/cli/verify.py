"""cgt verify: checks strategies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cgt.cli.support import options, units
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.show import echo, progress, show_json
from cgt.common.errors import NotValidError

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
@picture_options(page="Write an interactive report, one file: play against the strategy.")
@options.as_json
@options.example(
    "cgt verify --all --width 4",
    "cgt verify certificates/ot-4.txt",
    "cgt verify certificates/ot-4.txt --svg figure.svg --html report.html",
)
def verify(
    files: tuple[str, ...],
    all_built_in: bool,
    width: tuple[int, int],
    dot: str | None,
    graphml: str | None,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """Check that strategies hold against everything the other player can do.

    The checker shares nothing with the solver but the rules of the well. Exit code 1 if a strategy
    does not hold.
    """
    from cgt.draw.describe.duels import check_data, describe_check
    from cgt.draw.pictures.strategies import MOST_DRAWN, strategies_drawing, told_strategy_page
    from cgt.draw.terminal.words import one_line

    if bool(files) == all_built_in:
        raise click.UsageError("give strategy files or --all")
    if (dot or graphml or pictures.has_page) and len(files) != 1:
        raise click.UsageError("--dot, --graphml and --html take one strategy file")
    results: list[Checked] = []
    drawn: list[Told] = []
    for checked in _built_in(*width) if all_built_in else _from_files(files):
        results.append(checked)
        if not as_json:
            echo(one_line(describe_check(checked)))
        if pictures and len(drawn) < MOST_DRAWN:
            drawn.append((checked.strategy, describe_check(checked)))
        _write_graphs(checked.strategy, dot, graphml)
    if as_json:
        show_json({"results": [check_data(checked) for checked in results]})
    pictures.write(
        lambda: strategies_drawing(drawn, len(results)), lambda: told_strategy_page(*drawn[0])
    )
    wrong = [checked.name for checked in results if not checked.report.valid]
    if wrong:
        raise NotValidError(f"not valid: {', '.join(wrong)}")


def _from_files(files: tuple[str, ...]) -> Iterator[Checked]:
    from cgt.draw.describe.duels import Checked
    from cgt.duel.exact.certificate import verify
    from cgt.duel.exact.strategy import Strategy

    for file, strategy in [(file, Strategy.read(file)) for file in files]:
        yield Checked(file, strategy, verify(strategy))


def _built_in(low: int, high: int) -> Iterator[Checked]:
    from cgt.draw.describe.duels import Checked
    from cgt.duel.exact.certificate import verify
    from cgt.duel.well import check_width
    from cgt.literature.brzustowski import built_in

    check_width(low)
    check_width(high)
    with progress() as tell:
        for width in range(low, high + 1):
            for one in built_in(width):
                tell(one.name)
                strategy = one.build()
                yield Checked(one.name, strategy, verify(strategy), one)


def _write_graphs(strategy: Strategy, dot: str | None, graphml: str | None) -> None:
    from cgt.common.files import write_atomically

    if dot is not None:
        write_atomically(dot, lambda out: out.write(strategy.dot().encode()))
    if graphml is not None:
        write_atomically(graphml, lambda out: out.write(strategy.graphml().encode()))
