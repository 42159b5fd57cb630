"""The features of a well and a placement, each in words and with a picture.

The native core counts them; the words here are for people. Tests compare the two: in each picture
the feature must have the value that stands beside it. Letters in a picture are the cells of the
piece that has just landed. Features of the well are counted with that piece in it, after full rows
are cleared. Rows count from 0 at the floor; the height of a cell is 1 there, and one
more in each row above.
"""

from __future__ import annotations

from dataclasses import dataclass

from cgt import _native


@dataclass(frozen=True)
class Feature:
    """A feature: what it counts, a picture of a well, and the value that the feature has there.
    `height` is the number of rows that the well may have, which matters for a few."""

    meaning: str
    picture: str
    value: float
    height: int = 20


FEATURES: dict[str, Feature] = {
    "max-height": Feature("the height of the highest column", "#...|##.#", 2),
    "mean-height": Feature("the mean height of the columns", "#...|##.#", 1),
    "big-holes": Feature(
        "empty cells with a filled cell right above them and on both sides; walls are no filled "
        "cells",
        "###|#.#",
        1,
    ),
    "middle-holes": Feature(
        "empty cells with a filled cell right above them, but not on both sides", "##.|#..", 1
    ),
    "small-holes": Feature(
        "empty cells with a filled cell on both sides, but not right above them", "#.#|#.#", 2
    ),
    "height-sum": Feature("the sum of the heights of the columns", "#...|##.#", 4),
    "height-steps": Feature(
        "the sum of the differences between the heights of neighbours", "#...|##.#", 3
    ),
    "height-range": Feature("the highest column less the lowest", "#...|##.#", 2),
    "min-height": Feature("the height of the lowest column", "#..|###|##.", 2),
    "holes": Feature("empty cells with a filled cell somewhere above them", "##.|.#.|.##", 2),
    "holes-to-floor": Feature("the sum of the heights of all holes", "##.|.#.|.##", 3),
    "holes-to-surface": Feature(
        "for each hole, how many cells of its column are above it, up to the highest filled one",
        "##.|.#.|.##",
        3,
    ),
    "lowest-hole": Feature("the height of the lowest hole, 0 if there is none", "##.|.#.|.##", 1),
    "highest-hole": Feature("the height of the highest hole, 0 if there is none", "##.|.#.|.##", 2),
    "closed-cells": Feature(
        "empty cells with no way to the top, from empty cell to empty cell", "##..|.#.#|.#..", 2
    ),
    "hole-depth": Feature(
        "filled cells above holes: for each hole those right above it in one run, which is the "
        "same as all filled cells that have a hole below them",
        "#..|#.#|.##|#.#",
        3,
    ),
    "rows-with-holes": Feature("rows that have a hole", "###|.#.|.##", 2),
    "valleys": Feature(
        "how much lower a column is than both neighbours, summed; walls are high", "#.#|#.#|#..", 3
    ),
    "deep-valleys": Feature("columns that are lower by 3 or more", "#.#|#.#|#.#", 1),
    "wells": Feature(
        "for each empty cell with a filled cell or a wall on both sides: itself and the empty "
        "cells right below it",
        "#.#|#.#|#.#",
        6,
    ),
    "joined-cells": Feature("filled cells with a filled cell right above them", "##.|.#.|.##", 2),
    "cells": Feature("filled cells", "##.|.#.|.##", 5),
    "cell-heights": Feature("the sum of the heights of all filled cells", "##.|.#.|.##", 10),
    "high-cell-heights": Feature(
        "the same for cells with at most ten rows of the well above them", "##.|.#.|.##", 8, 12
    ),
    "cells-high-up": Feature(
        "for each filled cell with at most ten rows of the well above it: 11 less these rows",
        "##.|.#.|.##",
        5,
        12,
    ),
    "roofed-holes": Feature(
        "roofed holes: empty cells with a filled cell right above them", "##.|.#.|.##", 1
    ),
    "roofed-holes-to-top": Feature(
        "for each roofed hole, the rows from it up to the top of the well, its own included",
        "##.|.#.|.##",
        19,
    ),
    "roofed-holes-to-surface": Feature(
        "for each roofed hole, how many cells of its column are above it, up to the highest filled "
        "one",
        "#..|#.#|.##|#..",
        5,
    ),
    "nearest-roofed-hole": Feature(
        "the same for the roofed hole where it is least; the rows of the well if there is none",
        "#..|#.#|.##|#..",
        1,
    ),
    "deepest-roofed-hole": Feature(
        "the same for the roofed hole where it is greatest; 0 if there is none",
        "#..|#.#|.##|..#",
        2,
    ),
    "valley-cells": Feature(
        "cells above the highest filled one of their column, with a filled cell or a wall on both "
        "sides",
        "#.#|#.#|#.#|..#",
        3,
    ),
    "valley-columns": Feature("columns with more than two of these", "#.#.|#.#.|#.#.|..#.", 2),
    "first-free-heights": Feature(
        "the sum of the heights of the columns, where the first column counts by its free rows "
        "instead",
        "#...|##.#",
        20,
    ),
    "row-chunks": Feature(
        "for each row up to the highest filled one: its changes between filled and empty, and 1 "
        "more if its first or its last cell is empty; walls do not count",
        "#...|.#.#",
        6,
    ),
    "row-transitions": Feature(
        "changes between filled and empty along the rows of the well; walls are filled, so that an "
        "empty row has 2",
        "#.#.",
        42,
    ),
    "column-transitions": Feature(
        "changes between filled and empty along the columns; the floor is filled", "##.|.#.|.##", 5
    ),
    "diversity": Feature(
        "how many of -2, -1, 0, 1, 2 occur as differences between neighbours", "#...|##.#", 2
    ),
    "landing-height": Feature(
        "of the piece that landed: the row of its lowest cell, plus half of its height less one",
        "TTT.|.T..|####|###.",
        2.5,
    ),
    "placed-row": Feature("the row of its lowest cell", "TTT.|.T..|##..|###.", 2),
    "lines": Feature("the rows that it completed", "T...|TT##|T###", 2),
    "four-lines": Feature("1 if it completed four rows", "I###|I###|I###|I###", 1),
    "eroded-cells": Feature(
        "the rows that it completed, times the cells of its own that went with them",
        "T...|TT##|T###",
        6,
    ),
    "wall-contacts": Feature("sides of its cells that touch a wall", "T...|TT..|T...", 3),
    "floor-contacts": Feature("sides of its cells that touch the floor", "..T.|.TTT", 3),
    "block-contacts": Feature(
        "sides of its cells that touch what was filled before", "T...|TT##|T###", 3
    ),
    "box-row": Feature(
        "the row of the top of its box, four rows high, in which S. Park's program keeps a "
        "tetromino: three rows above the lowest cell; only two above for J, L and T with three "
        "cells below and for S lying, and one above for I lying; for other pieces their own top "
        "row",
        "TTT.|.T..|##..|###.",
        5,
    ),
    "four-lines-now": Feature(
        "1 if it completed four rows; where a player looks ahead, of the last piece only",
        "I###|I###|I###|I###",
        1,
    ),
}
"""Every feature that can have a weight, by name, with what it counts."""

