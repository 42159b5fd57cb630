"""How long games last, by splitting, beside what follows from all wells of a small game."""

from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.common.errors import CgtError, LimitError
from cgt.duel.game import Game
from cgt.duel.rules import Rules
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting
from cgt.duel.splitting import Estimate, LongGames, _Splitter, check_splits, estimates
from cgt.duel.well import Well

State = tuple[Well, str]  # the well, and the pieces that come first


def after(setting: Setting, well: Well, pieces: str) -> Well | None:
    """The well when the first of these pieces is placed, and the others were seen; None at the
    end."""
    game = Game(Setting(
        setting.rules, setting.good, f"sequence:{pieces}", preview=setting.preview, start=well
    ))  # fmt: skip
    game.advance(1)
    return None if game.result == "topped-out" else game.well


def exact_pieces(setting: Setting) -> float:
    """The mean number of pieces of a game: one linear equation for each state that is reached."""
    play = cache(lambda well, pieces: after(setting, well, pieces))
    pieces = setting.rules.names
    coming = ["".join(each) for each in product(pieces, repeat=setting.preview)]
    states: list[State] = [(Well.empty(setting.rules.width), first) for first in coming]
    numbers = {state: number for number, state in enumerate(states)}
    rows = []
    for well, first in states:  # grows on the way
        row: dict[int, float] = {}
        for drawn in pieces:
            seen = first + drawn
            if (next_well := play(well, seen)) is None:
                continue
            following = (next_well, seen[1:])
            if following not in numbers:
                numbers[following] = len(states)
                states.append(following)
            number = numbers[following]
            row[number] = row.get(number, 0.0) + 1 / len(pieces)
        rows.append(row)
    matrix = np.eye(len(states))
    for number, row in enumerate(rows):
        for other, chance in row.items():
            matrix[number, other] -= chance
    solved = np.linalg.solve(matrix, np.ones(len(states)))
    return float(solved[: len(coming)].mean())


@pytest.mark.parametrize(
    "setting",
    [
        Setting(Rules("IOS", width=4, height=5), "greedy:dt-10"),
        Setting(Rules("IOT", width=3, height=6, ending="lock"), "greedy:bcts"),
        Setting(Rules("OT", width=4, height=4), "beam:dt-10", preview=1),
        Setting(Rules("OT", width=4, height=4), "beam:bcts", preview=2),
    ],
)
def test_a_game_has_as_many_pieces_as_follows_from_all_its_wells(setting: Setting) -> None:
    expected = exact_pieces(setting)
    found = LongGames(setting, tuple(estimates(setting, 30, trials=60)))
    low, high = found.pieces.low, found.pieces.high
    assert low < found.pieces.mean < high < 1.5 * low  # it says something
    assert 0.9 * low < expected < 1.1 * high


def test_high_wells_last_longer_and_cost_little() -> None:
    lines = []
    for height in (8, 12, 16):
        setting = RULE_SETS["simplified"].setting(height=height, good="greedy:dt-20")
        found = LongGames(setting, tuple(estimates(setting, 2, trials=60)))
        lines.append(found.lines.mean)
        assert found.placed < 100_000
    assert 300 < lines[0] < lines[1] / 5 < lines[2] / 25


def test_estimates_are_the_same_in_any_number_of_processes_and_when_some_are_done() -> None:
    setting = Setting(Rules(width=4, height=6), "greedy:dt-10", seed=3)
    all_four = list(estimates(setting, 4, trials=20))
    assert list(estimates(setting, 4, 2, trials=20)) == all_four
    assert list(estimates(setting, 4, trials=20, done=3)) == all_four[3:]
    assert len(set(all_four)) == 4


def test_without_an_end_there_is_no_upper_end() -> None:
    found = LongGames(Setting(), (Estimate(0.0, 0.4, 10, 1e-9), Estimate(1e-8, 0.4, 10, 1e-9)))
    assert found.lines.mean == pytest.approx(0.4 / 5e-9)
    assert found.lines.high == float("inf")
    assert LongGames(Setting(), (Estimate(0.0, 0.4, 10, 1e-9),)).lines.mean == float("inf")


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"bad": "bag"}, "--bad uniform, not of bag"),
        ({"good": "random"}, "greedy and beam, not for random"),
        ({"good": "minmax"}, "greedy and beam"),
        ({"garbage": 5}, "without garbage"),
        ({"rules": Rules(ending="spawn")}, "not for spawn"),
    ],
)
def test_what_remembers_more_than_the_well_cannot_be_split(other: dict, why: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(CgtError, match=why):
        check_splits(Setting(**other))


def test_a_stack_that_never_rises_ends_at_the_limit() -> None:
    setting = Setting(Rules("O", width=2), max_pieces=50)
    with pytest.raises(LimitError, match="neither rose nor fell within 50 pieces"):
        list(estimates(setting, 1))


def test_a_game_is_played_on_with_the_pieces_that_were_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games: list[Game] = []

    class Recorded(Game):
        def __init__(self, setting: Setting) -> None:
            super().__init__(setting, keeps_trace=True)
            games.append(self)

    monkeypatch.setattr("cgt.duel.splitting.Game", Recorded)
    setting = Setting(Rules(width=5, height=9), "beam:dt-10", preview=2)
    _Splitter(setting, 1, 20)._risen()
    seen = 0
    for before, after in pairwise(games):
        if before.is_over or after.placed < 2:
            continue
        assert tuple(placed.piece for placed in after.trace().placements[:2]) == before.visible[:2]
        seen += 1
    assert seen >= 10


@given(st.integers(0, 2**32), st.integers(4, 8), st.integers(0, 60), st.integers(61, 200))
def test_a_game_stops_when_the_stack_is_as_low_or_as_high_as_asked(
    seed: int, width: int, low: int, high: int
) -> None:
    def rise(well: Well) -> int:
        heights = [max((y + 1 for y in range(99) if column >> y & 1), default=0)
                   for column in well.columns]  # fmt: skip
        return 2 * sum(heights) + width * max(heights)

    setting = Setting(Rules(width=width, height=12), "greedy:bcts", seed=seed, max_pieces=300)
    game, plain = Game(setting, keeps_trace=True), Game(setting, keeps_trace=True)
    game.advance_within(low, high)
    while True:
        plain.advance(1)
        if plain.is_finished or not low < rise(plain.well) < high:
            break
    assert game.trace() == plain.trace()
    assert (game.well, game.is_over) == (plain.well, plain.is_over)
