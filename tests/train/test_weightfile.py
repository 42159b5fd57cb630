"""Weights that were found, as a file."""

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.common.errors import CgtError
from cgt.duel.evaluate.features import FEATURES
from cgt.duel.evaluate.weights import evaluation_named, read_weights
from cgt.train import Problem
from cgt.train.anneal import Annealing, AnnealingOptions
from cgt.train.run import held_out, train
from cgt.train.weightfile import how_found, write_weights

WEIGHTS = {"max-height": -1 / 3, "big-holes": 1e-17}


def fitness(weights: tuple[float, ...], seed: int) -> float:
    return -sum(w * w for w in weights) + seed % 1000 / 1000


@settings(max_examples=30)
@given(
    st.dictionaries(st.sampled_from(sorted(FEATURES)), st.floats(-1e100, 1e100), min_size=1),
    st.sampled_from(["highest", "lowest"]),
)
def test_a_file_reads_back_exactly(
    tmp_path_factory: pytest.TempPathFactory, weights: dict[str, float], best: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "found.weights"
    write_weights(path, "found", weights, "a run: of ours", best, ["one", "two: three\nfour"])  # type: ignore[arg-type]
    found = read_weights(path)
    assert {name: repr(weight) for name, weight in found.weights.items()} == {
        name: repr(weight) for name, weight in weights.items()
    }
    assert list(found.weights) == list(weights)
    assert (found.name, found.source) == ("found", "a run: of ours")
    assert found.lowest_is_best == (best == "lowest")


def test_comments_tell_how_they_were_found(tmp_path: Path) -> None:
    problem = Problem(("max-height", "big-holes"), fitness, {"big-holes": -2.0})
    trainer = Annealing(problem.trained, AnnealingOptions(games=4, steps=10, scale=0.1), 7)
    outcome = train(trainer, problem)
    assert outcome.best is not None
    measured = held_out(problem, outcome.best.weights, 50, 7)
    comments = how_found(trainer, outcome, measured)
    path = tmp_path / "found.weights"
    weights = problem.named(outcome.best.weights)
    write_weights(path, "found", weights, "cgt train anneal", comments=comments)
    assert evaluation_named(str(path)).weights == weights
    lines = path.read_text().splitlines()
    assert lines[:3] == ["name: found", "source: cgt train anneal", "best: highest"]
    assert "; trainer: anneal, seed 7, 10 steps, 44 games" in lines
    assert any(line.startswith("; options: games=4, steps=10, ") for line in lines)
    assert f"; best fitness in training: {outcome.best.fitness:.6g}, of 4 games" in path.read_text()
    low, high = measured.interval
    expected = (
        f"; fitness in 50 other games: {measured.mean:.6g} ({low:.6g} to {high:.6g} with 95 %"
    )
    assert expected in path.read_text()


def test_a_run_without_a_step_has_less_to_tell() -> None:
    problem = Problem(("max-height",), fitness)
    trainer = Annealing(problem.trained, AnnealingOptions())
    lines = how_found(trainer, train(trainer, problem, steps=0))
    assert lines[0] == "trainer: anneal, seed 1, 0 steps, 0 games"
    assert len(lines) == 2


@pytest.mark.parametrize(
    ("name", "weights", "source"),
    [
        ("two\nlines", WEIGHTS, ""),
        ("found ", WEIGHTS, ""),
        ("found", WEIGHTS, "two\u2028lines"),
        ("found", {"no-such-feature": 1.0}, ""),
        ("found", {"max-height": math.nan}, ""),
        ("found", {"max-height": 1e101}, ""),
        ("found", {}, ""),
    ],
)
def test_what_could_not_be_read_is_not_written(
    name: str, weights: dict[str, float], source: str, tmp_path: Path
) -> None:
    path = tmp_path / "found.weights"
    path.write_text("the old file")
    with pytest.raises(CgtError):
        write_weights(path, name, weights, source)
    assert path.read_text() == "the old file"
    assert list(tmp_path.iterdir()) == [path]
