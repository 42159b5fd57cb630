"""Bad's wins by an argument, without instructions: drawings of the columns' weights and of the
pieces that Bad sends.

`cgt.duel.exact.arguments` explains the arguments and checks them.
"""

from __future__ import annotations

from cgt.draw.describe.arguments import does_not_hold, weights_text
from cgt.draw.diagram.geometry import LINE, bent, draw_way
from cgt.draw.diagram.labels import draw_shape, piece_size, shape_cells
from cgt.draw.palette import FAINT_INK, INK, PAPER, WEIGHT_COLOURS
from cgt.draw.svg import Drawing, text_width
from cgt.duel.exact.arguments import Argument, argument_of
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.strategy import Strategy
from cgt.duel.rules import Rules
from cgt.duel.well import LANE

_CELL = 26.0
_WIDEST = 680.0
_WALL = 2.0
_ROOM = 14.0  # of walls above the weights
_PIECE = 8.0  # the side of a cell of a piece that is sent
_TIMES = 11.0
_ARROW = 44.0
_HIGH = 46.0  # the row of the pieces that Bad sends


def argument_drawing(strategy: Strategy) -> tuple[Drawing, list[str]]:
    """A drawing of an argument's weights and pieces, and the argument in words. If it does not hold
    for the game, the drawing is empty and the words say why."""
    checked = verify(strategy)
    if not checked.valid:
        return Drawing(0, 0, ""), [does_not_hold(checked)]
    rules = strategy.rules
    argument = argument_of(strategy)
    weights, sent = _weights_drawing(argument), _sent_drawing(rules, argument)
    whole = Drawing(max(weights.width, sent.width), weights.height + 24 + sent.height, "")
    whole.put(weights, (whole.width - weights.width) / 2, 0)
    whole.put(sent, (whole.width - sent.width) / 2, weights.height + 24)
    return whole, weights_text(rules, argument)


def _weights_drawing(argument: Argument) -> Drawing:
    """A row of the well with a weight in each column, and lanes if the argument uses them."""
    columns = len(argument.weights)
    cell = min(_CELL, _WIDEST / columns)
    width = cell * columns
    drawing = Drawing(width + 2 * _WALL, _ROOM + cell + _WALL, "")
    with drawing.group(class_="weights", transform=f"translate({_WALL:g} {_ROOM:g})"):
        for column, weight in enumerate(argument.weights):
            colour = WEIGHT_COLOURS[(weight > 0) - (weight < 0)]
            drawing.rectangle(column * cell, 0, cell, cell, fill=colour, stroke=PAPER)
            drawing.text((column + 0.5) * cell, cell * 0.64, _signed(weight), cell * 0.42,
                         text_anchor="middle", class_="weight")  # fmt: skip
        if argument.kind == "lanes":
            for column in range(LANE, columns, LANE):
                x = column * cell
                drawing.line((x, -_ROOM), (x, cell), stroke=FAINT_INK, stroke_width=0.8,
                             stroke_dasharray="3 2", class_="lane")  # fmt: skip
        drawing.path(
            f"M{-_WALL / 2:g} {-_ROOM:g}V{cell + _WALL / 2:g}H{width + _WALL / 2:g}V{-_ROOM:g}",
            fill="none", stroke=INK, stroke_width=_WALL, class_="frame",
        )  # fmt: skip
    return drawing


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


def _sent_drawing(rules: Rules, argument: Argument) -> Drawing:
    """What Bad sends, piece after piece, with an arrow from the last to the first."""
    pieces = [(piece, shape_cells(rules, piece)) for piece in argument.pieces]
    times = f"× {argument.times:,}" if argument.times > 1 else ""
    told = [f"{piece} {times}".strip() for piece, _ in pieces]
    widths = [
        piece_size(cells, _PIECE)[0] + 8 + text_width(text, _TIMES)
        for (_, cells), text in zip(pieces, told, strict=True)
    ]
    width = sum(widths) + _ARROW * (len(pieces) - 1)
    drawing = Drawing(width, _HIGH + 28, "")
    x, middle = 0.0, _HIGH / 2
    for number, (piece, cells) in enumerate(pieces):
        wide, high = piece_size(cells, _PIECE)
        draw_shape(drawing, piece, cells, x, middle - high / 2, _PIECE)
        drawing.text(x + wide + 8, middle + 4, told[number], _TIMES, class_="sent")
        x += widths[number]
        if number + 1 < len(pieces):
            drawing.arrow([(x + 6, middle), (x + _ARROW - 8, middle)], INK, LINE)
        x += _ARROW
    first, last = widths[0] / 2, width - widths[-1] / 2
    if len(pieces) == 1:
        first, last = width * 0.25, width * 0.75
    low = _HIGH + 8
    draw_way(drawing, bent([(last, _HIGH - 6), (last, low), (first, low), (first, _HIGH - 6)]))
    drawing.text((first + last) / 2, low + 14, "over and over", 10, FAINT_INK,
                 text_anchor="middle")  # fmt: skip
    return drawing
