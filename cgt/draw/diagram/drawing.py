"""Strategies of the duel as arrow diagrams, after the figures in J. Brzustowski's thesis.

Small wells, with arrows from each to the wells that may come next. Good's strategy has an arrow for
every piece that Bad may send; Bad's has one for everything that Good may do with the piece sent.
Cycles let Good play for ever, so the layout makes them easy to see.
"""

from __future__ import annotations

from cgt.draw.diagram.arguments import argument_drawing
from cgt.draw.diagram.excerpt import Excerpt, Shown, excerpt
from cgt.draw.diagram.geometry import LINE, Box, Edge, Layout, Node, draw_way
from cgt.draw.diagram.labels import Label, draw_named, named_width
from cgt.draw.diagram.layout import lay_out
from cgt.draw.diagram.notes import captioned, heading
from cgt.draw.palette import BACK_COLOURS, EMPTY_COLOUR, FAINT_INK, FILLED_COLOUR, INK, PAPER
from cgt.draw.svg import Drawing, text_width
from cgt.duel.exact.ground import ground_of
from cgt.duel.exact.strategy import Strategy
from cgt.duel.well import Well, bits_of

MOST_WELLS = 48
_WALL = 1.6
_LARGEST, _SMALLEST = 8.0, 3.0  # the side of a cell
_WIDE = 72.0  # a well that would be wider gets smaller cells
_LOWEST = 2  # at least so many rows are drawn
_TELLING = 13.0  # the row below a well with Bad's piece
_START = 34.0
_WORD = 10.0


def strategy_drawing(strategy: Strategy, *, most: int = MOST_WELLS) -> Drawing:
    """A strategy as an arrow diagram under a heading, with at most `most` wells."""
    if strategy.argument in ("sums", "lanes"):
        return captioned(heading(strategy), *argument_drawing(strategy))
    found = excerpt(strategy, most)
    diagram = Diagram(strategy, found)
    goes_back = any(arrow.back for arrow in diagram.layout.arrows.values())
    return captioned(heading(strategy), diagram.drawing(), _notes(strategy, found, goes_back))


def _notes(strategy: Strategy, found: Excerpt, goes_back: bool) -> list[str]:
    """What a reader needs to know: how to read the arrows, and what is left out."""
    good = strategy.player == "good"
    notes = []
    if found.is_cut:
        notes.append(f"The first {found.shown:,} of {found.wells:,} wells are drawn.")
    elif found.unseen:
        wells = "well cannot be reached from the start and is"
        if found.unseen > 1:
            wells = "wells cannot be reached from the start and are"
        notes.append(f"{found.unseen:,} {wells} not drawn.")
    if good:
        text = "Above an arrow is the piece, below it the leftmost column it covers, counted from 0"
        notes.append(text + (", and the next pieces if they matter." if strategy.preview else "."))
        if strategy.bag:
            notes.append("Which arrow Good takes may depend on what is left in the bag.")
        if goes_back:
            notes.append("Coloured arrows lead back and close cycles.")
        if strategy.lanes_in_any_order:
            notes.append(
                "The order of lanes does not matter: an arrow leads to the well with sorted lanes, "
                "which stands for the one that is left."
            )
    elif strategy.argument == "floors":
        notes.append(
            "The lowest row of a well is the floor, which nothing can get below. Two equal rows "
            "stand for two or more. Below a well are the piece that Bad sends and a rank, which "
            "falls unless there is a new floor or the stack grows."
        )
    else:
        notes.append(
            "Below a well are the piece that Bad sends and a rank, which falls whatever Good does. "
            "Placements that end the game at once are not drawn."
        )
    if strategy.preview and not good:
        notes.append("Of several pieces, Good places the first and Bad chose the last.")
    if any(node.well and ground_of(node.well) for node in found.nodes) and strategy.has_ground:
        notes.append("Full rows at the bottom stand for rows with anything in them.")
    return notes


