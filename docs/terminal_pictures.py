"""Pictures of the terminal games, played for a moment on a screen that nobody sees."""

import asyncio
import re
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from cgt.board.grid import Grid
from cgt.common.limits import Allowed
from cgt.duel.evaluate.weights import Weights
from cgt.duel.rulesets import RULE_SETS
from cgt.placement.levels import Player, level_of
from cgt.placement.thinking import Thinker
from cgt.play.edit.app import EditApp
from cgt.play.edit.document import Document
from cgt.play.nim.app import NimApp
from cgt.play.nim.game import NimGame
from cgt.play.tetris.app import TetrisApp
from cgt.play.tetris.session import Wishes

SCREEN = (80, 24)
MOVES = 12  # of Nim tetris, after which there is something to see
PIECES = 40  # of Tetris
FONT = 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace'


def nim_picture() -> str:
    """A game in the middle, with regions, winner and hint."""
    thinker = Thinker(largest_side=10)
    game = NimGame(Grid.of_size(10, 10), level="medium", seed=7)
    for _ in range(MOVES):
        placement = Player(level_of("easy"), thinker, seed=game.seed).move(game.board)
        assert placement is not None
        game = game.placed(placement)
    app = NimApp(game, allowed=Allowed(20.0, memory=2**28), shows_rules=False)

    async def look(pilot: Pilot[Any]) -> None:
        for key in ("g", "w", "question_mark"):
            await pilot.press(key)
            while app.table.is_thinking:
                await pilot.pause(0.05)

    return _taken(app, look)


def edit_picture() -> str:
    """A board that is drawn with symmetry, and a winning move on it."""
    app = EditApp(Document.read("example:midgame"), allowed=Allowed(20.0, memory=2**28))

    async def look(pilot: Pilot[Any]) -> None:
        await pilot.press("y", "down", "down", "right", "question_mark")
        while app.table.view.hint is None or not app.table.view.survey.is_done:
            await pilot.pause(0.05)

    return _taken(app, look)


def tetris_picture() -> str:
    """A game that the recommender has begun."""
    setting = RULE_SETS["sogang"].setting(good="person", seed=5)
    with tempfile.TemporaryDirectory() as folder:
        table = str(Path(folder) / "scores.sqlite")
        app = TetrisApp(Wishes(setting, Weights.named("cgt-sogang"), speed=0, table=table),
                        "auto")  # fmt: skip

        async def look(pilot: Pilot[Any]) -> None:
            for _ in range(6):
                await pilot.press("plus")
            while app.session.game.placed < PIECES:
                await pilot.pause(0.05)
            await pilot.press("a", "r")
            await pilot.pause(1.0)

        return _taken(app, look)


def _taken(app: App[Any], look: Callable[[Pilot[Any]], Awaitable[None]]) -> str:
    taken = ""

    async def run() -> None:
        nonlocal taken
        async with app.run_test(size=SCREEN) as pilot:
            await pilot.pause()
            await look(pilot)
            await pilot.pause()
            taken = app.export_screenshot()

    asyncio.run(run())
    # Without the fonts that it would fetch, and without comments.
    taken = re.sub(r"<!--.*?-->\s*", "", taken, flags=re.DOTALL)
    taken = re.sub(r"@font-face\s*\{.*?\}\s*", "", taken, flags=re.DOTALL)
    return re.sub(r"font-family:\s*(Fira Code|arial)[^;]*;", f"font-family: {FONT};", taken)
