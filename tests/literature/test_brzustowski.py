"""Brzustowski's strategies hold for every width and are as he published them."""

from pathlib import Path

import pytest

from cgt.duel.exact.certificate import verify
from cgt.duel.game import Game
from cgt.duel.setting import Setting
from cgt.literature.brzustowski import built_in


@pytest.mark.parametrize("width", range(2, 13))
def test_built_in_strategies_hold_and_are_as_published(width: int) -> None:
    for one in built_in(width):
        report = verify(one.build())
        assert report.valid, one.name
        if one.published.height is not None:
            assert report.height <= one.published.height
            if not one.preview:
                assert report.height == one.published.height
        if one.published.instructions is not None:
            assert report.instructions == one.published.instructions


@pytest.mark.parametrize("width", [25, 38, 40])
def test_strategies_for_wide_wells_hold(width: int) -> None:
    for one in built_in(width):
        if one.pieces not in ("IL", "IJ"):  # these take half a minute
            assert verify(one.build()).valid, one.name


@pytest.mark.parametrize("width", [4, 6])
def test_strategies_in_lanes_win_real_games(width: int, tmp_path: Path) -> None:
    """In any order of lanes: tries what the checker takes for granted."""
    for one in built_in(width):
        strategy = one.build()
        strategy.write(tmp_path / "strategy")
        for seed in range(3):
            setting = Setting(
                strategy.rules,
                f"strategy:{tmp_path / 'strategy'}",
                "uniform",
                preview=one.preview,
                seed=seed,
                max_pieces=3000,
                cycles="none",
            )
            game = Game(setting)
            game.advance()
            assert game.result == "limit", one.name
