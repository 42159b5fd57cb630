"""Watches processes that try inputs: one that crashes, hangs or takes too much memory is ended, the
input is kept, and another process continues with the next one."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from stress.kind import ROOT
from stress.kinds import KINDS
from stress.trial import ORIGINAL
from stress.worker import kept_path

MOST_SECONDS = 15.0  # of a processor, for one input
MOST_WAITING = 90.0  # seconds on the clock: it waits for something that never comes
MOST_BYTES = 3 * 2**29
_LOOK = 0.1
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Tally:
    """How many inputs of a kind were tried, and what became of them."""

    words: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)

    @property
    def tried(self) -> int:
        return self.words.total()

    def add(self, other: Tally) -> None:
        self.words += other.words
        self.seconds += other.seconds
        self.failures += other.failures


def environment(folder: Path) -> dict[str, str]:
    """The environment of everything that is tried: it finds this package, and keeps its own data
    in a folder."""
    return os.environ | {
        "PYTHONPATH": str(ROOT / "tests"),
        "XDG_DATA_HOME": str(folder),
        "XDG_CACHE_HOME": str(folder),
        "HOME": str(folder),
        "COLUMNS": "80",
        "PYTHONFAULTHANDLER": "1",
    }


def try_inputs(name: str, seed: int, numbers: range, kept: Path) -> Tally:
    """Tries inputs of a kind; those that fail are kept in a folder."""
    tally = Tally()
    begin = time.monotonic()
    first = numbers.start
    while first < numbers.stop:
        with TemporaryDirectory(prefix="cgt-stress-") as folder:
            run = _Run(name, seed, range(first, numbers.stop), Path(folder), kept)
            for number, word, problem in run.results():
                tally.words[word] += 1
                if word == "failed":
                    file = _keep(name, seed, number, Path(folder), kept, problem)
                    tally.failures.append(f"{file}: {problem.strip().splitlines()[-1][:300]}")
                first = number + 1
    tally.seconds = time.monotonic() - begin
    return tally


def _keep(name: str, seed: int, number: int, folder: Path, kept: Path, problem: str) -> Path:
    """Copies the input that ended its process, and writes down what happened."""
    target = kept_path(kept, KINDS[name], seed, number)
    if not target.exists():
        shutil.copy(folder / ORIGINAL, target)
    target.with_name(f"{target.name}.why").write_text(problem + "\n")
    return target


class _Run:
    """A process that tries inputs, until it ends or must be ended."""

    def __init__(self, name: str, seed: int, numbers: range, folder: Path, kept: Path) -> None:
        self._numbers = numbers
        self._told = folder / "stderr"
        self._pipe, into = os.pipe()
        arguments = [name, *map(str, (seed, numbers.start, numbers.stop, into, kept))]
        with self._told.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "stress.worker", *arguments],
                cwd=folder,
                env=environment(folder),
                pass_fds=[into],
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
            )
        os.close(into)

    def results(self) -> Iterator[tuple[int, str, str]]:
        """The number of each input, what became of it, and why."""
        try:
            number, begun = self._numbers.start, False
            for line in self._lines():
                if line == b"begin":
                    begun = True
                elif line.startswith(b"!"):
                    yield number, "failed", line[1:].decode()
                    return
                else:
                    yield (number, *json.loads(line))
                    number, begun = number + 1, False
            code = self._process.wait()
            if number < self._numbers.stop:
                errors = self._told.read_text(errors="replace")[-3000:]
                if not begun:  # a fault of this test, not of the program
                    raise RuntimeError(f"{errors}\nno input could be made: exit code {code}")
                yield number, "failed", f"{errors}\nthe process ended with exit code {code}"
        finally:
            self._process.kill()
            self._process.wait()
            os.close(self._pipe)

    def _lines(self) -> Iterator[bytes]:
        """The lines of the process, and a line `!problem` if it has to be ended."""
        waiting, clock = b"", _Clock(self._process.pid)
        while True:
            if not select.select([self._pipe], [], [], _LOOK)[0]:
                if problem := clock.problem():
                    self._process.send_signal(signal.SIGABRT)  # it says where it was
                    time.sleep(0.5)
                    told = self._told.read_text(errors="replace")[-3000:]
                    yield f"!{told}\n{problem}".encode()
                    return
                continue
            data = os.read(self._pipe, 1 << 16)
            if not data:
                return
            *lines, waiting = (waiting + data).split(b"\n")
            yield from lines
            clock = _Clock(self._process.pid)


class _Clock:
    """What a process used since a moment."""

    def __init__(self, pid: int) -> None:
        self._folder = Path(f"/proc/{pid}")
        self._begin = time.monotonic()
        self._used = self._processor()

    def problem(self) -> str:
        """What is too much by now; empty if nothing is."""
        if self._processor() - self._used > MOST_SECONDS:
            return f"took more than {MOST_SECONDS:g} s of a processor"
        if time.monotonic() - self._begin > MOST_WAITING:
            return f"took more than {MOST_WAITING:g} s"
        if self._memory() > MOST_BYTES:
            return f"took more than {MOST_BYTES // 2**20} MiB of memory"
        return ""

    def _processor(self) -> float:
        try:
            fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended, or this system does not say
            return 0.0
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def _memory(self) -> int:
        try:
            return int((self._folder / "statm").read_text().split()[1]) * _PAGE
        except OSError:
            return 0
