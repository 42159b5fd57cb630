"""Fixtures that several test files share."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from browser import Browser, chromium
from hypothesis import settings
from patience import wait_until

import cgt.cli

# Machines are shared: how long an example takes says nothing about whether it is right.
settings.register_profile("cgt", deadline=None)
settings.load_profile("cgt")

# A shell starts what runs in the background with Ctrl-C ignored, and children inherit that: the
# tests send it to theirs.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The tests, and the programs that they start, keep their data in a folder of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process; it takes a while to start."""
    with chromium() as driver:
        yield Browser(driver)


@contextmanager
def child_process(
    command: Sequence[str], stderr: int | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A program that runs in the project's folder and is always ended afterwards."""
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=stderr, text=True
    ) as child:
        try:
            yield child
        finally:
            child.kill()


def work_for(child: subprocess.Popen[str], seconds: float) -> None:
    """Waits until a child and its own children have had so much of a processor, or it has ended:
    on a busy machine that is later than so many seconds from its start."""
    if not Path(f"/proc/{child.pid}/stat").exists():  # this system does not say
        time.sleep(2 * seconds)
        return
    wait_until(lambda: child.poll() is not None or _worked(child.pid) >= seconds)


def _worked(process: int) -> float:
    """The seconds of a processor that a process and its children have had."""
    folder = Path(f"/proc/{process}")
    try:
        values = (folder / "stat").read_text().rpartition(")")[2].split()
        by_thread = [path.read_text().split() for path in folder.glob("task/*/children")]
    except OSError:  # it has just ended
        return 0
    own = (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_worked(int(one)) for children in by_thread for one in children)


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run_cgt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Runs `cgt` in the project's folder with the given arguments."""

    def run(*arguments: str) -> Ran:
        monkeypatch.setattr("sys.argv", ["cgt", *arguments])
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.chdir(ROOT)
        with pytest.raises(SystemExit) as left:
            cgt.cli.main()
        captured = capsys.readouterr()
        code = left.value.code
        return Ran(0 if code is None else int(code), captured.out, captured.err)

    return run


Forked = Callable[..., tuple[int, str]]


@pytest.fixture(scope="session")
def forked() -> Iterator[Forked]:
    """Runs `cgt` in a process of its own, which is quick because it is forked; gives its exit code
    and what it wrote to standard error. Streams are `closed`, read by `nobody`, or a file."""
    with subprocess.Popen(
        [sys.executable, "tests/forked.py"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None

        def run(arguments: Sequence[str], **streams: str) -> tuple[int, str]:
            case = {"arguments": list(arguments), "streams": streams}
            print(json.dumps(case), file=server.stdin, flush=True)
            code, err = json.loads(server.stdout.readline())
            return code, err

        yield run
        server.stdin.close()


def peak_memory(*arguments: str) -> int:
    """Runs `cgt` in a process of its own; returns the most memory that it took, in bytes. What it
    answers does not matter."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [sys.executable, "-c", code, sys.executable, "-m", "cgt", *arguments]
    ran = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return 1024 * int(ran.stdout)
