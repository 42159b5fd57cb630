"""What the tests of Tetris in the terminal share: a game that is played by keys."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from cgt.duel.evaluate.weights import Weights
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting
from cgt.play.tetris import game as tetris_game
from cgt.play.tetris import view as tetris_view
from cgt.play.tetris.app import Start, TetrisApp
from cgt.play.tetris.game import GameScreen
from cgt.play.tetris.picture import Picture
from cgt.play.tetris.session import Wishes

WEIGHTS = "cgt-sogang-fast"
Scenario = Callable[[TetrisApp, Pilot[Any]], Awaitable[None]]


def sogang(**others: Any) -> Setting:
    return RULE_SETS["sogang"].setting(good="person", **{"seed": 5, **others})


def wishes(tmp_path: Path, setting: Setting | None = None, **others: Any) -> Wishes:
    """Nothing falls by itself, so that no test depends on time."""
    return Wishes(
        setting or sogang(),
        Weights.named(WEIGHTS),
        **{"speed": 0, "table": str(tmp_path / "scores.sqlite"), **others},
    )


def run(asked: Wishes, scenario: Scenario, start: Start = "play") -> TetrisApp:
    """Plays a scenario in a terminal of 80×24; anything still running afterwards is an error."""
    app = TetrisApp(asked, start)

    async def play() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await scenario(app, pilot)

    asyncio.run(asyncio.wait_for(play(), PATIENCE))
    return app


def game_screen(app: TetrisApp) -> GameScreen:
    assert isinstance(app.screen, GameScreen)
    return app.screen


def shown(app: TetrisApp, selector: str) -> str:
    widget = app.screen.query_one(selector)
    if isinstance(widget, Picture):
        return widget.plain
    assert isinstance(widget, Static)
    return str(widget.content)


def plain(rows: tetris_view.Rows) -> str:
    return "\n".join("".join(text for text, _ in row) for row in rows)


async def burst(app: TetrisApp, pilot: Pilot[Any], *keys: str) -> None:
    """Presses keys so fast that all of them arrive before the first has done anything."""
    for key in keys:
        app.post_message(events.Key(key, None))
    await pilot.pause()
    await pilot.pause()


def endless_search(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Makes searches take very long unless they are stopped; the event is set when one was."""
    stopped = threading.Event()

    def search(*arguments: Any) -> None:
        *_, pulse = arguments
        try:
            for _ in range(10_000):
                pulse()
                time.sleep(0.001)
        except Exception:
            stopped.set()
            raise

    monkeypatch.setattr(tetris_game, "recommend", search)
    return stopped
