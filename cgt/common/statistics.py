"""Statistics of many games: the mean, the spread of the values, and how certain the mean is; also
where not all games could be played to their end."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple


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

    @property
    def wide_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean, good also of few values, if they are close to
        normal: by Student's distribution."""
        half = _student(self.games - 1) * self.standard_error if self.games > 1 else math.inf
        return self.mean - half, self.mean + half


class Estimated(NamedTuple):
    """A mean that was estimated, and its 95 % confidence interval, whose upper end may be
    infinite."""

    mean: float
    low: float
    high: float


def mean_until_end(total: float, ends: int) -> Estimated:
    """The mean of lengths that are exponential, as those of long games of chance nearly are, where
    some were cut off: their total, and how many were not cut off, are all that it depends on.

    >>> [round(value, 2) for value in mean_until_end(40, 4)]
    [10.0, 3.91, 36.7]
    >>> mean_until_end(40, 0).high
    inf
    """
    if ends == 0:
        return Estimated(math.inf, total / _gamma(1, 0.975), math.inf)
    return Estimated(total / ends, total / _gamma(ends + 1, 0.975), total / _gamma(ends, 0.025))


_FEW = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776}


def _student(freedom: int) -> float:
    """What Student's variable is below with the chance 0.975: from a table, or by its expansion."""
    z = 1.959964
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    more: float = sum(term / freedom**power for power, term in enumerate(terms, 1))
    return _FEW.get(freedom, z + more)


_EXACT = 100


def _gamma(shape: int, chance: float) -> float:
    """What a gamma variable of this shape is below with this chance: exactly, or for large shapes
    by Wilson and Hilferty."""
    ninth = 1 / (9 * shape)
    if shape > _EXACT:
        near: float = 1 - ninth + NormalDist().inv_cdf(chance) * math.sqrt(ninth)
        return shape * near * near * near
    low, high = 0.0, 10.0 * shape
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        term = above = math.exp(-middle)  # the chance of fewer than `shape` events
        for events in range(1, shape):
            term *= middle / events
            above += term
        low, high = (middle, high) if 1 - above < chance else (low, middle)
    return high
