"""cgt play nim: on a terminal, without one, and the program against itself."""

import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from conftest import ROOT, Ran
from terminal import Terminal, started

Run = Callable[..., Ran]

GAME = """cgt nim game 1
pieces: tetromino
play: misere
first: person
level: easy
seed: 1

....
....
"""


# the program against itself


def test_a_match_is_shown_as_json(run_cgt: Run) -> None:
    arguments = "--size 5x5 --match hard --against beginner --games 6 --seed 4 --time-limit 0.1s"
    ran = run_cgt("play", "nim", *arguments.split(), "--json")
    assert ran.code == 0
    result = ran.json()
    assert result["wins"] + result["losses"] == result["games"] == 6
    assert result["wins"] >= 3
    assert (result["level"], result["against"], result["seed"]) == ("hard", "beginner", 4)
    assert (result["width"], result["height"], result["play"]) == (5, 5, "misere")


def test_a_match_is_shown_in_words_and_is_the_same_for_the_same_seed(run_cgt: Run) -> None:
    arguments = "play nim boards/cram.txt --match easy --against beginner --games 4 --seed 9"
    ran = run_cgt(*arguments.split())
    assert ran.code == 0
    assert re.search(r"easy against beginner, 9×2, domino, normal play, seed 9\n", ran.out)
    assert re.search(r"easy won \d of 4 games, \d of them as the first to move", ran.out)
    assert run_cgt(*arguments.split()) == ran


# what is refused


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("", "a person needs a terminal"),
        ("--size 65x4", "up to 256 cells"),
        ("--size 4x4 boards/cram.txt", "only one of"),
        ("--pieces Q", "no piece set 'Q'"),
        ("--level godlike", "'godlike' is not one of"),
        ("--match hard", "--match and --against go together"),
        ("--json", "need --match"),
        ("--games 3", "need --match"),
        ("--seed -1", "-1 is not in the range"),
        ("missing.txt", "there is no such file"),
        ("--load missing.txt", "there is no such file"),
        ("--load boards/cram.txt", "a saved game begins with a line"),
        ("--load boards/cram.txt --play normal", "--play cannot change a saved game"),
        ("--opponent proof:example:cram-5x4", "a person needs a terminal"),
        ("--opponent proof:missing.gz", "missing.gz:1:1: there is no such file"),
        ("--opponent proof:boards/cram.txt", "a proof begins with a line 'cgt proof 1'"),
        ("--opponent proof:-", "--opponent takes proof:FILE"),
        ("--opponent hard", "--opponent takes proof:FILE; levels are chosen by --level"),
        ("--opponent proof:x --size 4x4", "--opponent and --size do not go together"),
        ("--opponent proof:x boards/cram.txt", "--opponent and a board do not go together"),
        ("--opponent proof:x --first me", "--opponent and --first do not go together"),
        ("--opponent proof:x --match hard --against easy", "--opponent and --match do not go"),
    ],
)
def test_what_cannot_be_played_is_one_line_and_code_2(
    run_cgt: Run, arguments: str, problem: str
) -> None:
    ran = run_cgt("play", "nim", *arguments.split())
    assert ran.code == 2
    assert ran.out == ""
    assert problem in ran.err
    assert ran.err.count("\n") == 1


