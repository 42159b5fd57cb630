"""Training: finds weights that make a noisy fitness as high as possible.

A trainer knows nothing of the game. It gets a Problem: features with one weight each, and a
function that plays one game with given weights and returns how well that went.

>>> from cgt.train.anneal import Annealing, AnnealingOptions
>>> from cgt.train.run import train
>>> def fitness(weights, seed):
...     return -abs(weights[0] - 3)
>>> problem = Problem(("holes",), fitness)
>>> run = train(Annealing(problem.trained, AnnealingOptions(steps=300, scale=0.1)), problem)
>>> abs(run.best.weights[0] - 3) < 0.1
True
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from cgt.common.errors import CgtError

Vector = tuple[float, ...]


@dataclass(frozen=True)
class Problem:
    """What to train.

    `fitness` takes one weight for each of `features`, in their order, and the seed of a game. It
    returns how well that game went, the higher the better. It is sent to other processes, so it
    must be a function of a module, or a functools.partial of one. The features in `fixed` keep the
    weights given there and are not trained. `about` describes the game, differently for different
    games: a run is resumed only with the same game.
    """

    features: tuple[str, ...]
    fitness: Callable[[Vector, int], float]
    fixed: Mapping[str, float] = field(default_factory=dict)
    about: str = ""

    def __post_init__(self) -> None:
        """Raises CgtError if there is nothing to train, or if `fixed` names an unknown feature."""
        if len(set(self.features)) < len(self.features):
            raise CgtError("a feature is named twice among those to train")
        for name, weight in self.fixed.items():
            if name not in self.features:
                raise CgtError(f"{name} cannot be fixed: it is not among the features")
            if not math.isfinite(weight):
                raise CgtError(f"{name} cannot be fixed at {weight}")
        if not self.trained:
            raise CgtError("there is no feature to train")

    @property
    def trained(self) -> tuple[str, ...]:
        """The features whose weights are trained."""
        return tuple(name for name in self.features if name not in self.fixed)

    def named(self, weights: Sequence[float]) -> dict[str, float]:
        """The weight of every feature, given those of the trained ones."""
        found = dict(zip(self.trained, weights, strict=True))
        return {name: found[name] if name in found else self.fixed[name] for name in self.features}

    def complete(self, weights: Sequence[float]) -> Vector:
        """The weights as `fitness` takes them, given those of the trained features."""
        return tuple(self.named(weights).values())
