"""The pieces of a proof: every shape that may be placed, turned in every way.

A second, plain list of the shapes that have names: a checker shares no code with what it checks.

>>> len(shapes_of("tetromino")), len(shapes_of("LJ")), len(shapes_of("omino:5"))
(19, 8, 63)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

Cell = tuple[int, int]
Cells = frozenset[Cell]

SIZES = {"domino": 2, "tromino": 3, "tetromino": 4, "pentomino": 5}
TETROMINOES = {
    "I": "####",
    "O": "##|##",
    "T": "###|.#.",
    "S": ".##|##.",
    "Z": "##.|.##",
    "L": "#.|#.|##",
    "J": ".#|.#|##",
}
# Each letter stands for the shape and its mirror image.
PENTOMINOES = {
    "F": ".##|##.|.#.",
    "I": "#####",
    "L": "#.|#.|#.|##",
    "N": ".#|.#|##|#.",
    "P": "##|##|#.",
    "T": "###|.#.|.#.",
    "U": "#.#|###",
    "V": "#..|#..|###",
    "W": "#..|##.|.##",
    "X": ".#.|###|.#.",
    "Y": ".#|##|.#|.#",
    "Z": "##.|.#.|.##",
}


def shapes_of(name: str) -> frozenset[Cells] | None:
    """All shapes of a piece set that has a name; None if there is no such set."""
    kind, colon, detail = name.partition(":")
    if name in SIZES:
        return polyominoes(SIZES[name])
    if kind == "omino" and re.fullmatch("0*([1-9]|10)", detail):
        return polyominoes(int(detail))
    if kind == "pentomino" and detail and set(detail) <= set(PENTOMINOES):
        drawn = [cells_of(PENTOMINOES[letter]) for letter in detail]
        return turned(drawn + [mirrored(shape) for shape in drawn])
    if not colon and name and set(name) <= set(TETROMINOES):
        return turned(cells_of(TETROMINOES[letter]) for letter in name)
    return None


def cells_of(text: str, sign: str = "#") -> Cells:
    """The cells of a picture that have a sign."""
    rows = text.split("|")
    return frozenset((r, c) for r, row in enumerate(rows) for c, at in enumerate(row) if at == sign)


def in_corner(cells: Iterable[Cell]) -> Cells:
    """Cells, moved so that their least row and their least column are 0."""
    cells = list(cells)
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def mirrored(cells: Cells) -> Cells:
    """The mirror image."""
    return in_corner((row, -column) for row, column in cells)


def turned(shapes: Iterable[Cells]) -> frozenset[Cells]:
    """Shapes, each turned in all four ways."""
    found = set()
    for shape in shapes:
        for _ in range(4):
            shape = in_corner((column, -row) for row, column in shape)
            found.add(shape)
    return frozenset(found)


@cache
def polyominoes(size: int) -> frozenset[Cells]:
    """All polyominoes of a size: smaller ones with a neighbour of one of their cells added."""
    if size == 1:
        return frozenset({frozenset({(0, 0)})})
    return frozenset(
        in_corner(smaller | {cell})
        for smaller in polyominoes(size - 1)
        for row, column in smaller
        for cell in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        if cell not in smaller
    )
