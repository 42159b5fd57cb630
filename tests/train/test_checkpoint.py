"""Checkpoints of training: of this run and undamaged, or refused."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from checkpoints import STRANGERS_KEY, content_of, write_resealed
from hills import FEATURES, HILL

from cgt.common.checkpoint import Checkpoint
from cgt.common.checkpoint.seal import add_seal
from cgt.common.errors import CgtError, CgtWarning
from cgt.train import Problem
from cgt.train.anneal import Annealing, AnnealingOptions
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


def change(path: Path, **parts: object) -> None:
    """Replaces parts of what was saved."""
    first, second = content_of(path).splitlines()
    changed = json.dumps({**json.loads(second), **parts}).encode()
    write_resealed(path, first + b"\n" + changed + b"\n")


def refused(path: Path, trainer: AnyTrainer, problem: Problem, *, trusting: bool = False) -> str:
    """The message to the user; the file stays as it is."""
    before = path.read_bytes()
    with pytest.raises(CgtError) as caught:
        train(trainer, problem, steps=4, checkpoint=Checkpoint(path, trusting=trusting))
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
    whole = content_of(saved)
    damaged = [whole[:length] for length in (0, 1, 50, len(whole) // 2, len(whole) - 2)]
    damaged += [b"[]", b"5", b"\xff\x00" * 50, b"[" * 100_000, b'{"format": "cgt-training"}']
    for place in range(whole.index(b"\n"), len(whole), 7):
        if chr(whole[place]).isdigit():  # still JSON
            damaged.append(
                whole[:place] + bytes([48 + (whole[place] - 47) % 10]) + whole[place + 1 :]
            )
    assert len(damaged) > 20
    for content in filter(None, damaged):
        saved.write_bytes(content)
        message = refused(saved, Annealing(FIXED.trained, OPTIONS, 3), FIXED)
        assert "damaged" in message or "no checkpoint" in message
        with saved.open("rb+") as file:
            add_seal(file, STRANGERS_KEY, trusts=False)  # so only its own digest tells
        message = refused(saved, Annealing(FIXED.trained, OPTIONS, 3), FIXED, trusting=True)
        assert "damaged" in message or "version" in message


def test_a_state_of_the_wrong_kind_is_refused(saved: Path) -> None:
    """One that was written whole, by a program that thinks otherwise."""
    trainer = Annealing(FIXED.trained, OPTIONS, 3)
    half = {**json.loads(content_of(saved).splitlines()[1])["state"], "own": None}
    for state in ({"best": 5}, [], None, {"best": None, "history": [[1, 2, "inf", 0, 0]]}, half):
        change(saved, state=state)
        assert "this is not a state of the trainer anneal" in refused(saved, trainer, FIXED)


def test_a_later_version_is_refused(saved: Path) -> None:
    write_resealed(saved, content_of(saved).replace(b'"version": 1', b'"version": 2', 1))
    message = refused(saved, Annealing(FIXED.trained, OPTIONS, 3), FIXED)
    assert message.endswith("another version of this program")


def test_a_stranger_is_refused_or_trusted_and_stays_marked(saved: Path) -> None:
    write_resealed(saved, content_of(saved), key=STRANGERS_KEY)
    trainer = Annealing(FIXED.trained, OPTIONS, 3)
    assert "--trust-checkpoint" in refused(saved, trainer, FIXED)
    kept = Checkpoint(saved, trusting=True)
    assert train(trainer, FIXED, steps=4, checkpoint=kept).trusts == str(saved)
    run = train(Annealing(FIXED.trained, OPTIONS, 3), FIXED, checkpoint=saved)
    assert (len(run.history), run.trusts) == (6, str(saved))


def test_a_run_goes_on_if_it_cannot_be_saved(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "run"
    path.parent.mkdir()
    games = iter(range(10**6))

    def on_game(*_: int) -> None:
        if next(games) == 3:
            shutil.rmtree(path.parent)

    with pytest.warns(CgtWarning, match="cannot be written") as warned:
        run = train(Annealing(FEATURES, OPTIONS, 3), HILL, checkpoint=path, on_game=on_game)
    assert len(warned) == 1
    assert run == train(Annealing(FEATURES, OPTIONS, 3), HILL)


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
