"""Weights that are changed a little by chance, so that searches with the same weights differ.

What a wide search finds depends on small differences, so several searches with slightly different
weights find more than one of them, and their mean says more about the weights.

>>> from cgt.duel.evaluate.weights import Weights
>>> print(noisy(Weights.of({"holes": -4, "lines": 1}, "mine"), 0.1, seed=3))
name: mine
best: highest
-4.037883215314921 holes
1.125002438108355 lines
"""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from cgt.common.errors import CgtError
from cgt.duel.evaluate.weights import Weights


def check_noise(noise: float) -> None:
    """Raises CgtError if weights cannot be changed by such a share."""
    if not (math.isfinite(noise) and 0 <= noise <= 1):
        raise CgtError(f"noise is a share of each weight, 0 to 1, not {noise}")


def noisy(weights: Weights, noise: float, seed: int) -> Weights:
    """The weights, each changed by a share of itself that is normally distributed with the
    deviation `noise`; the same for the same seed. With no noise, they are what they were. Raises
    CgtError."""
    check_noise(noise)
    if not noise:
        return weights
    chance = Random(seed)
    changed = {
        feature: weight * (1 + noise * chance.gauss(0, 1))
        for feature, weight in weights.by_feature.items()
    }
    return replace(weights, by_feature=changed)
