"""The best known weights for what is played: what a player takes that names none.

The choice is one table, `BEST`; the first line that fits a game gives its weights. To have new
weights taken, put their file into `shipped/` and a line above those that it beats. The figures
behind the choice are in docs/tetris-results.md, made by `make tetris ONLY=settings`.

>>> best_weights(Rules()).name, best_weights(Rules(height=10)).name
('cgt-20', 'cgt-10')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cgt.duel.evaluate.weights import Weights
from cgt.duel.rules import Ending, Rules

Side = Literal["good", "bad"]
_MANY = 10**6


@dataclass(frozen=True)
class Choice:
    """Weights, and the games in which they are the best known.

    `seen` is how many visible pieces the player looks at, `depth` how many pieces it looks ahead by
    min-max, `kinds` how many pieces there are to choose from, `bag` whether they come from a bag.
    Ranges include both ends; where nothing is said, anything fits.
    """

    weights: str
    side: Side = "good"
    scoring: str | None = None
    ending: Ending | None = None
    kinds: tuple[int, int] = (1, _MANY)
    seen: tuple[int, int] = (1, _MANY)
    depth: tuple[int, int] = (1, _MANY)
    widths: tuple[int, int] = (0, _MANY)
    heights: tuple[int, int] = (0, _MANY)
    bag: bool | None = None

    def fits(
        self, rules: Rules, seen: int, depth: int, scoring: str, side: Side, bag: bool = False
    ) -> bool:
        """Whether these weights are for such a game."""
        return (
            side == self.side
            and self.bag in (None, bag)
            and self.scoring in (None, scoring)
            and self.ending in (None, rules.ending)
            and _is_in(len(rules.names), self.kinds)
            and _is_in(seen, self.seen)
            and _is_in(depth, self.depth)
            and _is_in(rules.width, self.widths)
            and _is_in(rules.height, self.heights)
        )


def _is_in(number: int, ends: tuple[int, int]) -> bool:
    return ends[0] <= number <= ends[1]


BEST = (
    Choice("kravec-2", side="bad", kinds=(1, 6)),
    Choice("bcts", side="bad", widths=(0, 5)),
    Choice("dt-10", side="bad"),
    Choice("cgt-sogang-fast", scoring="sogang", seen=(3, _MANY), heights=(0, 18)),
    Choice("cgt-sogang-5", scoring="sogang", seen=(3, _MANY)),
    Choice("cgt-sogang", scoring="sogang", seen=(2, _MANY)),
    Choice("cgt-sogang-1", scoring="sogang"),
    Choice("dt-10", depth=(2, _MANY)),
    Choice("cgt-10", kinds=(1, 6)),
    Choice("dt-10", ending="spawn", heights=(0, 12)),
    Choice("cgt-width-4", widths=(0, 4)),
    Choice("cgt-width-5", widths=(5, 5), heights=(13, _MANY)),
    Choice("cgt-width-5", widths=(6, 6), bag=True),
    Choice("cgt-20", widths=(6, 8), heights=(13, _MANY)),
    Choice("cgt-bag-1", bag=True, seen=(2, _MANY), heights=(0, 12)),
    Choice("cgt-bag", bag=True, heights=(0, 12)),
    Choice("cgt-10", heights=(0, 16)),
    Choice("cgt-20"),
)

BEST_FOR_HUNTS = "cgt-hunt"  # for a beam over whole games, against an enemy computed ahead


def best_weights(
    rules: Rules,
    *,
    seen: int = 1,
    depth: int = 1,
    scoring: str = "lines",
    side: Side = "good",
    bag: bool = False,
) -> Weights:
    """The best known weights for a game, and for a player that looks at `seen` visible pieces, or
    `depth` pieces ahead by min-max; `bag` says that pieces come from a bag, by chance."""
    fitting = (one.weights for one in BEST if one.fits(rules, seen, depth, scoring, side, bag))
    return Weights.named(next(fitting))
