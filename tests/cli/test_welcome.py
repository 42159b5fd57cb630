"""`cgt` alone: three things to try, each one key away on a terminal."""

import shlex
from collections.abc import Callable

import pytest
from conftest import Ran
from terminal import started

from cgt.cli.support.welcome import TO_TRY

Run = Callable[..., Ran]
ASKS = "Press 1, 2 or 3"


def test_without_a_terminal_it_is_said_and_an_error(run_cgt: Run) -> None:
    code, out, err = run_cgt()
    assert (code, out) == (2, "")
    assert "\nUsage: cgt [OPTIONS] [COMMAND] [ARGS]..." in err
    assert "'cgt --help' lists the commands" in err
    for line, about in TO_TRY:
        assert line in err
        assert about in err
    assert max(map(len, err.splitlines())) <= 80


@pytest.mark.parametrize("line", [line for line, _ in TO_TRY])
def test_what_it_offers_exists(run_cgt: Run, line: str) -> None:
    """The two that need a terminal say so, after they have read what they are to show."""
    ran = run_cgt(*shlex.split(line)[1:])
    assert ran.code == 0 or (ran.code == 2 and "needs a terminal" in ran.err)


def test_a_key_analyses_the_example() -> None:
    with started() as screen:
        screen.wait_for(ASKS)
        screen.press("1")
        screen.wait_for("$ cgt analyse example:midgame")
        screen.wait_for("N: the player to move wins")
        assert screen.exit_code() == 0


def test_a_key_begins_a_game() -> None:
    with started() as screen:
        screen.wait_for(ASKS)
        screen.press("2")
        screen.wait_for("How to play")
        screen.press("x")
        screen.wait_for("Your turn")
        screen.press("q")
        assert screen.exit_code() == 0


def test_a_key_shows_the_replay() -> None:
    with started() as screen:
        screen.wait_for(ASKS)
        screen.press("3")
        screen.wait_for("of 611")
        screen.press("\x1b[F")  # to the end
        screen.wait_for("GAME OVER")
        screen.press("q")
        assert screen.exit_code() == 0
        assert "score 232, 611 pieces" in screen.shown
        assert "Traceback" not in screen.shown


@pytest.mark.parametrize("key", ["\r", "x", "\x1b[A", "\x04"])
def test_any_other_key_shows_the_help(key: str) -> None:
    with started() as screen:
        screen.wait_for(ASKS)
        screen.press(key)
        screen.wait_for("Commands:")
        assert screen.exit_code() == 0
        assert "Traceback" not in screen.shown


def test_ctrl_c_leaves() -> None:
    with started() as screen:
        screen.wait_for(ASKS)
        screen.press("\x03")
        assert screen.exit_code() == 130
        assert "Commands:" not in screen.shown


def test_the_error_of_a_command_is_still_one(monkeypatch: pytest.MonkeyPatch, run_cgt: Run) -> None:
    monkeypatch.setattr("cgt.cli.support.welcome.is_terminal", lambda: True)
    monkeypatch.setattr("cgt.cli.support.welcome.key_after", lambda _: "2")
    ran = run_cgt()
    assert ran.code == 2
    assert ran.err == "cgt: a person needs a terminal to play; --match works without one\n"