class Diagram:
    """The excerpt of a strategy, laid out and drawn."""

    def __init__(self, strategy: Strategy, found: Excerpt) -> None:
        self.rules = strategy.rules
        self.found = found
        wells = [node.well for node in found.nodes if node.well is not None]
        self.rows = max(_LOWEST, *(well.stack_height for well in wells))
        widest = max(well.width for well in wells)
        self.cell = max(_SMALLEST, min(_LARGEST, _WIDE / widest))
        self.labels = [Label(self.rules, moves) for moves in found.edges.values()]
        self.layout = self._layout()

    def _layout(self) -> Layout:
        edges = [
            Edge(start, end, label.size.width, label.size.above, label.size.below)
            for (start, end), label in zip(self.found.edges, self.labels, strict=True)
        ]
        return lay_out([self._size(node) for node in self.found.nodes], edges)

    def _size(self, node: Shown) -> Node:
        if node.well is None:
            return Node(text_width(_word(node), _WORD) + 4, 12)
        width = node.well.width * self.cell + 2 * _WALL
        height = self.rows * self.cell + _WALL
        if node.instruction is None:
            return Node(width, height)
        return Node(width, height, _TELLING, self._telling_width(node))

    def _telling_width(self, node: Shown) -> float:
        instruction = node.instruction
        assert instruction is not None
        pieces = sum(named_width(self.rules, piece) + 4 for piece in instruction.visible)
        return pieces + text_width(f"{instruction.rank:,}", 8) + 2

    def drawing(self) -> Drawing:
        layout = self.layout
        drawing = Drawing(layout.width + _START + 2, layout.height + 2, "a diagram")
        with drawing.group(transform=f"translate({_START:g} 1)"):
            self._draw_arrows(drawing, layout)
            for number, box in layout.nodes.items():
                self._draw_node(drawing, number, box)
            for number, box in layout.labels.items():
                self.labels[number].draw(drawing, box.x, box.y)
            _draw_start(drawing, layout.nodes[0])
        return drawing

    def _draw_arrows(self, drawing: Drawing, layout: Layout) -> None:
        ends = [end for _, end in self.found.edges]
        backs = {ends[number]: None for number, arrow in layout.arrows.items() if arrow.back}
        colours = {end: BACK_COLOURS[i % len(BACK_COLOURS)] for i, end in enumerate(backs)}
        for number, arrow in layout.arrows.items():
            with drawing.group(class_="back" if arrow.back else "forward"):
                colour = colours[ends[number]] if arrow.back else INK
                draw_way(drawing, arrow.points, colour)

    def _draw_node(self, drawing: Drawing, number: int, box: Box) -> None:
        node = self.found.nodes[number]
        x, y = box.middle
        if node.well is None:
            # The dots are at the base of their line, and belong where the arrow ends.
            base = y + (3.5 if node.kind == "over" else 0.5)
            drawing.text(x, base, _word(node), _WORD, FAINT_INK, text_anchor="middle",
                         class_=node.kind)  # fmt: skip
            return
        left = x - node.well.width * self.cell / 2
        text = "|".join(node.well.grid().rows())
        with drawing.group(class_="well", data_well=text, data_number=str(number)):
            self._draw_well(drawing, node.well, left, box.y)
            if node.instruction is not None:
                self._draw_telling(drawing, node, x, box.y + box.height + _TELLING - 3)

    def _draw_well(self, drawing: Drawing, well: Well, x: float, y: float) -> None:
        cell, rows = self.cell, self.rows
        width, height = well.width * cell, rows * cell
        drawing.rectangle(x, y, width, height, fill=EMPTY_COLOUR, class_="empty")
        filled = [
            (rows - 1 - row, column)
            for column, cells in enumerate(well.columns)
            for row in bits_of(cells)
        ]
        if filled:
            data = "".join(
                f"M{x + c * cell:.4g} {y + r * cell:.4g}h{cell:g}v{cell:g}h{-cell:g}z"
                for r, c in filled
            )
            drawing.path(data, fill=FILLED_COLOUR, class_="filled")
        lines = "".join(f"M{x + c * cell:.5g} {y:.5g}v{height:g}" for c in range(1, well.width))
        lines += "".join(f"M{x:.5g} {y + r * cell:.5g}h{width:g}" for r in range(1, rows))
        drawing.path(lines, stroke=PAPER, stroke_width=0.6, class_="lines")
        half = _WALL / 2
        drawing.path(
            f"M{x - half:.5g} {y:.5g}v{height + half:g}h{width + _WALL:g}v{-height - half:g}",
            fill="none", stroke=INK, stroke_width=_WALL, class_="frame",
        )  # fmt: skip

    def _draw_telling(self, drawing: Drawing, node: Shown, middle: float, base: float) -> None:
        instruction = node.instruction
        assert instruction is not None
        x = middle - self._telling_width(node) / 2
        for piece in instruction.visible:
            x = draw_named(drawing, self.rules, piece, x, base) + 4
        drawing.text(x, base, f"{instruction.rank:,}", 8, FAINT_INK, class_="rank")


def _word(node: Shown) -> str:
    return "over" if node.kind == "over" else "…"


def _draw_start(drawing: Drawing, box: Box) -> None:
    _, y = box.middle
    end = (box.x - 1, y)
    drawing.arrow([(box.x - _START + 8, y), end], INK, LINE)
    drawing.text(box.x - _START / 2 - 2, y - 5, "start", 8.5, text_anchor="middle", class_="start")
