"""What `cgt analyse` draws of boards: a figure for each, and what a report tells."""

from __future__ import annotations

from collections.abc import Sequence

from cgt.cli.support.analysis_report import AnalysisReport
from cgt.draw.boards import Placed, board_drawing
from cgt.draw.figures import RegionRow, figure, region_table
from cgt.draw.reports.board import BoardStory
from cgt.draw.svg import Drawing, stacked
from cgt.placement.tree import GameTree

_HEADINGS = ("region", "cells", "alone", "genus", "canonical form")
_SHOWN_FORM = 24


def analysis_drawing(reports: Sequence[AnalysisReport]) -> Drawing:
    """A figure for each board, one under the other."""
    return stacked([_figure(report) for report in reports], "boards of placement games")


def story(report: AnalysisReport, tree: GameTree) -> BoardStory:
    """What a report tells of a board."""
    # The page has its own verdict and its own list of winning moves.
    return BoardStory(
        heading(report), report.play, report.labels, report.analysis, [report.summary()], tree
    )


def heading(report: AnalysisReport) -> str:
    """The board's name or place, its size, and what is played."""
    board, grid = report.board, report.board.grid
    size = f"{grid.width}×{grid.height}"
    name = board.name or f"{board.where.source}:{board.where.line}"
    play = "misère" if report.play == "misere" else "normal"
    told = f"{size}, {report.pieces.name}, {play} play"
    return told if name == size else f"{name}: {told}"


def _figure(report: AnalysisReport) -> Drawing:
    winning = report.analysis.winning_moves or ()
    moves = [Placed(move.placement.piece.name, move.placement.cells) for move in winning[:1]]
    picture = board_drawing(report.board.grid, report.labels, moves, title=heading(report))
    rows = [
        RegionRow(
            number,
            (
                str(value.region.size),
                value.outcome or "?",
                value.canonical.genus if value.canonical else "?",
                value.canonical.text(_SHOWN_FORM, heaps=True) if value.canonical else "?",
            ),
        )
        for number, value in enumerate(report.analysis.regions, 1)
    ]
    table = region_table(_HEADINGS, rows) if rows else None
    sentences = [*(text.plain for text in report.conclusion()), report.summary()]
    drawn = ", drawn:" if sum(move.images for move in winning) == 1 else "; drawn is one:"
    sentences = [sentence.replace("; @@ is one:", drawn) for sentence in sentences]
    return figure(heading(report), picture, table, sentences)
