"""cgt ois: forms of boards, or of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from cgt.cli.support import options
from cgt.cli.support.show import show_facts, show_json

Facts = dict[str, Any]

_SHOWN = 2000


@click.command()
@click.argument("file", required=False, metavar="[FILE]", type=click.Path(allow_dash=True))
@click.option("--eval", "text", metavar="FORM", help="A form, or a product of forms, to work out.")
@click.option("--full", is_flag=True, help="Print forms whole, however long they are.")
@options.pieces
@options.limits(default="60s")
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
    allowed: options.Allowed,
    as_json: bool,
) -> None:
    """Show the OIS of boards, or of text.

    The OIS of a game is the set of the OIS of all that a move leads to: 0 if there is no move. *n
    is a nim heap, × the product of two games side by side. FILE is a board file, - for standard
    input.
    """
    if (file is None) == (text is None):
        raise click.UsageError("give either a board file or --eval")
    longest = None if full else _SHOWN
    if text is not None:
        results = [_facts_of_text(text, longest, allowed)]
    else:
        results = list(_facts_of_boards(file or "", longest, pieces, allowed))
    if as_json:
        show_json(results[0] if len(results) == 1 else {"boards": results})
    else:
        show_facts(results)


def _facts_of_text(text: str, longest: int | None, allowed: options.Allowed) -> Facts:
    from cgt.draw.describe.forms import form_facts
    from cgt.placement.forms import Forms

    form = Forms(memory=allowed.memory).parse(text, "--eval")
    return form_facts(form, form.canonical(), longest)


def _facts_of_boards(
    file: str, longest: int | None, pieces: str | None, allowed: options.Allowed
) -> Iterator[Facts]:
    from cgt.cli.support.load import load_board_or_size
    from cgt.common.errors import LimitError
    from cgt.draw.describe.forms import form_facts
    from cgt.placement.game import PlacementGame
    from cgt.placement.solver import Solver

    for board, piece_set in load_board_or_size(file, None, pieces):
        solver = Solver.for_boards([board.grid], PlacementGame(piece_set), memory=allowed.memory)
        canonical = solver.canonical(board.grid, allowed.from_now())
        if canonical is None:
            raise LimitError(f"{board.where}: the form is not known within the limits")
        plain = solver.ois(board.grid, allowed.from_now())
        note = {"ois_note": "not known within the limits"} if plain is None else {}
        yield {"name": board.name} | form_facts(plain, canonical, longest) | note
