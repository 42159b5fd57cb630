"""A crew: processes or machines that are given jobs one by one, each as soon as a worker is free.

It differs from cgt.common.parallel in two ways. Which job comes next depends on what the last ones
found. And a worker may be lost at any time: its job is given back, and the others go on. A worker
lives as long as the crew, so what a job leaves in its memory helps the next one.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from cgt.common.errors import CgtError
from cgt.common.parallel import begin_worker, connected, disconnect
from cgt.common.signals import held

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")

_SECONDS_TO_END = 5
_SECONDS_BETWEEN_COUNTS = 1.0  # of the workers of a cluster
_LOSSES_IN_A_ROW = 10  # for each worker: then it is no accident


class Crew(Protocol[_Job, _Result]):
    """Workers that do jobs."""

    @property
    def size(self) -> int:
        """How many jobs can be done at once; on a cluster that may change."""

    @property
    def at_work(self) -> int:
        """How many jobs are being done."""

    def give(self, job: _Job) -> None:
        """Gives a job to a free worker; only if fewer are at work than there are."""

    def wait(self, seconds: float) -> list[tuple[_Job, _Result | None]]:
        """The jobs that are done, each with its result: as soon as there are some, but after so
        many seconds none. The result is None if the worker was lost. Raises what a job raised."""


class _Raised(NamedTuple):
    """What a job raised, on its way back."""

    error: Exception


def _serve(function: Callable[[Any], Any], jobs: Connection, parent: int | None) -> None:
    """The life of a worker process."""
    begin_worker(parent)
    with suppress(EOFError, OSError):
        while True:
            job = jobs.recv()
            try:
                result = function(job)
            except Exception as error:  # it is raised where the result is waited for
                result = _Raised(error)
            jobs.send(result)


class _Worker(Generic[_Job]):
    """A process, and the job that it is at."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")  # threads may run here
        self.jobs, other_end = context.Pipe()
        is_main = threading.current_thread() is threading.main_thread()
        parent = os.getpid() if is_main else None
        self.process = context.Process(target=_serve, args=(function, other_end, parent))
        with held():
            self.process.start()
        other_end.close()
        self.job: _Job | None = None

    def end(self) -> None:
        """Ends it, whatever it is doing."""
        self.process.terminate()
        self.process.join(_SECONDS_TO_END)
        self.process.close()
        self.jobs.close()


class ProcessCrew(Generic[_Job, _Result]):
    """Processes on this machine. They are started when they are first needed, and one that is lost
    is replaced."""

    def __init__(self, function: Callable[[_Job], _Result], processes: int) -> None:
        self._function = function
        self.size = processes
        self._workers: list[_Worker[_Job]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    @property
    def at_work(self) -> int:
        """How many jobs are being done."""
        return sum(worker.job is not None for worker in self._workers)

    def give(self, job: _Job) -> None:
        """Gives a job to a free worker."""
        worker = next((one for one in self._workers if one.job is None), None)
        if worker is None:
            assert len(self._workers) < self.size
            worker = _Worker(self._function)
            self._workers.append(worker)
        worker.job = job
        with suppress(OSError):  # it is lost, as will be seen
            worker.jobs.send(job)

    def wait(self, seconds: float) -> list[tuple[_Job, _Result | None]]:
        """The jobs that are done, or were lost with their worker."""
        at_work = [worker for worker in self._workers if worker.job is not None]
        ready = set(wait([worker.jobs for worker in at_work], seconds))
        done: list[tuple[_Job, _Result | None]] = []
        for worker in at_work:
            if worker.jobs not in ready:
                continue
            job, worker.job = worker.job, None
            assert job is not None
            try:
                result = worker.jobs.recv()
            except (EOFError, OSError):
                self._workers.remove(worker)
                worker.end()
                result = None
            if isinstance(result, _Raised):
                raise result.error
            done.append((job, result))
        return done


class ClusterCrew(Generic[_Job, _Result]):
    """The workers of a Dask cluster; they may come and go."""

    def __init__(self, function: Callable[[_Job], _Result], address: str) -> None:
        """Raises CgtError if the cluster cannot be reached."""
        self._function = function
        self._address = address
        self._client = connected(address)
        self._jobs: dict[Future[_Result], _Job] = {}
        self._executor = self._client.get_executor(pure=False)
        self._size = 0
        self._counted = -_SECONDS_BETWEEN_COUNTS

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        disconnect(self._client, self._executor)

    @property
    def size(self) -> int:
        """How many threads the workers have that are there now."""
        now = time.monotonic()
        if now - self._counted >= _SECONDS_BETWEEN_COUNTS:
            self._counted = now
            try:
                self._size = sum(self._client.nthreads().values())
            except (OSError, RuntimeError, futures.TimeoutError):
                raise self._lost() from None
        return self._size

    @property
    def at_work(self) -> int:
        """How many jobs are being done."""
        return len(self._jobs)

    def give(self, job: _Job) -> None:
        """Gives a job to the cluster."""
        self._jobs[self._executor.submit(self._function, job)] = job

    def wait(self, seconds: float) -> list[tuple[_Job, _Result | None]]:
        """The jobs that are done. One whose worker is lost is done by another; after several
        times, the cluster gives it back."""
        from distributed import KilledWorker

        if not self._jobs:
            time.sleep(seconds)
            return []
        done: list[tuple[_Job, _Result | None]] = []
        for future in futures.wait(self._jobs, seconds, return_when=futures.FIRST_COMPLETED).done:
            job = self._jobs.pop(future)
            try:
                done.append((job, future.result()))
            except KilledWorker:
                done.append((job, None))
            except futures.CancelledError:
                raise self._lost() from None
            except (ImportError, AttributeError) as error:
                raise CgtError(
                    f"the workers of {self._address} have no cgt, or another version: {error}"
                ) from None
        return done

    def _lost(self) -> CgtError:
        return CgtError(f"the cluster {self._address} was lost")


class Losses:
    """Counts workers that are lost, to tell an accident from a cause that stays."""

    def __init__(self) -> None:
        self.all = 0
        self._in_a_row = 0

    def add(self, workers: int) -> None:
        """Counts one more; raises CgtError if a crew of so many loses one after the other."""
        self.all += 1
        self._in_a_row += 1
        if self._in_a_row >= _LOSSES_IN_A_ROW * max(1, workers):
            raise CgtError("worker processes are ended from outside, one after the other")

    def end_row(self) -> None:
        """Says that a job was done."""
        self._in_a_row = 0


def done_by(crew: Crew[_Job, _Result], jobs: Iterable[_Job]) -> Iterator[_Result]:
    """The results of jobs that do not depend on each other, in their order. A job that is lost is
    given out again. Raises CgtError if workers are lost one after the other."""
    left = iter(jobs)
    again: list[_Job] = []
    shown_next: deque[_Job] = deque()
    results: dict[int, _Result] = {}  # by the identity of the job
    losses = Losses()
    while True:
        while crew.at_work < crew.size:
            if again:
                crew.give(again.pop())
                continue
            job = next(left, None)
            if job is None:
                break
            shown_next.append(job)
            crew.give(job)
        if not shown_next:
            return
        for job, result in crew.wait(_SECONDS_BETWEEN_COUNTS):
            if result is None:
                losses.add(crew.size)
                again.append(job)
            else:
                losses.end_row()
                results[id(job)] = result
        while shown_next and id(shown_next[0]) in results:
            yield results.pop(id(shown_next.popleft()))
