"""Runs: interrupted, killed, and what they report."""

import json
import math
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from conftest import child_process
from hills import FEATURES, HEIGHT, HILL, NOISE, TOP, hill

from cgt.common.checkpoint import Checkpoint
from cgt.common.errors import CgtError
from cgt.train import Problem
from cgt.train.anneal import Annealing, AnnealingOptions
from cgt.train.cmaes import Cma, CmaOptions
from cgt.train.genetic import Genetic, GeneticOptions
from cgt.train.run import held_out, train
from cgt.train.trainer import AnyTrainer, Record

STEPS = 60
OPTIONS = AnnealingOptions(games=3, steps=STEPS, scale=0.05)


def annealing() -> Annealing:
    return Annealing(FEATURES, OPTIONS, 3)


def genetic() -> Genetic:
    return Genetic(FEATURES, GeneticOptions(games=2, population=20), 3)


def cma() -> Cma:
    return Cma(FEATURES, CmaOptions(games=1), 3)


def steps_in(checkpoint: Path) -> int:
    """How far the run is that was saved."""
    return len(json.loads(checkpoint.read_text().splitlines()[1])["state"]["history"])


CHILD = """
import sys
sys.path.insert(0, "tests")
from hills import FEATURES, slow_hill
from cgt.train import Problem
from cgt.train.anneal import Annealing, AnnealingOptions
from cgt.train.cmaes import Cma, CmaOptions
from cgt.train.genetic import Genetic, GeneticOptions
from cgt.train.run import train

trainer = {trainer}
run = train(
    trainer,
    Problem(FEATURES, slow_hill),
    steps={steps},
    checkpoint={path!r},
    progress=lambda record: print(record.step, flush=True),
)
print("interrupted" if run.interrupted else "ended", len(run.history))
"""

TRAINERS = {
    "anneal": (
        annealing,
        f"Annealing(FEATURES, AnnealingOptions(games=3, steps={STEPS}, scale=0.05), 3)",
    ),
    "genetic": (genetic, "Genetic(FEATURES, GeneticOptions(games=2, population=20), 3)"),
    "cma": (cma, "Cma(FEATURES, CmaOptions(games=1), 3)"),
}


@pytest.mark.parametrize(
    ("name", "sent"),
    [("genetic", signal.SIGKILL), ("cma", signal.SIGKILL), ("anneal", signal.SIGINT)],
)
def test_a_killed_run_is_resumed(name: str, sent: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "run"
    make, text = TRAINERS[name]
    script = CHILD.format(trainer=text, steps=STEPS, path=str(path))
    with child_process([sys.executable, "-c", script]) as child:
        assert child.stdout is not None
        while child.stdout.readline() != "5\n":
            assert child.poll() is None
        child.send_signal(sent)
        printed = child.stdout.read().splitlines()
        code = child.wait()
    steps = steps_in(path)
    assert 5 <= steps < STEPS
    if sent == signal.SIGINT:
        assert (code, printed[-1]) == (0, f"interrupted {steps}")
    else:
        assert code == -signal.SIGKILL
    trainer: AnyTrainer = make()
    assert train(trainer, HILL, steps=STEPS, checkpoint=path) == train(make(), HILL, steps=STEPS)


class StopsAfter:
    """Ctrl-C at a certain call."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self, *_: object) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("make", [annealing, genetic, cma])
@pytest.mark.parametrize("games", [1, 41, 100])
def test_ctrl_c_during_a_step_loses_only_that_step(
    make: Callable[[], AnyTrainer], games: int, tmp_path: Path
) -> None:
    whole = train(make(), HILL, steps=12)
    trainer: AnyTrainer = make()
    part = train(trainer, HILL, steps=12, checkpoint=tmp_path / "run", on_game=StopsAfter(games))
    played = [record.evaluations for record in whole.history if record.evaluations < games]
    if games < whole.history[-1].evaluations:
        assert part.interrupted
        assert part.history == whole.history[: len(played)]
    assert (part.best is None) == (part.final is None) == (not part.history)
    assert train(trainer, HILL, steps=12) == whole  # the trainer itself is as good as new
    assert train(make(), HILL, steps=12, checkpoint=tmp_path / "run") == whole


def test_ctrl_c_after_a_step_keeps_it(tmp_path: Path) -> None:
    part = train(annealing(), HILL, checkpoint=tmp_path / "run", progress=StopsAfter(4))
    assert part.interrupted
    assert len(part.history) == 4
    assert train(annealing(), HILL, checkpoint=tmp_path / "run") == train(annealing(), HILL)


def test_ctrl_c_before_a_step_is_saved_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worst moment: the step is done and not yet written."""
    calls, save = StopsAfter(3), Checkpoint.save

    def interrupted_save(checkpoint: Checkpoint) -> None:
        calls()
        save(checkpoint)

    monkeypatch.setattr(Checkpoint, "save", interrupted_save)
    part = train(annealing(), HILL, checkpoint=tmp_path / "run")
    assert part.interrupted
    assert len(part.history) == 3
    assert steps_in(tmp_path / "run") == 3


def test_progress_is_reported() -> None:
    records: list[Record] = []
    games: list[tuple[int, int]] = []
    run = train(
        genetic(), HILL, steps=2, progress=records.append, on_game=lambda *n: games.append(n)
    )
    assert tuple(records) == run.history
    assert games == [(n, 40) for n in range(1, 41)] + [(n, 12) for n in range(1, 13)]


def test_fixed_weights_are_played_with_and_not_trained() -> None:
    seen: set[float] = set()

    def fitness(weights: tuple[float, ...], seed: int) -> float:
        seen.add(weights[2])
        assert len(weights) == 6
        return hill(weights, seed)

    problem = Problem(FEATURES, fitness, {"c": 5.0})
    run = train(Annealing(problem.trained, OPTIONS), problem)
    assert seen == {5.0}
    assert run.best is not None
    assert len(run.best.weights) == 5


def test_a_trainer_of_other_features_is_refused() -> None:
    with pytest.raises(CgtError, match="different features"):
        train(Annealing(("a", "b"), OPTIONS), HILL)


# games that no training plays


def parity(weights: tuple[float, ...], seed: int) -> float:
    return seed % 2


def test_held_out_games_are_never_training_games() -> None:
    problem = Problem(("a",), parity)
    run = train(Annealing(("a",), OPTIONS), problem)
    assert {record.step_mean for record in run.history} == {1.0}
    assert held_out(problem, (0.0,), 50).mean == 0.0


def test_the_held_out_fitness_is_the_true_one() -> None:
    """At the top the mean fitness is the height less six variances; the interval is 95 % wide, and
    200 seeds are enough to see that it is neither much narrower nor much wider."""
    truth = HEIGHT - 6 * NOISE**2
    hits = 0
    for seed in range(200):
        measured = held_out(HILL, TOP, 30, seed)
        assert measured.games == 30
        low, high = measured.interval
        hits += low < truth < high
    assert 175 <= hits <= 199


def test_held_out_games_on_two_processes_are_the_same() -> None:
    weights = (0.0,) * 6
    assert held_out(HILL, weights, 20, 7, processes=2) == held_out(HILL, weights, 20, 7)
    assert held_out(HILL, weights, 20, 8) != held_out(HILL, weights, 20, 7)


def offset(shift: float, weights: tuple[float, ...], seed: int) -> float:
    return shift + weights[0]


def test_a_partial_function_is_a_fitness() -> None:
    problem = Problem(("a",), partial(offset, 3.0))
    assert held_out(problem, (2.0,), 3, processes=2).mean == 5.0
    assert math.isnan(held_out(problem, (2.0,), 0).mean)
