"""How much faster a search by jobs is with more workers: an event simulation, run by `make jobs`.

The leader is the one that works in earnest, and every job is really done, by a solver that its
worker keeps. Only the clock is simulated: a worker is busy for the processor time that its job took
here, each job takes a moment to travel, and whatever the leader does delays all that follow. So one
core suffices to see what hundreds would do; the workers of the simulation share its memory.

What was simulated is kept in jobs.jsonl: to have a line worked out again, delete it.
"""

from __future__ import annotations

import argparse
import heapq
import json
import re
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cgt import Grid, PlacementGame
from cgt.common.limits import UNLIMITED
from cgt.draw.charts import Chart
from cgt.draw.tables import Table
from cgt.placement.boxes import Box
from cgt.placement.jobs.kept import Setup
from cgt.placement.jobs.leader import Leader
from cgt.placement.jobs.positions import Position
from cgt.placement.jobs.tree import Tree
from cgt.placement.jobs.work import Found, Job, search
from cgt.placement.solver import Solver

FOLDER = Path(__file__).parent
KEPT = FOLDER / "jobs.jsonl"
PAGE = FOLDER / "jobs.md"
PICTURE = FOLDER / "images" / "jobs.svg"
SECONDS_ON_THE_WAY = 0.01  # there and back, for each job: Dask's own figure is a millisecond
WORKERS = (1, 8, 64, 512)
MEMORY = 2**28  # of a worker; tables grow as they fill
BOARDS = ((7, 8),)
COLUMNS = ("board", "workers", "s", "times as fast", "jobs", "longest job, s", "all workers, s",
           "leader, s", "nodes")  # fmt: skip
TABLE = re.compile(r"^\| board \| workers .*?(?=^(?!\|))", re.MULTILINE | re.DOTALL)
COLOURS = ("#d55e00", "#0072b2", "#009e73")


@dataclass(frozen=True)
class Simulated:
    """What so many workers need for an empty board of Nim tetris; 0 of them is the usual search.
    Seconds are of the clock, of all workers together, of the leader, and of the longest job."""

    width: int
    height: int
    workers: int
    outcome: str
    seconds: float
    busy: float
    leader: float
    longest: float
    jobs: int
    nodes: int


