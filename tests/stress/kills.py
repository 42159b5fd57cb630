"""Long commands, killed at random moments by SIGINT, SIGTERM and SIGKILL in turn.

Afterwards every file is the old one or a whole new one; after SIGINT and SIGTERM nothing
unfinished is left beside it; no process is left; and the command, started again, comes to the
answer it always had.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from stress.kind import ROOT
from stress.supervise import Tally, environment

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
CODES = {
    signal.SIGINT: {0, 3, 130, -signal.SIGINT},
    signal.SIGTERM: {0, 3, 130, 128 + signal.SIGTERM, -signal.SIGTERM, -signal.SIGINT},
    signal.SIGKILL: {0, -signal.SIGKILL},
}  # 0: it had finished; minus a signal: it was about to begin or to leave
_MOST_SECONDS = 300.0  # for a command, on a machine that is busy otherwise
_TO_END = 20.0  # seconds for a process to end when it is told to, and for its workers
_FINISHED_EVERY = 5  # kills: then the command runs to its end and its answer is checked
# What Python itself says if it is killed before anything of ours has begun.
_PYTHON_STARTS = (b"Could not import runpy module", b"Fatal Python error: init_")
_MARK = "CGT_STRESS_FOLDER"


def _is_text(data: bytes) -> bool:
    return data.endswith(b"\n")


def _is_page(data: bytes) -> bool:
    return data.rstrip().endswith(b"</html>")


def _is_table(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as database:
        return database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def _anything(_: bytes) -> bool:
    """Whether a checkpoint is whole is seen when the command resumes from it."""
    return True


@dataclass(frozen=True)
class Long:
    """A command that takes a while, the files it writes, and the keys of its answer that are the
    same each time."""

    arguments: list[str]
    answer: tuple[str, ...] = ()
    files: dict[str, Callable[[bytes], bool]] = field(default_factory=dict)
    database: str | None = None
    resumes: bool = True  # from the files of the run before


def _long(text: str, **more: Any) -> Long:
    return Long(text.split(), **more)


_TRAINING = "--rules simplified --height 8 --steps 12 --games 8 --held-out 5 --processes 2"
LONG = {
    "solve": _long(
        "solve --size 7x7 --threads 2 --checkpoint c", answer=("outcome",), files={"c": _anything}
    ),
    "duel": _long(
        "duel --pieces OT --width 5 --height 7 --checkpoint c --out s.txt",
        answer=("winner", "verified"),
        files={"c": _anything, "s.txt": _is_text},
    ),
    "train": _long(
        f"train anneal {_TRAINING} --checkpoint c --out w.txt",
        answer=("best", "best_fitness"),
        files={"c": _is_text, "w.txt": _is_text},
    ),
    "simulate --games": _long(
        "simulate --bad bag --height 5 --games 80 --processes 2", answer=("games", "mean_lines")
    ),
    "atlas duel": _long(
        "atlas duel --widths 2 --heights 0-2 --preview 0 --processes 2 --out a.sqlite",
        answer=("least_heights",),
        database="a.sqlite",
    ),
    "rank add": _long("rank add Ada 7 --table r.sqlite", database="r.sqlite"),
    "analyse --html": _long(
        f"analyse {ROOT / 'boards/midgame.txt'} --html page.html",
        answer=("boards",),
        files={"page.html": _is_page},
        resumes=False,
    ),
    "replay --html": _long(
        f"replay {ROOT / 'replays/tim-232.txt'} --html page.html --trace t.txt",
        answer=("score", "pieces"),
        files={"page.html": _is_page, "t.txt": _is_text},
        resumes=False,
    ),
}


class _FailureError(Exception):
    """Something is not as it should be after a kill."""


def kill_often(name: str, seed: int, times: int) -> Tally:
    """Kills a command so often; counts those that were killed in time as `refused`."""
    tally = Tally()
    begin = time.monotonic()
    long, random = LONG[name], Random(f"{seed} {name}")
    with TemporaryDirectory(prefix="cgt-stress-") as place:
        folder = Path(place)
        data = folder / "data"
        data.mkdir()
        started = time.monotonic()
        expected = _finish(long, _fresh(folder, "first"), data)
        usual = time.monotonic() - started
        here = _fresh(folder, "killed")
        for number in range(times):
            told = SIGNALS[number % len(SIGNALS)]
            if not long.resumes:
                _old_files(long, here)
            try:
                ended = _kill(long, here, data, told, random.uniform(0.0, 0.8 * usual))
                tally.words["refused" if ended else "answered"] += 1
                if number % _FINISHED_EVERY == _FINISHED_EVERY - 1:
                    found = _finish(long, here, data)
                    if found != expected:
                        raise _FailureError(f"the answer is {found}, not {expected}")
                if not ended or number % _FINISHED_EVERY == _FINISHED_EVERY - 1:
                    here = _fresh(folder, f"killed-{number}")
            except _FailureError as failure:
                tally.words["failed"] += 1
                tally.failures.append(f"kill {number} by {told.name}: {failure}")
                here = _fresh(folder, f"killed-{number}")
    tally.seconds = time.monotonic() - begin
    return tally


def _fresh(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name


def _old_files(long: Long, here: Path) -> None:
    for name in long.files:
        (here / name).write_bytes(b"old\n")


def _start(long: Long, here: Path, data: Path) -> subprocess.Popen[bytes]:
    more = ("--json",) if long.answer else ()
    return subprocess.Popen(
        [sys.executable, "-m", "cgt", *long.arguments, *more],
        cwd=here,
        env=environment(data) | {_MARK: str(here)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def _finish(long: Long, here: Path, data: Path) -> dict[str, Any]:
    """Runs the command to its end; the answer that it gives."""
    process = _start(long, here, data)
    try:
        output, errors = process.communicate(timeout=_MOST_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise _FailureError("it does not come to an end") from None
    if process.returncode != 0:
        raise _FailureError(
            f"exit code {process.returncode}: {errors.decode(errors='replace')[:300]}"
        )
    _check_files(long, here, told=None)
    answer = json.loads(output) if long.answer else {}
    return {key: answer[key] for key in long.answer}


def _kill(long: Long, here: Path, data: Path, told: signal.Signals, seconds: float) -> bool:
    """Kills the command after some seconds; whether it was still running."""
    process = _start(long, here, data)
    try:
        process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(told)
    try:
        _, errors = process.communicate(timeout=_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise _FailureError(f"it goes on {_TO_END:g} s after it was told to end") from None
    was_starting = any(words in errors for words in _PYTHON_STARTS)
    if process.returncode not in CODES[told] and not was_starting:
        text = errors.decode(errors="replace")[:1500]
        raise _FailureError(f"exit code {process.returncode}: {text}")
    if errors.count(b"\n") > 1 and process.returncode >= 0 and not was_starting:
        raise _FailureError(f"several lines on standard error: {errors.decode()[-600:]}")
    _wait_for_workers(here)
    _check_files(long, here, told)
    return process.returncode != 0


def _wait_for_workers(here: Path) -> None:
    end = time.monotonic() + _TO_END
    mark = f"{_MARK}={here}".encode()
    while left := [pid for pid in os.listdir("/proc") if pid.isdigit() and _has(pid, mark)]:
        if time.monotonic() > end:
            for pid in left:
                os.kill(int(pid), signal.SIGKILL)
            raise _FailureError(f"{len(left)} processes are left")
        time.sleep(0.1)


def _has(pid: str, mark: bytes) -> bool:
    try:
        running = b") Z" not in Path(f"/proc/{pid}/stat").read_bytes()
        return running and mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def _check_files(long: Long, here: Path, told: signal.Signals | None) -> None:
    for name, is_whole in long.files.items():
        file = here / name
        if file.exists() and (content := file.read_bytes()) != b"old\n" and not is_whole(content):
            raise _FailureError(f"{name} is neither the old file nor a whole new one")
        if told is None and (not file.exists() or file.read_bytes() == b"old\n"):
            raise _FailureError(f"{name} was not written")
    if long.database and (here / long.database).exists() and not _is_table(here / long.database):
        raise _FailureError(f"{long.database} is damaged")
    left = {path.name for path in here.iterdir()} - set(long.files) - {long.database}
    if told is signal.SIGKILL:
        for name in left:  # also a journal: what it was for has been undone by now
            (here / name).unlink()
    elif left:
        raise _FailureError(f"left behind: {', '.join(sorted(left))}")
