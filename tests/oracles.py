"""Slow, obviously right versions of what cgt computes. They share no code with it.

A board here is a list of rows of booleans, True for a filled cell; a set of cells is a set of
(row, column) pairs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Cells = frozenset[tuple[int, int]]
Rows = list[list[bool]]


def components(cells: Iterable[tuple[int, int]]) -> list[Cells]:
    """The 4-connected components of a set of cells, in reading order of their first cells."""
    left = set(cells)
    found = []
    while left:
        start = min(left)
        left.remove(start)
        component, waiting = {start}, [start]
        while waiting:
            row, column = waiting.pop()
            for cell in (
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ):
                if cell in left:
                    left.remove(cell)
                    component.add(cell)
                    waiting.append(cell)
        found.append(frozenset(component))
    return found


def filled_cells(rows: Rows) -> Cells:
    return frozenset((r, c) for r, row in enumerate(rows) for c, value in enumerate(row) if value)


def empty_cells(rows: Rows) -> Cells:
    return frozenset(
        (r, c) for r, row in enumerate(rows) for c, value in enumerate(row) if not value
    )


def labels(cells: Iterable[tuple[int, int]], height: int, width: int) -> list[list[int]]:
    """The number of each cell's component, counted from 1, and 0 for other cells."""
    table = [[0] * width for _ in range(height)]
    for number, component in enumerate(components(cells), 1):
        for row, column in component:
            table[row][column] = number
    return table


# polyominoes


def moved_to_corner(cells: Iterable[tuple[int, int]]) -> Cells:
    cells = list(cells)
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


# How the seven tetrominoes come in, as Kravec's thesis has it: no more than two rows high.
FLAT_TETROMINOES = {
    name: filled_cells([[c == "#" for c in row] for row in text.split("|")])
    for name, text in {
        "I": "####",
        "J": "###|..#",
        "L": "###|#..",
        "O": "##|##",
        "S": ".##|##.",
        "T": "###|.#.",
        "Z": "##.|.##",
    }.items()
}


def turned(cells: Cells) -> Cells:
    """A quarter turn clockwise: what was in the lowest row is in the leftmost column."""
    return moved_to_corner((column, -row) for row, column in cells)


def mirrored(cells: Cells) -> Cells:
    return moved_to_corner((row, -column) for row, column in cells)


def four_turns(cells: Cells) -> list[Cells]:
    turns = [moved_to_corner(cells)]
    for _ in range(3):
        turns.append(turned(turns[-1]))
    return turns


def fixed_polyominoes(size: int) -> set[Cells]:
    """All sets of connected cells, by adding any neighbour to any smaller one."""
    if size == 1:
        return {frozenset({(0, 0)})}
    bigger = set()
    for smaller in fixed_polyominoes(size - 1):
        for row, column in smaller:
            for cell in (
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ):
                if cell not in smaller:
                    bigger.add(moved_to_corner(smaller | {cell}))
    return bigger


def classes(shapes: set[Cells], *, with_mirror_images: bool) -> set[frozenset[Cells]]:
    """Shapes grouped into sets whose members are the same after turning (and mirroring)."""
    found = set()
    for shape in shapes:
        images = four_turns(shape)
        if with_mirror_images:
            images += four_turns(mirrored(shape))
        found.add(frozenset(images))
    return found


# placements and regions


def placements(empty: Cells, shapes: Iterable[Cells]) -> frozenset[Cells]:
    """Every set of empty cells that is a shifted copy of one of the shapes."""
    return _placements(empty, tuple(shapes))


@lru_cache(2**16)
def _placements(empty: Cells, shapes: tuple[Cells, ...]) -> frozenset[Cells]:
    if not empty:
        return frozenset()
    found = set()
    bottom = max(row for row, _ in empty)
    right = max(column for _, column in empty)
    for shape in shapes:
        for row in range(bottom + 1):
            for column in range(right + 1):
                covered = frozenset((row + r, column + c) for r, c in shape)
                if covered <= empty:
                    found.add(covered)
    return frozenset(found)


def regions(empty: Cells, shapes: Iterable[Cells]) -> list[Cells]:
    """The connected parts of the cells that placements can cover."""
    return components(cell for placement in placements(empty, shapes) for cell in placement)


# forms: sets of sets


def product(a: frozenset, b: frozenset) -> frozenset:
    """Both games side by side: a move is a move in one of them."""
    return frozenset({product(x, b) for x in a} | {product(a, y) for y in b})


