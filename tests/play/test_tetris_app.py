"""Tetris in the terminal, played by keys as a person does, without a terminal."""

import asyncio
import itertools
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from cgt.duel.recommend import recommend
from cgt.duel.rulesets import HATETRIS, RULE_SETS
from cgt.duel.simulate import Game, Setting
from cgt.duel.trace import read_trace
from cgt.errors import CgtError
from cgt.evaluate import evaluation_named
from cgt.play import tetris_game, tetris_view
from cgt.play.live import LiveGame
from cgt.play.picture import Picture
from cgt.play.tetris import Start, TetrisApp
from cgt.play.tetris_game import AUTOMATIC_SPEEDS, GameScreen
from cgt.play.tetris_screens import MenuScreen, NameScreen, TableScreen
from cgt.play.tetris_session import Session, Wishes
from cgt.rank import Ranking

WEIGHTS = "cgt-sogang-fast"
Scenario = Callable[[TetrisApp, Pilot[Any]], Awaitable[None]]


def sogang(**others: Any) -> Setting:
    return RULE_SETS["sogang"].setting(good="person", **{"seed": 5, **others})


def wishes(tmp_path: Path, setting: Setting | None = None, **others: Any) -> Wishes:
    """Nothing falls by itself, so that no test depends on time."""
    return Wishes(
        setting or sogang(),
        evaluation_named(WEIGHTS),
        **{"speed": 0, "table": str(tmp_path / "scores.sqlite"), **others},
    )


def run(asked: Wishes, scenario: Scenario, start: Start = "play") -> TetrisApp:
    """Plays through a scenario in a terminal of 80×24; what is still running then is an error."""
    app = TetrisApp(asked, start)

    async def play() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await scenario(app, pilot)

    asyncio.run(asyncio.wait_for(play(), 60))
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


async def until(pilot: Pilot[Any], holds: Callable[[], bool]) -> None:
    while not holds():
        await pilot.pause(0.005)


# a whole game


def test_a_game_is_played_to_its_end_and_entered_in_the_table(tmp_path: Path) -> None:
    asked = wishes(tmp_path, sogang(height=6), trace=str(tmp_path / "game.trace"))
    Ranking(asked.table).add("Grace", 1)

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
    [first, second] = Ranking(asked.table).list()
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
        ranking.add(f"player {score}", score)
    new = ranking.add("Ada", 100_002)  # after 14 others and before two

    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        app.push_screen(TableScreen(ranking, new))
        await pilot.pause()
        screen = app.export_screenshot()
        assert "►&#160;15" in screen
        assert "Ada" in screen
        assert "player&#160;100015" in screen  # the best
        assert "player&#160;100004" not in screen
        await pilot.press("q")

    run(wishes(tmp_path), scenario, "menu")


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

    run(wishes(tmp_path, speed=50), scenario)


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


def test_cells_are_told_apart_without_colour() -> None:
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
    assert tetris_view.BAR * 10 in plain(tetris_view.well_rows(LiveGame(HATETRIS.setting()), 20))


def test_settled_cells_keep_the_colour_of_their_piece() -> None:
    game = LiveGame(sogang(width=8, bad="sequence:OI"))
    game.move("drop")
    game.move("drop")
    rows = tetris_view.well_rows(game, 22)
    colours = {style.bgcolor.name for row in rows for _, style in row if style.bgcolor is not None}
    assert colours == {tetris_view.piece_colour("O"), tetris_view.piece_colour("I")}


# recommended placements


def test_the_recommended_placement_is_shown_and_hidden(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        screen, game = game_screen(app), app.session.game
        assert tetris_view.RECOMMENDED not in shown(app, "#well")
        await pilot.press("r")
        await until(pilot, lambda: screen.recommended is not None)
        found = recommend(
            game.setting.rules, game.well, game.visible, evaluation_named(WEIGHTS), 32
        )
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
        await pilot.press("minus", "q")
        assert screen._pieces_a_second == AUTOMATIC_SPEEDS[-2]

    run(asked, scenario)
    trace = read_trace(tmp_path / "game.trace")
    game = LiveGame(asked.setting)
    for number, placement in enumerate(trace.placements):
        if number > 0:
            found = recommend(
                game.setting.rules, game.well, game.visible, asked.evaluation, asked.beam
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
    [entry] = Ranking(asked.table).list()
    assert entry.setting == f"automatic ({WEIGHTS}) against burgiel, 10×5"


def test_weights_that_find_nothing_are_told(tmp_path: Path) -> None:
    asked = wishes(tmp_path, sogang(preview=6), beam=0)

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


# leaving

OVER = "1 space space over"


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Searches that take very long unless they are stopped; the event tells that one was."""
    stopped = threading.Event()

    def search(*arguments: Any) -> None:
        *_, watch = arguments
        try:
            for _ in range(10_000):
                watch()
                time.sleep(0.001)
        except Exception:
            stopped.set()
            raise

    monkeypatch.setattr(tetris_game, "recommend", search)
    return stopped


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
        await pilot.press("q")

    assert run(wishes(tmp_path), scenario).return_code == 0


@pytest.mark.parametrize(
    ("leave", "where"),
    [
        *(("q", where) for where in ("", "1 p", "1 r", "3", "2", "1 t", OVER)),
        *(("ctrl+c", where) for where in ("1 a", OVER)),
        ("ctrl+q", "1"),
    ],
)
def test_one_can_leave_at_any_moment(
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
        await pilot.press(leave)
        await pilot.pause()
        assert not app.is_running

    setting = sogang(height=4, bad="constant:O")
    app = run(wishes(tmp_path, setting, trace=str(tmp_path / "game.trace")), scenario, "menu")
    assert app.return_code == 0
    assert app.return_value is None
    assert (tmp_path / "game.trace").exists() == (app.session.game.placed > 0)


def test_what_goes_wrong_meanwhile_ends_it_with_a_word(tmp_path: Path) -> None:
    async def scenario(app: TetrisApp, pilot: Pilot[Any]) -> None:
        await pilot.press("space", "q")

    app = run(wishes(tmp_path, trace=str(tmp_path / "nowhere" / "game.trace")), scenario)
    assert isinstance(app.return_value, CgtError)
    assert "nowhere" in str(app.return_value)


# the session


@pytest.mark.parametrize("speed", [-1, 0.001, 51, float("nan"), float("inf")])
def test_no_piece_falls_at_such_a_speed(tmp_path: Path, speed: float) -> None:
    with pytest.raises(CgtError, match="rows in a second"):
        Session(wishes(tmp_path, speed=speed))


def test_the_rank_so_far_is_the_one_that_the_table_gives(tmp_path: Path) -> None:
    ranking = Ranking(tmp_path / "scores.sqlite")
    for score in (0, 20, 20, 60, 1000):
        ranking.add("Grace", score)
    session = Session(wishes(tmp_path, sogang(bad="constant:O")))
    ranks = []
    for _ in range(4):
        ranks.append((session.game.score, session.rank))
        session.game.move("drop")
    assert ranks == [(0, (6, 6)), (20, (5, 6)), (40, (3, 6)), (60, (3, 6))]
    assert session.enter("Ada").rank == 2