class SimulatedCrew:
    """So many workers with a clock of their own."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.now = self.busy = self.leader = self.longest = 0.0
        self._free = list(range(size))
        self._solvers: dict[int, Solver] = {}
        self._events: list[tuple[float, int, int, Job, Found]] = []
        self._given = 0
        self._since = time.process_time()

    @property
    def at_work(self) -> int:
        """How many jobs are being done."""
        return len(self._events)

    def give(self, job: Job) -> None:
        """Does a job, and keeps what it found until the worker would be ready."""
        self._let_the_leader_work()
        worker = self._free.pop()
        if worker not in self._solvers:
            self._solvers[worker] = job.setup.solver()
        begin = time.process_time()
        found = search(job, self._solvers[worker])
        seconds = time.process_time() - begin
        self.busy += seconds
        self.longest = max(self.longest, seconds)
        self._given += 1
        ready = self.now + seconds + SECONDS_ON_THE_WAY
        heapq.heappush(self._events, (ready, self._given, worker, job, found))
        self._since = time.process_time()

    def wait(self, seconds: float) -> list[tuple[Job, Found | None]]:
        """The job that is ready next."""
        self._let_the_leader_work()
        ready, _, worker, job, found = heapq.heappop(self._events)
        self.now = max(self.now, ready)
        self._free.append(worker)
        return [(job, found)]

    def _let_the_leader_work(self) -> None:
        now = time.process_time()
        self.now += now - self._since
        self.leader += now - self._since
        self._since = now


def simulated(width: int, height: int, workers: int) -> Simulated:
    """Simulates a search."""
    game, grid = PlacementGame(), Grid.of_size(width, height)
    setup = Setup(game, Box.of_size(width, height), MEMORY)
    if workers == 0:
        begin, solver = time.process_time(), setup.solver()
        outcome, seconds = solver.outcome(grid), time.process_time() - begin
        return Simulated(
            width, height, 0, str(outcome), seconds, seconds, 0.0, seconds, 0, solver.nodes
        )
    crew = SimulatedCrew(workers)
    leader = Leader(setup, crew, Tree())
    outcome = leader.outcome(Position.of(grid, game), UNLIMITED)
    counts = leader.counts
    return Simulated(
        width, height, workers, str(outcome), crew.now, crew.busy, crew.leader, crew.longest,
        counts.done, counts.nodes,
    )  # fmt: skip


def all_simulated(boards: list[tuple[int, int]]) -> list[Simulated]:
    """Everything that is kept, and what is missing of these boards."""
    lines = KEPT.read_text().splitlines() if KEPT.exists() else []
    known = [Simulated(**json.loads(line)) for line in lines]
    for width, height in boards:
        for workers in (0, *WORKERS):
            if not any((one.width, one.height, one.workers) == (width, height, workers)
                       for one in known):  # fmt: skip
                known.append(simulated(width, height, workers))
                with KEPT.open("a") as file:
                    file.write(json.dumps(asdict(known[-1])) + "\n")
    return known


def page_with_table(text: str, all_known: list[Simulated]) -> str:
    """The page with the table of what was simulated, in place of the one that is there."""
    rows = [_row(one, all_known) for one in sorted(all_known, key=_order)]
    table = Table(COLUMNS, rows).markdown()
    return TABLE.sub(lambda _: table, text)


def _order(one: Simulated) -> tuple[int, int]:
    return one.width * one.height, one.workers


def _row(one: Simulated, all_known: list[Simulated]) -> tuple[str | int | float | None, ...]:
    usual = _usual(one, all_known)
    by_jobs = one.workers > 0
    return (
        f"{one.width}×{one.height}",
        str(one.workers) if by_jobs else "one, as usual",
        f"{one.seconds:.1f}",
        f"{usual.seconds / one.seconds:.1f}",
        f"{one.jobs:,}" if by_jobs else None,
        f"{one.longest:.1f}" if by_jobs else None,
        f"{one.busy:.1f}",
        f"{one.leader:.1f}" if by_jobs else None,
        f"{one.nodes:,}",
    )


def _usual(one: Simulated, all_known: list[Simulated]) -> Simulated:
    """The usual search of the same board, on one core."""
    return next(
        other
        for other in all_known
        if (other.width, other.height, other.workers) == (one.width, one.height, 0)
    )


def picture(all_known: list[Simulated]) -> Chart:
    """How many times as fast so many workers are."""

    def draw(axes: Any) -> None:
        axes.plot(WORKERS, WORKERS, linestyle=":", color="#888888", label="as many as workers")
        for number, board in enumerate(sorted({(one.width, one.height) for one in all_known})):
            found = sorted(
                (one for one in all_known if (one.width, one.height) == board and one.workers),
                key=_order,
            )
            axes.plot(
                [one.workers for one in found],
                [_usual(one, all_known).seconds / one.seconds for one in found],
                marker="o",
                color=COLOURS[number % len(COLOURS)],
                label=f"{board[0]}×{board[1]} Nim tetris",
            )
        axes.set_xscale("log", base=2)
        axes.set_yscale("log", base=2)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter("{x:g}")
        axes.set_xlabel("workers")
        axes.set_ylabel("times as fast as the usual search on one core")

    return Chart(draw)


def main() -> None:
    """Simulates what is missing, and writes the page and its picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", action="append", help="such as 7x8; all by default")
    chosen = parser.parse_args().board or [f"{width}x{height}" for width, height in BOARDS]
    boards = [(int(width), int(height)) for width, height in (one.split("x") for one in chosen)]
    known = all_simulated(boards)
    PAGE.write_text(page_with_table(PAGE.read_text(), known))
    PICTURE.write_bytes(picture(known).written("svg"))


if __name__ == "__main__":
    main()
