"""The parts of a diagram's layout: boxes, the nodes and edges to lay out, and the paths of arrows,
which this module also draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cgt.draw.palette import INK
from cgt.draw.svg import Drawing, Point

HEAD = 10.0  # the straight end of an arrow, where its head is
LINE = 1.1  # how wide an arrow is drawn
_CORNER = 12.0  # the radius of an arrow's bend


@dataclass(frozen=True)
class Box:
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Node:
    """The size of a node, and of the words below it: their height, and their width if they are
    wider than the node."""

    width: float
    height: float
    below: float = 0.0
    below_width: float = 0.0


@dataclass(frozen=True)
class Edge:
    """An arrow between two nodes and the size of its label, of which `above` is above the line."""

    start: int
    end: int
    width: float = 0.0
    above: float = 0.0
    below: float = 0.0


@dataclass(frozen=True)
class Arrow:
    """A path: a first point, then the three points of every curve, as in SVG. The last curve is
    straight. An arrow that goes `back` closes a cycle."""

    points: tuple[Point, ...]
    back: bool = False


@dataclass
class Layout:
    """Boxes by the numbers of nodes, labels and arrows by the numbers of edges. A label's own line
    crosses its box at the distance `above` from the top, or passes beside it. `ring` has the nodes
    of the ring in order, if there is one."""

    width: float = 0.0
    height: float = 0.0
    nodes: dict[int, Box] = field(default_factory=dict)
    labels: dict[int, Box] = field(default_factory=dict)
    arrows: dict[int, Arrow] = field(default_factory=dict)
    ring: list[int] = field(default_factory=list)


# ways


def straight(start: Point, end: Point) -> list[Point]:
    """The points of a straight line, without the first."""
    (x0, y0), (x1, y1) = start, end
    return [
        (x0 + (x1 - x0) / 3, y0 + (y1 - y0) / 3),
        (x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3),
        end,
    ]


def swung(start: Point, end: Point) -> list[Point]:
    """The points of a curve that leaves and arrives horizontally, without the first."""
    (x0, y0), (x1, y1) = start, end
    if abs(y1 - y0) < 0.01:
        return straight(start, end)
    middle = (x0 + x1) / 2
    return [(middle, y0), (middle, y1), end]


def bent(corners: Sequence[Point]) -> tuple[Point, ...]:
    """A path along horizontal and vertical lines, with round corners and a straight end."""
    points = [corners[0]]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        enter, leave = _towards(corner, before), _towards(corner, after)
        points += [*straight(points[-1], enter), corner, corner, leave]
    return (*points, *straight(points[-1], corners[-1]))


def _towards(corner: Point, other: Point) -> Point:
    """Where an arrow's bend ends between its corner and another point."""
    (x, y), (x1, y1) = corner, other
    length = abs(x1 - x) + abs(y1 - y)
    part = min(_CORNER, length / 2) / length if length else 0.0
    return x + (x1 - x) * part, y + (y1 - y) * part


def draw_way(drawing: Drawing, points: Sequence[Point], colour: str = INK) -> None:
    """Draws an arrow along a path, with its head on the straight end."""
    curves = "".join(
        "C" + " ".join(_at(point) for point in points[i : i + 3])
        for i in range(1, len(points) - 3, 3)
    )
    if curves:
        data = f"M{_at(points[0])}{curves}"
        drawing.path(data, fill="none", stroke=colour, stroke_width=LINE, class_="way")
    drawing.arrow([points[-4], points[-1]], colour, LINE)


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
