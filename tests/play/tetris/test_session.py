"""Tetris in the terminal: traces and scores, leaving, and a Bad that thinks for long."""

import threading
from pathlib import Path
from typing import Any

import pytest
from patience import until
from play.tetris_pilot import (
    burst,
    endless_search,
    game_screen,
    run,
    shown,
    sogang,
    wishes,
)
from textual.pilot import Pilot
from textual.widgets import Input

from cgt.common.errors import CgtError
from cgt.duel.exact.instruction import Instruction
from cgt.duel.exact.strategy import Strategy
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.trace import read_trace
from cgt.duel.well import Well
from cgt.play.ranking import Ranking
from cgt.play.tetris.app import TetrisApp
from cgt.play.tetris.questions import LeaveScreen, NameScreen
from cgt.play.tetris.session import Session

OVER = "1 space space over"


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    return endless_search(monkeypatch)


# leaving


@pytest.mark.parametrize(
    ("leave", "where"),
    [
        *(("q", where) for where in ("", "1 p", "1 r", "3", "2", "1 t", OVER)),
        ("q 2", "1 space"),
        ("q down enter", "1 space"),
        ("q 2", "1 space t"),
        ("q 2", "1 space m"),
        ("4 2", "1 space m"),
        *(("ctrl+c", where) for where in ("1 a", OVER)),
        ("ctrl+q", "1"),
    ],
)
def test_a_person_can_leave_at_any_moment(
    tmp_path: Path, endless: threading.Event, leave: str, where: str
) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await pilot.press(*where.replace("over", "").split())
        await pilot.pause()
        if where.endswith("over"):
            assert isinstance(app.screen, NameScreen)
            assert app.screen.query_one(Input).has_focus
            if leave == "q":
                await pilot.press("escape")  # q is a letter of a name
                await pilot.pause()
        for key in leave.split():
            await pilot.press(key)
            await pilot.pause()
        assert not app.is_running

    setting = sogang(height=4, bad="constant:O")
    app = run(wishes(tmp_path, setting, trace=str(tmp_path / "game.trace")), scenario, "menu")
    assert app.return_code == 0
    assert app.return_value is None
    assert (tmp_path / "game.trace").exists() == (app.session.game.placed > 0)


async def press(pilot: Pilot[Any], keys: str) -> None:
    for key in keys.split():
        await pilot.press(key)
        await pilot.pause()


