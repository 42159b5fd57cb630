"""A graph in layers from left to right, after K. Sugiyama's method.

Most arrows go one layer to the right; the others go back and close the cycles. Layers of boxes
alternate with layers of labels. In every layer that an arrow passes, its label or its bare line has
a place of its own, and lines bend only between layers. So no arrow runs through a box or a label.
Arrows to the same box merge where they can, as tracks do at a station: two arrows that meet have
the same end.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Sequence

from cgt.draw.diagram.geometry import HEAD, Arrow, Box, Edge, Layout, Node, straight, swung
from cgt.draw.diagram.sweeps import Item, order_layers, set_heights, straighten
from cgt.draw.svg import Point

_NODE_GAP = 18.0
_LAYER_GAP = 15.0
_WIDEST_GAP = 64.0
_LOOP = 9.0  # how far a loop leaves its box
_PORT = 11.0  # between arrows at the side of a box
_EDGE = 4.0  # between them and its corners
_CROSSING = 4.0  # one crossing is as bad as an arrow longer by so many layers


def layered(nodes: Sequence[Node], edges: Sequence[Edge]) -> Layout:
    """The layout of a graph whose first node is the start, from which all others are reached. Nodes
    are put into layers in several ways, and the best layout is kept."""
    tries = [_Layered(nodes, edges, layers) for layers in layerings(len(nodes), edges)]
    return min(tries, key=lambda one: one.badness).layout()


# layers


def layerings(count: int, edges: Sequence[Edge]) -> list[list[int]]:
    """Ways to give every node a layer so that no two neighbours share one. Only arrows of cycles go
    back; two orders of the nodes, tried in turn, decide which of them."""
    pairs = [(edge.start, edge.end) for edge in edges if edge.start != edge.end]
    after: list[list[int]] = [[] for _ in range(count)]
    for start, end in pairs:
        after[start].append(end)
    order = _depth_first(after)
    deep = _layers_by(order, pairs)
    if all(deep[start] < deep[end] for start, end in pairs):
        return [deep]
    components = _components(order, pairs)
    wide = sorted(_breadth_first(after), key=components.__getitem__)
    return [_layers_by(wide, pairs), deep]


def _components(order: Sequence[int], pairs: Sequence[tuple[int, int]]) -> dict[int, int]:
    """A number for every node: the same for two nodes on one cycle, otherwise larger for the node
    that the arrow leads to. `order` is that of a depth-first search."""
    import networkx as nx

    rank = {node: i for i, node in enumerate(order)}
    graph = nx.DiGraph(pairs)
    return {
        node: min(rank[one] for one in component)
        for component in nx.strongly_connected_components(graph)
        for node in component
    }


def _breadth_first(after: Sequence[Sequence[int]]) -> list[int]:
    order = dict.fromkeys([0])
    waiting = deque([0])
    while waiting:
        for node in after[waiting.popleft()]:
            if node not in order:
                order[node] = None
                waiting.append(node)
    return list(order)


def _depth_first(after: Sequence[Sequence[int]]) -> list[int]:
    """Each node before those it leads to, except where a cycle closes."""
    left: list[int] = []
    seen = {0}
    stack = [(0, iter(after[0]))]
    while stack:
        node, following_nodes = stack[-1]
        for following in following_nodes:
            if following not in seen:
                seen.add(following)
                stack.append((following, iter(after[following])))
                break
        else:
            left.append(node)
            stack.pop()
    return left[::-1]


def _layers_by(order: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Layers from left to right in which all neighbours are in a given order."""
    rank = {node: i for i, node in enumerate(order)}
    before: list[list[int]] = [[] for _ in order]
    after: list[list[int]] = [[] for _ in order]
    for start, end in pairs:
        low, high = sorted((start, end), key=rank.__getitem__)
        after[low].append(high)
        before[high].append(low)
    layers = [0] * len(order)
    for node in order:
        layers[node] = max((layers[one] + 1 for one in before[node]), default=0)
    # Where a node has more neighbours on its right, arrows are shorter if it goes there.
    for node in order[:0:-1]:
        if len(after[node]) > len(before[node]):
            layers[node] = min(layers[one] for one in after[node]) - 1
    return layers


