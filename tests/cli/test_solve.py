"""cgt solve: who wins, and a best move."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest
from checkpoints import (
    STRANGERS_KEY,
    PlacementWords,
    bytes_of,
    content_of,
    words_of,
    write_resealed,
)
from conftest import ROOT, Ran, child_process, peak_memory, work_for
from patience import PATIENCE, at_most
from terminal import started

from cgt.board.grid import Grid
from cgt.common.checkpoint import Checkpoint
from cgt.common.errors import CgtError
from cgt.placement.solver import Solver

Run = Callable[..., Ran]


def test_an_empty_board_is_solved(run_cgt: Run) -> None:
    found = run_cgt("solve", "--size", "5x6", "--json").json()
    assert (found["outcome"], found["nimber"]) == ("N", None)
    assert found["best_move"]["piece"] in "IJLOSTZ"
    assert len(found["best_move"]["cells"]) == 4
    assert found["nodes"] > 0
    assert found["seconds"] > 0


@pytest.mark.parametrize(("size", "nimber"), [("4x5", 2), ("5×5", 0), ("4x7", 3)])
def test_nimbers_of_cram(run_cgt: Run, size: str, nimber: int) -> None:
    found = run_cgt("solve", "--size", size, "--pieces", "domino", "--nimber", "--json").json()
    assert (found["nimber"], found["play"]) == (nimber, "normal")
    assert found["outcome"] == ("N" if nimber else "P")


def test_the_boards_of_a_file_come_in_order(run_cgt: Run) -> None:
    boards = run_cgt("solve", "boards/cram.txt", "--json").json()["boards"]
    assert [board["outcome"] for board in boards] == ["N", "P", "N"]
    assert [board["play"] for board in boards] == ["normal"] * 3
    assert boards[1]["best_move"]["piece"] == "domino"


def test_text_says_who_wins(run_cgt: Run) -> None:
    ran = run_cgt("solve", "boards/midgame.txt")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[:3] == [
        "mid-game: 10×10, tetromino, misère play",
        "  N: the player to move wins",
        "  a winning move: I on (8, 2) (8, 3) (8, 4) (8, 5)",
    ]


def test_moves_are_listed_with_what_they_leave(run_cgt: Run) -> None:
    lines = run_cgt("solve", "boards/midgame.txt", "--moves", "2").out.splitlines()
    assert lines[-6:] == [
        "",
        "  move                              images  result  nimber left  genus left",
        "  ─────────────────────────────────────────────────────────────────────────",
        "  I on (8, 2) (8, 3) (8, 4) (8, 5)       1  wins    0            0^02",
        "  I on (0, 6) (0, 7) (0, 8) (0, 9)       1  loses   6            6^64",
        "  83 more moves up to symmetry are not shown; --moves 85 shows them all.",
    ]
    assert "images" not in run_cgt("solve", "boards/midgame.txt").out
    [plain] = run_cgt("solve", "boards/cram.txt", "--json").json()["boards"][1:2]
    assert "moves" not in plain
    boards = run_cgt("solve", "boards/cram.txt", "--moves", "4", "--json").json()["boards"]
    assert [len(board["moves"]) for board in boards] == [4, 2, 4]
    assert [board["moves"][0]["nimber"] for board in boards] == [0, 1, 0]
    for board in boards:
        assert board["moves"][0]["piece"] == "domino"
        assert board["moves"][0]["cells"] == board["best_move"]["cells"]


def test_the_hardest_move_of_a_lost_board_comes_first(run_cgt: Run) -> None:
    ran = run_cgt("solve", "--size", "5x5", "--moves", "3", "--json")
    found = ran.json()
    assert found["outcome"] == "P"
    assert found["moves"][0]["cells"] == found["best_move"]["cells"]
    assert {move["outcome"] for move in found["moves"]} == {"N"}
    assert found["moves"][0]["genus"] is not None


def test_a_time_limit_holds_with_moves_and_what_is_known_is_told(run_cgt: Run) -> None:
    asked = ("solve", "--size", "9x9", "--threads", "1", "--time-limit", "1s")
    with at_most(3):
        ran = run_cgt(*asked, "--moves", "9", "--json")
    assert ran.code == 3
    assert len(ran.json()["moves"]) == 9
    assert {move["outcome"] for move in ran.json()["moves"]} == {"unknown"}
    text = run_cgt(*asked, "--moves", "1").out
    assert "  ?       ?            ?\n" in text


def test_a_board_on_which_nothing_fits_has_no_move(run_cgt: Run) -> None:
    [found] = run_cgt("solve", "boards/full.txt", "--json").json()["boards"]
    assert (found["outcome"], found["best_move"]) == ("N", None)


def test_a_limit_is_exit_code_3(run_cgt: Run) -> None:
    ran = run_cgt("solve", "--size", "12x12", "--time-limit", "0.2s", "--json")
    assert ran.code == 3
    assert ran.json()["outcome"] == "unknown"
    assert ran.err == "cgt: not known within the limits; more --time-limit or --memory may do\n"


def test_a_limit_is_for_all_boards_together_and_what_is_known_is_told(
    run_cgt: Run, tmp_path: Path
) -> None:
    path = tmp_path / "boards.txt"
    large = "\n".join(["." * 12] * 12)
    path.write_text(f"....\n....\n\n{large}\n\n{large}\n\n{large}\n\n....\n....\n")
    with at_most(3):  # and not one second for each board
        ran = run_cgt("solve", str(path), "--threads", "1", "--time-limit", "1s")
    assert ran.code == 3
    assert ran.out.count("N: the player to move wins") == 2
    assert ran.out.count("a winning move: ") == 2
    assert ran.out.count("unknown: not known within the limits") == 3


def test_who_wins_is_printed_before_a_best_move_is_looked_for(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = []

    def look(*_: object) -> None:
        printed.append(capsys.readouterr().out)
        raise CgtError("something went wrong")

    monkeypatch.setattr("cgt.placement.answer.move_for_outcome", look)
    ran = run_cgt("solve", "--size", "5x5")
    assert printed == ["5×5, tetromino, misère play\n  P: the player to move loses\n"]
    assert (ran.code, ran.err) == (2, "cgt: something went wrong\n")


def test_a_best_move_that_is_not_found_in_time_is_null(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cgt.placement.answer.move_for_outcome", lambda *_: None)
    ran = run_cgt("solve", "--size", "5x5", "--json")
    assert (ran.code, ran.json()["outcome"], ran.json()["best_move"]) == (0, "P", None)


def test_moves_that_cannot_be_listed_in_time_leave_the_answer(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cgt.placement.answer.move_for_outcome", lambda *_: sleep(60))
    for form in ([], ["--json"]):
        ran = run_cgt("solve", "--size", "5x5", "--time-limit", "2s", *form)
        assert (ran.code, ran.err) == (0, "")
        assert "P" in ran.out


def test_answers_go_to_standard_output_beside_a_line_of_progress() -> None:
    terminal, ours = pty.openpty()
    command = [sys.executable, "-m", "cgt", "solve", "--size", "4x4"]
    out = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=ours, timeout=PATIENCE, check=True
    ).stdout
    os.close(ours)
    os.close(terminal)
    assert out.decode().splitlines()[:2] == [
        "4×4, tetromino, misère play",
        "  N: the player to move wins",
    ]


def test_an_answer_is_told_although_its_picture_fails(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def draw(*_: object) -> None:
        raise CgtError("cannot draw")

    monkeypatch.setattr("cgt.draw.pictures.boards.solved_drawing", draw)
    for form in ([], ["--json"]):
        ran = run_cgt("solve", "--size", "4x4", "--svg", str(tmp_path / "p.svg"), *form)
        assert (ran.code, ran.err) == (2, "cgt: cannot draw\n")
        assert "N" in ran.out


def test_a_nimber_that_is_not_found_in_time_is_exit_code_3(run_cgt: Run) -> None:
    limits = ["--time-limit", "0.5s", "--json"]
    ran = run_cgt("solve", "--size", "7x16", "--pieces", "domino", "--nimber", *limits)
    assert ran.code == 3
    assert (ran.json()["outcome"], ran.json()["nimber"]) == ("N", None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give a board file, a board such as '....|..##', or --size 7x7"),
        (["--size", "4x4", "--size", "99x99"], "board:1:1: this board is 99×99"),
        (["--size", "4"], "'4' is not a size such as 7x7"),
        (["--size", "4x4", "--nimber", "--play", "misere"], "--nimber needs normal play"),
        (["--size", "4x4", "--threads", "0"], "--threads"),
    ],
)
def test_mistakes_are_one_line(run_cgt: Run, arguments: list[str], message: str) -> None:
    code, out, err = run_cgt("solve", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_solver_resumes_from_a_checkpoint(run_cgt: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "checkpoint")
    first = run_cgt("solve", "--size", "6x7", "--checkpoint", path, "--json").json()
    again = run_cgt("solve", "--size", "6x7", "--checkpoint", path, "--json").json()
    assert (first["outcome"], again["outcome"]) == ("N", "N")
    assert first["nodes"] > again["nodes"] == 0


def test_a_checkpoint_is_for_one_game(run_cgt: Run, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    ran = run_cgt("solve", "boards/holes.txt", "--time-limit", "1s", "--checkpoint", str(path))
    assert ran.code == 2
    assert "one game only" in ran.err
    path.write_bytes(b"something else")
    ran = run_cgt("solve", "--size", "4x4", "--checkpoint", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"cgt: {path}: this is no")
    assert path.read_bytes() == b"something else"


def test_ctrl_c_saves_and_a_killed_run_leaves_the_last_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    command = [sys.executable, "-m", "cgt", "solve", "--size", "9x9", "--checkpoint", str(path)]
    with child_process(command, stderr=subprocess.DEVNULL) as child:
        work_for(child, 1)
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=PATIENCE) == 130
    saved = path.read_bytes()
    with child_process(command) as child:
        work_for(child, 1)
        child.kill()
    assert path.read_bytes() == saved
    assert [entry.name for entry in tmp_path.iterdir()] == ["checkpoint"]


@pytest.mark.long
@pytest.mark.parametrize("threads", ["1", "4"])
@pytest.mark.parametrize(
    "game",
    [[], ["--pieces", "tromino", "--play", "normal"], ["--pieces", "tromino", "--nimber"]],
    ids=["misere", "normal", "nimber"],
)
def test_the_memory_allowed_is_kept_where_it_is_filled(game: list[str], threads: str) -> None:
    """The table has grown as far as it may by then: see docs/reliability.md."""
    start_up = peak_memory("solve", "--size", "4x4")
    taken = peak_memory(
        *("solve", "--size", "8x8", *game, "--threads", threads),
        *("--memory", "256M", "--time-limit", "100s"),
    )
    assert taken <= start_up + 1.1 * 256 * 2**20


def a_lie(path: Path, key: bytes) -> None:
    """A checkpoint that says the opposite of every outcome of 5×6."""
    with Checkpoint(path).keeping(solver := Solver(largest_side=6)):
        assert solver.outcome(Grid.of_size(5, 6)) == "N"
    words = words_of(content_of(path))
    for at in PlacementWords.of(words).outcomes:
        words[at] ^= 1
    write_resealed(path, bytes_of(words), key=key)


def test_a_strangers_checkpoint_is_refused_or_named_in_the_answer(
    run_cgt: Run, tmp_path: Path
) -> None:
    path = tmp_path / "theirs"
    a_lie(path, STRANGERS_KEY)
    command = ("solve", "--size", "5x6", "--checkpoint", str(path))
    code, out, err = run_cgt(*command)
    assert (code, out) == (2, "")
    assert err.startswith(f"cgt: {path}: this checkpoint was not made with this machine's key")
    assert "--trust-checkpoint" in err
    assert err.count("\n") == 1
    trusted = run_cgt(*command, "--trust-checkpoint")
    assert trusted.code == 0
    assert "P: the player to move loses" in trusted.out  # that is what was trusted
    said = f"this rests on the checkpoint {path}, not made with this machine's key"
    assert said in trusted.out
    assert said in run_cgt(*command).out  # sealed with our key now, but still resting on trust
    assert run_cgt(*command, "--json").json()["trusts"] == str(path)


def test_our_own_answers_trust_nobody(run_cgt: Run, tmp_path: Path) -> None:
    command = ("solve", "--size", "4x5", "--checkpoint", str(tmp_path / "ours"), "--json")
    for more in ((), ("--trust-checkpoint",), ()):
        assert run_cgt(*command, *more).json()["trusts"] is None
    code, _, err = run_cgt("solve", "--size", "4x5", "--trust-checkpoint")
    assert (code, err) == (2, "cgt: --trust-checkpoint needs --checkpoint\n")


def test_a_checkpoint_is_kept_without_a_home(
    run_cgt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file" / "data"))
    command = ("solve", "--size", "4x5", "--checkpoint", str(tmp_path / "ours"), "--json")
    ran = run_cgt(*command)
    assert (ran.code, ran.json()["trusts"]) == (0, None)
    assert ran.err.count("\n") == 1
    assert "will only be readable with --trust-checkpoint" in ran.err
    assert run_cgt(*command).code == 2
    assert run_cgt(*command, "--trust-checkpoint").json()["outcome"] == ran.json()["outcome"]


def test_a_disk_that_fills_up_does_not_take_the_answer(tmp_path: Path) -> None:
    """A file that may not grow is like a disk that is full."""
    path = tmp_path / "checkpoint"
    limited = f"ulimit -f 8; exec {sys.executable} -m cgt solve --size 6x7 --checkpoint {path}"
    ran = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, cwd=ROOT)
    assert ran.returncode == 0
    assert "N: the player to move wins" in ran.stdout
    assert ran.stderr.count("\n") == 1
    assert "cannot be written" in ran.stderr
    assert [entry.name for entry in tmp_path.iterdir()] == ["checkpoint"]


def test_sigterm_saves_as_ctrl_c_does_and_a_second_process_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    command = [sys.executable, "-m", "cgt", "solve", "--size", "9x9", "--checkpoint", str(path)]
    with child_process(command, stderr=subprocess.PIPE) as child:
        work_for(child, 1)
        before = path.stat().st_size
        second = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        assert second.returncode == 2
        assert second.stderr == f"cgt: {path}: another process is using this checkpoint\n"
        child.send_signal(signal.SIGTERM)
        out, err = child.communicate(timeout=PATIENCE)
    heading = "9×9, tetromino, misère play\n"  # which board it was at
    assert (child.returncode, out, err) == (143, heading, "")
    assert path.stat().st_size > before


def test_misere_play_may_have_its_accent(run_cgt: Run) -> None:
    asked = ("solve", "--size", "3x3", "--json", "--play")
    accented, plain = (run_cgt(*asked, play).json() for play in ("misère", "misere"))
    assert accented["play"] == plain["play"] == "misere"
    assert run_cgt(*asked, "fair").err == (
        "cgt: Invalid value for '--play': 'fair' is not one of 'misere', 'normal'\n"
    )


def test_a_search_for_a_nimber_says_what_it_asks_on_a_terminal() -> None:
    """The half turn says at once that 4×9 is not 0."""
    board = ("--size", "4x9", "--pieces", "domino", "--nimber", "--threads", "1", "--no-cache")
    with started("solve", *board) as terminal:
        terminal.wait_for("not 0, asking 1: ")
