"""`cgt` on a terminal of its own, for tests that press keys as a person does."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from conftest import ROOT
from patience import PATIENCE


class Terminal:
    """A program at the other end of a terminal of 80×24."""

    def __init__(self, pid: int, master: int) -> None:
        self.pid = pid
        self._master = master
        self.shown = ""

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def wait_for(self, text: str) -> None:
        end = time.monotonic() + PATIENCE
        while text not in self.shown:
            ready, _, _ = select.select([self._master], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} was not shown, but {self.shown[-2000:]!r}"
            try:
                self.shown += os.read(self._master, 65536).decode(errors="replace")
            except OSError:  # it has ended
                raise AssertionError(f"{text!r} was not shown, but {self.shown!r}") from None

    def exit_code(self) -> int:
        """Reads to the end; the program's exit code."""
        try:
            while data := os.read(self._master, 65536):
                self.shown += data.decode(errors="replace")
        except OSError:
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@contextmanager
def started(*arguments: str) -> Iterator[Terminal]:
    """`cgt` with the given arguments, in the project's folder; it is always ended afterwards."""
    master, slave = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    child = subprocess.Popen(
        [sys.executable, "-m", "cgt", *arguments],
        cwd=ROOT,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment,
        start_new_session=True,
    )
    os.close(slave)
    try:
        yield Terminal(child.pid, master)
    finally:
        if child.poll() is None:
            os.kill(child.pid, signal.SIGKILL)
        child.wait()
        os.close(master)