def test_without_the_package_textual_one_line_names_it(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "textual"]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("nim.app", "nim.table", "nim.board", "nim.windows", "dialogs"):
        monkeypatch.delitem(sys.modules, f"cgt.play.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "textual", None)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    ran = run_cgt("play", "nim")
    assert ran.code == 2
    assert ran.err.endswith("playing needs the package textual: pip install 'cgt-analyser[play]'\n")


def test_a_proof_is_checked_before_it_plays(run_cgt: Run, tmp_path: Path) -> None:
    proof = tmp_path / "proof.txt"
    text = (ROOT / "certificates" / "proofs" / "cram-5x4.txt").read_text()
    proof.write_text(text.replace("claim: P", "claim: N"))
    ran = run_cgt("play", "nim", "--opponent", f"proof:{proof}")
    assert (ran.code, ran.out) == (1, "")
    assert re.fullmatch(rf"cgt: {proof}:\d+: the proof does not hold: N is claimed, .*\n", ran.err)
    ran = run_cgt("play", "nim", "--opponent", "proof:example:cram-6x7", "--time-limit", "0.01s")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "cgt: the check of the proof did not finish within the time allowed\n"


# on a terminal


def terminal(*arguments: str) -> AbstractContextManager[Terminal]:
    return started("play", "nim", *arguments)


def test_a_saved_game_is_resumed_and_ends_on_a_real_terminal(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(GAME)
    with terminal("--load", str(tmp_path / "game.txt")) as screen:
        screen.wait_for("How to play")
        screen.press(" ")
        screen.wait_for("Your turn")
        screen.press("\r")  # I in the lower row: one more fits, and it is the program's
        screen.wait_for("You win!")
        screen.press("q")
        assert screen.exit_code() == 0
        assert "Traceback" not in screen.shown


def test_a_proof_plays_on_a_real_terminal() -> None:
    with terminal("--opponent", "proof:example:cram-5x4") as screen:
        screen.wait_for("You and the proof take turns")
        screen.press(" ")
        screen.wait_for("(move 1, you begin)")
        screen.press("\r")
        screen.wait_for("move 3")
        screen.press("q")
        assert screen.exit_code() == 0
        assert "Traceback" not in screen.shown


@pytest.mark.parametrize("key", ["q", "\x03"])
def test_a_person_can_quit_while_the_program_thinks_on_a_real_terminal(key: str) -> None:
    arguments = "--first program --level perfect --time-limit 10m --size 16x16"
    with terminal(*arguments.split()) as screen:
        screen.wait_for("How to play")
        screen.press(" ")
        screen.wait_for("thinking… ")
        screen.press(key)
        assert screen.exit_code() == (0 if key == "q" else 130)
        assert "Traceback" not in screen.shown


def test_keys_in_one_burst_leave_a_window_once() -> None:
    """As a double click or a key held down sends them."""
    with terminal("--size", "5x4", "--level", "beginner", "--seed", "1") as screen:
        screen.wait_for("How to play")
        screen.press("xx")
        screen.wait_for("Your turn")
        screen.press("v\r\r")
        screen.wait_for("Level beginner from now on.")
        screen.press("q")
        assert screen.exit_code() == 0
        assert "Traceback" not in screen.shown


def test_names_in_a_saved_game_are_never_markup(tmp_path: Path) -> None:
    game = GAME.replace("pieces: tetromino", "pieces: [/a]\nshape I: ####")
    assert game != GAME
    (tmp_path / "game.txt").write_text(game)
    with terminal("--load", str(tmp_path / "game.txt")) as screen:
        screen.wait_for("How to play")
        screen.press(" ")
        screen.wait_for("[/a]")
        screen.press("q")
        assert screen.exit_code() == 0
        assert "Traceback" not in screen.shown


def test_a_match_is_filmed(run_cgt: Run, tmp_path: Path) -> None:
    film = tmp_path / "film.svg"
    match = ["play", "nim", "--size", "4x4", "--match", "easy", "--against", "perfect"]
    ran = run_cgt(*match, "--games", "2", "--seed", "1", "--film", str(film))
    assert (ran.code, ran.err) == (0, "")
    assert "easy against perfect: Nim tetris on 4×4, misère play" in film.read_text()
    ran = run_cgt("play", "nim", "--film", str(film))
    assert (ran.code, ran.err) == (2, "cgt: --json, --games and --film need --match\n")
    ran = run_cgt(*match, "--games", "1", "--film", str(tmp_path / "missing" / "film.svg"))
    assert (ran.code, ran.out) == (2, "")