def heap(size: int) -> frozenset:
    return frozenset(heap(smaller) for smaller in range(size))


def form_wins(form: frozenset, play: str) -> bool:
    if not form:
        return play == "misere"
    return any(not form_wins(option, play) for option in form)


def form_nimber(form: frozenset) -> int:
    return least_missing({form_nimber(option) for option in form})


def form_misere_nimber(form: frozenset) -> int:
    """The n for which the form beside a heap of n is lost for the player to move."""
    return next(n for n in range(100) if not form_wins(product(form, heap(n)), "misere"))


def least_missing(numbers: set[int]) -> int:
    return next(n for n in range(len(numbers) + 1) if n not in numbers)


def misere_canonical(form: frozenset) -> frozenset:
    """Conway: G is K if all options of K are options of G, all others have K as one, and, when K
    is 0, G has an option that is lost for the player to move."""
    options = frozenset(misere_canonical(option) for option in form)
    for simpler in {simpler for option in options for simpler in option}:
        if (
            simpler <= options
            and all(simpler in option for option in options - simpler)
            and (simpler or any(not form_wins(option, "misere") for option in options))
        ):
            return simpler
    return options


# games


def option_sets(empty: Cells, shapes: tuple[Cells, ...]) -> frozenset:
    """The OIS of the Nim tetris paper: the set of the OIS of all boards that one move leads to."""

    @cache
    def of(cells: Cells) -> frozenset:
        return frozenset(of(cells - placement) for placement in placements(cells, shapes))

    return of(empty)


def wins(empty: Cells, shapes: tuple[Cells, ...], play: str) -> bool:
    """Whether the player to move wins, by trying every move on the whole board."""

    @cache
    def of(cells: Cells) -> bool:
        moves = placements(cells, shapes)
        if not moves:
            return play == "misere"
        return any(not of(cells - placement) for placement in moves)

    return of(empty)


def nimber(empty: Cells, shapes: tuple[Cells, ...]) -> int:
    """The value in normal play, by trying every move on the whole board."""

    @cache
    def of(cells: Cells) -> int:
        reached = {of(cells - placement) for placement in placements(cells, shapes)}
        return next(n for n in range(len(reached) + 1) if n not in reached)

    return of(empty)


def genus(empty: Cells, shapes: tuple[Cells, ...]) -> str:
    """The nimber and, behind ^, the misère nimbers beside no, one, two, … heaps of two, by trying
    every move on the whole board and in the heaps."""

    @cache
    def won(cells: Cells, heaps: tuple[int, ...]) -> bool:
        options = [(cells - placement, heaps) for placement in placements(cells, shapes)]
        for number, heap in enumerate(heaps):
            others = heaps[:number] + heaps[number + 1 :]
            options += [(cells, tuple(sorted((*others, left)))) for left in range(heap)]
        return not options or any(not won(*option) for option in options)

    def misere_nimber(twos: int) -> int:
        return next(n for n in range(100) if not won(empty, tuple(sorted((n, *(2,) * twos)))))

    found = [misere_nimber(twos) for twos in range(6)]
    while len(found) > 2 and found[-1] == found[-3]:  # the last two repeat for ever
        found.pop()
    return f"{nimber(empty, shapes)}^{''.join(map(str, found))}"


class AllBoards(NamedTuple):
    """Of every board of one size, by the number whose bit row * width + column is an empty cell."""

    misere_wins: NDArray[np.bool_]
    nimbers: NDArray[np.uint8]
    misere_nimbers: NDArray[np.uint8]


def all_boards(width: int, height: int, shapes: Iterable[Cells]) -> AllBoards:
    """Every board of a size, from those with few empty cells to those with many, each by all its
    moves."""
    cells = [(row, column) for row in range(height) for column in range(width)]
    masks = [
        sum(1 << (row * width + column) for row, column in placement)
        for placement in placements(frozenset(cells), shapes)
    ]
    boards = np.arange(1 << len(cells))
    counts = sum((boards >> i) & 1 for i in range(len(cells)))
    found = AllBoards(
        np.zeros(len(boards), bool), np.zeros(len(boards), np.uint8), np.ones(len(boards), np.uint8)
    )
    for count in range(len(cells) + 1):
        level = boards[counts == count]
        reached = np.zeros((2, len(level)), np.uint64)  # nimbers of options, as bits
        wins = np.zeros(len(level), bool)
        for mask in masks:
            fits = (level & mask) == mask
            left = level[fits] - mask
            wins[fits] |= ~found.misere_wins[left]
            for bits, nimbers in zip(reached, found[1:], strict=True):
                bits[fits] |= np.uint64(1) << nimbers[left].astype(np.uint64)
        ended = reached[0] == 0
        found.misere_wins[level] = wins | ended
        for bits, nimbers in zip(reached, found[1:], strict=True):
            nimbers[level] = [least_missing_bit(int(reached_here)) for reached_here in bits]
        found.misere_nimbers[level[ended]] = 1
    return found


