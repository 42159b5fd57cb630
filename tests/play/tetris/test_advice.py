"""Tetris in the terminal: recommended placements, and automatic play by them."""

import threading
from pathlib import Path
from typing import Any

import pytest
from patience import until
from play.tetris_pilot import (
    WEIGHTS,
    endless_search,
    game_screen,
    run,
    shown,
    sogang,
    wishes,
)
from textual.pilot import Pilot

from cgt.common.errors import CgtError
from cgt.duel.evaluate.recommend import recommend
from cgt.duel.evaluate.weights import Weights
from cgt.duel.trace import read_trace
from cgt.play.ranking import Ranking
from cgt.play.tetris import game as tetris_game
from cgt.play.tetris import view as tetris_view
from cgt.play.tetris.app import TetrisApp
from cgt.play.tetris.game import AUTOMATIC_SPEEDS
from cgt.play.tetris.live import LiveGame
from cgt.play.tetris.questions import NameScreen
from cgt.play.tetris.screens import TableScreen


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    return endless_search(monkeypatch)


# recommended placements


def test_the_recommended_placement_is_shown_and_hidden(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        screen, game = game_screen(app), app.session.game
        assert tetris_view.RECOMMENDED not in shown(app, "#well")
        await pilot.press("r")
        await until(pilot, lambda: screen.recommended is not None)
        found = recommend(game.setting.rules, game.well, game.visible, Weights.named(WEIGHTS), 32)
        assert found is not None
        assert screen.recommended == found.placement
        well = shown(app, "#well")
        assert well.count(tetris_view.RECOMMENDED) + well.count(tetris_view.BOTH) == 4
        await pilot.press("space")
        await until(pilot, lambda: screen.recommended is not None)
        assert screen.recommended.piece == game.visible[0]  # type: ignore[union-attr]
        await pilot.press("r")
        assert tetris_view.RECOMMENDED not in shown(app, "#well")

    run(wishes(tmp_path), scenario)


def test_automatic_play_places_what_is_recommended(tmp_path: Path) -> None:
    asked = wishes(tmp_path, trace=str(tmp_path / "game.trace"))

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        screen = game_screen(app)
        await pilot.press("space")  # one by hand
        await pilot.press(*["+"] * 5)  # no faster than the fastest
        assert screen._pieces_a_second == AUTOMATIC_SPEEDS[-1]
        await pilot.press("a")
        await until(pilot, lambda: app.session.game.placed >= 8)
        await pilot.press("a")
        assert not screen.automatic
        assert app.session.who == (
            f"person, {app.session.game.placed - 1} pieces automatic ({WEIGHTS})"
        )
        await pilot.press("minus", "q", "2")
        assert screen._pieces_a_second == AUTOMATIC_SPEEDS[-2]

    run(asked, scenario)
    trace = read_trace(tmp_path / "game.trace")
    game = LiveGame(asked.setting)
    for number, placement in enumerate(trace.placements):
        if number > 0:
            found = recommend(
                game.setting.rules, game.well, game.visible, asked.weights, game.setting.keeps
            )
            assert found is not None
            assert placement == found.placement
        game.place(placement)


def test_an_automatic_game_is_entered_as_such(tmp_path: Path) -> None:
    asked = wishes(tmp_path, sogang(height=5, bad="burgiel"))

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await pilot.press("+", "+", "+")
        await until(pilot, lambda: isinstance(app.screen, NameScreen))
        await pilot.press("M", "e", "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))

    run(asked, scenario, "auto")
    [entry] = Ranking(asked.table).everything()
    assert entry.setting == f"automatic ({WEIGHTS}) against burgiel, 10×5"


def test_weights_that_find_nothing_are_reported(tmp_path: Path) -> None:
    asked = wishes(tmp_path, sogang(preview=6, beam=0))

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        def fail(*_: object) -> None:
            raise CgtError("too many wells to keep all")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tetris_game, "recommend", fail)
            await pilot.press("a")
            await until(pilot, lambda: "No recommendation" in shown(app, "#left"))
        assert "too many wells to keep all" in " ".join(shown(app, "#left").split())
        assert not game_screen(app).automatic
        await pilot.press("space")
        assert app.session.game.placed == 1

    run(asked, scenario)


def test_keys_do_not_disturb_automatic_play(tmp_path: Path, endless: threading.Event) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        before = app.session.game.falling
        await pilot.press("left", "x", "down", "space")
        assert app.session.game.falling == before
        await pilot.press("a", "space")  # takes over
        assert app.session.game.placed == 1

    run(wishes(tmp_path), scenario, "auto")


def test_a_search_never_holds_up_the_game(tmp_path: Path, endless: threading.Event) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await pilot.press("r", "left", "space", "space")
        assert app.session.game.placed == 2
        assert endless.is_set()  # of the first piece: nobody waits for it
        await pilot.press("q", "2")

    assert run(wishes(tmp_path), scenario).return_code == 0


@pytest.mark.parametrize("key", ["space", "n"])
def test_a_recommendation_that_comes_too_late_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        screen, game = game_screen(app), app.session.game
        found = recommend(game.setting.rules, game.well, game.visible, Weights.named(WEIGHTS), 32)
        goes_on, done = threading.Event(), threading.Event()

        def late(*_: object) -> object:
            goes_on.wait(30)
            done.set()
            return found

        monkeypatch.setattr(tetris_game, "recommend", late)
        await pilot.press("r")
        if key == "space":
            game.move("drop")
        else:
            app.session.begin_anew()  # unknown to the screen, whose search goes on
        goes_on.set()
        await until(pilot, done.is_set)
        await app.workers.wait_for_complete()
        assert screen.recommended is None

    run(wishes(tmp_path), scenario)


def test_a_new_game_begins_without_the_old_recommendation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await pilot.press("r")
        await until(pilot, lambda: game_screen(app).recommended is not None)
        endless_search(monkeypatch)
        await pilot.press("n")
        assert game_screen(app).recommended is None

    run(wishes(tmp_path), scenario)
