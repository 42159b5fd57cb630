"""Boards of placement games as text: title, picture, table of regions, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cgt.board.boardfile import Board
from cgt.board.grid import Cell
from cgt.board.polyomino import PieceSet
from cgt.board.regions import label_regions
from cgt.common.shown import printable
from cgt.draw.describe.boards import (
    REGION_HEADINGS,
    Labelled,
    board_title,
    describe_analysis,
    region_facts,
    regions_sentence,
)
from cgt.draw.describe.counting import CELLS_OF_BOARD, ROWS_OF_BOARD, SaidOnce, counting
from cgt.draw.describe.moves import MOVE_HEADINGS, move_facts, moves_left_out
from cgt.draw.describe.words import Description, Sentence, on_terminal
from cgt.draw.palette import region_name
from cgt.draw.terminal.pictures import board_picture, cell_width_for, region_style
from cgt.draw.terminal.tables import plain_table
from cgt.placement.analysis import Analysis
from cgt.placement.worth import MoveWorth

Part = Text | Table

_GAP = 4
_MOST_ROWS = 1000  # of a picture


def regions_parts(
    labelled: Labelled, width: int, most: int, in_full: str = "", once: SaidOnce | None = None
) -> Iterator[Part]:
    """A board and the first `most` of its regions, for a terminal with `width` columns; `in_full`
    says how to get all of them. Boards that are shown one after the other share `once`."""
    board = labelled.board
    table = _region_table(("region", "cells", "box"))
    for number, region in enumerate(labelled.regions(most), 1):
        row, column, height, wide = region.box
        place = f"{wide}×{height} at row {row}, column {column}"
        table.add_row(_named(number), str(region.size), place)
    shown = _Shown(board, labelled.pieces, labelled.labels, labelled.count, table)
    said = [regions_sentence(board.grid, labelled.labels, labelled.count)]
    if labelled.count:
        said.append(counting(ROWS_OF_BOARD))
    yield from shown.parts(width, _told(Description("", tuple(said)), once))
    if labelled.count > most:
        yield Text(f"The table shows {most} of the regions{in_full}.")


def title_part(board: Board, pieces: PieceSet) -> Text:
    """The title of a board, which is the first of its parts."""
    told = board_title(board, pieces)
    title = Text(overflow="fold")
    for text, style in ((told.place, "dim"), (told.name, "bold"), (told.about, "")):
        if text:
            title.append("  " if title else "").append(printable(text), style=style)
    return title


def analysis_parts(
    analysis: Analysis,
    board: Board,
    width: int,
    most: int = 0,
    in_full: str = "",
    once: SaidOnce | None = None,
) -> Iterator[Part]:
    """An analysis of a board with its best `most` moves, for a terminal with `width` columns. If
    moves are left out, it ends with `in_full`, how to get all of them. Analyses that are shown one
    after the other share `once`."""
    pieces = analysis.game.pieces
    table = _region_table(REGION_HEADINGS)
    table.columns[-1].overflow = "fold"
    for number, value in enumerate(analysis.regions, 1):
        table.add_row(_named(number), *region_facts(value))
    winning = analysis.winning_moves_found
    marked = winning[0].placement.cells if winning else ()
    labels, count = label_regions(analysis.grid, pieces)
    shown = _Shown(board, pieces, labels, count, table, marked)
    described = describe_analysis(analysis, board)
    if analysis.moves and most:
        described = described.with_sentence(counting(CELLS_OF_BOARD))
    yield from shown.parts(width, _told(described, once))
    if analysis.moves and (most or in_full):
        yield from [Text()] if most else []
        yield from moves_parts(analysis.moves, most, in_full)


def moves_parts(worths: Sequence[MoveWorth], most: int, in_full: str = "") -> Iterator[Part]:
    """The best `most` moves of a board with what they leave; `in_full` says how to get all."""
    table = plain_table(tight=True)
    for heading in MOVE_HEADINGS:
        table.add_column(heading, justify="right" if heading == "images" else "left")
    table.columns[0].overflow = "fold"
    for worth in worths[:most]:
        table.add_row(*move_facts(worth))
    if most:
        yield table
    left_out = moves_left_out(worths, most, in_full)
    if left_out is not None:
        yield Text(left_out)


def _told(description: Description, once: SaidOnce | None) -> tuple[Sentence, ...]:
    return (once or SaidOnce()).for_one()(description).sentences


def one_after_the_other(boards: Iterable[Iterable[Part]]) -> Iterator[Part]:
    """What is shown of several boards."""
    for number, parts in enumerate(boards):
        if number:
            yield Text("\n")
        yield from parts


@dataclass(frozen=True)
class _Shown:
    """A board with its regions, a table of them, and cells to mark."""

    board: Board
    pieces: PieceSet
    labels: NDArray[np.int32]
    count: int
    table: Table
    marked: Sequence[Cell] = ()

    def parts(self, width: int, sentences: Iterable[Sentence]) -> Iterator[Part]:
        """Title, picture, table and sentences, with blank lines between."""
        yield title_part(self.board, self.pieces)
        yield Text()
        yield from self._picture_and_table(width)
        yield Text()
        for sentence in sentences:
            style = "bold" if sentence.role == "verdict" else ""
            yield Text(sentence.text(on_terminal), style=style)

    def _picture_and_table(self, width: int) -> Iterator[Part]:
        """Side by side where there is room, otherwise one below the other."""
        cell_width = cell_width_for(self.board.grid, self.count, width)
        needed = self.board.grid.width * cell_width
        rows = self.board.grid.height
        if needed > width or rows > _MOST_ROWS:
            missing = f"{needed} columns" if needed > width else f"{rows} rows"
            yield Text(f"(No picture: it needs {missing}.)", style="dim")
            if self.count:
                yield self.table
            return
        picture = board_picture(self.board.grid, self.labels, self.marked, cell_width)
        if not self.count:
            yield picture
        elif needed + _GAP + Console(width=width).measure(self.table).maximum <= width:
            side_by_side = Table.grid(padding=(0, _GAP))
            side_by_side.add_row(picture, self.table)
            yield side_by_side
        else:
            yield from (picture, self.table)


def _region_table(headings: Iterable[str]) -> Table:
    table = plain_table()
    for heading in headings:
        table.add_column(heading, justify="right" if heading == "cells" else "left")
    return table


def _named(number: int) -> Text:
    return Text(f" {region_name(number)} ", region_style(number))