def least_missing_bit(bits: int) -> int:
    return (~bits & (bits + 1)).bit_length() - 1


# the duel: a well is a list of rows from the top, each a list of cells


# in its box of 4×4, and its rows as bits, the left cell lowest.
HATETRIS_PIECES: dict[str, list[tuple[int, int, list[int]]]] = {
    "I": [(0, 1, [15]), (2, 0, [1, 1, 1, 1]), (0, 2, [15]), (1, 0, [1, 1, 1, 1])],
    "J": [(1, 1, [3, 1, 1]), (0, 1, [7, 4]), (1, 0, [2, 2, 3]), (1, 1, [1, 7])],
    "L": [(1, 1, [7, 1]), (1, 1, [3, 2, 2]), (0, 1, [4, 7]), (1, 0, [1, 1, 3])],
    "O": 4 * [(1, 1, [3, 3])],
    "S": [(1, 1, [6, 3]), (1, 1, [1, 3, 2]), (0, 1, [6, 3]), (1, 0, [1, 3, 2])],
    "T": [(1, 1, [7, 2]), (1, 1, [2, 3, 2]), (0, 1, [2, 7]), (1, 0, [1, 3, 1])],
    "Z": [(1, 1, [3, 6]), (1, 1, [2, 3, 1]), (0, 1, [3, 6]), (1, 0, [2, 3, 1])],
}


def hatetris_turns(piece: str) -> list[Cells]:
    """A piece's cells in its box, for each way to be turned."""
    return [
        frozenset(
            (top + i, left + column)
            for i, row in enumerate(rows)
            for column in range(4)
            if row >> column & 1
        )
        for left, top, rows in HATETRIS_PIECES[piece]
    ]


