"""cgt analyse: what is to be known about the boards of a file."""

from __future__ import annotations

import click

from cgt.cli.support import options
from cgt.cli.support.pictures import Pictures, picture_options


@click.command()
@options.board_files
@options.pieces
@options.play
@click.option("--full", is_flag=True, help="Write forms whole, however long they are.")
@options.threads
@options.memory
@options.time_limit(default="5s")
@picture_options(
    page="Write a report to click through: regions, moves, and the game tree, for which there is "
    "as much time again."
)
@options.as_json
@options.example(
    "cgt analyse boards/midgame.txt",
    "cgt analyse boards/two-areas.txt boards/one-block.txt --json",
    "cgt analyse boards/cram.txt --play misere",
    "cgt analyse boards/midgame.txt --html report.html --svg figure.svg",
)
def analyse(
    files: tuple[str, ...],
    pieces: str | None,
    play: str | None,
    full: bool,
    threads: int,
    memory: int,
    time_limit: float | None,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """Value the regions of boards and tell who wins, with a picture.

    N: the player to move wins; P: the other does. What is not known in time is shown as ?, and cgt
    solve may find it. FILE is a board file, - for standard input. Boards have up to 16×16 cells.
    """
    from cgt.board.regions import label_regions
    from cgt.cli.support.analysis_figures import analysis_drawing, story
    from cgt.cli.support.analysis_report import AnalysisReport
    from cgt.cli.support.board_report import report_parts
    from cgt.cli.support.load import load_boards
    from cgt.cli.support.show import screen_width, search_progress, show_json, show_text
    from cgt.cli.support.solvers import Solvers, play_of
    from cgt.common.errors import LimitError
    from cgt.common.limits import Limits
    from cgt.draw.reports.board import BoardStory, board_page
    from cgt.placement.analysis import analyse as analyse_grid
    from cgt.placement.game import PlacementGame
    from cgt.placement.solver import LARGEST_SIDE, check_board_size
    from cgt.placement.tree import game_tree

    loaded = load_boards(files, pieces)
    for board, _ in loaded:
        check_board_size(board.grid, board.where)
    reports: list[AnalysisReport] = []
    stories: list[BoardStory] = []
    with search_progress() as progress:
        solvers = Solvers(loaded, threads, memory, progress)
        for board, piece_set in loaded:
            solver = solvers.get(PlacementGame(piece_set, play_of(play, board)))
            analysis = analyse_grid(board.grid, solver, Limits.of(seconds=time_limit))
            labels, count = label_regions(board.grid, piece_set)
            reports.append(
                AnalysisReport(board, piece_set, labels, count, analysis, solver.game.play, full)
            )
            if pictures.has_page:
                tree = game_tree(board.grid, solver, Limits.of(seconds=time_limit))
                stories.append(story(reports[-1], tree))
    if as_json:
        show_json({"boards": [report.as_json() for report in reports]})
    else:
        show_text(report_parts(reports, screen_width(), most=LARGEST_SIDE**2))
    pictures.write(lambda: analysis_drawing(reports), lambda: board_page(stories))
    unknown = sum(report.analysis.outcome is None for report in reports)
    if unknown:
        raise LimitError(f"who wins is not known within the limits on {unknown} of the boards")
