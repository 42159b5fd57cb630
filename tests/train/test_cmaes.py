"""Our part of CMA-ES: random numbers, files, resuming and its end."""

import sys
from pathlib import Path
from statistics import pstdev

import pytest
from hills import FEATURES, HILL

from cgt.common.errors import CgtError
from cgt.train.cmaes import Cma, CmaOptions
from cgt.train.run import train


def test_nothing_is_read_from_or_written_to_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    expected = train(Cma(FEATURES, CmaOptions(games=1)), HILL, steps=5)
    assert list(tmp_path.iterdir()) == []
    Path("cma_signals.in").write_text("{'maxiter': 1, 'verbose': 9}")
    assert train(Cma(FEATURES, CmaOptions(games=1)), HILL, steps=5) == expected


def test_the_centre_in_a_state_is_checked() -> None:
    """Another version of the package may ask for other weights; then the saved fitnesses do not
    fit."""
    trainer = Cma(FEATURES, CmaOptions(games=1))
    trainer.tell([HILL.fitness(*game) for game in trainer.ask()])
    state = trainer.state()
    centre = list(state["own"]["centre"])
    state["own"] = {**state["own"], "centre": [centre[0] + 1e-12, *centre[1:]]}
    with pytest.raises(CgtError, match="another version of cma or NumPy"):
        Cma(FEATURES, CmaOptions(games=1)).restore(state)


def test_it_ends_when_there_is_nothing_to_learn() -> None:
    trainer = Cma(("a", "b"), CmaOptions(games=1))
    while not trainer.ended:
        trainer.tell([1.0] * len(trainer.ask()))
        assert trainer.step < 2000
    assert trainer.ended.startswith("cma stopped: ")
    assert "tol" in trainer.ended


def test_population_start_and_sigma_are_as_given() -> None:
    start = (50.0, -50.0, 0.0, 0.0, 0.0, 0.0)
    options = CmaOptions(games=3, population=12, start=start, sigma0=0.01)
    games = Cma(FEATURES, options).ask()
    assert len(games) == 36
    for game in games:
        assert all(abs(w - s) < 0.06 for w, s in zip(game.weights, start, strict=True))
    assert len({game.weights for game in games}) == 12


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(CgtError, match="needs the package cma"):
        Cma(FEATURES, CmaOptions())


def test_relative_steps_are_as_large_as_the_weights() -> None:
    start = (1000.0, -10.0, 0.1, 0.0, 1.0, 1.0)
    options = CmaOptions(games=1, population=200, start=start, sigma0=0.01, relative=True)
    asked = [game.weights for game in Cma(FEATURES, options).ask()]
    for number, size in enumerate((1000, 10, 0.1, 0.1, 1, 1)):  # 0 counts as the smallest other
        assert pstdev(weights[number] for weights in asked) == pytest.approx(size / 100, rel=0.2)


@pytest.mark.parametrize("start", [None, (0.0,) * 6])
def test_relative_steps_need_weights_to_start_from(start: tuple[float, ...] | None) -> None:
    with pytest.raises(CgtError, match="not all 0"):
        CmaOptions(start=start, relative=True)
