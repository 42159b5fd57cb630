"""How weights were found, in the comments of their file."""

from pathlib import Path

from cgt.duel.evaluate.weights import Weights
from cgt.train import Problem
from cgt.train.anneal import Annealing, AnnealingOptions
from cgt.train.run import held_out, how_found, train


def fitness(weights: tuple[float, ...], seed: int) -> float:
    return -sum(w * w for w in weights) + seed % 1000 / 1000


def test_comments_say_how_weights_were_found(tmp_path: Path) -> None:
    problem = Problem(("max-height", "big-holes"), fitness, {"big-holes": -2.0})
    trainer = Annealing(problem.trained, AnnealingOptions(games=4, steps=10, scale=0.1), 7)
    run = train(trainer, problem)
    assert run.best is not None
    measured = held_out(problem, run.best.weights, 50, 7)
    comments = how_found(trainer, run, measured)
    path = tmp_path / "found.weights"
    weights = problem.named(run.best.weights)
    Weights("found", weights, "cgt train anneal", False).write(path, comments)
    assert Weights.named(str(path)).by_feature == weights
    lines = path.read_text().splitlines()
    assert lines[:3] == ["name: found", "source: cgt train anneal", "best: highest"]
    assert "; trainer: anneal, seed 7, 10 steps, 44 games" in lines
    assert any(line.startswith("; options: games=4, steps=10, ") for line in lines)
    assert f"; best fitness in training: {run.best.fitness:.6g}, of 4 games" in path.read_text()
    low, high = measured.interval
    expected = (
        f"; fitness in 50 other games: {measured.mean:.6g} ({low:.6g} to {high:.6g} with 95 %"
    )
    assert expected in path.read_text()


def test_a_run_without_a_step_says_less() -> None:
    problem = Problem(("max-height",), fitness)
    trainer = Annealing(problem.trained, AnnealingOptions())
    lines = how_found(trainer, train(trainer, problem, steps=0))
    assert lines[0] == "trainer: anneal, seed 1, 0 steps, 0 games"
    assert len(lines) == 2
