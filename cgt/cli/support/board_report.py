"""What `cgt analyse` and `cgt regions` show of a board and its regions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich import box
from rich.table import Table
from rich.text import Text

from cgt.board.boardfile import Board
from cgt.board.grid import Cell
from cgt.board.polyomino import PieceSet
from cgt.board.regions import Region, label_regions, regions_from_labels
from cgt.cli.support.show import measured_width
from cgt.draw.palette import region_name
from cgt.draw.terminal.pictures import board_picture, printable, region_style

_GAP = 4


@dataclass(frozen=True)
class BoardReport:
    """A board, what is played on it, and the regions found."""

    board: Board
    pieces: PieceSet
    labels: NDArray[np.int32]
    count: int

    @classmethod
    def of(cls, board: Board, pieces: PieceSet) -> BoardReport:
        return cls(board, pieces, *label_regions(board.grid, pieces))

    def regions(self, most: int | None = None) -> Sequence[Region]:
        """The regions, or the first `most` of them."""
        return regions_from_labels(
            self.labels, self.count if most is None else min(most, self.count)
        )

    def as_json(self) -> dict[str, Any]:
        board, grid = self.board, self.board.grid
        return {
            "file": board.where.source,
            "line": board.where.line,
            "name": board.name,
            "pieces": self.pieces.name,
            "width": grid.width,
            "height": grid.height,
            "empty": grid.empty,
            "regions": [{"size": r.size, "cells": r.cells} for r in self.regions()],
        }

    def title(self) -> Text:
        """Where the board is from, its name, its size and the pieces."""
        grid, where = self.board.grid, self.board.where
        title = Text(printable(f"{where.source}:{where.line}"), style="dim", overflow="fold")
        if self.board.name:
            title.append(f"  {printable(self.board.name)}", style="not dim bold")
        pieces = printable(self.pieces.name)
        return title.append(f"  {grid.width}×{grid.height}, {pieces}", style="not dim")

    def summary(self) -> str:
        """How many regions there are and what is left over, in one sentence."""
        empty = self.board.grid.empty
        if empty == 0:
            return "The board is full."
        live = int(np.count_nonzero(self.labels))
        if live == 0:
            return f"No piece fits on the {counted(empty, 'empty cell')}."
        regions = counted(self.count, "region")
        if live == empty:
            return f"{regions} with all {counted(empty, 'empty cell')}."
        return f"{regions} with {live} of {empty} empty cells; no piece reaches the others."

    def table(self, most: int) -> Table:
        """The first `most` regions: name, size and place."""
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
        table.add_column("region")
        table.add_column("cells", justify="right")
        table.add_column("box")
        for number, region in enumerate(self.regions(most), 1):
            row, column, height, width = region.box
            table.add_row(
                Text(f" {region_name(number)} ", region_style(number)),
                str(region.size),
                f"{width}×{height} at row {row}, column {column}",
            )
        return table

    def marked_cells(self) -> tuple[Cell, ...]:
        """Cells to be marked in the picture."""
        return ()

    def conclusion(self) -> Iterator[Text]:
        """What more there is to say under the summary."""
        yield from ()

    def picture_width(self) -> int:
        return self.board.grid.width * max(2, len(region_name(self.count)))

    def parts(self, width: int, most: int) -> Iterator[Text | Table]:
        """Title, picture, table and summary for so many columns, with blank lines between."""
        yield self.title()
        yield Text()
        yield from self._picture_and_table(width, most)
        yield Text()
        yield Text(self.summary())
        yield from self.conclusion()
        if self.count > most:
            yield Text(f"The table shows {most} of the regions; --json tells all.")

    def _picture_and_table(self, width: int, most: int) -> Iterator[Text | Table]:
        """Side by side where there is room, else the one under the other."""
        table = self.table(most)
        if self.picture_width() > width:
            yield Text(f"(No picture: it needs {self.picture_width()} columns.)", style="dim")
            if self.count:
                yield table
            return
        picture = board_picture(self.board.grid, self.labels, self.marked_cells())
        if not self.count:
            yield picture
        elif self.picture_width() + _GAP + measured_width(table) <= width:
            side_by_side = Table.grid(padding=(0, _GAP))
            side_by_side.add_row(picture, table)
            yield side_by_side
        else:
            yield from (picture, table)


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def report_parts(reports: Sequence[BoardReport], width: int, most: int) -> Iterator[Text | Table]:
    """What is shown of several boards, one after the other."""
    for number, report in enumerate(reports):
        if number:
            yield Text("\n")
        yield from report.parts(width, most)
