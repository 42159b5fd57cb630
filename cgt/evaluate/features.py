"""What evaluations look at, in words and with a picture of each.

The definitions that count are native; these are for people, and the tests compare the two: in each
picture the feature has the value that stands beside it.
"""

from __future__ import annotations

from dataclasses import dataclass

from cgt import _native


@dataclass(frozen=True)
class Feature:
    """A feature: what it counts, and a well in which it has a value."""

    meaning: str
    picture: str
    value: float


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
}

assert tuple(FEATURES) == _native.FEATURES
