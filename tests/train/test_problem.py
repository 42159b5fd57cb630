"""What a trainer is given."""

import math
from collections.abc import Mapping

import pytest

from cgt.common.errors import CgtError
from cgt.train import Problem


def fitness(weights: tuple[float, ...], seed: int) -> float:
    return sum(weights)


def test_fixed_weights_are_at_their_places() -> None:
    problem = Problem(("a", "b", "c"), fitness, {"b": 7.0})
    assert problem.trained == ("a", "c")
    assert problem.named((1.0, 2.0)) == {"a": 1.0, "b": 7.0, "c": 2.0}
    assert problem.complete((1.0, 2.0)) == (1.0, 7.0, 2.0)


def test_weights_are_as_many_as_trained_features() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Problem(("a", "b"), fitness).complete((1.0,))


@pytest.mark.parametrize(
    ("features", "fixed", "message"),
    [
        ((), {}, "no feature to train"),
        (("a",), {"a": 1.0}, "no feature to train"),
        (("a", "a"), {}, "named twice"),
        (("a",), {"b": 1.0}, "b cannot be fixed: it is not among the features"),
        (("a", "b"), {"b": math.inf}, "b cannot be fixed at inf"),
    ],
)
def test_an_impossible_problem_is_refused(
    features: tuple[str, ...], fixed: Mapping[str, float], message: str
) -> None:
    with pytest.raises(CgtError, match=message):
        Problem(features, fitness, fixed)
