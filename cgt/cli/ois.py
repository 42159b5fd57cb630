"""cgt ois: forms of boards, or of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cgt.cli.support import options
from cgt.cli.support.show import JsonBoards, json_text, show_facts
from cgt.common.limits import Allowed

if TYPE_CHECKING:
    from cgt.draw.describe.forms import Formed

_SHOWN = 2000


@click.command()
@click.argument("file", required=False, metavar="[FILE]", type=click.Path(allow_dash=True))
@click.option("--eval", "text", metavar="FORM", help="A form, or a product of forms, to work out.")
@click.option("--full", is_flag=True, help="Print forms whole, however long they are.")
@options.pieces
@options.limits("60s", per="board")
@options.as_json
@options.example(
    "cgt ois boards/one-or-two-blocks.txt",
    "cgt ois --eval '{{0}, 0} × {{0}, 0}'",
    "cgt ois --eval '*2 + *2' --json",
)
def ois(
    file: str | None,
    text: str | None,
    full: bool,
    pieces: str | None,
    allowed: Allowed,
    as_json: bool,
) -> None:
    """Show the OIS of boards, or of text.

    The OIS of a game is the set of the OIS of all positions that a move leads to; 0 if there is no
    move. *n is a nim heap, × the product of two games side by side. FILE is a board file, - for
    standard input.
    """
    if (file is None) == (text is None):
        raise click.UsageError("give either a board file or --eval")
    from cgt.common.errors import LimitError
    from cgt.draw.describe.forms import LONGEST_WHOLE, form_data, form_facts

    longest = LONGEST_WHOLE if full else _SHOWN
    found = (
        _formed_of_boards(file or "", pieces, allowed)
        if text is None
        else [_formed_of_text(text, allowed)]
    )
    unknown = shown = 0
    json_boards = JsonBoards(allowed.memory)
    for formed in found:
        unknown += formed.canonical is None
        if as_json:
            json_boards.add([json_text(form_data(formed, longest))])
        else:
            show_facts(form_facts(formed, longest), is_first=not shown)
        shown += 1
        del formed  # with the solver and all its memory, before the next one takes its place
    if as_json:
        json_boards.show(alone=shown == 1)
    if unknown:
        raise LimitError(f"the form is not known within the limits on {unknown} of the boards")


def _formed_of_text(text: str, allowed: Allowed) -> Formed:
    from cgt.common.alarm import ended_soon_after
    from cgt.draw.describe.forms import Formed
    from cgt.placement.forms import Forms

    with ended_soon_after(allowed.from_now()):
        form = Forms(memory=allowed.memory // 2).parse(text, "--eval")
        return Formed(form, form.canonical())


def _formed_of_boards(file: str, pieces: str | None, allowed: Allowed) -> Iterator[Formed]:
    from cgt.cli.support.load import load_board_or_size
    from cgt.draw.describe.forms import Formed
    from cgt.placement.game import PlacementGame
    from cgt.placement.solver import Solver

    loaded = load_board_or_size(file, None, pieces, allowed.memory)
    for number, (board, piece_set) in enumerate(loaded):
        limits = allowed.from_now(of=len(loaded) - number)
        solver = Solver.for_boards([board.grid], PlacementGame(piece_set), memory=allowed.memory)
        canonical = solver.canonical(board.grid, limits)
        plain = None if canonical is None else solver.ois(board.grid, limits)
        yield Formed(plain, canonical, board)
        del solver, canonical, plain
