"""cgt table: who wins, and the nimbers of empty boards of many sizes."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from cgt.cli.support import options, units
from cgt.cli.support.boards import pieces as pieces_option
from cgt.cli.support.show import progress, show_json
from cgt.cli.support.tables import show_table, table_forms
from cgt.common.limits import Allowed

if TYPE_CHECKING:
    from cgt.cli.support.crews import Workers


@click.command()
@click.argument("typed", required=False, metavar="[SIZES]", type=units.size_ranges)
@click.option(
    "--sizes",
    metavar="M-NxM-N",
    type=units.size_ranges,
    default="1-6x1-8",
    help="The boards: all with sides from one to another, such as 1-8x1-16 or 5x5-9.",
    show_default=True,
)
@pieces_option
@options.play
@click.option(
    "--board-time",
    metavar="TIME",
    type=units.seconds,
    default="5s",
    help="The most time for each question about a board, such as 30s or 10m.",
    show_default=True,
)
@options.threads
@options.crew
@options.limits()
@table_forms
@options.as_json
@options.example(
    "cgt table --sizes 1-4x1-8",
    "cgt table --sizes 2-5x2-6 --pieces domino --play normal --latex",
)
def table(
    typed: tuple[tuple[int, int], tuple[int, int]] | None,
    sizes: tuple[tuple[int, int], tuple[int, int]],
    pieces: str | None,
    play: str | None,
    board_time: float,
    threads: int,
    workers: Workers,
    allowed: Allowed,
    form: str | None,
    as_json: bool,
) -> None:
    """Tables of empty boards: who wins, and nimbers. SIZES are those of --sizes.

    A cell has the outcome in misère play (N: the player to move wins; P: the other does), then the
    nimber in normal play; with --play, only one of the two. What was not found in --board-time is
    shown as ?. --csv has a row for each board, and the seconds that it took.
    """
    from cgt.board.piecesets import piece_set
    from cgt.common.errors import LimitError
    from cgt.draw.describe.sizes import sizes_data, sizes_grid, sizes_list
    from cgt.placement.game import Play
    from cgt.placement.sizes import BOTH_PLAYS, SizeValue, value_of_size, values_of_sizes

    chosen_pieces = "tetromino" if pieces is None else pieces
    rows, columns = (range(low, high + 1) for low, high in typed or sizes)
    chosen: tuple[Play, ...] = tuple(one for one in BOTH_PLAYS if play in (None, one))
    found: list[SizeValue] = []
    memory = workers.memory(allowed.memory)[1] if workers else allowed.memory
    each = Allowed(board_time, memory, allowed.end)
    interrupted = False
    with progress() as tell, workers.crew(value_of_size) if workers else nullcontext() as crew:
        try:
            for value in values_of_sizes(
                rows,
                columns,
                piece_set(chosen_pieces),
                plays=chosen,
                each=each,
                threads=threads,
                crew=crew,
                progress=tell,
            ):
                found.append(value)
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        show_json(
            {"rows": sizes_data(found, chosen)},
            {
                "pieces": chosen_pieces,
                "sizes": typed or sizes,
            },
        )
    elif form == "csv":
        show_table(sizes_list(found, chosen), form)
    else:
        show_table(sizes_grid(found, rows, columns, chosen), form or "text")
    if interrupted:
        raise click.Abort
    boards = {(min(w, h), max(w, h)) for w in rows for h in columns}
    if len(found) < len(boards):
        raise LimitError(f"{len(boards) - len(found)} of the boards were not reached in time")
