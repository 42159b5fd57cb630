"""Crews for the tests of jobs: they work in this process, and lose jobs by chance.

`CapriciousCrew` finishes jobs in any order, loses some, and may be stopped at any time. `blunt`
decides nothing that is not over, unless by chance; so that all is left to the leader.
"""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from cgt.placement.game import PlacementGame
from cgt.placement.jobs.kept import Setup
from cgt.placement.jobs.positions import followers, key_of, outcome_when_over
from cgt.placement.jobs.tree import Child, Numbers, numbers_of
from cgt.placement.jobs.work import Found, Job, search, work
from cgt.placement.solver import Solver


class CapriciousCrew:
    """Workers that do jobs when they like, and are lost as often as `loses` says."""

    def __init__(
        self, function: Callable[[Job], Found], size: int, chance: Random, loses: float = 0.0
    ) -> None:
        self.size = size
        self._function = function
        self._chance = chance
        self._loses = loses
        self._jobs: list[Job] = []
        self.given: list[Job] = []

    @property
    def at_work(self) -> int:
        return len(self._jobs)

    def give(self, job: Job) -> None:
        assert self.at_work < self.size
        assert all(job.key != other.key for other in self._jobs), "two jobs about one position"
        self._jobs.append(job)
        self.given.append(job)

    def wait(self, seconds: float) -> list[tuple[Job, Found | None]]:
        assert self._jobs, "the leader waits for nothing"
        self._chance.shuffle(self._jobs)
        done = [self._jobs.pop() for _ in range(self._chance.randint(1, len(self._jobs)))]
        return [
            (job, None if self._chance.random() < self._loses else self._function(job))
            for job in done
        ]


def blunt(game: PlacementGame, chance: Random, *, gives_up: float = 0.0) -> Callable[[Job], Found]:
    """Jobs that know nothing but the rules: numbers by chance, and now and then nothing at all."""

    def guess() -> Numbers:
        return Numbers(chance.uniform(1, 9), chance.uniform(1, 9))

    def do(job: Job) -> Found:
        over = outcome_when_over(job.position, game)
        if over is not None:
            return Found(numbers_of(over), (), 1, 0.001)
        children = tuple(
            Child(key_of(one, game), one, guess()) for one in followers(job.position, game)
        )
        numbers = None if chance.random() < gives_up else guess()
        return Found(numbers, children, chance.choice((1, job.most_nodes)), 0.001)

    return do


DEATH_MARK = "CGT_TEST_DEATH_MARK"  # a variable with the name of a file that is made by the death


def work_and_die_once(job: Job) -> Found:
    """Does jobs, but the first worker that comes to the third job of a run dies of it."""
    _DONE.append(job.key)
    if len(_DONE) == 3:
        with suppress(FileExistsError):
            Path(os.environ[DEATH_MARK]).touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
    return work(job)


_DONE: list[bytes] = []


def fresh_each_time(job: Job) -> Found:
    """Does a job with a solver of its own."""
    return search(job, job.setup.solver())


def with_one_solver(setup: Setup) -> Callable[[Job], Found]:
    """Jobs that share a solver, as those of one worker do."""
    solver: Solver = setup.solver()
    return lambda job: search(job, solver)
