"""cgt ois: forms of boards, or of text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from cgt.cli.support import options
from cgt.cli.support.boards import Asked, boards
from cgt.cli.support.show import JsonBoards, json_text, show_facts
from cgt.common.limits import Allowed

if TYPE_CHECKING:
    from cgt.board.boardfile import Board
    from cgt.board.polyomino import PieceSet
    from cgt.draw.describe.forms import Formed

_SHOWN = 2000


@click.command()
@boards
@click.option("--eval", "text", metavar="FORM", help="A form, or a product of forms, to work out.")
@click.option("--full", is_flag=True, help="Print forms whole, however long they are.")
@options.limits("60s", per="board")
@options.as_json
@options.example(
    "cgt ois boards/one-or-two-blocks.txt",
    "cgt ois --eval '{{0}, 0} × {{0}, 0}'",
    "cgt ois --eval '*2 + *2' --json",
)
def ois(
    asked: Asked,
    text: str | None,
    full: bool,
    allowed: Allowed,
    as_json: bool,
) -> None:
    """Show the OIS of boards, or of text.

    The OIS of a game is the set of the OIS of all positions that a move leads to; 0 if there is no
    move. *n is a nim heap, × the product of two games side by side. BOARD is a board file, - for
    standard input, or a board itself, such as '....|..##'.
    """
    if bool(asked) == (text is not None):
        raise click.UsageError("give either boards or --eval")
    from cgt.cli.support.solvers import pieces_of
    from cgt.common.errors import LimitError
    from cgt.draw.describe.forms import LONGEST_WHOLE, form_data, form_facts

    longest = LONGEST_WHOLE if full else _SHOWN
    loaded = asked.load_for_solver(allowed.memory) if text is None else []
    found = (
        _formed_of_boards(loaded, allowed)
        if text is None
        else iter([_formed_of_text(text, allowed)])
    )
    unknown = shown = 0
    json_boards = JsonBoards(allowed.memory)
    with json_boards.shown(pieces_of(loaded)) if as_json else nullcontext():
        for formed in found:
            unknown += formed.canonical is None
            if as_json:
                json_boards.add([json_text(form_data(formed, longest))])
            else:
                show_facts(form_facts(formed, longest), is_first=not shown)
            shown += 1
            del formed  # with the solver and all its memory, before the next one takes its place
    if unknown:
        raise LimitError(f"the form is not known within the limits on {unknown} of the boards")


def _formed_of_text(text: str, allowed: Allowed) -> Formed:
    from cgt.common.alarm import ended_soon_after
    from cgt.draw.describe.forms import Formed
    from cgt.placement.forms import Forms

    with ended_soon_after(allowed.from_now()):
        form = Forms(memory=allowed.memory // 2).parse(text, "--eval")
        return Formed(form, form.canonical())


def _formed_of_boards(loaded: list[tuple[Board, PieceSet]], allowed: Allowed) -> Iterator[Formed]:
    from cgt.draw.describe.forms import Formed
    from cgt.placement.game import PlacementGame
    from cgt.placement.solver import Solver

    for number, (board, piece_set) in enumerate(loaded):
        limits = allowed.from_now(of=len(loaded) - number)
        solver = Solver.for_boards([board.grid], PlacementGame(piece_set), memory=allowed.memory)
        canonical = solver.canonical(board.grid, limits)
        plain = None if canonical is None else solver.ois(board.grid, limits)
        yield Formed(plain, canonical, board)
        del solver, canonical, plain
