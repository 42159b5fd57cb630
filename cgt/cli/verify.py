"""cgt verify: strategies checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support import options, units
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.common.errors import NotValidError

if TYPE_CHECKING:
    from cgt.duel.exact.strategy import Strategy
    from cgt.literature.brzustowski import BuiltIn

_MOST_DRAWN = 40  # strategies in one picture
_Result = tuple["Strategy", dict[str, Any]]


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
@picture_options(html="Write a report to play against the strategy, one file.")
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
    """Check strategies: whether they hold against everything that the other player can do.

    The checker shares nothing with the solver but the rules of the well. Exit code 1 if a strategy
    does not hold.
    """
    from cgt.cli.support.show import show_json

    if bool(files) == all_built_in:
        raise click.UsageError("give strategy files or --all")
    if (dot or graphml or pictures.html) and len(files) != 1:
        raise click.UsageError("--dot, --graphml and --html are of one strategy file")
    results: list[dict[str, Any]] = []
    drawn: list[tuple[Strategy, str]] = []
    for strategy, result in _built_in(*width) if all_built_in else _from_files(files, dot, graphml):
        results.append(result)
        if pictures and len(drawn) < _MOST_DRAWN:
            drawn.append((strategy, _line(result, all_built_in)))
        if not as_json:
            click.echo(_line(result, all_built_in))
    if as_json:
        show_json({"results": results})
    if drawn:
        _draw(pictures, drawn, len(results))
    wrong = [result["name"] for result in results if not result["valid"]]
    if wrong:
        raise NotValidError(f"not valid: {', '.join(wrong)}")


def _draw(pictures: Pictures, drawn: list[tuple[Strategy, str]], count: int) -> None:
    from cgt.cli.support.strategy_pictures import strategies_drawing, strategy_report

    if count > len(drawn):
        strategy, said = drawn[-1]
        drawn[-1] = (strategy, f"{said}. The first {len(drawn)} of {count} strategies are drawn.")
    pictures.write(lambda: strategies_drawing(drawn), lambda: strategy_report(*drawn[0]))


def _from_files(files: tuple[str, ...], dot: str | None, graphml: str | None) -> Iterator[_Result]:
    from cgt.common.files import write_atomically
    from cgt.duel.exact import certificate
    from cgt.duel.exact.strategy import Strategy

    strategies = [(file, Strategy.read(file)) for file in files]
    for file, strategy in strategies:
        report = certificate.verify(strategy)
        if dot is not None:
            write_atomically(dot, lambda out, s=strategy: out.write(s.dot().encode()))  # type: ignore[misc]
        if graphml is not None:
            import networkx as nx

            text = "\n".join(nx.generate_graphml(strategy.graph()))
            write_atomically(graphml, lambda out, t=text: out.write(t.encode()))  # type: ignore[misc]
        rules = strategy.rules
        yield (
            strategy,
            {
                "name": file,
                "player": strategy.player,
                "valid": report.valid,
                "pieces": rules.pieces.name,
                "width": rules.width,
                "height": report.height,
                "preview": strategy.preview,
                "instructions": report.instructions,
                "states": report.states,
                "argument": strategy.argument,
                "reason": report.reason,
            },
        )


def _built_in(low: int, high: int) -> Iterator[_Result]:
    from cgt.cli.support.show import progress
    from cgt.duel.exact import certificate
    from cgt.duel.well import check_width
    from cgt.literature.brzustowski import built_in

    check_width(low)
    check_width(high)
    with progress() as tell:
        for width in range(low, high + 1):
            for one in built_in(width):
                tell(one.name)
                strategy = one.build()
                report = certificate.verify(strategy)
                yield (
                    strategy,
                    {
                        "name": one.name,
                        "player": "good",
                        "valid": report.valid,
                        "pieces": one.pieces,
                        "width": width,
                        "height": report.height,
                        "preview": one.preview,
                        "instructions": report.instructions,
                        "states": report.states,
                        "published_height": one.published.height,
                        "published_instructions": one.published.instructions,
                        "comparison": _compared(one, report.height),
                        "reason": report.reason,
                    },
                )


def _compared(one: BuiltIn, height: int) -> str | None:
    published = one.published.height
    if published is None:
        return None
    return "same" if height == published else "lower" if height < published else "higher"


def _line(result: dict[str, Any], built_in: bool) -> str:
    from cgt.draw.text import printable

    verdict = "valid" if result["valid"] else f"NOT VALID: {result['reason']}"
    argument = result.get("argument")
    how = f"an argument by {argument}" if argument else f"{result['instructions']} instructions"
    text = f"{printable(result['name']):24} {verdict}, height {result['height']}, {how}"
    if built_in and result["published_height"] is not None:
        text += f" (published: {result['published_height']}"
        if result["published_instructions"]:
            text += f", {result['published_instructions']}"
        text += f"; {result['comparison']})"
    return text
