"""Layouts of diagrams: what may not overlap, and what a reader should see."""

import itertools
from math import atan2, pi

import networkx as nx
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.draw.diagram.geometry import Arrow, Box, Edge, Layout, Node
from cgt.draw.diagram.layers import layerings
from cgt.draw.diagram.layout import lay_out
from cgt.draw.svg import Point

NODE = Node(34, 42)


def edges_of(*pairs: tuple[int, int]) -> list[Edge]:
    return [Edge(start, end, 24, 18, 12) for start, end in pairs]


def ring_of(count: int, tail: int = 0) -> list[Edge]:
    """A path of some nodes into a cycle of `count`."""
    last = tail + count - 1
    return edges_of(*((i, i + 1) for i in range(last)), (last, tail))


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Node], list[Edge]]:
    """Graphs whose nodes are all reached from the first, with sizes of all kinds."""
    count = draw(st.integers(1, 12))
    pairs = {(draw(st.integers(0, i - 1)), i) for i in range(1, count)}
    pairs |= draw(st.sets(st.tuples(*[st.integers(0, count - 1)] * 2), max_size=2 * count))
    side = st.sampled_from((0.0, 9.0, 17.5, 60.0))
    nodes = [
        Node(draw(st.sampled_from((12, 34, 90))), draw(st.sampled_from((12, 40))), draw(side), 50.0)
        for _ in range(count)
    ]
    return nodes, [Edge(a, b, draw(side), draw(side), draw(side)) for a, b in sorted(pairs)]


def sampled(arrow: Arrow) -> list[Point]:
    """Points on the path of an arrow."""
    points = [arrow.points[0]]
    for i in range(1, len(arrow.points), 3):
        p, (a, b, c) = arrow.points[i - 1], arrow.points[i : i + 3]
        for t in (k / 8 for k in range(1, 9)):
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            points.append(
                (
                    sum(w * q[0] for w, q in zip(weights, (p, a, b, c), strict=True)),
                    sum(w * q[1] for w, q in zip(weights, (p, a, b, c), strict=True)),
                )
            )
    return points


def enters(points: list[Point], box: Box) -> bool:
    return any(
        box.x + 0.5 < x < box.x + box.width - 0.5 and box.y + 0.5 < y < box.y + box.height - 0.5
        for x, y in points
    )


def check(nodes: list[Node], edges: list[Edge], layout: Layout) -> None:
    """Asserts everything that holds for every layout."""
    assert set(layout.nodes) == set(range(len(nodes)))
    assert set(layout.arrows) == set(range(len(edges)))
    assert set(layout.labels) == {i for i, edge in enumerate(edges) if edge.width}
    below = [
        Box(box.middle[0] - node.below_width / 2, box.y + box.height, node.below_width, node.below)
        for node, box in ((nodes[i], box) for i, box in layout.nodes.items())
        if node.below
    ]
    boxes = [*layout.nodes.values(), *layout.labels.values(), *below]
    for one, two in itertools.combinations(boxes, 2):
        assert not oracles.overlap(one, two), (one, two)
    for box in boxes:
        assert box.y >= -0.01
        assert box.x + box.width <= layout.width + 0.01
        assert box.y + box.height <= layout.height + 0.01
    for number, arrow in layout.arrows.items():
        edge = edges[number]
        assert on_edge(arrow.points[0], layout.nodes[edge.start])
        assert on_edge(arrow.points[-1], layout.nodes[edge.end])
        points = sampled(arrow)
        for box in layout.nodes.values():
            assert not enters(points, box)
        for other, box in layout.labels.items():
            assert other == number or not enters(points, box)


def on_edge(point: Point, box: Box) -> bool:
    (x, y), close = point, 0.01
    inside = (
        box.x - close <= x <= box.x + box.width + close
        and box.y - close <= y <= box.y + box.height + close
    )
    return inside and (
        min(abs(x - box.x), abs(x - box.x - box.width)) < close
        or min(abs(y - box.y), abs(y - box.y - box.height)) < close
    )


@settings(max_examples=35, deadline=None)
@given(graphs())
def test_nothing_overlaps_and_arrows_go_around_boxes_and_labels(
    graph: tuple[list[Node], list[Edge]],
) -> None:
    nodes, edges = graph
    check(nodes, edges, lay_out(nodes, edges))


