"""The labels at the arrows and wells of a diagram: pieces, columns, next pieces.

After J. Brzustowski's figures: above an arrow is the piece in its rotation, below it the column,
and below that the next pieces that Good may see.
"""

from __future__ import annotations

from dataclasses import dataclass

from cgt.board.grid import Cell
from cgt.draw.boards import outline
from cgt.draw.diagram.excerpt import Moves, Queue
from cgt.draw.palette import FAINT_INK, INK, piece_colour
from cgt.draw.svg import Drawing, text_width
from cgt.duel.rules import Rules, WellPlacement

CELL = 5.0  # of a piece at an arrow
NEXT_CELL = 3.0  # of a next piece
_LETTER = 9.0
_NUMBER = 9.0
_NEXT_LETTER = 7.0
_BETWEEN = 8.0  # moves on the same arrow
_AIR = 4.0  # between the line and what is above it
_COLUMN_ROW = 12.0
_NEXT_ROW = 9.0
_MOST_QUEUES = 4
_A_ROW = 4  # moves; more are put into rows below


@dataclass(frozen=True)
class Size:
    """The size of a label: its width, and its heights above and below the line."""

    width: float
    above: float
    below: float


def shape_cells(rules: Rules, piece: str, rotation: int = 0) -> tuple[Cell, ...]:
    """The cells of a piece, by row from the top; none if there is no such piece or rotation."""
    rotations = rules.pieces[piece].rotations if piece in rules.names else ()
    return rotations[rotation].cells if 0 <= rotation < len(rotations) else ()


def draw_shape(
    drawing: Drawing, piece: str, cells: tuple[Cell, ...], x: float, y: float, cell: float
) -> None:
    """A small piece in its colour, its upper left corner at a point."""
    with drawing.group(class_="piece", data_piece=piece, transform=f"translate({x:g} {y:g})"):
        data = "".join(f"M{c * cell:g} {r * cell:g}h{cell:g}v{cell:g}h{-cell:g}z" for r, c in cells)
        drawing.path(data or "M0 0", fill=piece_colour(piece), stroke=INK, stroke_opacity=0.25,
                     stroke_width=0.5)  # fmt: skip
        drawing.path(outline(cells, cell) or "M0 0", fill="none", stroke=INK, stroke_width=0.9,
                     stroke_linecap="square")  # fmt: skip


def piece_size(cells: tuple[Cell, ...], cell: float) -> tuple[float, float]:
    """How wide and how high some cells are drawn."""
    return (
        max((column + 1 for _, column in cells), default=0) * cell,
        max((row + 1 for row, _ in cells), default=0) * cell,
    )


def letter_width(piece: str, size: float) -> float:
    """How wide a piece's name is in bold, with the gap after it."""
    return 1.3 * text_width(piece, size) + 2


def _flat_cells(rules: Rules, piece: str) -> tuple[Cell, ...]:
    """The cells of a piece in the rotation with the fewest rows."""
    turns = len(rules.pieces[piece].rotations) if piece in rules.names else 1
    found = [shape_cells(rules, piece, rotation) for rotation in range(turns)]
    return min(found, key=lambda cells: piece_size(cells, 1)[1])


def draw_named(drawing: Drawing, rules: Rules, piece: str, x: float, base: float) -> float:
    """A small piece after its letter, on a base line; returns where it ends."""
    cells = _flat_cells(rules, piece)
    width, height = piece_size(cells, NEXT_CELL)
    drawing.text(x, base, piece, _NEXT_LETTER, font_weight="bold", class_="next")
    x += letter_width(piece, _NEXT_LETTER)
    draw_shape(drawing, piece, cells, x, base - height, NEXT_CELL)
    return x + width


def named_width(rules: Rules, piece: str) -> float:
    """How wide `draw_named` draws a piece."""
    width, _ = piece_size(_flat_cells(rules, piece), NEXT_CELL)
    return letter_width(piece, _NEXT_LETTER) + width


class Label:
    """What Good does on one arrow: moves side by side, each with its queues of next pieces
    below."""

    def __init__(self, rules: Rules, moves: Moves) -> None:
        self.rules = rules
        entries = [_Entry(rules, placement, queues) for placement, queues in moves.items()]
        self.rows = [entries[i : i + _A_ROW] for i in range(0, len(entries), _A_ROW)]

    @property
    def size(self) -> Size:
        if not self.rows:
            return Size(0.0, 0.0, 0.0)
        sizes = [_row_size(row) for row in self.rows]
        below = sizes[0].below + sum(size.above + size.below for size in sizes[1:])
        return Size(max(size.width for size in sizes), sizes[0].above, below)

    def draw(self, drawing: Drawing, x: float, y: float) -> None:
        """Draws the label with its upper left corner at a point."""
        for row in self.rows:
            size = _row_size(row)
            left = x + (self.size.width - size.width) / 2
            for entry in row:
                entry.draw(drawing, left, y + size.above)
                left += entry.size.width + _BETWEEN
            y += size.above + size.below


def _row_size(row: list[_Entry]) -> Size:
    return Size(
        sum(entry.size.width for entry in row) + _BETWEEN * (len(row) - 1),
        max(entry.size.above for entry in row),
        max(entry.size.below for entry in row),
    )


class _Entry:
    """One move: a piece above the line, its column and the next pieces below."""

    def __init__(self, rules: Rules, placement: WellPlacement, queues: list[Queue]) -> None:
        self.rules = rules
        self.placement = placement
        self.cells = shape_cells(rules, placement.piece, placement.rotation)
        seen = [queue for queue in dict.fromkeys(queues) if queue]
        if seen and len(seen) == len(rules.names) ** len(seen[0]):
            seen = []  # whatever comes
        self.queues = seen if len(seen) <= _MOST_QUEUES else seen[: _MOST_QUEUES - 1]
        self.more = f"and {len(seen) - len(self.queues):,} more" if seen != self.queues else ""

    @property
    def size(self) -> Size:
        width, height = piece_size(self.cells, CELL)
        piece = letter_width(self.placement.piece, _LETTER) + width
        queues = [
            sum(named_width(self.rules, one) for one in queue) + 4 * (len(queue) - 1)
            for queue in self.queues
        ]
        rows = len(self.queues) + bool(self.more)
        words = text_width(self.more, _NEXT_LETTER)
        below = _COLUMN_ROW + _NEXT_ROW * rows
        return Size(max(piece, words, *queues, 14.0), max(height, 8.0) + _AIR, below)

    def draw(self, drawing: Drawing, x: float, line: float) -> None:
        size = self.size
        piece, _, column, _ = self.placement
        width, height = piece_size(self.cells, CELL)
        letter = letter_width(piece, _LETTER)
        left = x + (size.width - letter - width) / 2
        middle = x + size.width / 2
        with drawing.group(class_="instruction", data_piece=piece, data_column=str(column)):
            drawing.text(left, line - _AIR, piece, _LETTER, font_weight="bold", class_="letter")
            draw_shape(drawing, piece, self.cells, left + letter, line - _AIR - height, CELL)
            y = line + _COLUMN_ROW - 2.5
            drawing.text(middle, y, str(column), _NUMBER, text_anchor="middle", class_="column")
            for queue in self.queues:
                y += _NEXT_ROW
                widths = [named_width(self.rules, one) for one in queue]
                at = middle - (sum(widths) + 4 * (len(queue) - 1)) / 2
                for one in queue:
                    at = draw_named(drawing, self.rules, one, at, y) + 4
            if self.more:
                drawing.text(middle, y + _NEXT_ROW, self.more, _NEXT_LETTER, FAINT_INK,
                             text_anchor="middle", class_="next")  # fmt: skip
