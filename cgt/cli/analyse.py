"""cgt analyse: regions, values and winners of the boards in a file."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import click

from cgt.cli.support import options
from cgt.cli.support.boards import Asked, boards
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.show import (
    JsonBoards,
    json_text,
    screen_width,
    search_progress,
    show_text,
)
from cgt.common.limits import Allowed

if TYPE_CHECKING:
    from cgt.board.boardfile import Board
    from cgt.board.polyomino import PieceSet
    from cgt.placement.analysis import Analysis

_SHOWN_MOVES = 3  # a board of ten rows and all that is said of it then fit on 24 lines


@click.command()
@boards
@options.play
@options.worth_of_moves(
    None, f"By default {_SHOWN_MOVES} of a single board that is won; with --json all."
)
@click.option("--full", is_flag=True, help="Write forms whole, however long they are.")
@options.threads
@options.limits("5s", per="board")
@picture_options(
    page="Write an interactive report: regions, moves, and the game tree, which may take as "
    "long again."
)
@options.as_json
@options.example(
    "cgt analyse example:midgame",
    "cgt analyse example:two-areas example:one-block --json",
    "cgt analyse '....|..##' --size 4x4",
    "cgt analyse example:cram --play misere",
    "cgt analyse example:midgame --html report.html --svg figure.svg",
)
def analyse(
    asked: Asked,
    play: str | None,
    shown_moves: int | None,
    full: bool,
    threads: int,
    allowed: Allowed,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """Show the regions of boards with their values, who wins, and what the best moves leave.

    N: the player to move wins; P: the other does. What is not found in time is shown as ?; cgt
    solve may still find it. BOARD is a board file, - for standard input, or a board itself, such
    as '....|..##'. Boards have up to 256 cells, of any shape.
    """
    from cgt.cli.support.solvers import Solvers, games_of, setting_of
    from cgt.common.errors import LimitError
    from cgt.draw.describe.boards import describe_analysis
    from cgt.draw.pictures.boards import analysis_drawing
    from cgt.draw.reports.board import BoardStory, board_page
    from cgt.draw.svg import stacked
    from cgt.placement.analysis import analyse as analyse_grid
    from cgt.placement.boxes import boxes_for
    from cgt.placement.tree import game_tree

    loaded = asked.load_for_solver(allowed.memory)
    games = games_of(loaded, play)
    most = shown_moves
    if shown_moves is None and not as_json:
        most = _SHOWN_MOVES if len(loaded) == 1 else 0
    told = _Told(as_json, full, allowed.memory, most, is_chosen=shown_moves is not None)
    found, stories = [], []  # for pictures, which are drawn when all has been told
    with told.whole(setting_of(games)), search_progress() as line:
        boxes = boxes_for([board.grid for board, _ in loaded])
        at_once = len(set(zip(games, boxes, strict=True))) if pictures else 1
        solvers = Solvers(loaded, threads, allowed.memory // at_once, line.progress)
        time = allowed.before_files() if pictures else allowed
        shares = len(loaded) * (2 if pictures.has_page else 1)
        for number, (board, _) in enumerate(loaded):
            line.begin_board(number, len(loaded))
            with line.aside():
                told.begin(board, games[number].pieces)
            solver = solvers.get(games[number], board.grid)
            analysis = analyse_grid(board.grid, solver, time.from_now(of=shares), most=most)
            with line.aside():
                told.add(analysis, board)
            if pictures:
                found.append((analysis, board))
            if pictures.has_page:
                shares -= 1
                tree = game_tree(board.grid, solver, time.from_now(of=shares))
                stories.append(BoardStory(analysis, describe_analysis(analysis, board), tree))
            shares -= 1
            del solver, analysis  # the next solver takes their place
    pictures.write(
        lambda: stacked([analysis_drawing(*one) for one in found], "boards of placement games"),
        lambda: board_page(stories),
        allowed.whole,
    )
    if told.unknown:
        raise LimitError(f"who wins is not known within the limits on {told.unknown} of the boards")


class _Told:
    """Tells what was found about each board: as text at once, as JSON at the end."""

    def __init__(
        self, as_json: bool, full: bool, memory: int, most: int | None, *, is_chosen: bool
    ) -> None:
        from cgt.draw.describe.counting import SaidOnce

        self._json = JsonBoards(memory) if as_json else None
        self._full = full
        self._most = most  # moves that are shown; None for all
        self._is_chosen = is_chosen  # that number, by the user
        self._boards = 0
        self._once = SaidOnce()
        self.unknown = 0  # boards on which it is not known who wins

    def begin(self, board: Board, pieces: PieceSet) -> None:
        """Says which board is analysed from now on."""
        from rich.text import Text

        from cgt.draw.terminal.boards import title_part

        if self._json is None:
            gap = [Text("\n")] if self._boards else []
            show_text([*gap, title_part(board, pieces)])
        self._boards += 1

    def add(self, analysis: Analysis, board: Board) -> None:
        """Tells what was found about the board that was begun."""
        from cgt.draw.describe.boards import analysis_data
        from cgt.draw.terminal.boards import analysis_parts

        self.unknown += analysis.outcome is None
        if self._json is not None:
            data = analysis_data(
                analysis, board, full=self._full, in_full="; --full writes it", most=self._most
            )
            self._json.add([json_text(data)])
        else:
            _title, *others = analysis_parts(
                analysis, board, screen_width(), *self._moves_of(analysis), once=self._once
            )
            show_text(others)

    def _moves_of(self, analysis: Analysis) -> tuple[int, str]:
        """How many moves are shown, and how to get the others, if that is said. Where the user does
        not ask for moves that all lose or are all unknown, a list of them would say little."""
        most, in_full = self._most or 0, f"; --moves {len(analysis.moves or ())} shows them all"
        if self._is_chosen:
            return most, in_full if most else ""
        return most if analysis.winning_moves_found else 0, in_full

    def whole(self, setting: dict[str, str | None]) -> AbstractContextManager[None]:
        """Surrounds the work on all boards."""
        return nullcontext() if self._json is None else self._json.shown(setting)
