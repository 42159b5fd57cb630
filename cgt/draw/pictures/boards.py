"""Boards of placement games as figures: an analysis, a solution."""

from __future__ import annotations

from cgt.board.boardfile import Board
from cgt.board.grid import Grid
from cgt.board.regions import label_regions
from cgt.draw.boards import Placed, board_drawing
from cgt.draw.describe.boards import (
    REGION_HEADINGS,
    describe_analysis,
    describe_solved,
    region_facts,
)
from cgt.draw.describe.words import Description
from cgt.draw.figures import RegionRow, described_figure, region_table
from cgt.draw.svg import Drawing
from cgt.placement.analysis import Analysis
from cgt.placement.answer import Solved
from cgt.placement.game import Move, PlacementGame


def analysis_drawing(analysis: Analysis, board: Board | None = None) -> Drawing:
    """A board with its regions and a winning move, a table of the regions, and who wins; `board`
    has the board's name and file, if there are any."""
    description = describe_analysis(analysis, board)
    picture = analysed_board(analysis, description)
    rows = [
        RegionRow(number, region_facts(value)) for number, value in enumerate(analysis.regions, 1)
    ]
    table = region_table(REGION_HEADINGS, rows) if rows else None
    return described_figure(description, picture, table)


def analysed_board(analysis: Analysis, description: Description | None = None) -> Drawing:
    """Its first part alone: the board with its regions and a winning move."""
    winning = analysis.winning_moves_found
    description = description or describe_analysis(analysis)
    return _picture(analysis.grid, analysis.game, winning[0] if winning else None, description)


def solved_drawing(solved: Solved, board: Board | None = None) -> Drawing:
    """A board with a best move, and who wins; `board` has the board's name and file, if there are
    any."""
    description = describe_solved(solved, board)
    picture = _picture(solved.grid, solved.game, solved.best_move, description)
    return described_figure(description, picture)


def _picture(
    grid: Grid, game: PlacementGame, move: Move | None, description: Description
) -> Drawing:
    labels, _ = label_regions(grid, game.pieces)
    moves = [] if move is None else [Placed(move.placement.piece.name, move.placement.cells)]
    return board_drawing(grid, labels, moves, title=description.title)
