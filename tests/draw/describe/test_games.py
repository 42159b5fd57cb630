"""Descriptions of games: words and data say the same."""

import math

from hypothesis import given
from hypothesis import strategies as st

from cgt.draw.describe.games import (
    describe_game,
    describe_games,
    game_data,
    games_data,
)
from cgt.draw.describe.words import in_figure, on_terminal
from cgt.duel.game import Game
from cgt.duel.many import Finished, ManyGames
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting

SETTING = Setting(Rules("O", width=4), good="greedy", bad="constant:O", max_pieces=50)

finished = st.builds(
    Finished,
    st.integers(0, 2**64 - 1),
    st.sampled_from(["cycle", "topped-out", "limit"]),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
)


def test_a_cycle_has_its_rows_named_or_framed() -> None:
    game = Game(SETTING)
    game.advance()
    described, data = describe_game(game, 0.5), game_data(game, 0.5)
    assert data["result"] == "cycle"
    low, high = data["cycle_rows"]
    told = f"cycle: from piece {data['cycle_start']} on, every {data['cycle_length']} pieces"
    rows = f", in rows {low} to {high}"
    assert described.texts(on_terminal, "verdict") == [f"{told}{rows}: Good goes on for ever"]
    assert f"{told}, in the framed rows {low} to {high}" in described.texts(in_figure, "verdict")[0]


def test_time_is_shown_only_if_it_is_known() -> None:
    game = Game(SETTING)
    [cost] = describe_game(game).texts(on_terminal, "cost")
    assert cost == "0 pieces, 0 lines"
    [cost] = describe_game(game, 0.0, interrupted=True).texts(on_terminal, "cost")
    assert cost == "0 pieces, 0 lines, 0.000 s, 0 pieces/s"


@given(st.lists(finished, max_size=20).map(tuple))
def test_statistics_are_those_of_the_games(games: tuple[Finished, ...]) -> None:
    many = ManyGames(SETTING, games)
    data = games_data(many, 1.0)
    assert len(data["games"]) == len(games)
    assert sum(data["results"].values()) == len(games)
    described = describe_games(many, 1.0)
    assert described.heading == f"greedy:cgt-10 against constant:O: {len(games)} games"
    if games:
        mean = math.fsum(game.lines for game in games) / len(games)
        assert math.isclose(data["mean_lines"], mean, abs_tol=1e-4)
        [lines] = described.texts(on_terminal, "verdict")
        assert lines.startswith(f"lines {mean:,.1f}")
    else:
        assert data["mean_lines"] is None
        assert described.texts(on_terminal) == ["1.000 s"]
