"""Boards of placement games as drawings: regions in colours, moves, coordinates.

A region has a colour, a texture and a letter: any one of them distinguishes it from its neighbours,
so that a picture can be read in grey and by colour-blind people.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cgt.board.grid import Cell, Grid
from cgt.draw.labels import PieceLabel, inner_cell, piece_label
from cgt.draw.palette import (
    EMPTY_COLOUR,
    FAINT_INK,
    FILLED_COLOUR,
    INK,
    INK_ON_COLOUR,
    PAPER,
    piece_colour,
    region_colour,
    region_name,
)
from cgt.draw.svg import Drawing, Value, text_width

CELL = 28.0
EDGE = 20.0  # for the numbers of rows and columns
_MOST_LABELLED = 40  # rows or columns; more are drawn smaller and without numbers
_TEXTURES = ("", "M0 7L7 0", "M0 0L7 7", "M3 3h1", "M0 3.5H7", "M3.5 0V7", "M0 0L7 7M0 7L7 0")
_DOTS = 3  # which of them
TEXTURES = len(_TEXTURES)
_MOST_CELLS = 2**16  # of a grid that a notebook shows


@dataclass(frozen=True)
class Placed:
    """A piece to be drawn on a board."""

    piece: str
    cells: Sequence[Cell]


def grid_drawing(grid: Grid) -> Drawing:
    """A grid without regions; only its size in words if it is very large."""
    if grid.width * grid.height > _MOST_CELLS:
        told = f"A grid of {grid.width}×{grid.height}, too large to draw"
        drawing = Drawing(text_width(told, 12), 20, told)
        drawing.text(0, 14, told)
        return drawing
    return board_drawing(grid, np.zeros((grid.height, grid.width), dtype=np.int32))


def board_drawing(
    grid: Grid,
    labels: NDArray[np.int32],
    moves: Iterable[Placed] = (),
    *,
    title: str = "",
    cell: float = CELL,
    avoid: Collection[Cell] = (),
) -> Drawing:
    """A board with moves on it and its regions, as cgt.board.regions.label_regions numbers them.

    Where there is room, a region's letter stands neither on a move's cell nor on one of those to
    `avoid`. Groups have the classes `region` (with `data-region`) and `move`, by which a page finds
    them.
    """
    width, height = grid.width, grid.height
    numbered = max(width, height) <= _MOST_LABELLED
    edge = EDGE if numbered else 0.0
    if not numbered:
        cell = max(4.0, cell * _MOST_LABELLED / max(width, height))
    name = title or f"a board of {width}×{height}"
    drawing = Drawing(edge + width * cell + 2, edge + height * cell + 2, name)
    moved = [Placed(move.piece, tuple(move.cells)) for move in moves]
    if numbered:
        _draw_numbers(drawing, grid, cell)
    with drawing.group(transform=f"translate({edge:g} {edge:g})"):
        drawing.rectangle(0, 0, width * cell, height * cell, fill=EMPTY_COLOUR, class_="empty")
        taken = {at for move in moved for at in move.cells} | set(avoid)
        _draw_regions(drawing, labels, cell, taken)
        for row, column in grid.filled_cells():
            drawing.rectangle(
                column * cell, row * cell, cell, cell, fill=FILLED_COLOUR, class_="filled"
            )
        _draw_lines(drawing, width, height, cell)
        for move in moved:
            draw_piece(drawing, move.piece, move.cells, cell)
        drawing.rectangle(
            0, 0, width * cell, height * cell,
            fill="none", stroke=INK, stroke_width=1.5, class_="frame",
        )  # fmt: skip
    return drawing


def draw_piece(
    drawing: Drawing, piece: str, cells: Sequence[Cell], cell: float, *, letter: bool = True
) -> None:
    """A piece on its cells, whose rows count from the top, in its colour and with a heavy
    outline."""
    with drawing.group(class_="move", data_piece=piece):
        for row, column in cells:
            drawing.rectangle(
                column * cell, row * cell, cell, cell, fill=piece_colour(piece), class_="placed"
            )
        drawing.path(outline(cells, cell), fill="none", stroke=INK_ON_COLOUR,
                     stroke_width=cell / 11, stroke_linecap="square")  # fmt: skip
        if letter:
            draw_label(drawing, piece_label(piece, cells), cell, class_="letter")


def draw_label(
    drawing: Drawing, label: PieceLabel, cell: float, **attributes: Value | None
) -> None:
    """A piece's name where its label says, for rows that count from the top."""
    x, y, size = (label.column + 0.5) * cell, (label.row + 0.5) * cell, label.size * cell
    turn = f"rotate(-90 {x:g} {y:g})" if label.turned else None
    drawing.text(
        x, y + size * 0.36, label.text, size, INK_ON_COLOUR, font_weight="bold",
        text_anchor="middle", transform=turn, **attributes,
    )  # fmt: skip


