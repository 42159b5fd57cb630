"""Advice against an enemy that is computed ahead."""

from dataclasses import replace
from typing import Any

import pytest

from cgt.common.errors import CgtError, LimitError
from cgt.duel.evaluate.best import BEST_FOR_HUNTS
from cgt.duel.evaluate.recommend import rank_placements
from cgt.duel.evaluate.weights import Weights
from cgt.duel.foresight import first_piece, foreseen, rank_foreseen
from cgt.duel.game import Game
from cgt.duel.hunt import hunt
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting
from cgt.duel.well import Well
from cgt.play.tetris.live import LiveGame

WEIGHTS = Weights.named(BEST_FOR_HUNTS)


def advised(live: LiveGame, beam: int) -> WellPlacement | None:
    assert live.falling is not None
    return foreseen(live.setting, live.trace().placements, WEIGHTS, beam)


def test_whoever_follows_the_advice_scores_more_than_who_does_not_look_ahead() -> None:
    live = LiveGame(RULE_SETS["hatetris"].setting(good="person"))
    while not live.over:
        advice = advised(live, 16)
        if advice is None:
            break  # the game ends wherever the piece goes
        live.place(advice)
    greedy = Game(RULE_SETS["hatetris"].setting(good="greedy"))
    greedy.advance()
    assert live.lines >= greedy.lines + 3


@pytest.mark.parametrize("bad", ["hatetris", "brzustowski"])
def test_advice_is_the_first_placement_of_the_best_game(bad: str) -> None:
    """Near its end: with all games kept, the whole rest of a game is known, as in a hunt."""
    rules = Rules("SZ", width=4, height=3)
    setting = Setting(rules, bad=bad, max_pieces=20)
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
        ({"ahead": 0}, False),
    ],
)
def test_what_can_be_foreseen(others: dict[str, Any], can_be: bool) -> None:
    assert RULE_SETS["hatetris"].setting(**others).can_be_foreseen is can_be


def test_placements_of_another_game_are_refused() -> None:
    setting = RULE_SETS["hatetris"].setting()
    with pytest.raises(CgtError, match="piece 1: the piece cannot land there"):
        foreseen(setting, [WellPlacement("S", 0, 0, 9)], WEIGHTS)
    with pytest.raises(CgtError, match="cannot be computed ahead"):
        foreseen(RULE_SETS["bag"].setting(), (), WEIGHTS)


def test_a_search_that_is_not_wanted_any_more_stops() -> None:
    def pulse() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        foreseen(RULE_SETS["hatetris"].setting(), (), WEIGHTS, pulse=pulse)


def test_shipped_weights_hunt_better_than_others() -> None:
    setting = RULE_SETS["hatetris"].setting(good="hunt")
    scores = [hunt(setting, weights=Weights.named(n), beam=100).score for n in ("dt-10", "dt-20")]
    assert hunt(setting, beam=100).score > max(scores)


@pytest.mark.parametrize("bad", ["hatetris", "hatetris-mild", "brzustowski", "burgiel", "minmax"])
def test_beam_looks_ahead_and_whoever_follows_the_advice_plays_as_it_does(bad: str) -> None:
    rules = Rules("SZOILJT", width=6, height=8)
    setting = Setting(rules, good="beam", bad=bad, beam=6, ahead=7, max_pieces=30)
    assert setting.looks_ahead
    game = Game(setting, keeps_trace=True)
    game.advance()
    live = LiveGame(setting)
    for number, placement in enumerate(game.trace().placements[:12]):
        if number + setting.ahead > game.placed:
            break  # near its end, the whole rest of a game is played as it was seen
        assert foreseen(setting, live.trace().placements, WEIGHTS) == placement
        live.place(placement)
    greedy = Game(replace(setting, good="greedy"))
    greedy.advance()
    assert game.lines >= greedy.lines


def test_beam_takes_the_weights_for_hunts_and_says_so() -> None:
    setting = RULE_SETS["hatetris"].setting()
    assert (setting.good_name, setting.keeps, setting.ahead) == ("beam:cgt-hunt", 320, 40)
    assert setting.trace([]).about["ahead"] == "40"
    blind = replace(setting, ahead=0)
    assert (blind.good_name, blind.keeps, blind.looks_ahead) == ("beam:cgt-20", 32, False)
    assert "ahead" not in blind.trace([]).about


def test_beam_plays_hatetris_well() -> None:
    game = Game(RULE_SETS["hatetris"].setting(beam=40))
    game.advance()
    assert game.lines >= 16
    assert game.why_no_cycle.startswith("hatetris remembers every well")


def test_a_game_that_repeats_is_found_to() -> None:
    game = Game(Setting(Rules("SZ", width=4, height=8), good="beam", bad="burgiel", beam=5))
    game.advance(100_000)
    assert game.result == "cycle"


def test_too_many_games_to_keep_are_an_error() -> None:
    setting = RULE_SETS["hatetris"].setting(beam=0, memory=2**22)
    with pytest.raises(LimitError, match="piece 1: there are too many games to keep all"):
        Game(setting).advance(1)
    with pytest.raises(LimitError, match="there are too many games to keep all"):
        foreseen(setting, (), WEIGHTS)
    with pytest.raises(LimitError, match="a beam of 1,000 needs 6 MiB"):
        Game(RULE_SETS["hatetris"].setting(beam=1000, memory=2**22))


@pytest.mark.parametrize("ahead", [-1, 1001])
def test_nobody_looks_that_far_ahead(ahead: int) -> None:
    with pytest.raises(CgtError, match="beam looks 0 to 1,000 pieces ahead"):
        Game(RULE_SETS["hatetris"].setting(ahead=ahead))


# all placements


def longest_after(setting: Setting, placement: WellPlacement, most: int) -> int:
    """How many pieces can be placed if the first goes there, at most so many, by trying all."""

    def best(played: tuple[WellPlacement, ...]) -> int:
        live = LiveGame(setting)
        for each in played:
            live.place(each)
        if live.over or len(played) == most or live.falling is None:
            return len(played) - live.over
        found = setting.rules.placements(live.well, live.falling.piece)
        return max(best((*played, each)) for each in found)

    return best((placement,))


@pytest.mark.parametrize("bad", ["hatetris", "brzustowski", "burgiel", "minmax"])
def test_placements_are_ranked_by_how_long_and_how_well_the_game_goes_on(bad: str) -> None:
    rules = Rules("SZ", width=3, height=4)
    setting = Setting(rules, bad=bad, ahead=5, start=Well("#..|##."))
    ranked = rank_foreseen(setting, WEIGHTS, beam=0)
    piece = first_piece(setting)
    placements = [one.placement for one in ranked]
    assert sorted(placements) == sorted(rules.placements(setting.first_well(), piece))
    for one in ranked:
        assert one.placed == longest_after(setting, one.placement, 5)
        assert (one.bad, one.ahead, one.visible) == (setting.bad_name, 5, (piece,))
    worth = [(-one.placed, -one.value) for one in ranked]
    assert worth == sorted(worth)


def test_the_value_of_a_placement_is_that_of_the_visible_pieces_if_bad_sends_them() -> None:
    """The same search with the pieces told: `rank_placements`, with all wells kept."""
    rules = Rules("SZ", width=4, height=6)
    ranked = rank_foreseen(Setting(rules, bad="burgiel", ahead=3), WEIGHTS, beam=0)
    told = rank_placements(rules, Well.empty(4), "SZS", WEIGHTS, beam=0)
    values = {one.placement: (one.placed, pytest.approx(one.value)) for one in told}
    assert {one.placement: (one.placed, one.value) for one in ranked} == values