def test_a_game_that_is_left_can_be_kept(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await press(pilot, "space q")
        assert isinstance(app.screen, LeaveScreen)
        assert "score 20   lines 0   pieces 1\nrank 1 of 1" in shown(app, ".about")
        await press(pilot, "1")
        assert isinstance(app.screen, NameScreen)
        assert shown(app, ".over") == "THE GAME SO FAR"
        await press(pilot, "A d a enter")
        assert not app.is_running

    asked = wishes(tmp_path, sogang(bad="constant:O"))
    app = run(asked, scenario)
    assert app.return_value is None
    [entry] = Ranking(asked.table).list(game="sogang 10x22 constant:O")
    assert (entry.name, entry.score, entry.pieces) == ("Ada", 20, 1)
    assert entry.setting == "person against constant:O, 10×22, given up"


def test_a_game_that_is_not_left_goes_on(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await press(pilot, "space q escape")
        assert game_screen(app).paused
        await press(pilot, "p space q 1 escape")  # no name: back to the game
        assert game_screen(app).paused
        await burst(app, pilot, "q", "q", "q")  # so fast that nobody read the question
        assert isinstance(app.screen, LeaveScreen)
        await burst(app, pilot, "escape", "escape", "3")
        await press(pilot, "p space")
        assert app.session.game.placed == 3

    asked = wishes(tmp_path, sogang(bad="constant:O"))
    run(asked, scenario)
    assert len(Ranking(asked.table)) == 0


# what is written down


def test_a_trace_that_cannot_be_written_is_noticed_at_once(tmp_path: Path) -> None:
    with pytest.raises(CgtError, match="nowhere"):
        TetrisApp(wishes(tmp_path, trace=str(tmp_path / "nowhere" / "game.trace")))


def test_a_score_is_entered_also_if_the_trace_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    asked = wishes(tmp_path, sogang(height=4, bad="constant:O"), trace=str(folder / "game.trace"))

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        folder.rmdir()
        await pilot.press("space", "space")
        await pilot.pause()
        assert "The game is not written down" in shown(app, ".why")
        await pilot.press("A", "enter")
        await pilot.pause()
        await pilot.press("q")

    app = run(asked, scenario)
    assert "folder" in str(app.return_value)
    assert len(Ranking(asked.table)) == 1


def test_the_trace_is_that_of_the_last_finished_game(tmp_path: Path) -> None:
    file = tmp_path / "game.trace"
    session = Session(wishes(tmp_path, sogang(height=4, bad="constant:O"), trace=str(file)))
    session.game.move("drop")
    session.begin_anew()  # none is finished yet
    assert len(read_trace(file).placements) == 1
    session.game.move("left")
    while not session.game.over:
        session.game.move("drop")
    finished = session.game.trace()
    session.write_down()
    session.begin_anew()
    session.game.move("drop")
    session.write_down()
    assert read_trace(file).placements == finished.placements


# Bad


def test_a_bad_without_a_next_piece_ends_the_game(tmp_path: Path) -> None:
    rules = Rules("O", width=4, height=8)
    Strategy(rules, "bad", [Instruction(Well.empty(4), ("O",))]).write(tmp_path / "s")
    setting = Setting(rules, good="person", bad=f"strategy:{tmp_path / 's'}")
    asked = wishes(tmp_path, setting, trace=str(tmp_path / "game.trace"))

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await pilot.press("space")
        await pilot.pause()
        assert "no instruction" in shown(app, ".why")
        await pilot.press("A", "enter")
        await pilot.pause()

    run(asked, scenario)
    assert [entry.pieces for entry in Ranking(asked.table).everything()] == [1]
    assert len(read_trace(tmp_path / "game.trace").placements) == 1


@pytest.mark.parametrize("leave", ["q", "ctrl+c"])
def test_a_person_can_leave_while_bad_thinks(tmp_path: Path, leave: str) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        assert "Bad is thinking" in shown(app, "#left")
        await burst(app, pilot, "left", "space", "r", "n", "m")
        await burst(app, pilot, "1")
        assert app.session.game.waits
        await pilot.press(leave)
        assert not app.is_running

    app = run(wishes(tmp_path, sogang(bad="minmax", preview=9)), scenario)  # for hours
    assert app.interrupted == (leave == "ctrl+c")


def test_the_piece_comes_in_when_bad_has_chosen(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await pilot.press("r")
        await until(pilot, lambda: not app.session.game.waits)
        await until(pilot, lambda: game_screen(app).recommended is not None)
        assert len(app.session.game.visible) == 5

    run(wishes(tmp_path, sogang(bad="minmax", preview=4)), scenario)


# the session


@pytest.mark.parametrize("speed", [-1, 0.001, 51, float("nan"), float("inf")])
def test_impossible_speeds_are_refused(tmp_path: Path, speed: float) -> None:
    with pytest.raises(CgtError, match="rows in a second"):
        Session(wishes(tmp_path, speed=speed))


def test_the_rank_so_far_is_the_one_that_the_table_gives(tmp_path: Path) -> None:
    ranking = Ranking(tmp_path / "scores.sqlite")
    for score in (0, 20, 20, 60, 1000):
        ranking.add("Grace", score, game="sogang 10x22 constant:O")
        ranking.add("Grace", 2 * score + 7, game="sogang 10x22 uniform")  # another game
    session = Session(wishes(tmp_path, sogang(bad="constant:O")))
    ranks = []
    for _ in range(4):
        ranks.append((session.game.score, session.rank))
        session.game.move("drop")
    assert ranks == [(0, (6, 6)), (20, (5, 6)), (40, (3, 6)), (60, (3, 6))]
    assert session.enter("Ada").rank == 2
