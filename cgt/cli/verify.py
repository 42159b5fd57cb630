"""cgt verify: checks strategies and patterns of the duel, and proofs of placement games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support import options, units
from cgt.cli.support.names import NameChoice
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.proofs import tell_positions
from cgt.cli.support.show import echo, progress, show_json
from cgt.cli.support.unmade import Unmade
from cgt.common.alarm import ended_by
from cgt.common.errors import NotValidError
from cgt.common.limits import Allowed, Limits

if TYPE_CHECKING:
    from cgt.draw.describe.duels import Checked
    from cgt.draw.describe.patterns import CheckedPattern
    from cgt.draw.describe.proofs import CheckedProof
    from cgt.draw.describe.words import Description
    from cgt.duel.exact.pattern import Pattern
    from cgt.duel.exact.strategy import Strategy
    from cgt.placement.proof.file import ProofFile
    from cgt.placement.proof.verify import CheckerName

    _Given = tuple[str, Strategy | Pattern | ProofFile]  # with the name of its file
    _AnyChecked = Checked | CheckedPattern | CheckedProof


@click.command()
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(allow_dash=True))
@click.option(
    "--all",
    "all_built_in",
    is_flag=True,
    help="Brzustowski's strategies, built in; with --every-width, all patterns that come with the "
    "program.",
)
@click.option(
    "--every-width",
    is_flag=True,
    help="Accept patterns only, which hold for every width.",
)
@click.option(
    "--width",
    metavar="N or N-M",
    type=units.number_range,
    default="2-10",
    help="The widths for --all.",
    show_default=True,
)
@click.option(
    "--dot",
    metavar="FILE",
    type=click.Path(),
    help="Write a graph for Graphviz; of a proof, if it is small.",
)
@click.option("--graphml", metavar="FILE", type=click.Path(), help="Write a graph as GraphML.")
@click.option(
    "--checker",
    type=NameChoice(("plain", "native")),
    help="The plain checker, which is the one to read, or the native one, for long "
    "files. By default, the size of the file decides.",
)
@options.threads
@options.limits("10m")
@picture_options(
    page="Write an interactive report, one file: play against the strategy, or the proof."
)
@options.as_json
@options.example(
    "cgt verify --all --width 4",
    "cgt verify example:ot-4",
    "cgt verify example:ot-4 --svg figure.svg --html report.html",
    "cgt verify example:cram-5x4 --checker native",
    "cgt verify example:every-even-ol --every-width",
)
def verify(
    files: tuple[str, ...],
    all_built_in: bool,
    every_width: bool,
    width: tuple[int, int],
    dot: str | None,
    graphml: str | None,
    checker: CheckerName | None,
    threads: int,
    allowed: Allowed,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """Check that strategies and proofs hold against everything the other player can do.

    Strategies are those of the duel, for one width or, as patterns, for every width; proofs are
    those that 'cgt solve --proof' writes. The checkers
    share nothing with the solvers but the rules. Exit code 1 if one does not hold, 3 if one takes
    more time or memory than allowed.
    """
    from cgt.common.files import check_writable
    from cgt.draw.terminal.words import one_line

    if bool(files) == all_built_in:
        raise click.UsageError("give strategy files or --all")
    if (dot or graphml or pictures.has_page) and len(files) != 1:
        raise click.UsageError("--dot, --graphml and --html take one strategy file")
    for file in (dot, graphml):
        if file is not None:
            check_writable(file)
    limits, unmade = allowed.whole, Unmade()
    results: list[_AnyChecked] = []
    data: dict[str, bytes] = {}
    with unmade.kept(), ExitStack() as opened:
        if all_built_in and every_width:
            files = _known_patterns()
        given = _read(files, limits, opened, data if pictures.has_page or dot else None)
        _check_kinds(given, every_width)
        _check_drawable(given, graphml or set(pictures.files) - {"html"}, dot)
        _check_patterns_drawable(given, graphml or dot or bool(pictures))
        built_in = _built_in(*width, limits) if all_built_in and not every_width else ()
        for checked in chain(built_in, _checked(given, limits, checker, threads)):
            results.append(checked)
            if not as_json:
                echo(one_line(_described(checked)))
            _write_graphs(checked, data, dot, graphml, limits, unmade)
    if as_json:
        show_json({"results": [_data(checked) for checked in results]})
    with unmade.kept():
        _draw(results, data, pictures, limits)
    wrong = [checked.name for checked in results if not checked.report.valid]
    if wrong:
        unmade.add(NotValidError(f"not valid: {', '.join(wrong)}"))
    unmade.check()


def _read(
    files: Sequence[str], limits: Limits, opened: ExitStack, data: dict[str, bytes] | None
) -> list[_Given]:
    """What the files have in them: strategies, patterns, or the heads of proofs, which stay open.
    If `data` are wanted, they are filled with the whole proofs, to be read again."""
    from cgt.common import files as common_files
    from cgt.duel.exact.pattern import Pattern
    from cgt.duel.exact.pattern_text import is_pattern
    from cgt.duel.exact.strategy import Strategy
    from cgt.placement.proof.file import ProofFile, is_proof

    found: list[_Given] = []
    with ended_by(limits, "reading the files"):
        for file in files:
            source = opened.enter_context(common_files.opened(file))
            if is_proof(source) and data is not None:
                data[file] = source.read_all(limits.bytes())
                found.append((file, ProofFile.of_bytes(data[file], source.source)))
            elif is_proof(source):
                found.append((file, ProofFile(source)))
            else:
                text = common_files.text_within(source, limits)
                kind = Pattern if is_pattern(text) else Strategy
                found.append((file, kind.parse(text, source.source, limits)))
    return found


def _known_patterns() -> tuple[str, ...]:
    from cgt.common.examples import PREFIX, examples
    from cgt.duel.exact.pattern import KIND

    return tuple(f"{PREFIX}{one.name}" for one in examples() if one.kind == KIND)


def _check_kinds(given: Iterable[_Given], every_width: bool) -> None:
    from cgt.duel.exact.pattern import Pattern

    for name, one in given:
        if every_width and not isinstance(one, Pattern):
            raise click.UsageError(f"{name} is no pattern: it says nothing about every width")


def _check_patterns_drawable(given: Iterable[_Given], drawn: object) -> None:
    from cgt.duel.exact.pattern import Pattern

    for name, one in given:
        if drawn and isinstance(one, Pattern):
            raise click.UsageError(f"{name} is a pattern: its text is its picture")


def _check_drawable(given: Iterable[_Given], has_pictures: object, dot: str | None) -> None:
    from cgt.placement.proof.file import ProofFile
    from cgt.placement.proof.graph import check_graph

    for name, one in given:
        if has_pictures and isinstance(one, ProofFile):
            raise click.UsageError(f"{name} is a proof: it has --html and --dot only")
        if dot is not None and isinstance(one, ProofFile):
            check_graph(one.head, name)


def _checked(
    given: Iterable[_Given],
    limits: Limits,
    checker: CheckerName | None,
    threads: int,
) -> Iterator[_AnyChecked]:
    from cgt.draw.describe.duels import Checked
    from cgt.draw.describe.patterns import CheckedPattern
    from cgt.draw.describe.proofs import CheckedProof
    from cgt.duel.exact.certificate import verify
    from cgt.duel.exact.pattern import Pattern
    from cgt.duel.exact.pattern_check import verify_pattern
    from cgt.duel.exact.strategy import Strategy
    from cgt.placement.proof.verify import verify_opened

    with progress() as tell:
        for name, one in given:
            if isinstance(one, Strategy):
                yield Checked(name, one, verify(one, limits, checker=checker))
                continue
            if isinstance(one, Pattern):
                yield CheckedPattern(name, one, verify_pattern(one, limits))
                continue
            report = verify_opened(
                one,
                limits,
                checker=checker,
                threads=threads,
                tell=partial(tell_positions, tell, name),
            )
            yield CheckedProof(name, report)


def _described(checked: _AnyChecked) -> Description:
    from cgt.draw.describe.duels import Checked, describe_check
    from cgt.draw.describe.patterns import CheckedPattern, describe_pattern_check
    from cgt.draw.describe.proofs import describe_proof

    if isinstance(checked, CheckedPattern):
        return describe_pattern_check(checked)
    return describe_check(checked) if isinstance(checked, Checked) else describe_proof(checked)


def _data(checked: _AnyChecked) -> dict[str, Any]:
    from cgt.draw.describe.duels import Checked, check_data
    from cgt.draw.describe.patterns import CheckedPattern, pattern_check_data
    from cgt.draw.describe.proofs import proof_data

    if isinstance(checked, CheckedPattern):
        return pattern_check_data(checked)
    return check_data(checked) if isinstance(checked, Checked) else proof_data(checked)


def _draw(
    results: Sequence[_AnyChecked],
    data: Mapping[str, bytes],
    pictures: Pictures,
    limits: Limits,
) -> None:
    from cgt.draw.describe.duels import Checked
    from cgt.draw.describe.proofs import CheckedProof
    from cgt.draw.pictures.proofs import told_proof_page
    from cgt.draw.pictures.strategies import MOST_DRAWN, strategies_drawing, told_strategy_page

    drawn = [(one.strategy, _described(one)) for one in results if isinstance(one, Checked)]
    if pictures and drawn:
        pictures.write(
            lambda: strategies_drawing(drawn[:MOST_DRAWN], len(results)),
            lambda: told_strategy_page(*drawn[0]),
            limits,
        )
    for one in results:
        if isinstance(one, CheckedProof) and one.name in data and one.report.valid:
            draw_page = partial(told_proof_page, one, data[one.name], limits)
            pictures.write(None, draw_page, limits)


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
    checked: _AnyChecked,
    data: Mapping[str, bytes],
    dot: str | None,
    graphml: str | None,
    limits: Limits,
    unmade: Unmade,
) -> None:
    from cgt.common.files import write_atomically
    from cgt.draw.describe.duels import Checked

    graphs: list[tuple[str | None, Callable[[], str]]]
    if isinstance(checked, Checked):
        graphs = [(dot, checked.strategy.dot), (graphml, checked.strategy.graphml)]
    else:
        graphs = [(dot, partial(_proof_dot, checked.name, data, limits))]
    for file, graph in graphs if checked.report.valid or isinstance(checked, Checked) else ():
        if file is not None:
            with unmade.kept(), ended_by(limits, f"writing {file}"):
                text = graph().encode()
                write_atomically(file, lambda out, text=text: out.write(text))  # type: ignore[misc]


def _proof_dot(name: str, data: Mapping[str, bytes], limits: Limits) -> str:
    from cgt.placement.proof.file import ProofFile
    from cgt.placement.proof.graph import proof_graph

    return proof_graph(ProofFile.of_bytes(data[name], name), limits).dot()