# places


class _Layered:
    """The items of all layers: even layers have nodes, odd layers labels."""

    def __init__(
        self, nodes: Sequence[Node], edges: Sequence[Edge], node_layers: Sequence[int]
    ) -> None:
        self.nodes, self.edges = nodes, edges
        self.node_layers = node_layers
        self.layers: list[list[Item]] = [[] for _ in range(2 * max(self.node_layers) + 1)]
        self.loops = {edge.start: edge for edge in edges if edge.start == edge.end}
        self.node_items = [self._node_item(number) for number in range(len(nodes))]
        self.tracks: dict[tuple[int, bool, int], Item] = {}
        # The items that each edge passes, from its start to its end.
        self.ways = {
            number: self._way(edge) for number, edge in enumerate(edges) if edge.start != edge.end
        }
        self.crossings = order_layers(self.layers)

    @property
    def badness(self) -> float:
        """How hard a layout is to read: long arrows, above all those that go back, and
        crossings."""
        spans = [self.node_layers[e.end] - self.node_layers[e.start] for e in self.edges]
        return sum(max(span, -2 * span) for span in spans) + _CROSSING * self.crossings

    def _add(self, item: Item) -> Item:
        self.layers[item.layer].append(item)
        return item

    def _node_item(self, number: int) -> Item:
        node = self.nodes[number]
        up, down = node.height / 2, node.height / 2 + node.below
        width = max(node.width, node.below_width)
        if loop := self.loops.get(number):
            up += 2 * _LOOP + loop.above + loop.below
            width = max(width, loop.width + 2 * _LOOP)
        layer = 2 * self.node_layers[number]
        return self._add(Item(layer, width, up, down, _NODE_GAP, line=False))

    def _way(self, edge: Edge) -> list[Item]:
        start, end = self.node_items[edge.start], self.node_items[edge.end]
        step = 1 if end.layer > start.layer else -1
        label = self._add(Item(start.layer + step, edge.width, edge.above, edge.below))
        way = [start, label]
        for layer in range(start.layer + 2 * step, end.layer, step):
            key = (edge.end, step > 0, layer)
            if key not in self.tracks:
                self.tracks[key] = self._add(Item(layer))
            way.append(self.tracks[key])
        way.append(end)
        for one, two in itertools.pairwise(way):
            left, right = (one, two) if step > 0 else (two, one)
            if right not in left.after:
                left.after.append(right)
                right.before.append(left)
        return way

    def layout(self) -> Layout:
        set_heights(self.layers)
        # The longest first: straightening it gains the most.
        inner = sorted((way[1:-1] for way in self.ways.values()), key=len, reverse=True)
        straighten(self.layers, inner)
        top = min(item.y - item.up for layer in self.layers for item in layer)
        for layer in self.layers:
            for item in layer:
                item.y -= top
        layout = Layout(height=max(i.y + i.down for layer in self.layers for i in layer))
        lefts = self._lefts()
        layout.width = lefts[-1] + max(item.width for item in self.layers[-1])
        for number, node in enumerate(self.nodes):
            item = self.node_items[number]
            x = lefts[item.layer] + (self._width(item.layer) - node.width) / 2
            layout.nodes[number] = Box(x, item.y - node.height / 2, node.width, node.height)
        self._draw_arrows(layout, lefts)
        return layout

    def _width(self, layer: int) -> float:
        return max(item.width for item in self.layers[layer])

    def _lefts(self) -> list[float]:
        """Where layers begin: where lines go far up or down between two layers, there is more
        room."""
        lefts = [0.0]
        for number, layer in enumerate(self.layers[:-1]):
            steepest = max((abs(one.y - two.y) for one in layer for two in one.after), default=0.0)
            gap = min(_LAYER_GAP + 0.16 * steepest, _WIDEST_GAP) + HEAD * (number % 2)
            lefts.append(lefts[-1] + self._width(number) + gap)
        return lefts

    # arrows

    def _draw_arrows(self, layout: Layout, lefts: Sequence[float]) -> None:
        ports = self._ports()
        for number, edge in enumerate(self.edges):
            if edge.start == edge.end:
                self._draw_loop(layout, number)
                continue
            way = self.ways[number]
            step = 1 if way[-1].layer > way[0].layer else -1
            label = way[1]
            if edge.width:
                x = lefts[label.layer] + (self._width(label.layer) - edge.width) / 2
                height = edge.above + edge.below
                layout.labels[number] = Box(x, label.y - edge.above, edge.width, height)
            points = self._points(layout, lefts, edge, way, ports)
            layout.arrows[number] = Arrow(points, back=step < 0)

    def _points(
        self,
        layout: Layout,
        lefts: Sequence[float],
        edge: Edge,
        way: Sequence[Item],
        ports: dict[tuple[Item, Item], float],
    ) -> tuple[Point, ...]:
        step = 1 if way[-1].layer > way[0].layer else -1
        first, last = layout.nodes[edge.start].middle, layout.nodes[edge.end].middle
        half = layout.nodes[edge.start].width / 2, layout.nodes[edge.end].width / 2
        points: list[Point] = [(first[0] + step * half[0], ports[way[0], way[1]])]

        def sides(layer: int) -> tuple[float, float]:
            ends = (lefts[layer], lefts[layer] + self._width(layer))
            return ends if step > 0 else ends[::-1]

        points += straight(points[-1], (sides(way[0].layer)[1], points[-1][1]))
        for item in way[1:-1]:
            if not self._width(item.layer):
                continue  # nothing is in the way there
            enter, leave = sides(item.layer)
            points += swung(points[-1], (enter, item.y))
            points += straight(points[-1], (leave, item.y))
        end = (last[0] - step * half[1], ports[way[-1], way[-2]])
        neck = (sides(way[-1].layer)[0] - step * HEAD, end[1])
        points += swung(points[-1], neck)
        return (*points, *straight(neck, end))

    def _ports(self) -> dict[tuple[Item, Item], float]:
        """The heights at which arrows leave and reach a node's sides, by node and neighbour."""
        ports = {}
        for number, item in enumerate(self.node_items):
            half = self.nodes[number].height / 2 - _EDGE
            for others in (item.before, item.after):
                near = sorted(others, key=lambda one: one.y)
                aims = [other.y - item.y for other in near]
                for other, y in zip(near, _spread(aims, half), strict=True):
                    ports[item, other] = item.y + y
        return ports

    def _draw_loop(self, layout: Layout, number: int) -> None:
        edge, box = self.edges[number], layout.nodes[self.edges[number].start]
        x, _ = box.middle
        floor = box.y
        line = floor - 2 * _LOOP - edge.below
        half = max(box.width / 2 - 5, 4.0)
        if edge.width:
            layout.labels[number] = Box(
                x - edge.width / 2, line - edge.above, edge.width, edge.above + edge.below
            )
        out = max(half, edge.width / 2) + _LOOP
        start, end = (x + half, floor), (x - half, floor)
        neck = (x - half, floor - HEAD)
        points = (
            start, (x + half, floor - _LOOP), (x + out, line + _LOOP), (x + half, line),
            *straight((x + half, line), (x - half, line)),
            (x - out, line + _LOOP), (x - half, floor - _LOOP), neck, *straight(neck, end),
        )  # fmt: skip
        layout.arrows[number] = Arrow(points, back=True)


def _spread(aims: Sequence[float], half: float) -> list[float]:
    """Rising numbers from -half to half that keep their distance from each other and are near the
    rising aims. One pass from either side finds them."""
    apart = min(_PORT, 2 * half / max(len(aims) - 1, 1))
    found: list[float] = []
    for i, aim in enumerate(aims):
        low = found[-1] + apart if found else -half
        found.append(max(low, min(aim, half)))
        found[-1] = min(found[-1], half - (len(aims) - 1 - i) * apart)
    return found
