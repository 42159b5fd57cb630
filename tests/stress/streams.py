"""Closed streams, pipes that nobody reads, disks that are full, folders that may not be written,
and names that no file should have: a few cases each."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from stress.kind import ROOT
from stress.supervise import Tally, environment

_MIDGAME, _TUCK = str(ROOT / "boards/midgame.txt"), str(ROOT / "boards/tetris-tuck.txt")
_REPLAY, _STRATEGY = str(ROOT / "replays/deasuke-30.txt"), str(ROOT / "certificates/ot-4.txt")
_TRAIN = ("train", "anneal", "--rules", "simplified", "--height", "4", "--steps", "2", "--games")
_TRAIN = (*_TRAIN, "1", "--max-pieces", "5", "--held-out", "1")
COMMANDS = (
    ("analyse", _MIDGAME),
    ("ois", "--eval", "*2 + *1"),
    ("solve", "--size", "4x4"),
    ("duel", "--pieces", "T", "--width", "4", "--height", "4"),
    ("verify", _STRATEGY),
    ("simulate", "--max-pieces", "20"),
    ("replay", _REPLAY),
    ("recommend", _TUCK, "--next", "T"),
    ("regions", _MIDGAME),
    ("rank", "list"),
    _TRAIN,
)
# Each asks for one file; {} is its name.
WRITING = (
    ("analyse", _MIDGAME, "--svg", "{}"),
    ("analyse", _MIDGAME, "--html", "{}"),
    ("replay", _REPLAY, "--html", "{}"),
    ("replay", _REPLAY, "--trace", "{}"),
    ("simulate", "--max-pieces", "20000", "--trace", "{}"),
    ("duel", "--pieces", "OT", "--width", "4", "--height", "5", "--out", "{}"),
    ("verify", _STRATEGY, "--graphml", "{}"),
    ("regions", _MIDGAME, "--labels", "{}"),
    ("rank", "add", "Ada", "7", "--table", "{}"),
    (*_TRAIN, "--out", "{}"),
)
KEEPING = (
    ("solve", "--size", "6x6", "--checkpoint", "{}"),
    ("duel", "--pieces", "OT", "--width", "4", "--height", "6", "--checkpoint", "{}"),
    (*_TRAIN, "--checkpoint", "{}"),
)
# Each reads a file.
READING = (
    ("analyse", "{}"),
    ("regions", "{}"),
    ("ois", "{}"),
    ("solve", "{}"),
    ("verify", "{}"),
    ("replay", "{}"),
    ("recommend", "{}", "--next", "T"),
    ("recommend", _TUCK, "--next", "T", "--weights", "{}"),
    ("simulate", "--good", "strategy:{}"),
    ("simulate", "--good", "replay:{}"),
    ("solve", "--size", "4x4", "--pieces", "{}"),
    ("rank", "import", "{}", "--table", "r.sqlite"),
    ("rank", "list", "--table", "{}"),
    ("atlas", "duel", "--widths", "2", "--heights", "1", "--preview", "0", "--out", "{}"),
    ("play", "nim", "--load", "{}"),
)
_SMALL_DISK = 64 * 1024


class _Ran(NamedTuple):
    code: int
    output: bytes
    errors: bytes

    @property
    def fault(self) -> str:
        """What is wrong, whatever was asked."""
        if b"Traceback" in self.errors:
            return f"a traceback: {self.errors.decode(errors='replace').splitlines()[-1]}"
        if self.errors.count(b"\n") > 1:
            return f"several lines on standard error: {self.errors[:300]!r}"
        return ""

    @property
    def refused(self) -> str:
        """What is wrong, if it must be refused in one line."""
        if self.fault or (self.code == 2 and self.errors):
            return self.fault
        return f"exit code {self.code}, and says {self.errors[:200]!r}"


def _run(
    folder: Path,
    arguments: tuple[str | bytes, ...],
    *,
    closed: tuple[int, ...] = (),
    output: int | None = None,
    before: Callable[[], None] | None = None,
) -> _Ran:
    def prepare() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for stream in closed:
            os.close(stream)
        if before is not None:
            before()

    with subprocess.Popen(
        [sys.executable, "-m", "cgt", *arguments],
        cwd=folder,
        env=environment(folder / "data"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if output is None else output,
        stderr=subprocess.PIPE,
        preexec_fn=prepare,
    ) as process:
        try:
            told, errors = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return _Ran(-9, b"", b"it does not come to an end\n\n")
        return _Ran(process.returncode, told or b"", errors)


def closed_streams(folder: Path) -> Iterator[tuple[str, str]]:
    """Each command with closed streams: the exit code stays what it is."""
    for command in COMMANDS:
        usual = _run(folder, command).code
        for closed in ((2,), (1,), (0,), (0, 1, 2)):
            ran = _run(folder, command, closed=closed)
            wrong = "" if ran.code == usual else f"exit code {ran.code}, not {usual}"
            yield f"{command[0]} without the streams {closed}", ran.fault or wrong
        with open("/dev/full", "wb") as full:
            ran = _run(folder, command, output=full.fileno())
        yield f"{command[0]} into a full disk", ran.refused if usual == 0 else ran.fault


def early_pipes(folder: Path) -> Iterator[tuple[str, str]]:
    """Files that were asked for are written, although nobody reads the output."""
    for number, command in enumerate(WRITING):
        file = folder / f"file-{number}"
        reader, writer = os.pipe()
        os.close(reader)
        ran = _run(folder, _filled(command, str(file)), output=writer)
        os.close(writer)
        problem = ran.fault or ("" if ran.code in (0, 141) else f"exit code {ran.code}")
        yield f"{' '.join(command)} | true", problem or ("" if file.exists() else "no file")


def full_disks(folder: Path) -> Iterator[tuple[str, str]]:
    """A file that does not fit is refused and leaves nothing; an answer is told although it cannot
    be kept."""
    for what, disk in (("a full disk", _mounted), ("a limit of file size", _limited)):
        for command in (*WRITING, *KEEPING):
            with disk(folder) as (place, before):
                file = place / "file"
                ran = _run(folder, _filled(command, str(file)), before=before)
                left = [path.name for path in place.iterdir() if path.name not in ("file", "full")]
                problem = ran.fault or ("" if ran.code in (0, 2) else f"exit code {ran.code}")
                problem = problem or (f"left behind: {left}" if left else "")
                keeps = command in KEEPING or command[0] == "rank"  # then there is an earlier state
                if not problem and ran.code == 2 and file.exists() and not keeps:
                    problem = "a file is there, although it could not be written"
                yield f"{' '.join(command)} on {what}", problem


@contextmanager
def _mounted(folder: Path) -> Iterator[tuple[Path, None]]:
    """A disk with a few pages left; an ordinary folder where this user cannot have one."""
    place = folder / "disk"
    place.mkdir(exist_ok=True)
    size = f"size={_SMALL_DISK}"
    mount = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(place)]
    mounted = subprocess.run(mount, check=False, capture_output=True).returncode == 0
    try:
        if mounted:
            (place / "full").write_bytes(bytes(_SMALL_DISK - 4096))
        yield place, None
    finally:
        if mounted:
            subprocess.run(["umount", str(place)], check=True)


@contextmanager
def _limited(folder: Path) -> Iterator[tuple[Path, Callable[[], None]]]:
    with TemporaryDirectory(dir=folder) as place:
        most = 4096
        yield Path(place), lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def odd_names(folder: Path) -> Iterator[tuple[str, str]]:
    """Names that cannot be read or written are refused in one line."""
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")
    (folder / "secret").write_bytes(b"..\n")
    names: tuple[bytes, ...] = (
        b"folder", b"loop", b"n" * 300, b"missing/file", b"secret/file", b"not-utf-8-\xff/x",
        b"/proc/nothing/here",
    )  # fmt: skip
    for name in names:
        for command in READING:
            if b"/" in name and name != b"secret/file" and command[:2] == ("rank", "list"):
                continue  # a table that is not there is an empty one
            ran = _run(folder, _filled_bytes(command, name))
            yield f"{' '.join(command)} reading {name[:20]!r}", ran.refused
        for command in (*WRITING, *KEEPING):
            ran = _run(folder, _filled_bytes(command, name))
            yield f"{' '.join(command)} writing {name[:20]!r}", ran.refused


def _filled(command: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(word.replace("{}", name) for word in command)


def _filled_bytes(command: tuple[str, ...], name: bytes) -> tuple[bytes, ...]:
    return tuple(os.fsencode(word).replace(b"{}", name) for word in command)


CASES: dict[str, Callable[[Path], Iterator[tuple[str, str]]]] = {
    "closed streams": closed_streams,
    "unread pipes": early_pipes,
    "full disks": full_disks,
    "odd names": odd_names,
}


def try_cases(name: str, most: int | None = None) -> Tally:
    """Tries the cases of a name, or the first few of them."""
    tally, begin = Tally(), time.monotonic()
    with TemporaryDirectory(prefix="cgt-stress-") as place:
        for number, (case, problem) in enumerate(CASES[name](Path(place)), 1):
            tally.words["failed" if problem else "answered"] += 1
            if problem:
                tally.failures.append(f"{case}: {problem}")
            if number == most:
                break
    tally.seconds = time.monotonic() - begin
    return tally