def square_turns(shape: Cells) -> list[Cells]:
    """A shape in the middle of the square around it, turned counterclockwise four times."""
    height = 1 + max(row for row, _ in shape)
    side = max(height, 1 + max(column for _, column in shape))
    cells = frozenset((row + (side - height) // 2, column) for row, column in shape)
    turns = []
    for _ in range(4):
        turns.append(cells)
        cells = frozenset((side - 1 - column, row) for row, column in cells)
    return turns


# Cells of the guideline's pieces as they come in, by row and column from their centre of rotation,
# and for each state the offsets between which a turn is tried: the difference of the two states'.
SRS_CELLS: dict[str, list[tuple[int, int]]] = {
    "I": [(0, -1), (0, 0), (0, 1), (0, 2)],
    "J": [(-1, -1), (0, -1), (0, 0), (0, 1)],
    "L": [(-1, 1), (0, -1), (0, 0), (0, 1)],
    "O": [(-1, 0), (-1, 1), (0, 0), (0, 1)],
    "S": [(-1, 0), (-1, 1), (0, -1), (0, 0)],
    "T": [(-1, 0), (0, -1), (0, 0), (0, 1)],
    "Z": [(-1, -1), (-1, 0), (0, 0), (0, 1)],
}
SRS_OFFSETS: dict[str, list[list[tuple[int, int]]]] = {  # right, up
    "I": [
        [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
        [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
        [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
        [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
    ],
    "O": [[(0, 0)], [(0, -1)], [(-1, -1)], [(-1, 0)]],
    "JLSTZ": [
        [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
        [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
        [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
        [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
    ],
}

Tries = dict[tuple[int, int], list[tuple[int, int]]]  # for two states, how far right and up


def srs_turns(piece: str) -> list[Cells]:
    """A piece's cells around its centre of rotation, turned clockwise four times."""
    cells = frozenset(SRS_CELLS[piece])
    turns = []
    for _ in range(4):
        turns.append(cells)
        cells = frozenset((column, -row) for row, column in cells)
    return turns


def srs_tries(piece: str) -> Tries:
    """Where its turns are tried, as `landing_places` takes it."""
    offsets = next(table for names, table in SRS_OFFSETS.items() if piece in names)
    return {
        (start, end): [
            (x - to_x, y - to_y)
            for (x, y), (to_x, to_y) in zip(offsets[start], offsets[end], strict=True)
        ]
        for start in range(4)
        for end in ((start + 1) % 4, (start - 1) % 4)
    }


def next_turn_once(turns: list[Cells]) -> Tries:
    """From each turn to the next, tried at one place only."""
    return {(turn, (turn + 1) % len(turns)): [(0, 0)] for turn in range(len(turns))}


def reached_states(
    well: Rows, turns: list[Cells], starts: list[tuple[int, int, int]], tries: Tries
) -> set[tuple[int, int, int]]:
    """Everything that a piece can reach, by trying every step one by one. A state is which of the
    turns the piece has and how far down and right it is."""

    def fits(state: tuple[int, int, int]) -> bool:
        return has_room(well, cells_of_state(turns, state))

    reached = {start for start in starts if fits(start)}
    waiting = list(reached)
    while waiting:
        turn, down, right = waiting.pop()
        steps = [(turn, down, right - 1), (turn, down, right + 1), (turn, down + 1, right)]
        for (start, end), offsets in tries.items():
            if start == turn:
                places = [(end, down - y, right + x) for x, y in offsets]
                steps += [place for place in places if fits(place)][:1]
        for state in steps:
            if state not in reached and fits(state):
                reached.add(state)
                waiting.append(state)
    return reached


def cells_of_state(turns: list[Cells], state: tuple[int, int, int]) -> Cells:
    turn, down, right = state
    return frozenset((row + down, column + right) for row, column in turns[turn])


def has_room(well: Rows, cells: Cells) -> bool:
    return all(
        0 <= row < len(well) and 0 <= column < len(well[0]) and not well[row][column]
        for row, column in cells
    )


def landing_places(
    well: Rows, turns: list[Cells], starts: list[tuple[int, int, int]], tries: Tries | None = None
) -> set[Cells]:
    """Where a piece can land, by trying every step one by one."""
    return {
        cells_of_state(turns, (turn, down, right))
        for turn, down, right in reached_states(well, turns, starts, tries or {})
        if not has_room(well, cells_of_state(turns, (turn, down + 1, right)))
    }


def drops(well: Rows, shape: Cells) -> set[Cells]:
    """Where a shape lands if it falls straight down from the top rows, which are empty."""
    found = set()
    for right in range(len(well[0])):
        moved = {(row, column + right) for row, column in shape}
        if any(column >= len(well[0]) for _, column in moved):
            continue
        while all(row + 1 < len(well) and not well[row + 1][column] for row, column in moved):
            moved = {(row + 1, column) for row, column in moved}
        found.add(frozenset(moved))
    return found


def locked(well: Rows, cells: Cells, *, clears: bool = True) -> tuple[Rows, int]:
    """A well with a piece put into it and full rows removed, and how many they were."""
    filled = [[cell or (r, c) in cells for c, cell in enumerate(row)] for r, row in enumerate(well)]
    kept = [row for row in filled if not (clears and all(row))]
    removed = len(well) - len(kept)
    return [[False] * len(well[0]) for _ in range(removed)] + kept, removed


def column_height(well: Rows, column: int) -> int:
    filled = [row for row in range(len(well)) if well[row][column]]
    return len(well) - min(filled) if filled else 0


def hole_counts(well: Rows) -> tuple[int, int, int]:
    """The big, middle and small holes of Kravec's thesis; walls do not count as sides."""
    big = middle = small = 0
    for row in range(len(well)):
        for column in range(len(well[0])):
            if well[row][column]:
                continue
            above = row > 0 and well[row - 1][column]
            sides = (
                0 < column < len(well[0]) - 1 and well[row][column - 1] and well[row][column + 1]
            )
            big += above and sides
            middle += above and not sides
            small += sides and not above
    return big, middle, small


def kravec_value(well: Rows, weights: tuple[float, ...]) -> float:
    """M. Kravec's evaluation: highest column, mean column, and the three kinds of holes."""
    heights = [column_height(well, column) for column in range(len(well[0]))]
    features = (max(heights), sum(heights) / len(heights), *hole_counts(well))
    return sum(weight * feature for weight, feature in zip(weights, features, strict=True))


def tetris_features(before: Rows, placed: Cells, height: int) -> dict[str, float]:
    """Every feature of a placement, or of a well where nothing is placed, cell by cell."""
    well, lines = locked(before, placed)
    rows, width = len(well), len(well[0])
    columns = range(width)
    heights = [column_height(well, column) for column in columns]
    filled = {(rows - r, c) for r in range(rows) for c in columns if well[r][c]}  # rows from 1
    holes = {(row, c) for c in columns for row in range(1, heights[c]) if (row, c) not in filled}
    hole_rows = {row for row, _ in holes}
    steps = [b - a for a, b in itertools.pairwise(heights)]
    sides = [
        min((heights[n] for n in (c - 1, c + 1) if n in columns), default=0) - heights[c]
        for c in columns
    ]
    big, middle, small = hole_counts(well)

    def is_filled(row: int, column: int) -> bool:
        return column not in columns or row < 1 or (row, column) in filled

    hole_depth = 0
    for row, column in holes:
        while (row + 1, column) in filled:
            hole_depth += 1
            row += 1
    wells = 0
    for row in range(1, rows + 1):
        for column in columns:
            if (row, column) in filled or not is_filled(row, column - 1):
                continue
            if is_filled(row, column + 1):
                below = row
                while not is_filled(below, column):
                    wells += 1
                    below -= 1
    reached = set[tuple[int, int]]()  # empty cells, from above
    ahead = [(rows + 1, c) for c in columns]
    while ahead:
        row, column = ahead.pop()
        if (row, column) not in reached and row <= rows + 1 and not is_filled(row, column):
            reached.add((row, column))
            ahead += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    own = [(rows - r, c) for r, c in placed]  # rows from 1
    before_filled = {(rows - r, c) for r in range(rows) for c in columns if before[r][c]}
    full = {
        row
        for row in range(1, rows + 1)
        if all((row, c) in before_filled or (row, c) in own for c in columns)
    }
    sides_of_own = [
        (row + down, column + right)
        for row, column in own
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    lowest = min((row for row, _ in own), default=1)
    tall = max((row for row, _ in own), default=1) - lowest + 1
    return {
        "max-height": max(heights),
        "mean-height": sum(heights) / width,
        "big-holes": big,
        "middle-holes": middle,
        "small-holes": small,
        "height-sum": sum(heights),
        "height-steps": sum(map(abs, steps)),
        "height-range": max(heights) - min(heights),
        "min-height": min(heights),
        "holes": len(holes),
        "holes-to-floor": sum(row for row, _ in holes),
        "holes-to-surface": sum(heights[c] - row for row, c in holes),
        "lowest-hole": min(hole_rows, default=0),
        "highest-hole": max(hole_rows, default=0),
        "closed-cells": len(holes - reached),
        "hole-depth": hole_depth,
        "rows-with-holes": len(hole_rows),
        "valleys": sum(max(0, depth) for depth in sides),
        "deep-valleys": sum(depth >= 3 for depth in sides),
        "wells": wells,
        "joined-cells": sum((row + 1, c) in filled for row, c in filled),
        "cells": len(filled),
        "cell-heights": sum(row for row, _ in filled),
        "high-cell-heights": sum(row for row, _ in filled if height - row <= 10),
        **park_features_of_wells(well, height),
        "row-transitions": sum(
            is_filled(row, c) != is_filled(row, c + 1)
            for row in range(1, height + 1)
            for c in range(-1, width)
        ),
        "column-transitions": sum(
            is_filled(row, c) != is_filled(row + 1, c) for row in range(rows) for c in columns
        ),
        "diversity": len({step for step in steps if abs(step) <= 2}),
        "landing-height": lowest - 1 + (tall - 1) / 2 if own else 0,
        "placed-row": lowest - 1,
        "lines": lines,
        "four-lines": float(lines == 4),
        "eroded-cells": lines * sum(row in full for row, _ in own),
        "wall-contacts": sum(column not in columns for _, column in sides_of_own),
        "floor-contacts": sum(row == 0 for row, _ in sides_of_own),
        "block-contacts": sum(cell in before_filled for cell in sides_of_own),
        "box-row": park_box_row(own) if own else 0,
        "four-lines-now": float(lines == 4),
    }


def park_features_of_wells(well: Rows, height: int) -> dict[str, float]:
    """The features that only S. Park's program has, as it computes them: rows count from 0 at the
    top of a well with `height` rows; the rows given may begin above it."""
    above, width = len(well) - height, len(well[0])
    filled = {(r - above, c) for r, row in enumerate(well) for c in range(width) if row[c]}
    tops = [min((y for y, c in filled if c == x), default=height) for x in range(width)]
    holes = [(y + 1, x) for y, x in filled if y + 1 < height and (y + 1, x) not in filled]
    depths = [y - tops[x] for y, x in holes]
    valleys = []
    for x in range(width):
        beside = [n for n in (x - 1, x + 1) if 0 <= n < width]
        rows = range(min((tops[n] for n in beside), default=height), tops[x])
        valleys.append(sum(all((y, n) in filled for n in beside) for y in rows))
    chunks = 0
    for y in range(min(tops), height):
        row = [(y, x) in filled for x in range(width)]
        chunks += sum(a != b for a, b in itertools.pairwise(row)) + (not row[0] or not row[-1])
    return {
        "cells-high-up": sum(11 - y for y, _ in filled if y <= 10),
        "roofed-holes": len(holes),
        "roofed-holes-to-top": sum(y + 1 for y, _ in holes),
        "roofed-holes-to-surface": sum(depths),
        "nearest-roofed-hole": min(depths, default=height),
        "deepest-roofed-hole": max(depths, default=0),
        "valley-cells": sum(valleys),
        "valley-columns": sum(cells > 2 for cells in valleys),
        "first-free-heights": tops[0] + sum(height - top for top in tops[1:]),
        "row-chunks": chunks,
    }


# The cells of tetrominoes in S. Park's boxes of 4×4: rows, from the top, and columns.
PARK_BOXES = (
    "10 11 12 13", "01 11 21 31",
    "21 22 23 33", "12 13 22 32", "11 21 22 23", "12 22 31 32",
    "21 22 23 31", "12 22 32 33", "13 21 22 23", "11 12 22 32",
    "11 20 21 22", "11 20 21 31", "20 21 22 31", "11 21 22 31",
    "21 22 31 32",
    "12 13 21 22", "11 21 22 32",
    "21 22 32 33", "12 21 22 31",
)  # fmt: skip


def park_box_row(own: list[tuple[int, int]]) -> int:
    """The row, from 0 at the floor, of the top of the box of a piece, whose own cells have rows
    from 1 at the floor; of a piece without a box, its own top row."""
    top, left = max(row for row, _ in own), min(column for _, column in own)
    shape = {(top - row, column - left) for row, column in own}
    for text in PARK_BOXES:
        cells = [(int(cell[0]), int(cell[1])) for cell in text.split()]
        first, edge = min(row for row, _ in cells), min(column for _, column in cells)
        if shape == {(row - first, column - edge) for row, column in cells}:
            return top - 1 + first
    return top - 1


def supported_cells(before: Rows, placed: Cells) -> int:
    """Cells of a piece right above the floor or a cell that was filled before."""
    return sum(row + 1 == len(before) or before[row + 1][column] for row, column in placed)


def starts_above(well: Rows, turns: list[Cells]) -> list[tuple[int, int, int]]:
    """Every place for a piece that lies above the stack, as `landing_places` takes it."""
    stack = max(column_height(well, column) for column in range(len(well[0])))
    return [
        (turn, down, right)
        for turn in range(len(turns))
        for down in range(-3, len(well))
        for right in range(-3, len(well[0]))
        if max(row for row, _ in turns[turn]) + down < len(well) - stack
    ]


class DuelTable(NamedTuple):
    """All wells of a size without full rows, the empty one first, and for each piece and well the
    wells that a placement leaves, as numbers; len(wells) where there are fewer."""

    wells: list[Rows]
    after: NDArray[np.int64]  # by piece, well, placement


def duel_table(width: int, height: int, pieces: list[Cells], moves: str) -> DuelTable:
    """The table, made by trying everything. Pieces are in the rotation they come in with, for
    `spin`."""
    full = 2**width - 1
    numbers = list(itertools.product(range(full), repeat=height))  # rows from the top
    number_of = {rows: number for number, rows in enumerate(numbers)}
    wells = [[[bool(row >> c & 1) for c in range(width)] for row in rows] for rows in numbers]
    room = 10
    lists: list[list[list[int]]] = []
    for piece in pieces:
        lists.append([])
        for well in wells:
            rows = [[False] * width for _ in range(room)] + well
            left = set()
            for cells in _all_placements(rows, piece, moves):
                after, _ = locked(rows, cells)
                if not any(any(row) for row in after[:room]):
                    bits = tuple(
                        sum(cell << c for c, cell in enumerate(row)) for row in after[room:]
                    )
                    left.add(number_of[bits])
            lists[-1].append(sorted(left))
    most = max([1, *(len(left) for of_piece in lists for left in of_piece)])
    after = np.full((len(pieces), len(wells), most), len(wells))
    for p, of_piece in enumerate(lists):
        for w, left in enumerate(of_piece):
            after[p, w, : len(left)] = left
    return DuelTable(wells, after)


def _all_placements(rows: Rows, piece: Cells, moves: str) -> set[Cells]:
    if moves == "drop":
        return {cells for shape in set(four_turns(piece)) for cells in drops(rows, shape)}
    turns = square_turns(piece) if moves == "spin" else four_turns(piece)
    tries = next_turn_once(turns) if moves == "spin" else None
    return landing_places(rows, turns, starts_above(rows, turns), tries)


def longest_game(table: DuelTable, start: int, sequence: list[int], most: int) -> int:
    """How many pieces of a sequence, over and over, can be placed at best; `most` if that or
    more."""
    wells = {start}
    for placed in range(most):
        after = table.after[sequence[placed % len(sequence)]]
        wells = {int(n) for well in wells for n in after[well]} - {len(table.wells)}
        if not wells:
            return placed
    return most


def safe_wells(table: DuelTable, pieces: list[int]) -> NDArray[np.bool_]:
    """Whether Good goes on for ever from each well, without a preview; and False for one more."""
    count = len(table.wells)
    safe = np.append(np.ones(count, bool), False)
    while True:
        still = safe.copy()
        for piece in pieces:
            still[:count] &= safe[table.after[piece]].any(axis=1)
        if (still == safe).all():
            return safe
        safe = still


def good_wins_duel(table: DuelTable, pieces: list[int], preview: int) -> bool:
    """The greatest fixpoint: a well is safe while every piece has a placement to a safe one."""
    count = len(table.wells)
    if preview == 0:
        return bool(safe_wells(table, pieces)[0])
    # With one piece visible: it is placed when the next is known.
    seen = {piece: np.append(np.ones(count, bool), False) for piece in pieces}
    while True:
        following = {piece: safe.copy() for piece, safe in seen.items()}
        for piece in pieces:
            for following_piece in pieces:
                reached = seen[following_piece][table.after[piece]].any(axis=1)
                following[piece][:count] &= reached
        if all((following[piece] == seen[piece]).all() for piece in pieces):
            return all(bool(seen[piece][0]) for piece in pieces)
        seen = following


def good_wins_with_bags(table: DuelTable, pieces: list[int], preview: int) -> bool:
    """The same where Bad deals bags: the greatest fixpoint over wells, bags and visible pieces. A
    bag is never empty: a full one follows at once."""
    count = len(table.wells)
    full = frozenset(pieces)
    bags = [frozenset(s) for n in range(len(full)) for s in itertools.combinations(full, n + 1)]
    queues = list(itertools.product(pieces, repeat=preview))
    safe = {key: np.append(np.ones(count, bool), False) for key in itertools.product(bags, queues)}
    while True:
        still = {key: wells.copy() for key, wells in safe.items()}
        for (bag, queue), wells in still.items():
            for piece in bag:
                placed, *coming = (*queue, piece)
                following = safe[bag - {piece} or full, tuple(coming)]
                wells[:count] &= following[table.after[placed]].any(axis=1)
        if all((still[key] == safe[key]).all() for key in safe):
            break
        safe = still

    def wins_from(bag: frozenset[int], queue: tuple[int, ...]) -> bool:
        if len(queue) == preview:
            return bool(safe[bag, queue][0])
        return all(wins_from(bag - {piece} or full, (*queue, piece)) for piece in bag)

    return wins_from(full, ())


# pictures


class Box(Protocol):
    """A rectangle by its upper left corner."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...


def overlap(one: Box, two: Box) -> bool:
    """Whether two boxes have more in common than an edge."""
    return (
        min(one.x + one.width, two.x + two.width) - max(one.x, two.x) > 1e-6
        and min(one.y + one.height, two.y + two.height) - max(one.y, two.y) > 1e-6
    )
