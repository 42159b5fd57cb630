"""Tetris in the terminal: the replay of a game against HATETRIS, which cgt replay plays again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran
from patience import until
from play.tetris_pilot import run, shown, sogang, wishes
from textual.pilot import Pilot
from textual.widgets import Input

from cgt.common.errors import CgtError
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting
from cgt.play.tetris.app import TetrisApp
from cgt.play.tetris.questions import NameScreen, ReplayScreen
from cgt.play.tetris.session import Session

Run = Callable[..., Ran]
ENEMIES = ["hatetris", "hatetris-mild", "brzustowski", "burgiel", "lovetris"]


def hatetris(**others: Any) -> Setting:
    return RULE_SETS["hatetris"].setting(good="person", **others)


def assert_same(ran: Ran, session: Session) -> None:
    """cgt replay accepted the file, which names its score, and played the same game."""
    game = session.game
    assert (ran.code, ran.err) == (0, "")
    found = ran.json()
    assert (found["enemy"], found["score"]) == (game.setting.bad_name, game.lines)
    assert (found["pieces"], found["over"]) == (game.placed, game.over)
    assert found["well"] == game.well.grid().rows()


@pytest.mark.parametrize(
    "enemy",
    [
        "hatetris",
        *(pytest.param(one, marks=pytest.mark.long) for one in ENEMIES if one != "hatetris"),
    ],
)
def test_the_replay_of_a_game_played_by_keys_reaches_its_score(
    run_cgt: Run, tmp_path: Path, enemy: str
) -> None:
    file = tmp_path / "game.txt"
    keys = [
        "up",
        "left",
        "left",
        "space",
        "right",
        "right",
        "down",
        "down",
        "down",
        "left",
        "space",
        "space",
    ]

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        while not app.session.game.over:
            await pilot.press(*keys)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("q")

    app = run(wishes(tmp_path, hatetris(bad=enemy), replay=str(file)), scenario)
    assert app.return_value is None
    assert app.session.game.placed > 5
    assert_same(run_cgt("replay", str(file), "--json"), app.session)


def test_a_game_that_plays_itself_has_a_replay_too(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await pilot.press(*["plus"] * 6)
        await until(pilot, lambda: app.session.game.lines >= 1 or app.session.game.over)
        await pilot.press("ctrl+q")

    app = run(wishes(tmp_path, hatetris(beam=20), replay=str(file)), scenario, "auto")
    assert app.session.automatic_pieces == app.session.game.placed > 5
    assert app.session.game.lines > 0
    assert_same(run_cgt("replay", str(file), "--json"), app.session)


def test_a_key_writes_the_replay_of_a_game_that_is_over(
    run_cgt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        assert "save the replay" in shown(app, "#right")
        await pilot.press("s")  # while it is played, nothing happens
        await pilot.pause()
        while not app.session.game.over:
            await pilot.press("space")
        assert isinstance(app.screen, NameScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert "s: save the replay" in shown(app, "#well")
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.query_one(Input).value == "hatetris-0.txt"
        Path("hatetris-0.txt").write_text("something else")
        await pilot.press("enter")
        await pilot.pause()
        assert "hatetris-0.txt is there already" in shown(app, "#problem")
        await pilot.press("backspace", "enter")  # all of it is selected
        await pilot.pause()
        assert "a file has a name" in shown(app, "#problem")
        await pilot.press("m", "i", "n", "e", "enter")
        await pilot.pause()
        assert "The replay is in mine" in shown(app, "#left")

    app = run(wishes(tmp_path, hatetris()), scenario)
    assert Path("hatetris-0.txt").read_text() == "something else"
    assert_same(run_cgt("replay", str(tmp_path / "mine"), "--json"), app.session)


def test_other_games_have_no_replay_and_say_why(tmp_path: Path) -> None:
    with pytest.raises(CgtError, match=r"no replay of this game: .* HATETRIS, not spin"):
        TetrisApp(wishes(tmp_path, replay=str(tmp_path / "game.txt")))
    with pytest.raises(CgtError, match="nowhere"):
        TetrisApp(wishes(tmp_path, hatetris(), replay=str(tmp_path / "nowhere" / "game.txt")))

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        assert "replay" not in shown(app, "#right")
        await pilot.press("space", "space", "escape", "s")
        await pilot.pause()
        assert not isinstance(app.screen, ReplayScreen)

    run(wishes(tmp_path, sogang(height=4, bad="constant:O")), scenario)