@pytest.mark.parametrize("tail", [0, 1, 3, 9])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 9, 10, 15, 40])
def test_a_cycle_is_a_ring_in_order_and_clockwise(count: int, tail: int) -> None:
    edges = ring_of(count, tail)
    nodes = [NODE] * (count + tail)
    layout = lay_out(nodes, edges)
    check(nodes, edges, layout)
    assert layout.ring == list(range(tail, tail + count))
    places = [layout.nodes[node].middle for node in layout.ring]
    if count > 2:
        x = (min(p[0] for p in places) + max(p[0] for p in places)) / 2
        y = (min(p[1] for p in places) + max(p[1] for p in places)) / 2
        angles = [atan2(py - y, px - x) for px, py in places]
        turns = [(b - a) % (2 * pi) for a, b in zip(angles, [*angles[1:], angles[0]], strict=True)]
        assert sum(turns) == pytest.approx(2 * pi)  # once around
        assert max(turns) < pi + 0.01
    for node in range(tail):
        assert layout.nodes[node].y < min(p[1] for p in places) - NODE.height / 2


def test_large_rings_are_not_strips() -> None:
    layout = lay_out([NODE] * 40, ring_of(40))
    assert 1 < layout.width / layout.height < 3


def test_layers_go_to_the_right_and_arrows_back_say_so() -> None:
    edges = edges_of((0, 1), (0, 2), (1, 3), (2, 3), (3, 0), (3, 4))
    layout = lay_out([NODE] * 5, edges)
    xs = [layout.nodes[i].x for i in range(5)]
    assert xs[0] < xs[1] == xs[2] < xs[3] < xs[4]
    assert [layout.arrows[i].back for i in range(6)] == [False] * 4 + [True, False]
    assert not layout.ring


@pytest.mark.parametrize("count", [2, 5])
def test_what_is_below_boxes_is_kept_free_in_cycles_too(count: int) -> None:
    nodes = [Node(34, 42, 13, 80)] * count
    check(nodes, ring_of(count), lay_out(nodes, ring_of(count)))


@settings(max_examples=30, deadline=None)
@given(graphs())
def test_without_cycles_no_arrow_goes_back(graph: tuple[list[Node], list[Edge]]) -> None:
    nodes, edges = graph
    edges = [edge for edge in edges if edge.start < edge.end]
    layout = lay_out(nodes, edges)
    assert not any(arrow.back for arrow in layout.arrows.values())
    for edge in edges:
        left, right = layout.nodes[edge.start], layout.nodes[edge.end]
        assert left.x + left.width <= right.x


@settings(max_examples=35, deadline=None)
@given(graphs())
def test_arrows_back_close_cycles(graph: tuple[list[Node], list[Edge]]) -> None:
    _, edges = graph
    layout = lay_out(*graph)
    directed = nx.DiGraph((edge.start, edge.end) for edge in edges)
    for number, arrow in layout.arrows.items():
        if arrow.back:
            assert nx.has_path(directed, edges[number].end, edges[number].start)


@settings(max_examples=35, deadline=None)
@given(graphs())
def test_neighbours_never_share_a_layer(graph: tuple[list[Node], list[Edge]]) -> None:
    nodes, edges = graph
    for layers in layerings(len(nodes), edges):
        assert layers[0] == 0 == min(layers)
        for edge in edges:
            assert edge.start == edge.end or layers[edge.start] != layers[edge.end]


def test_crossings_that_can_be_avoided_are_avoided() -> None:
    # Two chains that would cross in the order of their numbers.
    edges = edges_of((0, 1), (0, 2), (1, 4), (2, 3), (4, 6), (3, 5))
    layout = lay_out([NODE] * 7, edges)
    heights = [layout.nodes[i].y for i in range(7)]
    assert (heights[1] < heights[2]) == (heights[4] < heights[3]) == (heights[6] < heights[5])


def test_arrows_to_one_box_run_together() -> None:
    """Long paths back to the start share their last part."""
    edges = edges_of(*((i, i + 1) for i in range(6)), (4, 0), (5, 0), (6, 0))
    layout = lay_out([NODE] * 7, edges)
    ends = {layout.arrows[i].points[-10:] for i in (6, 7, 8)}
    assert len(ends) == 1


def test_a_single_box_with_a_loop() -> None:
    layout = lay_out([NODE], edges_of((0, 0)))
    check([NODE], edges_of((0, 0)), layout)
    [arrow] = layout.arrows.values()
    assert arrow.points[0][0] > arrow.points[-1][0]
    assert layout.labels[0].y + layout.labels[0].height < layout.nodes[0].y


def test_a_single_box() -> None:
    layout = lay_out([NODE], [])
    assert layout.nodes == {0: Box(0, 0, NODE.width, NODE.height)}


@settings(max_examples=8, deadline=None)
@given(graphs())
def test_the_same_graph_has_the_same_layout(graph: tuple[list[Node], list[Edge]]) -> None:
    assert lay_out(*graph) == lay_out(*graph)
