"""cgt analyse: regions, values and winners of the boards in a file."""

from __future__ import annotations

import click

from cgt.cli.support import options
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.show import screen_width, search_progress, show_json, show_text
from cgt.common.limits import Allowed


@click.command()
@options.board_files
@options.pieces
@options.play
@click.option("--full", is_flag=True, help="Write forms whole, however long they are.")
@options.threads
@options.limits("5s", per="board")
@picture_options(
    page="Write an interactive report: regions, moves, and the game tree, which may take as "
    "long again."
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
    allowed: Allowed,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """Show the regions of boards with their values, and who wins.

    N: the player to move wins; P: the other does. What is not found in time is shown as ?; cgt
    solve may still find it. FILE is a board file, - for standard input. Boards have up to 16×16
    cells.
    """
    from cgt.cli.support.load import load_boards
    from cgt.cli.support.solvers import Solvers, play_of
    from cgt.common.errors import LimitError
    from cgt.draw.describe.boards import analysis_data, describe_analysis
    from cgt.draw.pictures.boards import analysis_drawing
    from cgt.draw.reports.board import BoardStory, board_page
    from cgt.draw.svg import stacked
    from cgt.draw.terminal.boards import analysis_parts, one_after_the_other
    from cgt.placement.analysis import analyse as analyse_grid
    from cgt.placement.game import PlacementGame
    from cgt.placement.solver import check_board_size
    from cgt.placement.tree import game_tree

    loaded = load_boards(files, pieces)
    for board, _ in loaded:
        check_board_size(board.grid, board.where)
    found = []
    stories = []
    with search_progress() as line:
        solvers = Solvers(loaded, threads, allowed.memory, line.progress)
        for board, piece_set in loaded:
            solver = solvers.get(PlacementGame(piece_set, play_of(play, board)))
            analysis = analyse_grid(board.grid, solver, allowed.from_now())
            found.append((analysis, board))
            if pictures.has_page:
                tree = game_tree(board.grid, solver, allowed.from_now())
                stories.append(BoardStory(analysis, describe_analysis(analysis, board), tree))
    if as_json:
        hint = "; --full writes it"
        show_json({"boards": [analysis_data(*one, full=full, in_full=hint) for one in found]})
    else:
        show_text(one_after_the_other(analysis_parts(*one, screen_width()) for one in found))
    pictures.write(
        lambda: stacked([analysis_drawing(*one) for one in found], "boards of placement games"),
        lambda: board_page(stories),
    )
    unknown = sum(analysis.outcome is None for analysis, _ in found)
    if unknown:
        raise LimitError(f"who wins is not known within the limits on {unknown} of the boards")
