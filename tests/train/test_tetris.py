"""What a trainer plays: the same games as the weights play under their name."""

import pickle
from dataclasses import replace
from math import log10

import pytest

from cgt.common.errors import CgtError
from cgt.duel.game import Game
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting
from cgt.duel.splitting import Estimate, estimate
from cgt.train.tetris import PLAYERS, TRIALS, Task

FEATURES = ("holes", "lines", "row-transitions")


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("fitness", ["lines", "score", "survival"])
def test_a_game_of_training_is_that_of_the_weights_as_text(player: str, fitness: str) -> None:
    task = Task(
        "sogang", FEATURES, fitness, player, beam=3, max_pieces=80, width=6, height=12, preview=1  # type: ignore[arg-type]
    )  # fmt: skip
    fitnesses = []
    for seed, weights in enumerate([(-1.0, 0.5, -1 / 3), (0.1, 1e-17, -2.0), (-3.0, 0.0, 0.7)]):
        text = ",".join(f"{n}={w!r}" for n, w in zip(FEATURES, weights, strict=True))
        setting = RULE_SETS["sogang"].setting(
            good=f"{player}:{text}", seed=seed, beam=3, max_pieces=80, width=6, height=12,
            preview=1, cycles="none",
        )  # fmt: skip
        game = Game(setting)
        game.advance()
        expected = {"lines": game.lines, "score": game.score, "survival": game.placed}[fitness]
        sent = pickle.loads(pickle.dumps(task))
        assert task.play(weights, seed) == sent.play(weights, seed) == expected
        fitnesses.append(expected)
    assert len(set(fitnesses)) > 1


def test_the_weights_of_a_game_of_training_are_not_written_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = []

    class Named(Game):
        def __init__(self, setting: Setting) -> None:
            names.append(setting.good_name)
            super().__init__(setting)

    monkeypatch.setattr("cgt.train.tetris.Game", Named)
    Task("sogang", FEATURES, "lines", "greedy", max_pieces=5).play((-1.0, 0.5, -1 / 3), 1)
    assert names == ["greedy:trained"]


def test_noise_makes_hunts_with_the_same_weights_differ() -> None:
    task = Task("hatetris", ("landing-height", "holes", "row-transitions"), player="hunt", beam=3)
    weights = (-1.0, -4.0, -1.0)
    noisy = replace(task, noise=0.2)
    scores = [noisy.play(weights, seed) for seed in range(6)]
    assert len(set(scores)) > 1
    assert scores != [task.play(weights, seed) for seed in range(6)]
    assert scores == [noisy.play(weights, seed) for seed in range(6)]
    assert "noise=0.2" in noisy.problem().about
    assert "noise" not in task.problem().about
    with pytest.raises(CgtError, match="noise is for hunts"):
        replace(task, player="greedy", noise=0.1)
    with pytest.raises(CgtError, match="noise is a share"):
        replace(task, noise=2.0)


def test_longevity_is_the_logarithm_of_the_pieces_estimated_by_splitting() -> None:
    weights = (-1.0, 0.5, -1.0)
    for height in (6, 9):
        task = Task("simplified", FEATURES, "longevity", width=5, height=height)
        text = ",".join(f"{n}={w!r}" for n, w in zip(FEATURES, weights, strict=True))
        setting = RULE_SETS["simplified"].setting(
            good=f"greedy:{text}", width=5, height=height, max_pieces=task.max_pieces, cycles="none"
        )
        found = estimate(setting, 7, TRIALS)
        assert task.play(weights, 7) == pytest.approx(10 * log10(1 / found.ends))


def test_longevity_is_finite_even_if_no_trial_comes_to_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unseen = Estimate(0.0, 0.4, 100, 1e-8)
    monkeypatch.setattr("cgt.train.tetris.estimate", lambda *_: unseen)
    task = Task("simplified", FEATURES, "longevity")
    assert task.play((-1.0, 0.0, 0.0), 1) == pytest.approx(80)


@pytest.mark.parametrize(("rules", "why"), [("bag", "not of bag"), ("sogang", "not for spawn")])
def test_longevity_is_for_games_that_can_be_split(rules: str, why: str) -> None:
    with pytest.raises(CgtError, match=why):
        Task(rules, FEATURES, "longevity")
