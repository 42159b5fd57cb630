"""Weights for Bad's argument, found by linear programming, or the reason why there are none.

Bad sends some pieces in turn. Weights that raise the sum of `weights` in every round exist if and
only if Good cannot cover all columns evenly in the mean: that is the duality of linear programs.
So there are two answers, and both are checked exactly: weights, or an even cover, a share for every
placement with which all columns get the same number of cells. SciPy's HiGHS computes with inexact
numbers; what it finds is rounded to fractions, and counts only if it is then exactly right.

Even covers of single pieces are enough for any mixture of them: play each by its own cover. So
where Bad may send what he likes, one piece is the best choice. Where Bad deals bags he has to send
all, and a mixture counts.

>>> from cgt.board.piecesets import piece_set
>>> find_weights(5, piece_set("O").pieces)
(-1, 1, -1, 1, -1)
>>> cover = find_cover(3, piece_set("T").pieces)
>>> is_even(cover, 3, piece_set("T").pieces)
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, NamedTuple

from cgt.board.polyomino import Piece
from cgt.duel.exact.weights import Weights, alternating, covers, gain

_DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 840, 10**5)
_TOLERANCE = 1e-7


class Share(NamedTuple):
    """How often Good puts a piece in one place, for each time that all pieces came once."""

    piece: int  # which of the pieces
    rotation: int
    left: int
    share: Fraction


Cover = tuple[Share, ...]


def is_even(cover: Cover, width: int, pieces: Sequence[Piece]) -> bool:
    """Whether a cover uses each piece once in all, and gives all columns the same."""
    counts = [{(turn, left): row for turn, left, row in covers(piece, width)} for piece in pieces]
    used = [Fraction(0) for _ in pieces]
    total = [Fraction(0)] * width
    for piece, rotation, left, share in cover:
        row = counts[piece].get((rotation, left))
        if row is None or share < 0:
            return False
        used[piece] += share
        total = [have + share * count for have, count in zip(total, row, strict=True)]
    return set(used) == {Fraction(1)} and len(set(total)) == 1


@cache
def find_weights(width: int, pieces: tuple[Piece, ...]) -> Weights | None:
    """Weights under which these pieces, sent in turn, raise the sum in every round; None if none
    were found."""
    simple = alternating(width)
    if gain(simple, pieces) > 0:
        return simple
    if _has_plain_cover(width, pieces):
        return None
    solved = _solved(width, pieces)
    return None if solved is None else _exact_weights(solved.x[:width], pieces)


@cache
def find_cover(width: int, pieces: tuple[Piece, ...]) -> Cover | None:
    """An even cover, which shows that there are no such weights; None if none was found."""
    solved = _solved(width, pieces)
    if solved is None:
        return None
    shares = [max(0.0, -share) for share in solved.ineqlin.marginals]
    places = [
        (number, turn, left)
        for number, piece in enumerate(pieces)
        for turn, left, _ in covers(piece, width)
    ]
    for fractions in _rounded(shares):
        chosen = zip(places, fractions, strict=True)
        cover = tuple(Share(*place, share) for place, share in chosen if share)
        if is_even(cover, width, pieces):
            return cover
    return None


def _has_plain_cover(width: int, pieces: tuple[Piece, ...]) -> bool:
    """Whether each piece plainly has an even cover: it can stand in one column, or on an even width
    in a pair of them. This saves loading SciPy for most questions."""

    def columns(piece: Piece) -> set[int]:
        return {shape.width for shape in piece.rotations}

    # In a pair of columns, a rotation by half a turn covers the two the other way round.
    return all(1 in columns(p) or (width % 2 == 0 and 2 in columns(p)) for p in pieces)


@cache
def _solved(width: int, pieces: tuple[Piece, ...]) -> Any | None:
    """The linear program: weights between -1 and 1 with the sum 0, and for each piece the least
    that it raises the sum by; the sum of these is to be as great as possible. None if a piece has
    no room in the well."""
    import numpy as np
    from scipy.optimize import linprog

    rows, limits = [], []
    for number, piece in enumerate(pieces):
        every = list(covers(piece, width))
        if not every:
            return None
        for _, _, counts in every:
            least = [0] * len(pieces)
            least[number] = 1
            rows.append([-count for count in counts] + least)
            limits.append(0)
    solved = linprog(
        np.array([0] * width + [-1] * len(pieces), dtype=float),
        A_ub=np.array(rows, dtype=float),
        b_ub=np.array(limits, dtype=float),
        A_eq=np.array([[1] * width + [0] * len(pieces)], dtype=float),
        b_eq=np.zeros(1),
        bounds=[(-1, 1)] * width + [(None, None)] * len(pieces),
        method="highs",
    )
    return solved if solved.success else None


def _exact_weights(found: Sequence[float], pieces: tuple[Piece, ...]) -> Weights | None:
    for fractions in _rounded(found):
        scale = lcm(*(fraction.denominator for fraction in fractions))
        weights = tuple(int(scale * fraction) for fraction in fractions)
        if gain(weights, pieces) > 0:
            return weights
    return None


def _rounded(numbers: Sequence[float]) -> Iterator[list[Fraction]]:
    """The numbers as fractions, with small denominators first, where these come close."""
    for most in _DENOMINATORS:
        fractions = [Fraction(float(number)).limit_denominator(most) for number in numbers]
        if all(abs(a - b) < _TOLERANCE for a, b in zip(fractions, numbers, strict=True)):
            yield fractions
