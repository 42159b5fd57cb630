"""A finished game watched in the terminal, by keys as a person does."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from patience import PATIENCE, until
from textual.pilot import Pilot

from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.trace import Trace
from cgt.duel.well import Well
from cgt.literature.hatetris import Replayed, play, read_replay
from cgt.play.tetris import watch
from cgt.play.tetris.picture import Picture
from cgt.play.tetris.recording import Recording
from cgt.play.tetris.watch import INTERRUPTED, WatchApp

Scenario = Callable[[WatchApp, Pilot[Any]], Awaitable[None]]


@pytest.fixture(scope="module")
def replayed() -> Replayed:
    return play(read_replay("example:atypical-11").replay)


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recording moves only by keys, so that no test depends on time."""
    monkeypatch.setattr(watch.WatchScreen, "_play_on", lambda _: None)


def run(played: Replayed, scenario: Scenario, size: tuple[int, int] = (80, 24)) -> WatchApp:
    app = WatchApp(played.trace, played.enemy)

    async def look() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await scenario(app, pilot)

    asyncio.run(asyncio.wait_for(look(), PATIENCE))
    return app


def shown(app: WatchApp, selector: str) -> str:
    return app.screen.query_one(selector, Picture).plain


def cells(app: WatchApp) -> set[tuple[int, int]]:
    """The cells of the picture that are not empty, by row from the floor."""
    rows = shown(app, "#well").splitlines()[:-1][::-1]
    found = set()
    for row, line in enumerate(rows):
        inner = line[1:-1]
        for column in range(0, len(inner), 2):
            if inner[column : column + 2] in ("[]", "██"):
                found.add((row, column // 2))
    return found


def test_each_frame_is_the_game_at_that_piece(replayed: Replayed, still: None) -> None:
    trace = replayed.trace
    wells = [trace.start, *(placed.well for placed in trace.play())]
    lines = 0

    async def scenario(app: WatchApp, pilot: Pilot[Any]) -> None:
        nonlocal lines
        for number, placed in enumerate(trace.play()):
            before = {(r, c) for r in range(20) for c in range(10) if wells[number][r, c]}
            landing = set(trace.rules.cells(trace.placements[number]))
            assert cells(app) == before | landing, number
            assert f"{number} of {replayed.pieces}" in shown(app, "#left")
            await pilot.press("right")
            lines += placed.lines
            assert f"score {lines:>17}" in shown(app, "#left")
        assert "GAME OVER" in shown(app, "#well")

    run(replayed, scenario)
    assert lines == replayed.score == 11


def test_keys_go_back_far_and_to_both_ends(replayed: Replayed, still: None) -> None:
    async def scenario(app: WatchApp, pilot: Pilot[Any]) -> None:
        for key, number in (
            ("left", 0),
            ("pagedown", 25),
            ("h", 24),
            ("l", 25),
            ("pageup", 0),
            ("end", replayed.pieces),
            ("right", replayed.pieces),
            ("left", replayed.pieces - 1),
            ("home", 0),
        ):
            await pilot.press(key)
            assert app.shown.number == number, key

    run(replayed, scenario)


def test_it_plays_pauses_and_plays_again(
    replayed: Replayed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "SPEEDS", (10.0,) * len(watch.SPEEDS))

    async def scenario(app: WatchApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.shown.number > 0)
        await pilot.press("space")
        at = app.shown.number
        assert "paused" in shown(app, "#left")
        await pilot.pause(0.3)
        assert app.shown.number == at
        await pilot.press("space")
        await until(pilot, lambda: app.shown.number > at)
        await pilot.press("end")
        await until(pilot, lambda: app.shown.number == replayed.pieces)
        assert "once more" in shown(app, "#left")
        await pilot.press("space")
        await until(pilot, lambda: 0 < app.shown.number < replayed.pieces)

    run(replayed, scenario)


def test_its_speed_has_bounds(replayed: Replayed, still: None) -> None:
    async def scenario(app: WatchApp, pilot: Pilot[Any]) -> None:
        assert "4 pieces a second" in shown(app, "#left")
        await pilot.press(*["minus"] * 9)
        assert "1 piece a second" in shown(app, "#left")
        await pilot.press(*["plus"] * 9)
        assert "60 pieces a second" in shown(app, "#left")

    run(replayed, scenario)


def test_a_small_window_says_what_it_needs_and_waits(
    replayed: Replayed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "SPEEDS", (200.0,) * len(watch.SPEEDS))

    async def scenario(app: WatchApp, pilot: Pilot[Any]) -> None:
        assert not app.screen.query_one("#game").display
        assert "needs 76×23" in str(app.screen.query_one("#small").render())
        await pilot.pause(0.05)
        assert app.shown.number == 0
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: app.shown.number > 0)

    run(replayed, scenario, (40, 12))


def test_it_is_left(replayed: Replayed) -> None:
    for key, code in (("q", 0), ("escape", 0), ("ctrl+c", INTERRUPTED)):

        async def scenario(app: WatchApp, pilot: Pilot[Any], key: str = key) -> None:
            await pilot.press(key)

        assert (run(replayed, scenario).return_code or 0) == code


def test_a_film_keeps_equal_rows_once() -> None:
    placements = [WellPlacement("O", 0, column, 0) for column in (0, 2, 4)]
    recording = Recording(Trace(Rules("O", width=7, height=4), placements, Well.empty(7)))
    assert not recording.is_over
    assert recording.pieces == 3
    assert recording[1].rows[0] is recording[1].rows[1]
    assert recording[3].settled() == {(row, column): "O" for row in range(2) for column in range(6)}
    assert recording[3].landing is None
