"""Advice against an enemy that is computed ahead."""

from typing import Any

import pytest

from cgt.common.errors import CgtError
from cgt.duel.evaluate.best import BEST_FOR_HUNTS
from cgt.duel.evaluate.weights import Weights
from cgt.duel.foresight import PIECES_AHEAD, can_be_foreseen, foreseen
from cgt.duel.game import Game
from cgt.duel.hunt import hunt
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting
from cgt.play.tetris.live import LiveGame

WEIGHTS = Weights.named(BEST_FOR_HUNTS)


def advised(live: LiveGame, beam: int) -> WellPlacement | None:
    assert live.falling is not None
    return foreseen(live.setting, live.trace().placements, live.falling.piece, WEIGHTS, beam)


def test_whoever_follows_the_advice_scores_more_than_who_does_not_look_ahead() -> None:
    live = LiveGame(RULE_SETS["hatetris"].setting(good="person"))
    while not live.over:
        advice = advised(live, 16)
        if advice is None:
            break  # the game ends wherever the piece goes
        live.place(advice)
    greedy = Game(RULE_SETS["hatetris"].setting())
    greedy.advance()
    assert live.lines >= greedy.lines + 3


@pytest.mark.parametrize("bad", ["hatetris", "brzustowski"])
def test_advice_is_the_first_placement_of_the_best_game(bad: str) -> None:
    """Near its end: with all games kept, the whole rest of a game is known, as in a hunt."""
    rules = Rules("SZ", width=4, height=3)
    setting = Setting(rules, bad=bad, max_pieces=PIECES_AHEAD)
    live = LiveGame(setting)
    placed = 0
    while not live.over and (advice := advised(live, 0)) is not None:
        assert advice in rules.placements(live.well, live.visible[0])
        live.place(advice)
        placed += 1
    longest = longest_game(setting)
    assert placed <= longest <= placed + 1  # the last piece ends it wherever it goes


def longest_game(setting: Setting) -> int:
    """How many pieces can be placed, by trying all games one after the other."""
    live = LiveGame(setting)

    def best(played: tuple[WellPlacement, ...]) -> int:
        again = LiveGame(setting)
        for placement in played:
            again.place(placement)
        if again.falling is None:
            return len(played)
        found = setting.rules.placements(again.well, again.falling.piece)
        return max(best((*played, placement)) for placement in found)

    assert live.falling is not None
    return best(())


@pytest.mark.parametrize(
    ("others", "can_be"),
    [
        ({}, True),
        ({"bad": "minmax"}, True),
        ({"bad": "uniform"}, False),
        ({"preview": 1}, False),
        ({"garbage": 5}, False),
    ],
)
def test_what_can_be_foreseen(others: dict[str, Any], can_be: bool) -> None:
    assert can_be_foreseen(RULE_SETS["hatetris"].setting(**others)) is can_be


def test_placements_of_another_game_are_refused() -> None:
    setting = RULE_SETS["hatetris"].setting()
    with pytest.raises(CgtError, match="piece 1: the piece cannot land there"):
        foreseen(setting, [WellPlacement("S", 0, 0, 9)], "S", WEIGHTS)
    with pytest.raises(CgtError, match="cannot be computed ahead"):
        foreseen(RULE_SETS["bag"].setting(), (), "S", WEIGHTS)


def test_a_search_that_is_not_wanted_any_more_stops() -> None:
    def pulse() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        foreseen(RULE_SETS["hatetris"].setting(), (), "S", WEIGHTS, pulse=pulse)


def test_shipped_weights_hunt_better_than_others() -> None:
    setting = RULE_SETS["hatetris"].setting(good="hunt")
    scores = [hunt(setting, weights=Weights.named(n), beam=100).score for n in ("dt-10", "dt-20")]
    assert hunt(setting, beam=100).score > max(scores)
