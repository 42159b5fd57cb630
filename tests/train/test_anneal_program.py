"""Annealing as S. Park's program does it, against a plain version of its loop."""

import json
import math
from collections.abc import Callable

import pytest
from hills import FEATURES, HILL, distance
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.common.errors import CgtError
from cgt.train.anneal_program import ProgramAnnealing, ProgramOptions, upper_mean
from cgt.train.chance import Use, generator
from cgt.train.run import train

WIDE = [-1000.0, -1.0, -1e-3, 0.0, 1e-3, 1.0, 1000.0]


def test_the_defaults_are_those_of_the_program() -> None:
    options = ProgramOptions()
    assert (options.start_temperature, options.end_temperature) == (1000, 1e-3)
    assert (options.cooling, options.k, options.distance) == (0.995, 0.005, 50)
    assert options.games == 16


@given(st.lists(st.floats(-1e6, 1e6), min_size=16, max_size=16))
def test_of_16_games_the_third_to_the_sixth_by_cost_count(scores: list[float]) -> None:
    costs = sorted(-score for score in scores)
    assert upper_mean(scores) == pytest.approx(-sum(costs[2:6]) / 4, abs=1e-6)


@pytest.mark.parametrize(("games", "places"), [(1, [0]), (2, [0]), (7, [0, 1]), (8, [1, 2])])
def test_of_other_numbers_the_same_share_counts(games: int, places: list[int]) -> None:
    scores = [float(10 * games - 10 * place) for place in range(games)]
    assert upper_mean(scores) == sum(scores[place] for place in places) / len(places)


def plain_run(costs: list[float], randoms: list[float]) -> list[tuple[int, float]]:
    """Which of these costs is the present one after each step, and the temperature then. The first
    is that of the start."""
    present, temperature, told = 0, 1000.0, []
    for number, random in enumerate(randoms, start=1):
        power = (costs[present] - costs[number]) / (0.005 * temperature)
        if power > 700 or math.exp(power) > random:
            present = number
            temperature = temperature * 0.995
        told.append((present, temperature))
    return told


@given(st.lists(st.sampled_from(WIDE), min_size=2, max_size=60), st.integers(1, 10**6))
@settings(max_examples=60, deadline=None)
def test_acceptance_and_cooling_are_those_of_the_plain_loop(
    fitness: list[float], seed: int
) -> None:
    trainer = ProgramAnnealing(("a", "b"), ProgramOptions(games=1), seed)
    steps = len(fitness) - 1
    randoms = [generator(seed, Use.ACCEPTANCE, step).random() for step in range(steps)]
    expected = plain_run([-value for value in fitness], randoms)
    played = [trainer._begin]
    for step in range(steps):
        games = trainer.ask()
        played.append(games[0].weights)
        trainer.tell([fitness[step + 1], fitness[0]][: len(games)])
        present, temperature = expected[step]
        assert trainer.final == played[present]
        assert trainer.temperature == pytest.approx(temperature)


def test_it_ends_when_so_many_steps_were_accepted_that_it_is_cold() -> None:
    """1000 · 0.995ⁿ is below 0.001 from n = 2757 on; steps that are refused do not cool."""
    assert 1000 * 0.995**2756 >= 1e-3 > 1000 * 0.995**2757
    trainer = ProgramAnnealing(("a",), ProgramOptions(games=1))
    fitness = accepted = 0
    trainer.tell([0.0, 0.0])
    accepted += 1
    while not trainer.ended:
        better = trainer.step % 3 > 0
        before = trainer.temperature
        trainer.tell([fitness + 1.0 if better else -1e9])
        fitness += better
        accepted += better
        assert (trainer.temperature < before) == better
    assert accepted == 2757
    assert trainer.ended == "the temperature is below 0.001"


@pytest.mark.parametrize("scale", [1.0, 0.1])
def test_weights_move_by_50_normal_numbers_less_a_half(scale: float) -> None:
    """The lowest total is best there, so the drift of −25 is one of +25 here. 4,000 numbers: the
    deviation of their mean is 0.8, that of their deviation 0.6."""
    start = (100.0, -100.0, 0.0, 7.0)
    trainer = ProgramAnnealing(
        ("a", "b", "c", "d"), ProgramOptions(games=1, start=start, scale=scale)
    )
    trainer.tell([-1e12, 0.0])
    moved = []
    for _ in range(1000):
        (game,) = trainer.ask()
        moved += [(w - s) / scale for w, s in zip(game.weights, start, strict=True)]
        trainer.tell([-1e12])
    mean = sum(moved) / len(moved)
    assert mean == pytest.approx(25, abs=4)
    deviation = math.sqrt(sum((m - mean) ** 2 for m in moved) / len(moved))
    assert deviation == pytest.approx(50, abs=3)


def test_it_climbs_although_it_drifts() -> None:
    start = (2.0,) * len(FEATURES)  # 5 from the top
    options = ProgramOptions(games=8, start=start, scale=0.01, start_temperature=10.0)
    run = train(ProgramAnnealing(FEATURES, options), HILL, steps=700)
    assert run.best is not None
    assert distance(run.best.weights) < 1.5


def test_a_saved_run_goes_on_as_it_would_have() -> None:
    def fitness(trainer: ProgramAnnealing) -> list[float]:
        return [sum(game.weights) % 7 for game in trainer.ask()]

    def make() -> ProgramAnnealing:
        return ProgramAnnealing(("a", "b"), ProgramOptions(games=3), 5)

    whole, first, second = make(), make(), make()
    for _ in range(20):
        whole.tell(fitness(whole))
    for _ in range(9):
        first.tell(fitness(first))
    second.restore(json.loads(json.dumps(first.state())))
    assert second.temperature == first.temperature
    for _ in range(11):
        second.tell(fitness(second))
    assert (second.final, second.temperature) == (whole.final, whole.temperature)
    assert second.history == whole.history


def _without_accepted(own: list[object]) -> list[object]:
    return own[:2]


def _refused(own: list[object]) -> list[object]:
    return [*own[:2], -1]


def _worded(own: list[object]) -> list[object]:
    return [*own[:2], "many"]


@pytest.mark.parametrize("change", [_without_accepted, _refused, _worded])
def test_damaged_states_are_refused(change: Callable[[list[object]], list[object]]) -> None:
    trainer = ProgramAnnealing(("a", "b"), ProgramOptions(games=1))
    trainer.tell([1.0, 0.0])
    state = json.loads(json.dumps(trainer.state()))
    state["own"] = change(state["own"])
    with pytest.raises(CgtError, match="not a state of the trainer anneal"):
        trainer.restore(state)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cooling": 1.0}, "cooling is a factor between 0 and 1"),
        ({"k": 0.0}, "k is a positive number"),
        ({"start_temperature": 1e-4}, "start_temperature is not less"),
        ({"games": 0}, "games is at least 1"),
    ],
)
def test_options_without_sense_are_refused(options: dict[str, float], message: str) -> None:
    with pytest.raises(CgtError, match=message):
        ProgramOptions(**options)  # type: ignore[arg-type]
