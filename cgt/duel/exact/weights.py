"""Sums of weights: an argument that Bad wins at every height, as numbers that anybody can check.

Give each column a weight, and add up the weights of all filled cells. How much a placement changes
this sum depends only on the columns that the piece covers, not on how it got there. A cleared row
takes the sum of all weights away. To be rid of that, take the mean of the weights from each of them
first; times the width, all numbers stay whole. Then cleared rows change nothing.

If the pieces that Bad sends over and over raise the sum each time round, wherever Good puts them,
the game must end: in a well of a given height the sum has a bound. It holds for every preview and
all moves, because the pieces do not depend on what Good does, and places do not matter.

This module needs nothing but whole numbers, and the checker uses it. `weights_search` finds the
weights.

>>> from cgt.board.piecesets import piece_set
>>> O, T = piece_set("OT")
>>> gain((-1, 1, -1, 1, -1), [O]), gain((-1, 1, -1, 1, -1), [T])
(4, -6)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cgt.board.polyomino import Piece
from cgt.duel.well import Well

Weights = tuple[int, ...]


class Bounds(NamedTuple):
    """How many pieces fit in a well at most, and how many rows they can clear."""

    pieces: int
    lines: int


def covers(piece: Piece, width: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Every rotation and leftmost column of a piece, and how many cells it covers in each
    column."""
    for rotation, shape in enumerate(piece.rotations):
        for left in range(width - shape.width + 1):
            counts = [0] * width
            for _, column in shape.cells:
                counts[left + column] += 1
            yield rotation, left, tuple(counts)


def alternating(width: int) -> Weights:
    """The weights -1, +1, -1, … of the columns."""
    return tuple(-1 if column % 2 == 0 else 1 for column in range(width))


def levelled(weights: Weights) -> Weights:
    """The weights times the width, less their sum: a full row then has the sum 0."""
    return tuple(len(weights) * weight - sum(weights) for weight in weights)


def gain(weights: Weights, pieces: Sequence[Piece]) -> int:
    """How much these pieces raise the levelled sum at least, one after the other. Good can put no
    piece where it has no room, so a piece that is wider than the well raises it by 0."""
    level = levelled(weights)
    return sum(
        min(
            (sum(map(int.__mul__, level, counts)) for _, _, counts in covers(piece, len(weights))),
            default=0,
        )
        for piece in pieces
    )


def bounds(weights: Weights, pieces: Sequence[Piece], height: int, first: Well) -> Bounds:
    """How many of the pieces, sent over and over, fit in a well of a height at most. Their gain
    must be more than 0."""
    level = levelled(weights)
    filled = [column.bit_count() for column in first.columns]
    room = height * sum(weight for weight in level if weight > 0)
    rounds = (room - sum(map(int.__mul__, level, filled))) // gain(weights, pieces)
    # In the last round the next piece may be one that lowers the sum.
    most = (rounds + 1) * len(pieces) - 1
    cells = rounds * sum(piece.size for piece in pieces)
    cells += sum(sorted(piece.size for piece in pieces)[1:]) + sum(filled)
    return Bounds(most, cells // len(weights))
