"""What holds for every trainer."""

import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hills import FEATURES, HEIGHT, HILL, NOISE, distance, hill, sunken_hill

from cgt.common.errors import CgtError
from cgt.train import Problem
from cgt.train.anneal import Annealing, AnnealingOptions
from cgt.train.anneal_program import ProgramAnnealing, ProgramOptions
from cgt.train.cmaes import Cma, CmaOptions
from cgt.train.genetic import Genetic, GeneticOptions
from cgt.train.run import train
from cgt.train.trainer import AnyTrainer

Make = Callable[[int], AnyTrainer]
FAR = (2.0,) * len(FEATURES)  # 5 from the top


def small_annealing(seed: int = 1, **options: object) -> Annealing:
    return Annealing(
        FEATURES,
        AnnealingOptions(**{"games": 3, "steps": 12, "scale": 0.05, **options}),  # type: ignore[arg-type]
        seed,
    )


def small_program(seed: int = 1) -> ProgramAnnealing:
    return ProgramAnnealing(FEATURES, ProgramOptions(games=3, scale=0.05), seed)


def small_genetic(seed: int = 1, **options: object) -> Genetic:
    return Genetic(FEATURES, GeneticOptions(**{"games": 2, "population": 10, **options}), seed)  # type: ignore[arg-type]


def small_cma(seed: int = 1, **options: object) -> Cma:
    return Cma(FEATURES, CmaOptions(**{"games": 2, **options}), seed)  # type: ignore[arg-type]


SMALL = {
    "anneal": small_annealing,
    "anneal with replay": lambda seed=1: small_annealing(seed, replay=True),
    "anneal around the best": lambda seed=1: small_annealing(seed, around="best"),
    "anneal as the program": small_program,
    "genetic": small_genetic,
    "genetic with replay": lambda seed=1: small_genetic(seed, replay=True),
    "cma": small_cma,
}
small = pytest.mark.parametrize("make", SMALL.values(), ids=SMALL)


# The tolerances are about twice the distances that 15 other seeds ended at, at the median (0.24,
# 0.19, 0.10), and a fraction of what the search starts from.


@pytest.mark.parametrize(
    ("around", "replay"), [("current", False), ("current", True), ("best", False)]
)
def test_annealing_finds_the_top(around: str, replay: bool) -> None:
    """Steps are 0.5 long throughout, so that the top is hit only so well; the start is 5 away."""
    options = AnnealingOptions(
        games=8,
        steps=300,
        scale=0.03,
        start=FAR,
        around=around,
        replay=replay,  # type: ignore[arg-type]
    )
    run = train(Annealing(FEATURES, options), HILL)
    assert run.best is not None
    assert distance(run.best.weights) < 0.5
    assert distance(run.final) < 0.5
    assert len(run.history) == 300
    assert run.ended == "the temperature is below 0.001"


@pytest.mark.parametrize(("fitness", "replay"), [(hill, False), (hill, True), (sunken_hill, False)])
def test_breeding_finds_the_top(fitness: Callable[..., float], replay: bool) -> None:
    """The best of 100 random genes is 0.66 away at the median; where all fitness is negative the
    two best still cross."""
    problem = Problem(FEATURES, fitness)
    trainer = Genetic(FEATURES, GeneticOptions(games=4, replay=replay))
    first = train(trainer, problem, steps=1)
    run = train(trainer, problem, steps=40)
    assert distance(run.final) < 0.4
    assert distance(run.final) < distance(first.final) / 1.5
    assert run.history[-1].step_mean > run.history[0].step_best


def test_cma_finds_the_top() -> None:
    run = train(Cma(FEATURES, CmaOptions(games=4, start=FAR)), HILL, steps=40)
    assert run.best is not None
    assert distance(run.best.weights) < 0.3
    assert distance(run.final) < 0.2


@small
def test_the_number_of_processes_changes_nothing(make: Make) -> None:
    alone = train(make(5), HILL, steps=4)
    assert train(make(5), HILL, steps=4, processes=2) == alone
    assert train(make(6), HILL, steps=4) != alone


@small
@pytest.mark.parametrize("stop", [0, 1, 5])
def test_a_stopped_run_ends_as_it_would_have(make: Make, stop: int, tmp_path: Path) -> None:
    whole = train(make(3), HILL, steps=9)
    part = train(make(3), HILL, steps=stop, checkpoint=tmp_path / "run")
    assert len(part.history) == stop
    resumed = train(make(3), HILL, steps=9, checkpoint=tmp_path / "run")
    assert resumed == whole
    assert train(make(3), HILL, steps=9, checkpoint=tmp_path / "run") == whole  # nothing to do


