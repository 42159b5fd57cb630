"""cgt analyse: what is to be known about the boards of a file."""

from __future__ import annotations

import click

from cgt.cli import options


@click.command()
@options.board_files
@options.pieces
@options.as_json
@options.example(
    "cgt analyse boards/midgame.txt",
    "cgt analyse boards/*.txt --json",
    "cgt analyse boards/midgame.txt --pieces domino",
)
def analyse(files: tuple[str, ...], pieces: str | None, as_json: bool) -> None:
    """Split boards into independent regions, with a picture.

    FILE is a board file, - for standard input. Boards have up to 16×16 cells.
    """
    from cgt.cli.board_report import BoardReport, report_parts
    from cgt.cli.load import load_boards
    from cgt.cli.show import screen_width, show_json, show_text
    from cgt.placement import LARGEST_SIDE, check_board_size

    loaded = load_boards(files, pieces)
    for board, _ in loaded:
        check_board_size(board.grid, board.where)
    reports = [BoardReport.of(board, piece_set) for board, piece_set in loaded]
    if as_json:
        show_json({"boards": [report.as_json() for report in reports]})
    else:
        show_text(report_parts(reports, screen_width(), most=LARGEST_SIDE**2))
