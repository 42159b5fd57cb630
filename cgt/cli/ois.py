"""cgt ois: forms of boards, or of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support import options

if TYPE_CHECKING:
    from cgt.placement.forms import Form

_SHOWN = 2000


@click.command()
@click.argument("file", required=False, metavar="[FILE]", type=click.Path(allow_dash=True))
@click.option("--eval", "text", metavar="FORM", help="A form, or a product of forms, to work out.")
@click.option("--full", is_flag=True, help="Print forms whole, however long they are.")
@options.pieces
@options.memory
@options.time_limit(default="60s")
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
    memory: int,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Show the OIS of boards, or of text.

    The OIS of a game is the set of the OIS of all that a move leads to: 0 if there is no move. *n
    is a nim heap, × the product of two games side by side. FILE is a board file, - for standard
    input.
    """
    from cgt.cli.support.show import show_json
    from cgt.placement.forms import Forms

    if (file is None) == (text is None):
        raise click.UsageError("give either a board file or --eval")
    limit = None if full else _SHOWN
    if text is not None:
        form = Forms(memory=memory).parse(text, "--eval")
        result = describe(form, form.canonical(), limit)
        if as_json:
            show_json(result)
        else:
            _print(result)
        return
    assert file is not None
    _show_boards(file, limit, pieces, memory, time_limit, as_json)


def describe(plain: Form | None, canonical: Form, limit: int | None) -> dict[str, Any]:
    """What there is to say of a form; the unreduced one may be unknown."""
    result: dict[str, Any] = {"ois": None if plain is None else plain.text(limit)}
    return result | {
        "canonical": canonical.text(limit, heaps=True),
        "outcome": canonical.outcome(),
        "nimber": canonical.nimber,
        "misere_nimber": canonical.misere_nimber,
        "genus": canonical.genus,
        "birthday": (plain or canonical).birthday,
        "options": len((plain or canonical).options),
        "followers": (plain or canonical).followers,
    }


def _show_boards(
    file: str,
    limit: int | None,
    pieces: str | None,
    memory: int,
    time_limit: float | None,
    as_json: bool,
) -> None:
    from cgt.cli.support.load import load_boards
    from cgt.cli.support.show import show_json
    from cgt.common.errors import LimitError
    from cgt.common.limits import Limits
    from cgt.placement.game import PlacementGame
    from cgt.placement.solver import Solver, check_board_size

    results = []
    for board, piece_set in load_boards([file], pieces):
        check_board_size(board.grid, board.where)
        solver = Solver.for_boards([board.grid], PlacementGame(piece_set), memory=memory)
        canonical = solver.canonical(board.grid, Limits.of(seconds=time_limit))
        if canonical is None:
            raise LimitError(f"{board.where}: the form is not known within the limits")
        plain = solver.ois(board.grid, Limits.of(seconds=time_limit))
        result = {"name": board.name} | describe(plain, canonical, limit)
        if plain is None:
            result["ois_note"] = "not known within the limits"
        results.append(result)
    if as_json:
        show_json(results[0] if len(results) == 1 else {"boards": results})
        return
    for number, result in enumerate(results):
        if number:
            click.echo()
        _print(result)


def _print(result: dict[str, Any]) -> None:
    width = max(len(key) for key in result) + 2
    for key, value in result.items():
        if value is not None:
            click.echo(f"{key.replace('_', ' '):{width}}{value}")
