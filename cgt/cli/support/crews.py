"""The options --processes and --cluster of placement games: who does the jobs of a command."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from cgt.cli.support.show import ProgressLine, SearchProgress, echo

if TYPE_CHECKING:
    from cgt.common.checkpoint import Checkpoint
    from cgt.common.crew import ClusterCrew, ProcessCrew
    from cgt.placement.boxes import Box
    from cgt.placement.game import PlacementGame
    from cgt.placement.jobs.leader import JobCounts, JobCrew
    from cgt.placement.jobs.solver import JobSolver
    from cgt.placement.solver import Solver

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Workers:
    """How many processes are to work, or the address of a cluster; neither by default."""

    processes: int | None = None
    cluster: str | None = None

    def __bool__(self) -> bool:
        return self.processes is not None or self.cluster is not None

    def check(self, context: click.Context) -> None:
        """Raises click.UsageError for options that do not go together."""
        if self.processes is not None and self.cluster is not None:
            raise click.UsageError("--processes are on this machine, and --cluster is elsewhere")
        given = {
            name
            for name in ("threads", "proof")
            if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        }
        if "threads" in given:
            raise click.UsageError(
                f"--threads is for a search in one process; with {self} every job has one thread"
            )
        if "proof" in given:
            raise click.UsageError(
                f"--proof needs what a search in one process knows; leave out {self}"
            )

    def __str__(self) -> str:
        return "--processes" if self.cluster is None else "--cluster"

    def crew(
        self, function: Callable[[_Job], _Result]
    ) -> AbstractContextManager[ProcessCrew[_Job, _Result] | ClusterCrew[_Job, _Result]]:
        """Workers that do such jobs. Raises CgtError if the cluster cannot be reached."""
        from cgt.common.crew import ClusterCrew, ProcessCrew

        if self.cluster is not None:
            return ClusterCrew(function, self.cluster)
        return ProcessCrew(function, self.processes or 1)

    def memory(self, allowed: int) -> tuple[int, int]:
        """The bytes for this process and for each worker. Processes of this machine share what is
        allowed; every worker of a cluster has that much."""
        if self.cluster is not None:
            return allowed, allowed
        each = allowed // ((self.processes or 1) + 1)
        return each, each

    def solvers(
        self, crew: JobCrew, allowed: int, kept: Checkpoint, line: SearchProgress
    ) -> Callable[[PlacementGame, Box], JobSolver]:
        """Makes solvers whose long questions go to a crew, and tell a line how far they are."""
        from cgt.draw.describe.jobs import jobs_words
        from cgt.placement.jobs.solver import JobSolver

        here, there = self.memory(allowed)
        save_in_time = kept.told_by(None)

        def tell(counts: JobCounts) -> None:
            line.say(jobs_words(counts))
            if save_in_time is not None:
                save_in_time(0, 0, 0)

        def make(game: PlacementGame, box: Box) -> JobSolver:
            return JobSolver(
                game,
                crew,
                box=box,
                memory=here,
                worker_memory=there,
                progress=line.progress,
                tell=tell,
            )

        return make


class ShownJobs:
    """What is told of the jobs that a solver has done for one board."""

    def __init__(self, solver: JobSolver) -> None:
        """From now on they are for this board."""
        self._solver = solver
        self._before = solver.counts

    @classmethod
    def of(cls, solver: Solver) -> ShownJobs | None:
        """Those of a solver, if it is one that has jobs done."""
        from cgt.placement.jobs.solver import JobSolver

        return cls(solver) if isinstance(solver, JobSolver) else None

    @property
    def _counts(self) -> JobCounts:
        return self._solver.counts.since(self._before)

    def data(self) -> dict[str, Any]:
        """For scripts."""
        from cgt.draw.describe.jobs import jobs_data

        return jobs_data(self._counts)

    def show(self, line: ProgressLine) -> None:
        """Prints it, if there were jobs."""
        from cgt.draw.describe.jobs import jobs_words

        counts = self._counts
        if counts.done or counts.at_work:
            with line.aside():
                echo(f"  {jobs_words(counts)}")
