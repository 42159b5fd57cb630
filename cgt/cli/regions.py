"""cgt regions: connected parts of boards of any size."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from cgt.cli.support import options
from cgt.cli.support.boards import Asked, boards
from cgt.cli.support.show import JsonBoards, screen_width, show_text
from cgt.common.limits import Allowed

if TYPE_CHECKING:
    from cgt.board.boardfile import Board

_MOST_SHOWN = 100
_BYTES_PER_CELL = 40  # to label a board and to sort its cells by region
_BYTES_OF_TEXT = 16  # for a cell in JSON


@click.command()
@boards
@click.option(
    "--labels",
    metavar="FILE",
    type=click.Path(),
    help="Write each cell's region number, 0 for none, as a NumPy file (one board only).",
)
@options.limits("60s")
@options.as_json
@options.example(
    "cgt regions example:midgame",
    "cgt regions example:midgame --pieces omino:1 --json",
    "cgt regions example:midgame --labels labels.npy",
)
def regions(
    asked: Asked,
    labels: str | None,
    allowed: Allowed,
    as_json: bool,
) -> None:
    """List the regions of boards of any size.

    A region is a connected set of empty cells that pieces still fit in; with --pieces omino:1, all
    connected parts are regions. BOARD is a board file, - for standard input, or a board itself,
    such as '....|..##'.
    """
    from cgt.cli.support.solvers import pieces_of
    from cgt.common.files import STANDARD_INPUT, check_writable, write_array
    from cgt.draw.describe.boards import Labelled, regions_json
    from cgt.draw.describe.counting import SaidOnce
    from cgt.draw.terminal.boards import one_after_the_other, regions_parts

    if labels == STANDARD_INPUT:
        raise click.BadParameter("name a file to write", param_hint="--labels")
    loaded = asked.load(allowed.memory)
    if labels is not None and len(loaded) != 1:
        raise click.BadParameter(
            f"takes one board, and there are {len(loaded)}", param_hint="--labels"
        )
    _check_memory([board for board, _ in loaded], allowed.memory, as_json)
    found: Iterable[Labelled] = (Labelled.of(*one) for one in loaded)
    if labels is not None:
        check_writable(labels)
        found = list(found)
    if as_json:
        json_boards = JsonBoards(allowed.memory)
        with json_boards.shown(pieces_of(loaded)):
            for one in found:
                json_boards.add(regions_json(one))
    else:
        once = SaidOnce()
        parts = (
            regions_parts(one, screen_width(), _MOST_SHOWN, "; --json lists all", once)
            for one in found
        )
        show_text(one_after_the_other(parts))
    if labels is not None:
        [only] = found
        write_array(labels, only.labels)


def _check_memory(boards: list[Board], memory: int, as_json: bool) -> None:
    """Raises LimitError if the work on these boards would take more than `memory` bytes."""
    from cgt.common.errors import LimitError

    cells = [board.grid.width * board.grid.height for board in boards]
    needed = _BYTES_PER_CELL * max(cells) + (_BYTES_OF_TEXT * sum(cells) if as_json else 0)
    if needed > memory:
        largest = boards[cells.index(max(cells))]
        raise LimitError(
            f"{largest.where}: this takes {needed // 2**20} MiB of memory, and "
            f"{memory // 2**20} MiB are allowed; --memory allows more"
        )
