"""Where the boxes and arrows of a diagram go, whatever is in them.

If at most one arrow leaves every box, the graph leads from its start into a cycle: the cycle is
drawn as a ring, clockwise, and the path into it above. All other graphs are laid out in layers, see
`layers`. Either way, boxes and labels do not overlap and arrows go around both. The same graph
always gives the same layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from cgt.draw.diagram.geometry import HEAD, Arrow, Box, Edge, Layout, Node, bent
from cgt.draw.diagram.layers import layered
from cgt.draw.svg import Point

MARGIN = 10.0  # between a box and the label of an arrow from it
_ASPECT = 1.9  # how much wider than high a large ring should be
_APART = 26.0  # between the label in a row of a ring and the row below it


def lay_out(nodes: Sequence[Node], edges: Sequence[Edge]) -> Layout:
    """The layout of a graph whose first node is the start. No two edges have both ends in common,
    and every node is reached from the start."""
    following: dict[int, int] = {}
    for number, edge in enumerate(edges):
        if edge.start in following:
            return layered(nodes, edges)
        following[edge.start] = number
    path: dict[int, None] = {}
    at = 0
    while at not in path:
        path[at] = None
        if at not in following:
            return layered(nodes, edges)
        at = edges[following[at]].end
    order = list(path)
    tail, ring = order[: order.index(at)], order[order.index(at) :]
    if len(ring) == 1 or any(node.below for node in nodes):
        return layered(nodes, edges)
    return _Ring(nodes, edges, [following[node] for node in order], tail, ring).layout


# rings


class _Ring:
    """A cycle along the edge of a rectangle, clockwise from its upper left corner. The path into it
    goes to and fro in rows above.

    Places are columns and rows of a table. The bottom row may have no places at its left; the arrow
    to the left column then turns a corner.
    """

    def __init__(
        self,
        nodes: Sequence[Node],
        edges: Sequence[Edge],
        following: Sequence[int],
        tail: Sequence[int],
        ring: Sequence[int],
    ) -> None:
        self.edges = edges
        self.following = following  # the edge from each node of the tail, then of the ring
        used = [edges[number] for number in following]
        self.width = max(node.width for node in nodes)
        self.height = max(node.height for node in nodes)
        self.above = max(edge.above for edge in used)
        self.below = max(edge.below for edge in used)
        self.label_width = max(edge.width for edge in used)
        self.step_x = self.width + 2 * MARGIN + self.label_width + HEAD
        beside = self.above + self.below + 2 * MARGIN + HEAD  # a label beside an arrow down
        self.step_y = self.height + max(beside, _APART + self.below)
        self.across, self.down = self._shape(len(ring))
        columns = max(self.across, min(len(tail), 6))
        table = {node: self._tail_place(i, columns) for i, node in enumerate(tail)}
        first = -(-len(tail) // columns)  # row of the ring
        entry = table[tail[-1]][0] if tail else 0
        shift = max(0, entry - self.across + 1)
        # In the order of play: the last node of the tail is right above the first of the ring.
        places = [(column + shift, row + first) for column, row in self._places(len(ring))]
        turn = entry - shift
        for i, node in enumerate(ring):
            table[node] = places[(i + turn) % len(places)]
        self.layout = Layout(ring=list(ring))
        self._put(nodes, table)

    def _shape(self, count: int) -> tuple[int, int]:
        """How many columns a ring of `count` nodes has, and how many rows between top and
        bottom."""

        def badness(between: int) -> float:
            columns = ceil(count / 2) - between
            wide = columns * self.step_x / ((between + 2) * self.step_y)
            return max(wide / _ASPECT, _ASPECT / wide)

        few = count <= 4
        best = 0 if few else min(range(ceil(count / 2) - 1), key=badness)
        return max(2, ceil(count / 2) - best), best

    def _places(self, count: int) -> list[tuple[int, int]]:
        across, between = self.across, self.down
        top = [(column, 0) for column in range(across)]
        right = [(across - 1, row) for row in range(1, between + 1)]
        left = [(0, row) for row in range(between, 0, -1)]
        along = count - across - 2 * between
        bottom = [(across - 1 - i, between + 1) for i in range(along)]
        return [*top, *right, *bottom, *left]

    def _tail_place(self, number: int, columns: int) -> tuple[int, int]:
        row, column = divmod(number, columns)
        return (column if row % 2 == 0 else columns - 1 - column), row

    def _put(self, nodes: Sequence[Node], table: dict[int, tuple[int, int]]) -> None:
        layout = self.layout
        top = max(self.above - self.height / 2, 0.0)
        for node, (column, row) in table.items():
            x, y = column * self.step_x, top + row * self.step_y
            size = nodes[node]
            layout.nodes[node] = Box(
                x + (self.width - size.width) / 2,
                y + (self.height - size.height) / 2,
                size.width,
                size.height,
            )
        for number in self.following:
            edge = self.edges[number]
            self._connect(number, table[edge.start], table[edge.end])
        boxes = [*layout.nodes.values(), *layout.labels.values()]
        layout.width = max(box.x + box.width for box in boxes)
        layout.height = max(box.y + box.height for box in boxes)

    def _connect(self, number: int, start: tuple[int, int], end: tuple[int, int]) -> None:
        """An arrow between places in one row or column, or around the corners of the ring."""
        edge, layout = self.edges[number], self.layout
        one, two = layout.nodes[edge.start], layout.nodes[edge.end]
        (x0, y0), (x1, y1) = one.middle, two.middle
        if start[1] == end[1] and not self._closes_two(edge):
            side = 1 if x1 > x0 else -1
            corners = [(x0 + side * one.width / 2, y0), (x1 - side * two.width / 2, y1)]
            self._label(number, ((corners[0][0] + corners[1][0]) / 2, y0), edge.above)
        elif start[0] == end[0]:
            side = 1 if y1 > y0 else -1
            corners = [(x0, y0 + side * one.height / 2), (x1, y1 - side * two.height / 2)]
            middle = (corners[0][1] + corners[1][1]) / 2 - side * HEAD / 2
            self._label(number, (x0 + 5 + edge.width / 2, middle), (edge.above + edge.below) / 2)
        else:
            rail = y0
            corners = [(x0 - one.width / 2, y0)]
            if start[1] == end[1]:  # two in a row: back below them
                rail = y0 + self.height / 2 + 2 * MARGIN + self.above
                corners = [(x0, y0 + one.height / 2), (x0, rail)]
            corners += [(x1, rail), (x1, y1 + two.height / 2)]
            middle = (x0 + x1) / 2
            self._label(number, (middle, rail), edge.above)
        layout.arrows[number] = Arrow(bent(corners))

    def _closes_two(self, edge: Edge) -> bool:
        """Whether an arrow is the second of a ring of two nodes, which goes back below the
        first."""
        left, right = sorted(self.layout.ring[:2], key=lambda node: self.layout.nodes[node].x)
        return len(self.layout.ring) == 2 and (edge.start, edge.end) == (right, left)

    def _label(self, number: int, middle: Point, above: float) -> None:
        edge = self.edges[number]
        if edge.width:
            x, y = middle
            self.layout.labels[number] = Box(
                x - edge.width / 2, y - above, edge.width, edge.above + edge.below
            )