assert FEATURES.keys() == set(_native.FEATURES)

# Named sets of features.
FEATURE_SETS: dict[str, tuple[str, ...]] = {
    "kravec": ("max-height", "mean-height", "big-holes", "middle-holes", "small-holes"),
    "sogang": (
        "lines", "box-row", "first-free-heights", "height-steps", "height-range", "max-height",
        "roofed-holes", "roofed-holes-to-top", "roofed-holes-to-surface", "nearest-roofed-hole",
        "deepest-roofed-hole", "valley-cells", "valley-columns", "cells", "cell-heights",
        "cells-high-up", "row-chunks", "four-lines-now",
    ),
    "sogang-report": (
        "four-lines", "lines", "placed-row", "height-sum", "height-steps", "height-range",
        "min-height", "holes", "holes-to-floor", "holes-to-surface", "lowest-hole", "highest-hole",
        "valleys", "deep-valleys", "joined-cells", "cells", "cell-heights", "high-cell-heights",
    ),
    "genetic-4": ("max-height", "height-steps", "holes", "lines"),
    "genetic-5": ("max-height", "height-steps", "hole-depth", "holes", "lines"),
    "genetic-8": (
        "max-height", "height-steps", "hole-depth", "holes", "lines", "wall-contacts",
        "floor-contacts", "block-contacts",
    ),
    "dellacherie": (
        "landing-height", "eroded-cells", "row-transitions", "column-transitions", "holes", "wells",
    ),
    "bcts": (
        "landing-height", "eroded-cells", "row-transitions", "column-transitions", "holes", "wells",
        "hole-depth", "rows-with-holes",
    ),
    "dt": (
        "landing-height", "eroded-cells", "row-transitions", "column-transitions", "holes", "wells",
        "hole-depth", "rows-with-holes", "diversity",
    ),
    "lee": ("height-sum", "lines", "holes", "height-steps"),
}  # fmt: skip