@small
def test_the_state_survives_json_exactly(make: Make) -> None:
    trainer, copy = make(1), make(1)
    for _ in range(3):
        trainer.tell([HILL.fitness(*game) for game in trainer.ask()])
        copy.restore(json.loads(json.dumps(trainer.state())))
        assert copy.ask() == trainer.ask()
        assert (copy.best, copy.final, copy.history) == (
            trainer.best,
            trainer.final,
            trainer.history,
        )


@small
def test_asking_changes_nothing(make: Make) -> None:
    trainer = make(1)
    assert trainer.ask() == trainer.ask()
    trainer.tell([0.5] * len(trainer.ask()))
    assert trainer.ask() == trainer.ask()


@small
def test_all_weights_of_a_step_play_the_same_games_and_the_next_step_others(make: Make) -> None:
    trainer = make(1)
    seen: set[int] = set()
    for _ in range(5):
        games = trainer.ask()
        seeds: dict[object, list[int]] = {}
        for game in games:
            seeds.setdefault(game.weights, []).append(game.seed)
        assert len({tuple(each) for each in seeds.values()}) == 1
        assert not seen & {game.seed for game in games}
        seen |= {game.seed for game in games}
        trainer.tell([HILL.fitness(*game) for game in games])


@small
def test_records_add_up(make: Make) -> None:
    trainer = make(2)
    played, best = 0, -math.inf
    for step in range(1, 6):
        games = trainer.ask()
        played += len(games)
        record = trainer.tell([HILL.fitness(*game) for game in games])
        assert (record.step, record.evaluations) == (step, played)
        assert record.best >= best
        assert record.best >= record.step_best >= record.step_mean
        best = record.best
        assert trainer.best is not None
        assert trainer.best.fitness == best
    assert best < HEIGHT + 10 * NOISE


@small
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_fitness_that_is_not_a_number_is_refused(make: Make, value: float) -> None:
    trainer = make(1)
    before = trainer.state()
    with pytest.raises(CgtError, match="not a finite number"):
        trainer.tell([0.0] * (len(trainer.ask()) - 1) + [value])
    assert trainer.state() == before


@small
def test_every_game_needs_a_result(make: Make) -> None:
    trainer = make(1)
    with pytest.raises(ValueError, match="one fitness"):
        trainer.tell([0.0] * (len(trainer.ask()) - 1))


@small
def test_the_global_random_state_is_left_alone(make: Make) -> None:
    np.random.seed(5)
    expected = np.random.random()
    np.random.seed(5)
    train(make(1), HILL, steps=2)
    assert np.random.random() == expected


@small
@pytest.mark.parametrize(
    "state",
    [
        {},
        [],
        None,
        {"best": None, "history": [[1, 2]], "own": None},
        {"best": [[1, 2], 3], "history": [], "own": None},
        {"best": None, "history": [[2, 1, 1, 1, 1]], "own": None},
        {"best": None, "history": [], "own": 5},
        {"best": None, "history": [], "own": [[[1], 1]]},
        {"best": None, "history": [], "own": {"generations": [[1.0]], "centre": []}},
    ],
)
def test_data_that_are_not_a_state_are_refused(make: Make, state: object) -> None:
    trainer = make(1)
    with pytest.raises(CgtError, match="this is not a state of the trainer"):
        trainer.restore(state)
    assert trainer.state() == make(1).state()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: AnnealingOptions(games=0), "games is at least 1, not 0"),
        (lambda: AnnealingOptions(steps=0), "steps is at least 1"),
        (lambda: AnnealingOptions(variance=0), "variance is a positive number"),
        (lambda: AnnealingOptions(scale=math.nan), "scale is a positive number"),
        (lambda: AnnealingOptions(start_temperature=1e-4), "start_temperature is not less"),
        (lambda: AnnealingOptions(cooling=1.0), "cooling is a factor between 0 and 1"),
        (lambda: AnnealingOptions(trimmed=0.5), "trimmed is less than 0.5"),
        (lambda: AnnealingOptions(around="x"), "around is current or best"),  # type: ignore[arg-type]
        (lambda: GeneticOptions(population=1), "population is at least 2"),
        (lambda: GeneticOptions(bound=-1), "bound is a positive number"),
        (lambda: GeneticOptions(mutation=1.1), "mutation is a share from 0 to 1"),
        (lambda: CmaOptions(sigma0=0), "sigma0 is a positive number"),
        (lambda: CmaOptions(population=3), "population is at least 4"),
        (lambda: small_annealing(start=(1.0,)), "the start has 1 weights, but 6"),
        (lambda: small_cma(start=(math.nan,) * 6), "must be finite numbers"),
        (lambda: Cma(("a",), CmaOptions()), "at least two weights"),
    ],
)
def test_options_that_make_no_sense_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(CgtError, match=message):
        make()
