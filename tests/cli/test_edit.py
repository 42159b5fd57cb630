"""cgt edit: on a terminal, and without one."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran
from terminal import started

from cgt.board.boardfile import Board, read_boards
from cgt.board.grid import Grid
from cgt.cli import edit as module
from cgt.play.edit.app import EditApp

Run = Callable[..., Ran]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "a board is drawn on a terminal, and this is not one"),
        (["example:midgame"], "a board is drawn on a terminal"),
        (["example:midgam"], "(did you mean midgame?)"),
        (["replays/tim-232.txt"], "replays/tim-232.txt:2:1: unknown key 'enemy'"),
        (["boards"], "boards: this is not an ordinary file"),
        (["-"], "<stdin>: this is not an ordinary file"),
        (["boards/full.txt", "--size", "4x4"], "--size is for a new board"),
        (["....|..##", "--size", "4x4"], "--size is for a new board"),
        (["....|..#?"], "'?' is not a cell"),
        (["--size", "300x2"], "this board is 300×2"),
        (["--size", "4"], "not a size"),
        (["--pieces", "nonsense"], "--pieces: no piece set 'nonsense'"),
        (["--play", "loud"], "--play"),
    ],
)
def test_what_cannot_be_drawn_is_one_line_and_code_2(
    run_cgt: Run, arguments: list[str], problem: str
) -> None:
    ran = run_cgt("edit", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert problem in ran.err
    assert ran.err.count("\n") == 1


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[EditApp]:
    """The editors that would have run, in a terminal."""
    apps: list[EditApp] = []
    monkeypatch.setattr(module, "check_screen", lambda *_: None)
    monkeypatch.setattr(module, "run_screen", apps.append)
    return apps


def test_a_board_comes_from_a_file_an_example_an_argument_or_a_size(
    run_cgt: Run, begun: list[EditApp], tmp_path: Path
) -> None:
    new = str(tmp_path / "new.txt")
    for arguments in (
        ["boards/cram.txt"],
        ["example:midgame", "--pieces", "LJ"],
        ["....|..##"],
        ["--size", "6x5", "--pieces", "domino", "--play", "normal", "--time-limit", "2s"],
        [new],
        [],
    ):
        assert run_cgt("edit", *arguments) == (0, "", "")
    cram, midgame, typed, sized, fresh, plain = (app.table for app in begun)
    assert [one.now.name for one in cram.histories][1:] == ["cram 3×3", "corridors"]
    assert {(one.now.pieces, one.now.play) for one in cram.histories} == {("domino", "normal")}
    assert cram.is_saved
    assert (midgame.view.board.pieces, midgame.is_saved) == ("LJ", False)
    assert midgame.document.path == "example:midgame"
    assert typed.view.board == Board(Grid("....|..##"))
    assert sized.view.board == Board(Grid.of_size(6, 5), None, "normal", "domino")
    assert sized.view.seconds == 2.0
    assert (fresh.document.path, fresh.view.board.grid) == (new, Grid.of_size(10, 10))
    assert plain.document.path is None
    assert not list(tmp_path.iterdir())


def test_a_file_of_shapes_is_found_from_the_board_file(
    run_cgt: Run, begun: list[EditApp], tmp_path: Path
) -> None:
    shapes = tmp_path / "shapes.txt"
    shapes.write_text("##\n")
    (tmp_path / "boards").mkdir()
    run_cgt("edit", str(tmp_path / "boards" / "new.txt"), "--pieces", str(shapes))
    [app] = begun
    assert app.table.view.board.pieces == "../shapes.txt"
    assert len(app.table.view.survey.game.pieces) == 1


def test_a_board_is_drawn_and_saved_on_a_real_terminal(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    with started("edit", str(file), "--size", "4x2") as screen:
        screen.wait_for("N: the player to move wins")
        screen.press("\x1b[200~.##.|....\x1b[201~")
        screen.wait_for("Pasted")
        screen.press("s\r")
        screen.wait_for("Saved as")
        screen.press("q")
        assert screen.exit_code() == 0
        assert "Traceback" not in screen.shown
    assert read_boards(file) == [Board(Grid(".##.|...."))]


def test_ctrl_c_leaves_on_a_real_terminal() -> None:
    with started("edit", "--size", "16x16", "--time-limit", "10m") as screen:
        screen.wait_for("not known yet")
        screen.press(" \x03")
        assert screen.exit_code() == 130
        assert "Traceback" not in screen.shown


def test_names_in_a_file_are_never_markup_or_obeyed(tmp_path: Path) -> None:
    file = tmp_path / "odd.txt"
    file.write_text("name: [/a] [red]b\n....\n")
    with started("edit", str(file)) as screen:
        screen.wait_for("[/a] [red]b")
        screen.press("q")
        assert screen.exit_code() == 0
