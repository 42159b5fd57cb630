"""Annealing: S. Park's schedule and what it is made of."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.train.anneal import Annealing, AnnealingOptions, acceptance, trimmed_mean

FINITE = st.floats(-1e6, 1e6)


def plain_trimmed_mean(values: list[float], left_out: int) -> float:
    left = sorted(values)
    for _ in range(left_out):
        left.remove(min(left))
        left.remove(max(left))
    return float(sum(map(Fraction, left)) / len(left))


@given(st.lists(FINITE, min_size=1, max_size=40), st.data())
def test_the_trimmed_mean_is_the_mean_of_the_middle(
    values: list[float], data: st.DataObject
) -> None:
    left_out = data.draw(st.integers(0, (len(values) - 1) // 2))
    expected = plain_trimmed_mean(values, left_out)
    assert math.isclose(trimmed_mean(values, left_out / len(values)), expected, abs_tol=1e-9)


def test_two_of_sixteen_games_are_left_out_at_either_end() -> None:
    games = [1e9, 1e9, -1e9, -1e9, *range(12)]
    assert trimmed_mean(games, AnnealingOptions().trimmed) == 5.5
    assert trimmed_mean(games[1:], AnnealingOptions().trimmed) < -1e7  # of fifteen it is one


def plain_number_of_steps(start: float, end: float, cooling: float) -> int:
    steps = 0
    while start >= end:
        start *= cooling
        steps += 1
    return steps


@given(st.integers(1, 3000))
def test_the_temperature_is_too_low_after_exactly_as_many_steps_as_asked_for(steps: int) -> None:
    options = AnnealingOptions(steps=steps)
    cooling = options.temperature(1) / options.temperature(0)
    assert plain_number_of_steps(1000, 1e-3, cooling) == steps
    assert options.temperature(0) == 1000
    assert options.temperature(steps - 1) >= 1e-3 > options.temperature(steps)


@settings(max_examples=30)
@given(st.floats(0.05, 0.98), st.floats(1, 1e4))
def test_a_cooling_rate_decides_the_number_of_steps(cooling: float, start: float) -> None:
    options = AnnealingOptions(cooling=cooling, start_temperature=start, games=1)
    trainer = Annealing(("a",), options)
    while not trainer.ended:
        trainer.tell([0.0] * len(trainer.ask()))
    # Where the temperature comes to exactly the end, rounding decides.
    ends = (1e-3 * (1 - 1e-9), 1e-3 * (1 + 1e-9))
    assert trainer.step in {plain_number_of_steps(start, end, cooling) for end in ends}


@given(FINITE, FINITE, st.floats(1e-5, 1e5))
def test_acceptance_is_the_exponential_of_the_loss(e1: float, e2: float, heat: float) -> None:
    p = acceptance(e1, e2, heat)
    assert 0 <= p <= 1
    if e2 <= e1:
        assert p == 1
    else:
        assert p == math.exp((e1 - e2) / heat)


def test_the_defaults_are_those_of_park() -> None:
    options = AnnealingOptions()
    assert (options.start_temperature, options.end_temperature, options.k) == (1000, 1e-3, 0.01)
    assert (options.games, options.trimmed, options.variance) == (16, 0.125, 50)


@pytest.mark.parametrize(("loss", "low", "high"), [(math.log(2), 0.4, 0.6), (3.0, 0.02, 0.09)])
def test_worse_weights_are_accepted_as_often_as_the_temperature_says(
    loss: float, low: float, high: float
) -> None:
    """A loss of kT · ln 2 half the time, one of 3 kT one time in twenty; over 1,000 draws the
    deviations are 0.016 and 0.007."""
    trainer = Annealing(("a", "b"), AnnealingOptions(games=1, cooling=1 - 1e-12))
    heat = 0.01 * 1000
    trainer.tell([-1e9, 0.0])  # the start is the present state, with fitness 0
    present, fitness, taken = trainer.final, 0.0, 0
    for _ in range(1000):
        (game,) = trainer.ask()
        trainer.tell([fitness - heat * loss])
        if trainer.final == game.weights:
            taken += 1
            fitness -= heat * loss
        else:
            assert trainer.final == present
        present = trainer.final
    assert low < taken / 1000 < high


@pytest.mark.parametrize("scale", [1.0, 0.1])
def test_weights_are_drawn_with_the_variance_around_the_present_ones(scale: float) -> None:
    """4,000 numbers: their variance is within a tenth of the true one, 4 deviations away."""
    start = (100.0, -100.0, 0.0, 7.0)
    options = AnnealingOptions(games=1, start=start, scale=scale, cooling=1 - 1e-12)
    trainer = Annealing(("a", "b", "c", "d"), options)
    trainer.tell([-1e12, 0.0])
    distances = []
    for _ in range(1000):
        (game,) = trainer.ask()
        distances += [w - s for w, s in zip(game.weights, start, strict=True)]
        trainer.tell([-1e12])
    mean = sum(distances) / len(distances)
    variance = sum((d - mean) ** 2 for d in distances) / len(distances)
    assert abs(mean) < 0.5 * scale
    assert 0.9 < variance / (50 * scale**2) < 1.1


def test_around_the_best_means_the_best() -> None:
    """The present weights drift away, as everything is accepted at this heat; the best are the
    first ones, around which all others are drawn."""
    hot = {"games": 1, "k": 1e9, "scale": 0.001, "steps": 500}
    far = {}
    for around in ("best", "current"):
        trainer = Annealing(("a",), AnnealingOptions(around=around, **hot))  # type: ignore[arg-type]
        trainer.tell([0.0, 1.0])
        largest = 0.0
        for _ in range(400):
            (game,) = trainer.ask()
            largest = max(largest, abs(game.weights[0]))
            trainer.tell([0.5])
        far[around] = largest
    assert far["best"] < 5 * math.sqrt(50) * 0.001 < far["current"]


def test_present_weights_are_played_again_only_with_replay() -> None:
    for replay in (False, True):
        trainer = Annealing(("a",), AnnealingOptions(games=2, replay=replay))
        assert len(trainer.ask()) == 4  # the start has no fitness yet
        trainer.tell([0.0] * 4)
        assert len(trainer.ask()) == (4 if replay else 2)


def test_a_lucky_measurement_is_not_kept_with_replay() -> None:
    trainer = Annealing(("a",), AnnealingOptions(games=1, replay=True, end_temperature=1.0))
    trainer.tell([1e9, 0.0])  # lucky
    lucky = trainer.final
    challenger = trainer.ask()[0].weights
    trainer.tell([5.0, 1.0])
    assert trainer.final == challenger != lucky
