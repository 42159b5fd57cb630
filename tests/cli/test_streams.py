"""Every command with its standard streams closed, full, or read by nobody."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from command_lines import QUICK, commands
from conftest import Forked

from cgt.play.ranking import Ranking

TERMINAL = ("edit", "play nim", "play tetris")  # these need one: exit code 2 in all these tests


def test_every_command_is_tried_here() -> None:
    assert {name for name, _ in commands()} == set(QUICK)


def run_all(forked: Forked, tmp_path: Path, **streams: str) -> Iterator[tuple[str, int, str, Path]]:
    """The name, exit code, errors and folder of each command."""
    for name, arguments in QUICK.items():
        folder = tmp_path / name.replace(" ", "-")
        folder.mkdir()
        (folder / "one.csv").write_text("name,score\nAda,1\n")
        if name.startswith("rank"):
            Ranking(folder / "scores").add("Ada", 1)
        filled = [argument.format(folder=folder) for argument in arguments]
        yield name, *forked([*name.split(), *filled], **streams), folder


def assert_files_are_made(name: str, folder: Path) -> None:
    if any("made" in argument for argument in QUICK[name]):
        assert (folder / "made").stat().st_size, f"{name} wrote no file"


def test_closed_standard_error_and_input_do_not_matter(forked: Forked, tmp_path: Path) -> None:
    for name, code, err, folder in run_all(forked, tmp_path, stdin="closed", stderr="closed"):
        assert (code, err) == (2 if name in TERMINAL else 0, ""), name
        assert_files_are_made(name, folder)


@pytest.mark.parametrize("what", ["closed", "nobody", "/dev/full"])
def test_an_error_that_cannot_be_told_keeps_its_exit_code(forked: Forked, what: str) -> None:
    assert forked(["analyse", "missing.txt"], stderr=what) == (2, "")


def test_closed_standard_output_changes_no_exit_code(forked: Forked, tmp_path: Path) -> None:
    """But nothing is removed that could not be shown."""
    for name, code, err, folder in run_all(forked, tmp_path, stdout="closed"):
        if name == "rank remove":
            assert (code, err) == (2, "cgt: standard output is closed, and this must be seen\n")
        elif name not in TERMINAL:
            assert (code, err) == (0, ""), name
            assert_files_are_made(name, folder)
    assert len(Ranking(tmp_path / "rank-remove" / "scores")) == 1
    assert forked(["analyse", "missing.txt"], stdout="closed")[0] == 2


@pytest.mark.parametrize(
    ("what", "code", "message"),
    [
        ("nobody", 141, ""),
        ("/dev/full", 2, "cgt: standard output cannot be written: No space left on device\n"),
    ],
)
def test_files_are_written_though_the_output_is_lost(
    forked: Forked, tmp_path: Path, what: str, code: int, message: str
) -> None:
    for name, ended, err, folder in run_all(forked, tmp_path, stdout=what):
        if name in TERMINAL:
            assert ended == 2
            assert "terminal" in err
        else:
            assert (ended, err) == (code, message), name
            assert_files_are_made(name, folder)
    assert len(Ranking(tmp_path / "rank-remove" / "scores")) == 1  # it was not shown
    assert len(Ranking(tmp_path / "rank-add" / "scores")) == 2


def test_an_answer_that_could_not_be_written_is_an_error_whatever_it_was(forked: Forked) -> None:
    wrong = ["replay", "replays/atypical-11.txt", "--score", "12"]
    assert forked(wrong)[0] == 1
    message = "cgt: standard output cannot be written: No space left on device\n"
    assert forked(wrong, stdout="/dev/full") == (2, message)
    assert forked(wrong, stdout="nobody")[0] == 1
    assert forked(["analyse", "missing.txt"], stdout="/dev/full")[0] == 2


def test_everything_closed(forked: Forked, tmp_path: Path) -> None:
    unseen = {*TERMINAL, "rank remove"}
    closed = {"stdin": "closed", "stdout": "closed", "stderr": "closed"}
    for name, code, err, folder in run_all(forked, tmp_path, **closed):
        assert (code, err) == (2 if name in unseen else 0, ""), name
        if name not in unseen:
            assert_files_are_made(name, folder)
