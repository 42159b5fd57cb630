"""Checkpoints of training: of this run and undamaged, or refused."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hills import FEATURES, HILL

from cgt.common.errors import CgtError
from cgt.train import Problem
from cgt.train.anneal import Annealing, AnnealingOptions
from cgt.train.checkpoint import load, save
from cgt.train.genetic import Genetic, GeneticOptions
from cgt.train.run import train
from cgt.train.trainer import AnyTrainer

OPTIONS = AnnealingOptions(games=2, steps=6, scale=0.05)
FIXED = Problem(FEATURES, HILL.fitness, {"a": 0.5}, "10×20")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "run.json"
    train(Annealing(FIXED.trained, OPTIONS, 3), FIXED, steps=2, checkpoint=path)
    return path


def refused(path: Path, trainer: AnyTrainer, problem: Problem) -> str:
    """The message to the user; the file stays as it is."""
    before = path.read_bytes()
    with pytest.raises(CgtError) as caught:
        train(trainer, problem, steps=4, checkpoint=path)
    assert path.read_bytes() == before
    assert trainer.step == 0
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def test_a_whole_checkpoint_of_this_run_is_resumed(saved: Path) -> None:
    assert len(train(Annealing(FIXED.trained, OPTIONS, 3), FIXED, checkpoint=saved).history) == 6


@pytest.mark.parametrize(
    ("trainer", "problem", "what"),
    [
        (Annealing(FIXED.trained, OPTIONS, 4), FIXED, "seed is 3, not 4"),
        (
            Annealing(FIXED.trained, replace(OPTIONS, variance=5.0), 3),
            FIXED,
            "variance is 50.0, not 5.0",
        ),
        (
            Annealing(FIXED.trained, replace(OPTIONS, start=(1.0,) * 5), 3),
            FIXED,
            "start is null, not [1.0, 1.0, 1.0, 1.0, 1.0]",
        ),
        (
            Genetic(FIXED.trained, GeneticOptions(games=2), 3),
            FIXED,
            'trainer is "anneal", not "genetic"',
        ),
        (
            Annealing(FIXED.trained, OPTIONS, 3),
            replace(FIXED, fixed={"a": 0.6}),
            "a is 0.5, not 0.6",
        ),
        (
            Annealing(FIXED.trained, OPTIONS, 3),
            replace(FIXED, about="10×10"),
            'about is "10×20", not "10×10"',
        ),
        (Annealing(FEATURES, OPTIONS, 3), replace(FIXED, fixed={}), "features is"),
        (
            Annealing(tuple("ghijk"), OPTIONS, 3),
            Problem(tuple("ghijk"), HILL.fitness),
            "features is",
        ),
    ],
)
def test_another_run_is_refused(
    saved: Path, trainer: AnyTrainer, problem: Problem, what: str
) -> None:
    message = refused(saved, trainer, problem)
    assert "the checkpoint is of another run: its " in message
    assert what in message


def test_long_differences_are_not_quoted(saved: Path) -> None:
    message = refused(saved, Annealing(FIXED.trained, OPTIONS, 3), replace(FIXED, about="x" * 500))
    assert message.endswith("its about differs")


def test_a_damaged_file_is_refused(saved: Path) -> None:
    whole = saved.read_bytes()
    damaged = [whole[:length] for length in (0, 1, 50, len(whole) // 2, len(whole) - 2)]
    damaged += [b"[]", b"5", b"\xff\x00" * 50, b"[" * 100_000, b'{"format": "cgt-training"}']
    for place in range(whole.index(b"\n"), len(whole), 7):
        if chr(whole[place]).isdigit():  # still JSON
            damaged.append(
                whole[:place] + bytes([48 + (whole[place] - 47) % 10]) + whole[place + 1 :]
            )
    assert len(damaged) > 20
    for content in damaged:
        saved.write_bytes(content)
        message = refused(saved, Annealing(FIXED.trained, OPTIONS, 3), FIXED)
        assert "damaged" in message or "no checkpoint" in message or "version" in message


def test_a_state_of_the_wrong_kind_is_refused(tmp_path: Path) -> None:
    """One that was written whole, by a program that thinks otherwise."""
    path = tmp_path / "run.json"
    trainer = Annealing(FIXED.trained, OPTIONS, 3)
    save(path, {**trainer.about(), "fixed": dict(FIXED.fixed), "about": FIXED.about}, {"best": 5})
    assert "this is not a state of the trainer anneal" in refused(path, trainer, FIXED)


def test_a_later_version_is_refused(saved: Path) -> None:
    first, second = saved.read_text().splitlines()
    saved.write_text(json.dumps({**json.loads(first), "version": 2}) + "\n" + second + "\n")
    message = refused(saved, Annealing(FIXED.trained, OPTIONS, 3), FIXED)
    assert message.endswith("another version of this program")


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    state = {"numbers": [0.1, 1e-300, -0.0, 1 / 3], "text": "×"}
    save(tmp_path / "file", {"seed": 5}, state)
    assert load(tmp_path / "file", {"seed": 5}) == state


def test_a_checkpoint_that_cannot_be_written_is_an_error_before_any_game(
    tmp_path: Path,
) -> None:
    def on_game(*_: int) -> None:
        raise AssertionError("a game was played")

    with pytest.raises(CgtError, match="cannot be written"):
        train(
            Annealing(FEATURES, OPTIONS, 3),
            HILL,
            checkpoint=tmp_path / "missing" / "run",
            on_game=on_game,
        )
