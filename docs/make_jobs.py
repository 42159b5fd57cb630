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
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from cgt import Grid, PlacementGame
from cgt.common.limits import UNLIMITED
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
WORKERS = (1, 2, 8, 64, 512)
MEMORY = 2**28  # of a worker; tables grow as they fill
BOARDS = ((7, 8), (8, 8))


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


def main() -> None:
    """Simulates what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", action="append", help="such as 7x8; all by default")
    chosen = parser.parse_args().board or [f"{width}x{height}" for width, height in BOARDS]
    boards = [tuple(int(side) for side in board.split("x")) for board in chosen]
    print(Table, all_simulated(boards))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
