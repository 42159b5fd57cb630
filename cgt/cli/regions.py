"""cgt regions: connected parts of boards of any size."""

from __future__ import annotations

import click

from cgt.cli.support import options
from cgt.cli.support.show import screen_width, show_json, show_text

_MOST_SHOWN = 100


@click.command()
@options.board_files
@options.pieces
@click.option(
    "--labels",
    metavar="FILE",
    type=click.Path(),
    help="Write each cell's region number, 0 for none, as a NumPy file (one board only).",
)
@options.as_json
@options.example(
    "cgt regions boards/midgame.txt",
    "cgt regions boards/midgame.txt --pieces omino:1 --json",
    "cgt regions boards/midgame.txt --labels labels.npy",
)
def regions(files: tuple[str, ...], pieces: str | None, labels: str | None, as_json: bool) -> None:
    """List the regions of boards of any size.

    A region is a connected set of empty cells that pieces still fit in; with --pieces omino:1, all
    connected parts are regions. FILE is a board file, - for standard input.
    """
    from cgt.cli.support.load import load_boards
    from cgt.common.files import STANDARD_INPUT, write_array
    from cgt.draw.describe.boards import Labelled, regions_data
    from cgt.draw.terminal.boards import one_after_the_other, regions_parts

    if labels == STANDARD_INPUT:
        raise click.BadParameter("name a file to write", param_hint="--labels")
    loaded = load_boards(files, pieces)
    if labels is not None and len(loaded) != 1:
        raise click.BadParameter(
            f"takes one board, and there are {len(loaded)}", param_hint="--labels"
        )
    found = [Labelled.of(board, piece_set) for board, piece_set in loaded]
    if labels is not None:
        write_array(labels, found[0].labels)
    if as_json:
        show_json({"boards": [regions_data(one) for one in found]})
    else:
        parts = (
            regions_parts(one, screen_width(), _MOST_SHOWN, "; --json lists all") for one in found
        )
        show_text(one_after_the_other(parts))
