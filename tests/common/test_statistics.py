"""Means and their intervals."""

import random
from math import inf

import pytest

from cgt.common.statistics import Statistics, mean_until_end

# published quantiles of the chi-squared distribution: freedom, at 0.025, at 0.975
CHI_SQUARED = [(2, 0.0506, 7.378), (8, 2.180, 17.535), (20, 9.591, 34.170), (300, 253.912, 349.874)]


@pytest.mark.parametrize(("freedom", "low", "high"), CHI_SQUARED)
def test_the_interval_of_lengths_cut_off_is_that_of_the_tables(
    freedom: int, low: float, high: float
) -> None:
    ends = freedom // 2
    assert mean_until_end(1000, ends).high == pytest.approx(2000 / low, rel=2e-3)
    if ends > 1:
        assert mean_until_end(1000, ends - 1).low == pytest.approx(2000 / high, rel=2e-3)
    assert mean_until_end(1000, ends).mean == 1000 / ends


def test_without_an_end_only_a_lower_bound_is_known() -> None:
    found = mean_until_end(500, 0)
    assert (found.mean, found.high) == (inf, inf)
    assert found.low == pytest.approx(2 * 500 / 7.378, rel=1e-3)


def test_the_interval_holds_the_mean_as_often_as_it_says() -> None:
    """Of games with a mean of 50 that are cut off at 60."""
    chance, held = random.Random(1), 0
    for _ in range(400):
        lengths = [chance.expovariate(1 / 50) for _ in range(12)]
        found = mean_until_end(sum(min(60, n) for n in lengths), sum(n < 60 for n in lengths))
        held += found.low <= 50 <= found.high
    assert 0.93 * 400 <= held <= 0.99 * 400


@pytest.mark.parametrize(("values", "student"), [(2, 12.706), (5, 2.776), (6, 2.571), (31, 2.042)])
def test_the_wide_interval_is_by_the_table_of_student(values: int, student: float) -> None:
    found = Statistics(values, 10.0, 2.0)
    low, high = found.wide_interval
    assert (high - low) / 2 == pytest.approx(student * 2 / values**0.5, rel=2e-3)
    assert found.interval[0] > low
    assert Statistics(1, 10.0, 0.0).wide_interval == (-inf, inf)
