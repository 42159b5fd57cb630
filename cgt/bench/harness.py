"""How benchmarks run: contenders take turns, and the best time of each counts.

Machines are shared and noisy, so a time alone means little; a ratio within one run means more.
Taking turns spreads a slow moment over all contenders.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from cgt.common.errors import CgtError

OURS = "cgt"

_Result = TypeVar("_Result")


class DisagreementError(CgtError):
    """Two contenders gave different answers to the same question."""

    exit_code = 1


@dataclass(frozen=True)
class Work(Generic[_Result]):
    """Something that several contenders can do.

    `prepare` makes the data and returns what each contender, cgt among them, does with it.
    `agree` says whether two results are the same. `items` is the amount of work, in `unit`s.
    `nodes` tells from a result how many positions were searched, where that is counted.
    """

    name: str
    items: int
    unit: str
    prepare: Callable[[], Mapping[str, Callable[[], _Result]]]
    agree: Callable[[_Result, _Result], bool]
    nodes: Callable[[_Result], int | None] | None = None


@dataclass(frozen=True)
class Row:
    """The best time of one contender at one work."""

    work: str
    contender: str
    seconds: float
    ratio: float  # how many times as long as ours
    items: int
    unit: str
    peak_bytes: int | None  # memory taken beyond the data, where the system tells
    nodes: int | None = None  # positions searched, where they are counted

    @property
    def nanoseconds(self) -> float:
        """Time for one item."""
        return 1e9 * self.seconds / self.items


def run_work(work: Work[Any], repeat: int, progress: Callable[[str], None]) -> list[Row]:
    """Runs all contenders; the row of cgt comes first. Raises DisagreementError."""
    contenders = work.prepare()
    peaks: dict[str, int | None] = {}
    nodes: dict[str, int | None] = {}
    expected = contenders[OURS]()
    for name, run in contenders.items():
        progress(f"{work.name}: checking {name}")
        result, peaks[name] = _with_peak_memory(run)
        if not work.agree(expected, result):
            raise DisagreementError(f"{work.name}: {name} and {OURS} disagree")
        nodes[name] = work.nodes(result) if work.nodes else None
        del result
    del expected
    best = dict.fromkeys(contenders, float("inf"))
    for turn in range(repeat):
        for name, run in contenders.items():
            progress(f"{work.name}: {name}, {turn + 1} of {repeat}")
            best[name] = min(best[name], _seconds(run))
    return [
        Row(work.name, name, s, s / best[OURS], work.items, work.unit, peaks[name], nodes[name])
        for name, s in sorted(best.items(), key=lambda item: (item[0] != OURS, item[1]))
    ]


def ask_program(command: list[str], pattern: str) -> bool:
    """Whether another program answers 1, and not 0, in the group of the pattern; raises
    CgtError."""
    program = command[0]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise CgtError(f"{program}: cannot be run: {error}") from None
    found = re.search(pattern, ran.stdout)
    if not found:
        raise CgtError(f"{program}: printed no answer: {ran.stdout.strip()[:80]!r}")
    return found[1] == "1"


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    result = run()
    elapsed = time.perf_counter() - start
    del result  # freeing the memory is not part of the work
    return elapsed


def _with_peak_memory(run: Callable[[], _Result]) -> tuple[_Result, int | None]:
    """A result, and the most memory that the process took in addition while it worked (Linux
    only)."""
    try:
        ctypes.CDLL(None).malloc_trim(
            0
        )  # give free memory back; otherwise its use would not be seen
        Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
        before = _memory_status("VmRSS")
    except (OSError, AttributeError):
        return run(), None
    result = run()
    return result, max(0, _memory_status("VmHWM") - before)


def _memory_status(key: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{key}:"):
            return 1024 * int(line.split()[1])
    raise OSError(f"no {key} in /proc/self/status")
