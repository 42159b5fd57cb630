"""cgt ois: forms of boards, of text, or of heaps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from cgt.cli.support import options, units
from cgt.cli.support.boards import Asked, boards, is_written_out
from cgt.cli.support.show import JsonBoards, echo, json_text, show_facts
from cgt.cli.support.tables import table_forms
from cgt.common.errors import LimitError
from cgt.common.files import file_exists
from cgt.common.limits import Allowed

if TYPE_CHECKING:
    from cgt.board.boardfile import Board
    from cgt.board.polyomino import PieceSet
    from cgt.draw.describe.forms import Formed

_SHOWN = 2000
_USUAL_HEAPS = (0, 20)


@click.command()
@boards
@click.option("--eval", "text", metavar="FORM", help="A form, or a product of forms, to work out.")
@click.option("--octal", "code", metavar="CODE", help="A heap game by its octal code, as 0.77.")
@click.option(
    "--heap", type=click.IntRange(0), metavar="N", help="With --octal: the form of a heap."
)
@click.option(
    "--heaps",
    type=units.heap_range,
    metavar="A-B",
    help="With --octal: nimbers, genus and periods of heaps, by default 0-20.",
)
@click.option("--full", is_flag=True, help="Print forms whole, however long they are.")
@options.limits("60s", per="board")
@table_forms
@options.as_json
@options.example(
    "cgt ois example:one-or-two-blocks",
    "cgt ois --eval '{{0}, 0} × {{0}, 0}'",
    "cgt ois --eval '*2 + *2' --json",
    "cgt ois --octal 0.77 --heap 5",
    "cgt ois --octal 0.07 --heaps 0-40",
)
def ois(
    asked: Asked,
    text: str | None,
    code: str | None,
    heap: int | None,
    heaps: tuple[int, int] | None,
    full: bool,
    allowed: Allowed,
    as_json: bool,
    form: str | None,
) -> None:
    """Show the OIS of boards, of text, or of heaps.

    The OIS of a game is the set of the OIS of all positions that a move leads to; 0 if there is no
    move. *n is a nim heap, × the product of two games side by side. A form is tame if it and all
    that it leads to have the genus of a nim position. BOARD is a board file, - for standard input,
    or a board itself, such as '....|..##'.
    """
    if bool(asked) + (text is not None) + (code is not None) != 1:
        raise click.UsageError("give one of boards, --eval and --octal")
    if asked.pieces is not None and not asked:
        raise click.UsageError("--pieces is for boards")
    _check_heaps(code, heap, heaps)
    if code is not None and heap is None:
        from cgt.cli.support.heaps import show_heaps

        show_heaps(code, *(heaps or _USUAL_HEAPS), allowed, as_json=as_json, form=form)
        return
    if form is not None:
        raise click.UsageError(f"--{form} is for a table of heaps, with --octal and --heaps")
    from cgt.draw.describe.forms import LONGEST_WHOLE

    for named in asked.named:
        if _looks_like_a_form(named):
            raise click.UsageError(f"{named!r} is no file; for a form say --eval {named!r}")
    loaded = asked.load_for_solver(allowed.memory) if asked else []
    found = (
        _formed_of_boards(loaded, allowed, told=not as_json)
        if asked
        else iter([_formed_of(text, code, heap, allowed)])
    )
    json_boards = JsonBoards(allowed.memory) if as_json else None
    unknown = _show(found, LONGEST_WHOLE if full else _SHOWN, json_boards, loaded)
    if unknown:
        where = f" on {unknown} of the boards" if asked else ""
        raise LimitError(f"the form is not known within the limits{where}")


def _show(
    found: Iterator[Formed],
    longest: int,
    json_boards: JsonBoards | None,
    loaded: list[tuple[Board, PieceSet]],
) -> int:
    """Shows forms, each as soon as it is known, unless they are JSON; returns how many canonical
    forms are not known."""
    from cgt.cli.support.solvers import pieces_of
    from cgt.draw.describe.forms import form_data, form_facts

    unknown = shown = 0
    with json_boards.shown(pieces_of(loaded)) if json_boards else nullcontext():
        for formed in found:
            unknown += formed.canonical is None
            if json_boards:
                json_boards.add([json_text(form_data(formed, longest))])
            else:
                show_facts(form_facts(formed, longest), is_first=not shown or len(loaded) > 1)
            shown += 1
            del formed  # with the solver and all its memory, before the next one takes its place
    return unknown


def _looks_like_a_form(text: str) -> bool:
    return text[:1] in ("*", "{") and not is_written_out(text) and not file_exists(text)


def _check_heaps(code: str | None, heap: int | None, heaps: tuple[int, int] | None) -> None:
    if code is None and not (heap is None and heaps is None):
        raise click.UsageError("--heap and --heaps need --octal")
    if heap is not None and heaps is not None:
        raise click.UsageError("give either --heap or --heaps")


def _formed_of(text: str | None, code: str | None, heap: int | None, allowed: Allowed) -> Formed:
    if text is not None:
        return _formed_of_text(text, allowed)
    from cgt.cli.support.heaps import formed_of_heap

    assert code is not None
    assert heap is not None
    return formed_of_heap(code, heap, allowed)


def _formed_of_text(text: str, allowed: Allowed) -> Formed:
    from cgt.common.alarm import ended_soon_after
    from cgt.draw.describe.forms import Formed
    from cgt.placement.forms import Forms

    with ended_soon_after(allowed.from_now()):
        form = Forms(memory=allowed.memory // 2).parse(text, "--eval")
        return Formed(form, form.canonical())


def _formed_of_boards(
    loaded: list[tuple[Board, PieceSet]], allowed: Allowed, *, told: bool
) -> Iterator[Formed]:
    """The forms of boards, one after the other; if `told`, says which of several it is at."""
    from cgt.draw.describe.boards import describe_question
    from cgt.draw.describe.forms import Formed
    from cgt.placement.game import PlacementGame
    from cgt.placement.solver import Solver

    for number, (board, piece_set) in enumerate(loaded):
        if told and len(loaded) > 1:
            heading = describe_question(board.grid, PlacementGame(piece_set), board).heading
            echo(f"\n{heading}" if number else heading)
        limits = allowed.from_now(of=len(loaded) - number)
        solver = Solver.for_boards([board.grid], PlacementGame(piece_set), memory=allowed.memory)
        canonical = solver.canonical(board.grid, limits)
        plain = None if canonical is None else solver.ois(board.grid, limits)
        yield Formed(plain, canonical, board)
        del solver, canonical, plain
