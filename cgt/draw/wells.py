"""Wells of the duel as drawings: filled cells, a piece in its colour, and the path it came by.

Rows count from the floor up, as everywhere in the duel; on paper they go the other way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from heapq import heappop, heappush

from cgt.board.grid import Cell
from cgt.draw.boards import CELL, Placed, draw_label, draw_piece
from cgt.draw.labels import MARK_SIZE, piece_label
from cgt.draw.palette import (
    EMPTY_COLOUR,
    FAINT_INK,
    FILLED_COLOUR,
    INK,
    PAPER,
    WARNING_COLOUR,
    piece_colour,
)
from cgt.draw.svg import Drawing, Point
from cgt.duel.well import Well, bits_of

WALL = 3.0
_EDGE = 20.0
_LEAST_LETTERED = 16.0  # the side of a cell that has room for a letter
_ROWS_ABOVE = 2  # what an arrow begins in


def well_drawing(
    well: Well,
    height: int,
    placed: Placed | None = None,
    *,
    limit: int | None = None,
    band: tuple[int, int] | None = None,
    pieces: Mapping[Cell, str] | None = None,
    numbered: bool = True,
    arrow: bool = True,
    cell: float = CELL,
    title: str = "",
) -> Drawing:
    """A well with `height` rows, or more if it needs them.

    `placed` has the cells of a piece, rows counted from the floor; an arrow shows how it came down
    unless `arrow` is False. `pieces` says which piece a filled cell came from; other cells are
    grey. A dashed line is drawn above row `limit`, the highest that a stack may reach, and a frame
    around the rows of a
    `band`, from the first to the last.
    """
    tops = [row + 1 for row, _ in placed.cells] if placed else []
    rows = max([height, well.stack_height, *tops, *([band[1] + 1] if band else [])])
    above = _ROWS_ABOVE * cell if placed and arrow else 0.0
    edge = _EDGE if numbered else 0.0
    width = well.width * cell
    name = title or f"a well of {well.width}×{height}"
    drawing = Drawing(
        edge + width + 2 * WALL, above + rows * cell + WALL + (_EDGE if numbered else 0.0), name
    )
    with drawing.group(transform=f"translate({edge + WALL:g} {above:g})"):
        drawing.rectangle(0, 0, width, rows * cell, fill=EMPTY_COLOUR, class_="empty")
        _draw_cells(drawing, well, rows, cell, pieces or {})
        _draw_lines(drawing, well.width, rows, cell)
        if limit is not None and limit < rows:
            y = (rows - limit) * cell
            drawing.line((0, y), (width, y), stroke=WARNING_COLOUR, stroke_width=1.5,
                         stroke_dasharray="5 3", class_="limit")  # fmt: skip
        if band is not None:
            first, last = band
            place = (1.5, (rows - 1 - last) * cell, width - 3, (last - first + 1) * cell)
            drawing.rectangle(*place, fill="none", stroke=WARNING_COLOUR, stroke_width=3,
                              stroke_dasharray="8 4", class_="band")  # fmt: skip
        if placed:
            draw_piece(drawing, placed.piece, _from_top(placed.cells, rows), cell)
            if arrow:
                _draw_arrow(drawing, well, placed.cells, rows, cell)
        _draw_walls(drawing, width, rows * cell)
        if numbered:
            _draw_numbers(drawing, well.width, rows, cell)
    return drawing


def way_down(well: Well, cells: Collection[Cell]) -> list[Point]:
    """The path of a piece from above the stack to its place, in rows and columns: its beginning,
    its bends and its end, for the middle of the piece's top row.

    It has as few bends as possible. A piece that had to turn cannot be followed as a whole; then
    this is the path of the cell with the simplest one. Empty if the piece is walled in.
    """
    whole = _offsets(well, cells)
    ways = [(whole, cells)] if whole else [(_offsets(well, [at]), [at]) for at in sorted(cells)]
    found = [(len(offsets), offsets, moved) for offsets, moved in ways if offsets]
    if not found:
        return []
    _, offsets, moved = min(found)
    row = max(row for row, _ in moved)
    top = [column for r, column in moved if r == row]
    column = (min(top) + max(top)) / 2
    return [(row + up, column + right) for up, right in offsets]


def arrow_way(well: Well, cells: Collection[Cell]) -> list[Point]:
    """The path down as an arrow shows it: it ends at the edge of the piece."""
    way = way_down(well, cells)
    if way:
        way[-1] = _edge_of(cells, way)
    return way


def _offsets(well: Well, cells: Collection[Cell]) -> list[Cell]:
    """How far up and to the right of their place the cells are at the beginning, at the bends, and
    at the end of the simplest path. The search begins at the end, where there is little room."""
    free = well.stack_height - min(row for row, _ in cells)  # above this, nothing is in the way
    waiting: list[tuple[int, int, Cell, str, tuple[Cell, ...]]] = [(0, 0, (0, 0), "", ((0, 0),))]
    seen = set()
    while waiting:
        bends, length, at, heading, corners = heappop(waiting)
        up, right = at
        if up >= free and heading in ("", "up"):
            return [at, *reversed(corners)]
        if (at, heading) in seen:
            continue
        seen.add((at, heading))
        for turn, to in (
            ("up", (up + 1, right)),
            ("left", (up, right - 1)),
            ("right", (up, right + 1)),
        ):
            if not all(
                0 <= column + to[1] < well.width and not well[row + to[0], column + to[1]]
                for row, column in cells
            ):
                continue
            is_bend = heading not in ("", turn)
            path = (*corners, at) if is_bend else corners
            heappush(waiting, (bends + is_bend, length + 1, to, turn, path))
    return []


def _draw_arrow(
    drawing: Drawing, well: Well, cells: Collection[Cell], rows: int, cell: float
) -> None:
    way = arrow_way(well, cells)
    if not way:
        return
    points = [((column + 0.5) * cell, (rows - row - 0.5) * cell) for row, column in way]
    points[0] = (points[0][0], -(_ROWS_ABOVE - 0.4) * cell)
    drawing.arrow(points, INK, max(1.2, cell / 12))


def _edge_of(cells: Collection[Cell], way: Sequence[Point]) -> Point:
    """Where a path meets the piece: an arrow ends there and leaves the piece's letter free."""
    (_, column0), (row, column) = way[-2:]
    if column0 == column:
        hit = [r for r, c in cells if abs(c - column) <= 0.5] or [r for r, _ in cells]
        return max(hit) + 0.5, column
    hit = [c for r, c in cells if abs(r - row) <= 0.5] or [c for _, c in cells]
    return row, (max(hit) + 0.5 if column0 > column else min(hit) - 0.5)


