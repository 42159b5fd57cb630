"""Tetris in the terminal, played by keys as a person does, without a terminal."""

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from patience import until
from play.tetris_pilot import (
    burst,
    game_screen,
    plain,
    run,
    shown,
    sogang,
    wishes,
)
from textual.pilot import Pilot

from cgt.duel.game import Game
from cgt.duel.rulesets import RULE_SETS
from cgt.play.ranking import Ranking
from cgt.play.tetris import view as tetris_view
from cgt.play.tetris.app import TetrisApp
from cgt.play.tetris.game import GameScreen
from cgt.play.tetris.live import LiveGame
from cgt.play.tetris.questions import LeaveScreen, NameScreen
from cgt.play.tetris.screens import MenuScreen, TableScreen

GAME = "sogang 10x22 uniform"

# a whole game


def test_a_game_is_played_to_its_end_and_entered_in_the_table(tmp_path: Path) -> None:
    asked = wishes(tmp_path, sogang(height=6), trace=str(tmp_path / "game.trace"))
    Ranking(asked.table).add("Grace", 1, game="sogang 10x6 uniform")

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        assert isinstance(app.screen, MenuScreen)
        await pilot.press("1")
        keys = itertools.cycle(["left", "up", "space", "right", "x", "down", "space", "space"])
        while not app.session.game.over:  # one by one: the next thing that takes keys is the name
            await pilot.press(next(keys))
        await pilot.pause()
        assert isinstance(app.screen, NameScreen)
        assert f"score {app.session.game.score:,}" in shown(app, ".about")
        await pilot.press("enter")  # no name
        assert "a name has 1 to 40 characters" in shown(app, "#problem")
        assert isinstance(app.screen, NameScreen)
        await pilot.press("space", "A", "d", "a", "q", "1")
        assert shown(app, "#problem") == ""
        await pilot.press("backspace", "backspace", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        await pilot.press("enter")
        assert "GAME OVER" in shown(app, "#well")
        assert game_screen(app).session.rank == (1, 2)

    app = run(asked, scenario, "menu")
    [first, second] = Ranking(asked.table).everything()
    assert (first.name, first.score, first.pieces) == (
        "Ada",
        app.session.game.score,
        app.session.game.placed,
    )
    assert first.setting == "person against uniform, 10×6"
    assert second.name == "Grace"
    good = f"replay:{tmp_path / 'game.trace'}"
    again = Game(replace(app.session.game.setting, good=good))
    again.advance()
    assert (again.score, again.placed) == (first.score, first.pieces)
    assert again.result == "topped-out"


def test_a_score_need_not_be_entered(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        while not app.session.game.over:
            await pilot.press("space")
        await pilot.pause()
        await pilot.press("A", "escape")
        assert "GAME OVER" in shown(app, "#well")
        await pilot.press("left", "space", "p", "a", "down")  # nothing is left to move
        assert app.session.game.over
        await pilot.press("n")
        assert not app.session.game.over
        assert app.session.game.setting.seed == 6

    run(wishes(tmp_path, sogang(height=6)), scenario)
    assert not (tmp_path / "scores.sqlite").exists()


def test_a_new_entry_is_marked_also_far_down(tmp_path: Path) -> None:
    ranking = Ranking(tmp_path / "scores.sqlite")
    for score in range(100_000, 100_016):
        ranking.add(f"player {score}", score, game=GAME)
    new = ranking.add("Ada", 100_002, game=GAME)  # after 14 others and before two

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        app.push_screen(TableScreen(app.session, new))
        await pilot.pause()
        screen = app.export_screenshot()
        assert "►&#160;15" in screen
        assert "Ada" in screen
        assert "player&#160;100015" in screen  # the best
        assert "player&#160;100004" not in screen
        await pilot.press("q")

    run(wishes(tmp_path), scenario, "menu")


def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    ranking = Ranking(tmp_path / "scores.sqlite")
    ranking.add("[red]x[/nope]", 5, game=GAME, setting="[bold]against[/no] me")

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await pilot.press("2")
        await pilot.pause()
        screen = app.export_screenshot()
        assert "[red]x[/nope]" in screen
        assert "[bold]against[/no]" in screen

    run(wishes(tmp_path), scenario, "menu")


def test_a_key_pressed_twice_counts_once(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await pilot.press("t")
        await burst(app, pilot, "escape", "escape", "enter")
        await burst(app, pilot, "t", "t")
        await pilot.press("enter")
        assert isinstance(app.screen, GameScreen)
        await burst(app, pilot, "m", "m", "m")
        assert isinstance(app.screen, MenuScreen)
        await burst(app, pilot, "1", "1")
        while not app.session.game.over:
            await pilot.press("space")
        await pilot.pause()
        await pilot.press("A")
        await burst(app, pilot, "enter", "enter", "enter")
        assert len(app.session.ranking) == 1
        assert app.is_running

    run(wishes(tmp_path, sogang(height=6)), scenario)
    assert [entry.name for entry in Ranking(tmp_path / "scores.sqlite").everything()] == ["A"]


# keys


def test_keys_move_the_piece_and_others_do_nothing(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        same = LiveGame(app.session.game.setting)
        for key, move in (
            ("left", "left"), ("up", "turn"), ("x", "turn"), ("right", "right"),
            ("down", "down"), ("space", "drop"), ("left", "left"),
        ):  # fmt: skip
            await pilot.press(key)
            same.move(move)  # type: ignore[arg-type]
            assert app.session.game.falling == same.falling
        await pilot.press("z", "7", "enter", "tab", "f5", "ctrl+x", "home", "ü", "escape", "delete")
        assert app.session.game.falling == same.falling
        assert app.session.game.score == same.score
        assert isinstance(app.screen, GameScreen)

    run(wishes(tmp_path), scenario)


def test_time_lets_the_piece_fall_unless_the_game_waits(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        screen, game = game_screen(app), app.session.game

        def row() -> int:
            assert game.falling is not None
            return game.falling.row

        first = row()
        screen._fall()
        assert row() == first - 1
        await pilot.press("p")
        assert "PAUSED" in shown(app, "#well")
        screen._fall()
        await pilot.press("down", "space")
        assert (row(), game.placed) == (first - 1, 0)
        await pilot.press("t")  # which waits, too
        await pilot.press("enter", "p")
        screen._fall()
        assert row() == first - 2
        while game.placed == 0:
            screen._fall()
        assert row() == first

    run(wishes(tmp_path), scenario)


def test_a_timer_is_set_as_fast_as_wanted(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.session.game.placed > 0)

    app = run(wishes(tmp_path, speed=50), scenario)
    assert app.session.game.placed > 0  # without a key


def test_each_piece_starts_with_a_full_time_step(tmp_path: Path) -> None:
    class Falls:
        resets = 0

        def reset(self) -> None:
            self.resets += 1

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        falls = Falls()
        game_screen(app)._falls = falls  # type: ignore[assignment]
        await pilot.press("left", "down", "space")
        assert falls.resets == 1
        await pilot.press("n")
        assert falls.resets == 2

    run(wishes(tmp_path), scenario)


def test_the_menu_leads_everywhere_and_back(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await pilot.press("5", "x", "space", "2")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert "Nobody" in shown(app, "#ranking")
        await pilot.press("escape", "down", "up", "enter")
        await pilot.pause()
        assert not game_screen(app).automatic
        await pilot.press("space", "m")
        assert isinstance(app.screen, MenuScreen)
        await pilot.press("1")  # goes on
        await pilot.pause()
        assert game_screen(app).session.game.placed == 1
        await pilot.press("m", "3")
        await pilot.pause()
        assert game_screen(app).automatic
        assert app.session.game.setting.seed == 6  # a game of its own
        await pilot.press("m", "4")
        await pilot.pause()
        if app.session.game.placed:  # as fast as it plays by itself
            assert isinstance(app.screen, LeaveScreen)
            await pilot.press("2")
            await pilot.pause()

    assert run(wishes(tmp_path), scenario, "menu").return_code == 0


# the screen


def test_a_screen_that_is_too_small_says_so_and_the_game_waits(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        columns, rows = tetris_view.needed_size(app.session.game.setting.rules)
        assert columns <= 80
        assert rows <= 24
        for size in ((60, 20), (columns - 1, 24), (80, rows - 1), (1, 1)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert f"needs {columns}×{rows}" in shown(app, "#small")
            assert not app.screen.query_one("#game").display
            await pilot.press("space", "p")
            assert app.session.game.placed == 0
        for size in ((columns, rows), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert app.screen.query_one("#game").display
        assert game_screen(app).paused
        await pilot.press("p", "space")
        assert app.session.game.placed == 1

    run(wishes(tmp_path), scenario)


@pytest.mark.parametrize(
    ("rule_set", "preview"), [("sogang", 2), ("sogang", 16), ("bag", 16), ("simplified", 0)]
)
def test_all_of_it_fits_into_80_by_24(tmp_path: Path, rule_set: str, preview: int) -> None:
    setting = RULE_SETS[rule_set].setting(preview=preview)

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await pilot.press("r")
        for name in ("#left", "#well", "#right"):
            widget = app.screen.query_one(name)
            assert 0 <= widget.region.x <= widget.region.right <= 80
            assert 0 <= widget.region.y <= widget.region.bottom <= 24
            lines = shown(app, name).rstrip("\n").split("\n")
            assert len(lines) <= widget.region.height
            assert max(map(len, lines)) <= widget.content_region.width
        assert all(
            f"{key:<7}{meaning}" in shown(app, "#right") for key, meaning in tetris_view.KEYS
        )
        assert ("next" in shown(app, "#right")) == (preview > 0)

    run(wishes(tmp_path, setting), scenario)


def test_cells_can_be_told_apart_without_colour() -> None:
    game = LiveGame(sogang(bad="constant:O"))
    game.move("drop")
    game.move("left")
    game.move("left")
    target = game.setting.rules.placements(game.well, "O")[0]
    text = plain(tetris_view.well_rows(game, 22, target))
    for characters in (tetris_view.SETTLED, tetris_view.FALLING, tetris_view.GHOST):
        assert text.count(characters) == 4
    assert text.count(tetris_view.RECOMMENDED) == 4
    assert len(set(text.split("\n")[0]) & set("│ ·")) == 3
    over_ghost = plain(tetris_view.well_rows(game, 22, game.ghost))
    assert over_ghost.count(tetris_view.BOTH) == 4
    assert tetris_view.BAR * 10 in plain(
        tetris_view.well_rows(LiveGame(RULE_SETS["hatetris"].setting()), 20)
    )


def test_settled_cells_keep_the_colour_of_their_piece() -> None:
    game = LiveGame(sogang(width=8, bad="sequence:OI"))
    game.move("drop")
    game.move("drop")
    rows = tetris_view.well_rows(game, 22)
    colours = {style.bgcolor.name for row in rows for _, style in row if style.bgcolor is not None}
    assert colours == {tetris_view.piece_colour("O"), tetris_view.piece_colour("I")}
