"""cgt ois: forms of boards, or of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cgt.cli.support import options
from cgt.cli.support.show import show_facts, show_json
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
    from cgt.draw.describe.forms import form_data, form_facts

    longest = None if full else _SHOWN
    if text is not None:
        found = [_formed_of_text(text, allowed)]
    else:
        found = list(_formed_of_boards(file or "", pieces, allowed))
    if as_json:
        results = [form_data(formed, longest) for formed in found]
        show_json(results[0] if len(results) == 1 else {"boards": results})
    else:
        show_facts(form_facts(formed, longest) for formed in found)


def _formed_of_text(text: str, allowed: Allowed) -> Formed:
    from cgt.draw.describe.forms import Formed
    from cgt.placement.forms import Forms

    form = Forms(memory=allowed.memory).parse(text, "--eval")
    return Formed(form, form.canonical())


def _formed_of_boards(file: str, pieces: str | None, allowed: Allowed) -> Iterator[Formed]:
    from cgt.cli.support.load import load_board_or_size
    from cgt.common.errors import LimitError
    from cgt.draw.describe.forms import Formed
    from cgt.placement.game import PlacementGame
    from cgt.placement.solver import Solver

    for board, piece_set in load_board_or_size(file, None, pieces):
        solver = Solver.for_boards([board.grid], PlacementGame(piece_set), memory=allowed.memory)
        canonical = solver.canonical(board.grid, allowed.from_now())
        if canonical is None:
            raise LimitError(f"{board.where}: the form is not known within the limits")
        yield Formed(solver.ois(board.grid, allowed.from_now()), canonical, board)
