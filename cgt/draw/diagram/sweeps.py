"""Order and heights in the layers of a diagram: few crossings, straight lines, room for all.

Sweeps go over all layers, from the left and from the right in turn, and move the items of each
layer towards their neighbours.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random

LINE_GAP = 7.0
_SWEEPS = 16
_STARTS = 4
_LEVELLINGS = 3
_IN_VAIN = 4  # sweeps without a better order before the search ends
_STRAIGHT = 8.0  # how much more a straight line counts than a box amid its neighbours


@dataclass(eq=False)
class Item:
    """Something with a place in a layer: a node, a label, or a line that passes."""

    layer: int
    width: float = 0.0
    up: float = 0.0
    down: float = 0.0
    gap: float = LINE_GAP
    line: bool = True
    y: float = 0.0
    before: list[Item] = field(default_factory=list)  # neighbours in the layer to the left
    after: list[Item] = field(default_factory=list)


# the order of layers


def order_layers(layers: Sequence[list[Item]]) -> int:
    """Orders every layer so that few lines cross, and returns how many do. Some random orders,
    always the same ones, are tried besides the first, and the best is kept."""
    chance = Random(0)
    best = [list(layer) for layer in layers]
    fewest = crossings(layers)
    for start in range(_STARTS):
        for layer in layers if start else ():
            chance.shuffle(layer)
        own, in_vain = crossings(layers), 0
        for sweep in range(_SWEEPS):
            if not own or in_vain == _IN_VAIN:
                break
            _sweep(layers, forwards=sweep % 2 == 0)
            found = crossings(layers)
            own, in_vain = min(own, found), 0 if found < own else in_vain + 1
            if found < fewest:
                fewest, best = found, [list(layer) for layer in layers]
    for layer, order in zip(layers, best, strict=True):
        layer[:] = order
    return fewest


def _sweep(layers: Sequence[list[Item]], forwards: bool) -> None:
    """Orders each layer by the mean place of its neighbours on one side, then swaps items where
    that helps."""
    for layer in layers if forwards else layers[::-1]:
        _by_neighbours(layer, layers, forwards)
    for _ in range(2):
        for layer in layers:
            _swap_neighbours(layer, layers)


def crossings(layers: Sequence[Sequence[Item]]) -> int:
    """How many pairs of lines between neighbouring layers cross."""
    total = 0
    for left, right in itertools.pairwise(layers):
        place = {item: i for i, item in enumerate(right)}
        seen: list[int] = []
        for item in left:
            ends = sorted(place[other] for other in item.after)
            total += sum(len(seen) - bisect_right(seen, end) for end in ends)
            for end in ends:
                insort(seen, end)
    return total


def _places(layers: Sequence[Sequence[Item]], number: int) -> dict[Item, int]:
    found: dict[Item, int] = {}
    for near in (number - 1, number + 1):
        if 0 <= near < len(layers):
            found |= {item: i for i, item in enumerate(layers[near])}
    return found


def _by_neighbours(layer: list[Item], layers: Sequence[list[Item]], forwards: bool) -> None:
    places = _places(layers, layer[0].layer)

    def mean(at: int) -> float:
        item = layer[at]
        others = item.before if forwards else item.after
        return sum(places[one] for one in others) / len(others) if others else at

    means = {item: mean(at) for at, item in enumerate(layer)}
    layer.sort(key=means.__getitem__)


def _swap_neighbours(layer: list[Item], layers: Sequence[list[Item]]) -> None:
    """Swaps items next to each other where that removes crossings."""
    places = _places(layers, layer[0].layer)
    ends = {
        item: [sorted(places[one] for one in others) for others in (item.before, item.after)]
        for item in layer
    }

    def crossed(one: Item, two: Item) -> int:
        return sum(
            bisect_left(low, end)
            for high, low in zip(ends[one], ends[two], strict=True)
            for end in high
        )

    for i in range(len(layer) - 1):
        one, two = layer[i], layer[i + 1]
        if crossed(one, two) > crossed(two, one):
            layer[i], layer[i + 1] = two, one


# heights


def set_heights(layers: Sequence[Sequence[Item]]) -> None:
    """Puts every item near its neighbours, and lines straight, as far as the order allows."""
    for layer in layers:
        y = 0.0
        for item in layer:
            item.y = y + item.up
            y = item.y + item.down + item.gap
        for item in layer:
            item.y -= y / 2
    for sweep in range(_SWEEPS):
        for layer in layers if sweep % 2 == 0 else layers[::-1]:
            _settle(layer)


def _settle(layer: Sequence[Item]) -> None:
    """Sets the heights in a layer as near to those of the neighbours as possible, by least squares,
    with room between items. Items that come too close are moved together, as a block."""
    offset = 0.0
    blocks: list[tuple[float, float, list[tuple[Item, float]]]] = []  # mean, weight, members
    previous: Item | None = None
    for item in layer:
        if previous is not None:
            offset += _distance(previous, item)
        previous = item
        aim, weight = _aim(item)
        block = (aim - offset, weight, [(item, offset)])
        while blocks and blocks[-1][0] > block[0]:
            mean, heavy, members = blocks.pop()
            whole = heavy + block[1]
            block = ((mean * heavy + block[0] * block[1]) / whole, whole, members + block[2])
        blocks.append(block)
    for mean, _, members in blocks:
        for member, down in members:
            member.y = mean + down


def _aim(item: Item) -> tuple[float, float]:
    others = [*item.before, *item.after]
    if not others:
        return item.y, 0.1
    weights = [_STRAIGHT if item.line and other.line else 1.0 for other in others]
    whole = sum(weights)
    aim = sum(other.y * weight for other, weight in zip(others, weights, strict=True)) / whole
    return aim, whole


def straighten(layers: Sequence[Sequence[Item]], ways: Sequence[Sequence[Item]]) -> None:
    """Makes lines level over as many layers as there is room for, in the order of `ways`; then
    again, because moved lines have made room."""
    room = _Room(layers)
    for _ in range(_LEVELLINGS):
        _level_all(room, ways)


def _level_all(room: _Room, ways: Sequence[Sequence[Item]]) -> None:
    done: set[Item] = set()
    for way in ways:
        run: list[Item] = []
        low, high = -inf, inf
        for item in way:
            free = (item.y, item.y) if item in done else room.of(item)
            if max(low, free[0]) > min(high, free[1]):
                _level(run, low, high, done)
                run, low, high = [], -inf, inf
            run.append(item)
            low, high = max(low, free[0]), min(high, free[1])
        _level(run, low, high, done)


def _level(run: Sequence[Item], low: float, high: float, done: set[Item]) -> None:
    mean = sum(item.y for item in run) / max(len(run), 1)
    for item in run:
        item.y = min(max(mean, low), high)
    done.update(run)


class _Room:
    """How far items can move up and down between the items next to them."""

    def __init__(self, layers: Sequence[Sequence[Item]]) -> None:
        self.next: dict[Item, tuple[Item | None, Item | None]] = {}
        for layer in layers:
            padded = [None, *layer, None]
            for above, item, below in zip(padded, layer, padded[2:], strict=False):
                self.next[item] = (above, below)

    def of(self, item: Item) -> tuple[float, float]:
        above, below = self.next[item]
        low = -inf if above is None else above.y + _distance(above, item)
        return low, (inf if below is None else below.y - _distance(item, below))


def _distance(above: Item, below: Item) -> float:
    """The least distance between items next to each other."""
    return above.down + below.up + max(above.gap, below.gap)