def outline(cells: Collection[Cell], cell: float) -> str:
    """The edges between a set of cells and all others, as the data of a path."""
    inside = set(cells)
    steps = []
    for row, column in sorted(inside):
        x, y = column * cell, row * cell
        for neighbour, edge in (
            ((row - 1, column), f"M{x:g} {y:g}h{cell:g}"),
            ((row + 1, column), f"M{x:g} {y + cell:g}h{cell:g}"),
            ((row, column - 1), f"M{x:g} {y:g}v{cell:g}"),
            ((row, column + 1), f"M{x + cell:g} {y:g}v{cell:g}"),
        ):
            if neighbour not in inside:
                steps.append(edge)
    return "".join(steps)


def swatch(drawing: Drawing, number: int, x: float, y: float, side: float) -> None:
    """A small square with a region's colour, texture and name."""
    _define_texture(drawing, number)
    drawing.rectangle(x, y, side, side, fill=region_colour(number))
    if texture := _texture(number):
        drawing.rectangle(x, y, side, side, fill=texture)
    drawing.text(
        x + side / 2, y + side * 0.74, region_name(number), side * 0.68, INK_ON_COLOUR,
        font_weight="bold", text_anchor="middle",
    )  # fmt: skip


def _draw_numbers(drawing: Drawing, grid: Grid, cell: float) -> None:
    for column in range(grid.width):
        x = EDGE + (column + 0.5) * cell
        drawing.text(
            x, EDGE - 6, str(column), 10, FAINT_INK, text_anchor="middle", class_="number column"
        )
    for row in range(grid.height):
        y = EDGE + (row + 0.5) * cell + 3.5
        drawing.text(EDGE - 6, y, str(row), 10, FAINT_INK, text_anchor="end", class_="number row")


def _draw_regions(
    drawing: Drawing, labels: NDArray[np.int32], cell: float, taken: Collection[Cell]
) -> None:
    members: dict[int, list[Cell]] = {}
    for row, column in zip(*np.nonzero(labels), strict=True):
        members.setdefault(int(labels[row, column]), []).append((int(row), int(column)))
    for number, cells in sorted(members.items()):
        _define_texture(drawing, number)
        with drawing.group(class_="region", data_region=region_name(number)):
            for row, column in cells:
                place = (column * cell, row * cell, cell, cell)
                drawing.rectangle(*place, fill=region_colour(number))
                if texture := _texture(number):
                    drawing.rectangle(*place, fill=texture)
            drawing.path(outline(cells, cell), fill="none", stroke=INK_ON_COLOUR, stroke_width=1.5,
                         stroke_linecap="square", class_="outline")  # fmt: skip
            if cell >= 12:
                _draw_letter(drawing, region_name(number), inner_cell(cells, taken), cell)


def _draw_lines(drawing: Drawing, width: int, height: int, cell: float) -> None:
    data = "".join(f"M{column * cell:g} 0V{height * cell:g}" for column in range(1, width))
    data += "".join(f"M0 {row * cell:g}H{width * cell:g}" for row in range(1, height))
    if data:
        drawing.path(data, stroke=PAPER, stroke_width=1, stroke_opacity=0.55, class_="lines")


def _draw_letter(drawing: Drawing, letter: str, at: Cell, cell: float) -> None:
    row, column = at
    size = cell * (0.55 if len(letter) == 1 else 0.95 / len(letter))
    drawing.text(
        (column + 0.5) * cell, (row + 0.5) * cell + size * 0.36, letter, size, INK_ON_COLOUR,
        font_weight="bold", text_anchor="middle", class_="letter",
    )  # fmt: skip


def _texture(number: int) -> str:
    kind = (number - 1) % TEXTURES
    return f"url(#texture-{kind})" if kind else ""


def define_textures(drawing: Drawing) -> None:
    """Defines all textures that regions have."""
    for number in range(1, TEXTURES + 1):
        _define_texture(drawing, number)


def _define_texture(drawing: Drawing, number: int) -> None:
    """Defines the texture of a region, so that marks can refer to it."""
    kind = (number - 1) % TEXTURES
    if kind:
        dots = kind == _DOTS
        drawing.define_pattern(
            f"texture-{kind}", 7, _TEXTURES[kind], fill="none", stroke="#000000",
            stroke_opacity=0.28, stroke_width=2.4 if dots else 1.2,
            stroke_linecap="round" if dots else None,
        )  # fmt: skip
