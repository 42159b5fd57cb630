"""Statistics of many games: the mean, the spread of the values, and how certain the mean is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean, stdev


@dataclass(frozen=True)
class Statistics:
    """How many values there are, their mean, and their standard deviation."""

    games: int
    mean: float
    deviation: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Statistics:
        listed = list(values)
        deviation = stdev(listed) if len(listed) > 1 else 0.0
        return cls(len(listed), fmean(listed) if listed else math.nan, deviation)

    @property
    def standard_error(self) -> float:
        return self.deviation / math.sqrt(self.games) if self.games else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean, good if there are enough games."""
        half = 1.96 * self.standard_error
        return self.mean - half, self.mean + half
