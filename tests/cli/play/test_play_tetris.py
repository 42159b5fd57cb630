"""cgt play tetris: the game it begins, and when it refuses to begin."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran
from terminal import started

from cgt.cli.play import tetris as play_tetris
from cgt.common.errors import CgtError
from cgt.play.tetris.app import TetrisApp
from cgt.play.tetris.view import FALLING, SETTLED

Run = Callable[..., Ran]


def test_it_needs_a_terminal(run_cgt: Run) -> None:
    assert run_cgt("play", "tetris") == (
        2,
        "",
        "cgt: a game needs a terminal, and this is not one\n",
    )


def test_it_needs_textual(run_cgt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual", None)
    code, out, err = run_cgt("play", "tetris")
    assert (code, out) == (2, "")
    assert err == ("cgt: playing needs the package textual: pip install 'cgt-analyser[play]'\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bad", "nobody"], "there is no Bad player 'nobody'"),
        (["--bad", "HATETRSI"], "(did you mean hatetris?)"),
        (["--bad", "constant:X"], "X"),
        (["--width", "3", "--pieces", "I"], "has no room to come in"),
        (["--height", "99"], "a well has 1 to 40 rows, not 99"),
        (["--preview", "17"], "0 to 16 coming pieces"),
        (["--weights", "nobodys"], "there are no weights 'nobodys'"),
        (["--beam", "-1"], "a beam keeps"),
        (["--speed", "-1"], "a piece falls 0.01 to 50 rows in a second"),
        (["--speed", "nan"], "not nan"),
        (["--speed", "fast"], "--speed"),
        (["--rules", "chess"], "--rules"),
        (["--rules", "sognag"], "(did you mean sogang?)"),
        (["--replay", "game.txt"], "no replay of this game: a replay has the moves of HATETRIS"),
        (["--rules", "hatetris", "--bad", "uniform", "--replay", "game.txt"], "not uniform"),
        (["--pieces", "Q"], "no piece set 'Q'"),
        (["--table", "boards/full.txt"], "cannot be used as a table of scores"),
        (["--start", "now"], "--start"),
        (["--trace", "nowhere/game.trace"], "nowhere/game.trace: cannot be written"),
    ],
)
def test_what_cannot_be_played_is_refused(run_cgt: Run, arguments: list[str], message: str) -> None:
    code, out, err = run_cgt("play", "tetris", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("cgt: ")
    assert err.count("\n") == 1
    assert message in err


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[TetrisApp]:
    """The programs that would have run, in a terminal."""
    apps: list[TetrisApp] = []
    monkeypatch.setattr(play_tetris, "is_terminal", lambda: True)
    monkeypatch.setattr(TetrisApp, "run", lambda app: apps.append(app))
    return apps


def test_options_change_single_rules_of_a_named_set(
    run_cgt: Run, begun: list[TetrisApp], tmp_path: Path
) -> None:
    table = ("--table", str(tmp_path / "scores"))
    assert run_cgt("play", "tetris", *table) == (0, "", "")
    assert run_cgt("play", "tetris", "--rules", "bag", "--seed", "7", *table).code == 0
    assert run_cgt("play", "tetris", "--height", "12", "--preview", "1", *table).code == 0
    sogang, bag, low = (app.session.game.setting for app in begun)
    assert (sogang.rules.width, sogang.rules.height, sogang.rules.moves) == (10, 22, "spin")
    assert (sogang.bad, sogang.preview, sogang.scoring) == ("uniform", 2, "sogang")
    assert (bag.bad, bag.seed, bag.rules.height, bag.scoring) == ("bag", 7, 20, "lines")
    assert (low.rules.height, low.rules.ending, low.preview) == (12, "spawn", 1)
    assert not list(tmp_path.iterdir())


def test_hatetris_has_its_own_rules_unless_others_are_named(
    run_cgt: Run, begun: list[TetrisApp], tmp_path: Path
) -> None:
    arguments = ("play", "tetris", "--bad", "hatetris", "--table", str(tmp_path / "scores"))
    for more in ([], ["--rules", "Sogang"], ["--moves", "Spin"], ["--bad", "HateTris"]):
        assert run_cgt(*arguments, *more).code == 0
    own, sogang, spin, again = (app.session.game.setting for app in begun)
    assert (again.rules, again.bad) == (own.rules, own.bad)
    assert (own.rules.moves, own.rules.height, own.preview) == ("hatetris", 20, 0)
    assert (sogang.rules.moves, sogang.rules.height, sogang.preview) == ("spin", 22, 2)
    assert (spin.rules.moves, spin.rules.height, spin.preview) == ("spin", 20, 0)
    assert {setting.bad for setting in (own, sogang, spin)} == {"hatetris"}
    arguments = ("play", "tetris", "--rules", "HATETRIS", "--bad", "Burgiel", *arguments[-2:])
    assert run_cgt(*arguments, "--replay", str(tmp_path / "game.txt")).code == 0
    setting = begun[-1].session.game.setting
    assert (setting.rules, setting.preview, setting.bad) == (own.rules, 0, "burgiel")


def test_a_summary_is_printed_at_the_end(
    run_cgt: Run, begun: list[TetrisApp], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def play(app: TetrisApp) -> None:
        app.session.game.move("drop")

    monkeypatch.setattr(TetrisApp, "run", play)
    ran = run_cgt("play", "tetris", "--seed", "3", "--table", str(tmp_path / "scores"))
    assert ran.code == 0
    assert ran.out.startswith("score ")
    assert ran.out.endswith(" 0 lines, 1 piece, person against uniform, seed 3\n")


def test_an_error_is_one_line(
    run_cgt: Run, begun: list[TetrisApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TetrisApp, "run", lambda _: CgtError("the disk is full"))
    assert run_cgt("play", "tetris") == (2, "", "cgt: the disk is full\n")


def test_help_does_not_import_textual() -> None:
    program = (
        "import sys; sys.argv = ['cgt', 'play', 'tetris', '--help']\n"
        "import cgt.cli\n"
        "try: cgt.cli.main()\n"
        "except SystemExit: pass\n"
        "print(*(m for m in ('textual', 'rich', 'cgt._native') if m in sys.modules),"
        " file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stderr == "\n"
    assert "space drops" in ran.stdout


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130)])
def test_a_game_in_a_real_terminal(tmp_path: Path, key: str, code: int) -> None:
    table = str(tmp_path / "scores")
    with started("play", "tetris", "--start", "play", "--seed", "1", "--table", table) as terminal:
        terminal.wait_for("recommend")
        terminal.wait_for(4 * FALLING)  # an I
        terminal.press(" ")  # drops it
        terminal.wait_for(4 * SETTLED)
        terminal.press(key)
        if key == "q":
            terminal.wait_for("Keep the score")
            terminal.wait_for("Back to the game")
            terminal.press("2")
        assert terminal.exit_code() == code
        assert "score " in terminal.shown
        assert "seed 1" in terminal.shown


@pytest.mark.parametrize(
    ("arguments", "weights"),
    [
        ([], "cgt-sogang-5"),
        (["--height", "16"], "cgt-sogang-fast"),
        (["--rules", "bag"], "cgt-20"),
        (["--rules", "bag", "--height", "10"], "cgt-bag"),
        (["--bad", "hatetris"], "cgt-hunt"),
        (["--bad", "hatetris", "--preview", "1"], "cgt-20"),
        (["--weights", "lee"], "lee"),
    ],
)
def test_advice_is_judged_by_the_best_known_weights(
    run_cgt: Run, begun: list[TetrisApp], tmp_path: Path, arguments: list[str], weights: str
) -> None:
    table = ("--table", str(tmp_path / "scores"))
    assert run_cgt("play", "tetris", *arguments, *table).code == 0
    assert [app.session.wishes.weights.name for app in begun] == [weights]
