"""The command as a whole: help, version, errors, exit codes, interruption."""

import io
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from conftest import ROOT, Ran

import cgt.cli

Run = Callable[..., Ran]


def test_version(run_cgt: Run) -> None:
    assert run_cgt("--version") == (0, f"cgt {version('cgt-analyser')}\n", "")


def test_help_lists_the_commands(run_cgt: Run) -> None:
    ran = run_cgt("--help")
    assert ran.code == 0
    for command in (
        "analyse",
        "bench",
        "rank",
        "recommend",
        "regions",
        "replay",
        "simulate",
        "train",
    ):
        assert f"\n  {command} " in ran.out


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys; sys.argv = ['cgt', '--help']\n"
        "import cgt.cli\n"
        "try: cgt.cli.main()\n"
        "except SystemExit: pass\n"
        "print(*(m for m in ('numpy', 'rich', 'networkx', 'bitarray', 'cgt._native')"
        " if m in sys.modules), file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stderr == "\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["foo"], "No such command 'foo'"),
        (["analyse"], "give a board file, a board such as '....|..##', or --size 7x7"),
        (["analyse", "--nope"], "--nope"),
        (["analyse", "missing.txt"], "missing.txt:1:1: there is no such file"),
        (["analyse", "boards"], "boards:1:1: this is a directory"),
        (["regions", "boards/full.txt", "missing.txt"], "missing.txt:1:1: "),
        (["analyse", "boards/full.txt", "--pieces", "Q"], "--pieces: no piece set 'Q'"),
        (["analyse", "boards/full.txt", "--pieces", "boards/empty.txt"], "boards/empty.txt:3:1: "),
        (["bench", "--json", "regions"], "options go after 'regions'"),
        (["bench", "regions", "--boards", "0"], "--boards"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    run_cgt: Run, arguments: list[str], message: str
) -> None:
    code, out, err = run_cgt(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("cgt: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert message in err


def test_an_error_message_cannot_control_the_terminal(run_cgt: Run) -> None:
    code, _, err = run_cgt("analyse", "a\x1b[2Jb\nc.txt")
    assert code == 2
    assert err == "cgt: a\\x1b[2Jb c.txt:1:1: there is no such file\n"


def test_running_out_of_memory_is_said(run_cgt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("cgt.board.boardfile.read_blocks", fail)
    assert run_cgt("analyse", "boards/full.txt") == (
        3,
        "",
        "cgt: there is not enough memory for this\n",
    )


def test_ctrl_c_is_exit_code_130(run_cgt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cgt.board.boardfile.read_blocks", interrupt)
    assert run_cgt("analyse", "boards/full.txt") == (130, "", "")


@pytest.mark.parametrize("arguments", [["analyse", "boards/full.txt"], ["--help"], ["--version"]])
def test_a_closed_pipe_is_not_an_error(arguments: list[str]) -> None:
    """As with `cgt analyse … | head -1`, but the pipe is closed before anything is written."""
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [sys.executable, "-m", "cgt", *arguments],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [["analyse", "boards/full.txt"], ["analyse", "boards/full.txt", "--json"], ["--help"]],
)
def test_a_full_disk_is_one_line(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "cgt", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
    assert ran.returncode == 2
    assert ran.stderr == "cgt: standard output cannot be written: No space left on device\n"


def test_closed_standard_input_is_one_line() -> None:
    command = f"{shlex.quote(sys.executable)} -m cgt analyse - <&-"
    ran = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert (ran.returncode, ran.stderr) == (2, "cgt: <stdin>:1:1: standard input is closed\n")


def test_a_message_is_never_long(run_cgt: Run) -> None:
    code, _, err = run_cgt("analyse", "boards/full.txt", "--pieces", "a" * 5000)
    assert code == 2
    assert len(err) < 600
    assert err.endswith("…\n")


def test_a_coloured_terminal_without_unicode_is_not_an_error() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "cgt", "analyse", "boards/midgame.txt"],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "FORCE_COLOR": "1"},
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"10?10, tetromino" in ran.stdout


def test_a_terminal_without_unicode_still_gets_a_picture() -> None:
    ran = subprocess.run(
        [sys.executable, "cli.py", "analyse", "boards/midgame.txt"],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert ran.returncode == 0
    assert b"A A A ######B B B B" in ran.stdout


def test_shell_completion_knows_the_commands() -> None:
    environment = {
        **os.environ,
        "_CGT_COMPLETE": "bash_complete",
        "COMP_WORDS": "cgt ",
        "COMP_CWORD": "1",
    }
    program = [Path(sys.executable).with_name("cgt")]
    ran = subprocess.run(program, capture_output=True, text=True, env=environment, check=True)
    offered = ran.stdout.split()
    assert offered == [f"plain,{name}" for name in sorted(cgt.cli.COMMANDS)]
    assert "plain,analyse" in offered


def test_standard_input_is_read(run_cgt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"....\n####\n....\n")))
    [board] = run_cgt("analyse", "-", "--json").json()["boards"]
    assert board["file"] == "<stdin>"
    assert [region["size"] for region in board["regions"]] == [4, 4]
    assert board["outcome"] == "N"


def test_every_command_of_the_list_is_in_the_module_of_its_name() -> None:
    context = click.Context(cgt.cli.cgt)
    for name in cgt.cli.COMMANDS:
        command = cgt.cli.cgt.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert getattr(sys.modules[f"cgt.cli.{name}"], name) is command
    assert cgt.cli.cgt.get_command(context, "nothing") is None


def test_help_and_short_duels_wait_for_nothing_heavy() -> None:
    code = (
        "import sys, cgt.cli\n"
        "try: cgt.cli.main()\n"
        "except SystemExit: pass\n"
        "sys.exit(bool({'textual', 'numpy', 'rich', 'matplotlib'} & set(sys.modules)))"
    )
    short = ["duel", "--pieces", "L", "--width", "2", "--height", "2"]
    for arguments in (["--help"], ["simulate", "--help"], ["play", "--help"], short):
        ran = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True)
        assert ran.returncode == 0, arguments


def test_a_fault_of_the_program_is_no_answer(run_cgt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("cgt.cli.support.load.load_boards", broken)
    code, out, err = run_cgt("analyse", str(ROOT / "boards" / "midgame.txt"))
    assert (code, out) == (70, "")
    assert "ZeroDivisionError" in err
    assert err.endswith("cgt: this is a fault of the program; please report it\n")


def test_ctrl_c_while_modules_are_imported_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(**_: object) -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr(cgt.cli.cgt, "main", interrupted)
    with pytest.raises(SystemExit) as left:
        cgt.cli.main()
    assert left.value.code == 130
    assert capsys.readouterr().err == ""