def _draw_cells(
    drawing: Drawing, well: Well, rows: int, cell: float, pieces: Mapping[Cell, str]
) -> None:
    for column, filled in enumerate(well.columns):
        for row in bits_of(filled):
            piece = pieces.get((row, column))
            drawing.rectangle(
                column * cell,
                (rows - 1 - row) * cell,
                cell,
                cell,
                fill=FILLED_COLOUR if piece is None else piece_colour(piece),
                class_="filled",
            )
            if piece is not None and cell >= _LEAST_LETTERED:
                # Faint letters, for people who cannot see the colours.
                mark = piece_label(piece, [(rows - 1 - row, column)], MARK_SIZE)
                draw_label(drawing, mark, cell, fill_opacity=0.45, class_="mark")


def _draw_lines(drawing: Drawing, width: int, rows: int, cell: float) -> None:
    data = "".join(f"M{column * cell:g} 0V{rows * cell:g}" for column in range(1, width))
    data += "".join(f"M0 {row * cell:g}H{width * cell:g}" for row in range(1, rows))
    drawing.path(data or "M0 0", stroke=PAPER, stroke_width=1, class_="lines")


def _draw_walls(drawing: Drawing, width: float, height: float) -> None:
    half = WALL / 2
    drawing.path(
        f"M{-half:g} 0V{height + half:g}H{width + half:g}V0",
        fill="none", stroke=INK, stroke_width=WALL, class_="frame",
    )  # fmt: skip


def _draw_numbers(drawing: Drawing, width: int, rows: int, cell: float) -> None:
    for column in range(width):
        x = (column + 0.5) * cell
        y = rows * cell + WALL + 13
        drawing.text(x, y, str(column), 10, FAINT_INK, text_anchor="middle", class_="number column")
    for row in range(rows):
        y = (rows - row - 0.5) * cell + 3.5
        drawing.text(-WALL - 5, y, str(row), 10, FAINT_INK, text_anchor="end", class_="number row")


def _from_top(cells: Sequence[Cell], rows: int) -> list[Cell]:
    return [(rows - 1 - row, column) for row, column in cells]
