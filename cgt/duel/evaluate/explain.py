"""What an evaluation sees in a placement: the value of each feature, and what that adds.

>>> from cgt.duel.evaluate.weights import Weights
>>> rules, well = Rules(width=5, height=8), Well("##...|##.##")
>>> placement = rules.placements(well, "I")[0]
>>> for seen in explain(rules, well, placement, Weights.of({"holes": -4, "landing-height": -1})):
...     print(f"{seen.feature}: {seen.value:g} × {seen.weight:g} = {seen.contribution:g}")
holes: 4 × -4 = -16
landing-height: 2 × -1 = -2
"""

from __future__ import annotations

from dataclasses import dataclass

from cgt.duel.evaluate.weights import Weights
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well


@dataclass(frozen=True)
class SeenFeature:
    """A feature of a placement or of the well that it leaves: its value, and its weight."""

    feature: str
    value: float
    weight: float

    @property
    def contribution(self) -> float:
        """What it adds to the value of the placement."""
        return self.weight * self.value + 0.0  # no negative zero


def explain(
    rules: Rules, well: Well, placement: WellPlacement, weights: Weights
) -> tuple[SeenFeature, ...] | None:
    """Every feature that has a weight, with its value for this placement and the well that it
    leaves; None if the game is over then, and nothing is counted. The contributions add up to what
    `Weights.judge` returns. Raises CgtError if there is no such placement.
    """
    if rules.place(well, placement).over:
        return None
    seen = []
    for feature, weight in weights.by_feature.items():
        value = sum(Weights(feature, {feature: 1.0}).judge(rules, well, placement))
        seen.append(SeenFeature(feature, value, weight))
    return tuple(seen)
