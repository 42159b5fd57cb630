"""The table of the weights that are taken: what is taken plays best, as far as was measured."""

import pytest
import tetris_settings
from tetris_settings import CANDIDATES, OURS, PLAYED, Played

from cgt.duel.evaluate.weights import Weights
from cgt.duel.rulesets import RULE_SETS

STORE = tetris_settings._read()


@pytest.mark.parametrize("played", PLAYED, ids=lambda played: played.words)
def test_what_is_taken_is_not_beaten_beyond_the_error(played: Played) -> None:
    found = {
        weights: STORE[tetris_settings._key(played, weights)]
        for weights in CANDIDATES[RULE_SETS[played.rules].scoring]
    }
    taken = found[played.taken()]
    for figure in found.values():
        error = (taken.standard_error**2 + figure.standard_error**2) ** 0.5
        assert taken.mean > figure.mean - 2 * error


def test_each_of_our_weights_is_taken_somewhere_and_tells_how_it_was_found() -> None:
    assert set(OURS) == {played.taken() for played in PLAYED} & set(OURS)
    for name in OURS:
        text = (tetris_settings.SHIPPED / f"{name}.weights").read_text()
        for said in ("; played: ", "; trainer: ", "; options: ", "with 95 % confidence"):
            assert said in text, (name, said)
        assert Weights.named(name).name == name


def test_the_table_is_of_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Played, "measured", None)  # nothing is measured anew
    page = (tetris_settings.FILE.parent / "tetris-results.md").read_text()
    for row in tetris_settings.rows():
        assert f"| {' | '.join(row)} |" in page
