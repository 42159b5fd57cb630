"""Independent jobs on several processes, through the interface of concurrent.futures.

Results come in the order of the jobs, whatever the number of processes, so that the number never
changes an answer. Where no number is given, there are as many as cores, but only once the jobs have
taken a moment: starting processes must not make small work slower. Ctrl-C in the parent ends the
workers, and when the parent is killed, they end with it.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent import futures
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing.connection import wait
from typing import Any, TypeVar

from cgt.common.cores import usable_cores
from cgt.common.errors import CgtError
from cgt.common.signals import held
from cgt.common.system.processes import (
    SECONDS_WITHOUT_A_LOOK,
    be_killed_with,
    kill_this_process,
)

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")

_SECONDS_TO_CONNECT = 10
_SECONDS_TO_END = 5
_RETRIES = 5
_SECONDS_ALONE = 0.25  # several times what it takes to start processes
_JOBS_WAITING = 4  # submitted for each process, so that none is ever without work


def run_jobs(
    function: Callable[[_Job], _Result],
    jobs: Iterable[_Job],
    processes: int | None,
    cluster: str | None = None,
    *,
    fresh: bool = False,
    in_order: bool = True,
) -> Iterator[_Result]:
    """The results of a function for each job, in order, or else as they come.

    With one process, everything runs in this one, unless `fresh` asks for a new process for each
    job; such jobs run one after the other if `processes` is None, so that nothing disturbs what
    they measure. With `cluster`, the address of a Dask scheduler, jobs run on its workers.
    """
    if cluster is not None:
        yield from _run_on_cluster(cluster, function, jobs, in_order)
        return
    if processes is None and not fresh:
        jobs = iter(jobs)
        yield from _run_for_a_moment(function, jobs)
        left = list(islice(jobs, usable_cores()))
        processes, jobs = len(left), chain(left, jobs)
    processes = processes or 1
    if processes == 1 and not fresh:
        yield from map(function, jobs)
        return
    with _worker_processes(processes, fresh) as executor:
        try:
            yield from run_on(executor, function, jobs, _JOBS_WAITING * processes, in_order)
        except BrokenProcessPool:
            raise CgtError("a worker process was ended from outside") from None


def _run_for_a_moment(
    function: Callable[[_Job], _Result], jobs: Iterable[_Job]
) -> Iterator[_Result]:
    """The results of the first jobs, in this process, until they have taken a moment."""
    end = time.monotonic() + _SECONDS_ALONE
    for job in jobs:
        yield function(job)
        if time.monotonic() >= end:
            return


def run_on(
    executor: Executor,
    function: Callable[[_Job], _Result],
    jobs: Iterable[_Job],
    most_waiting: int,
    in_order: bool = True,
) -> Iterator[_Result]:
    """The same on any executor; the number of jobs submitted ahead is bounded."""
    waiting: deque[Future[_Result]] = deque()
    for job in jobs:
        with held():  # it may start a process
            waiting.append(executor.submit(function, job))
        if len(waiting) >= most_waiting:
            yield _next_of(waiting, in_order).result()
    while waiting:
        yield _next_of(waiting, in_order).result()


def _next_of(waiting: deque[Future[_Result]], in_order: bool) -> Future[_Result]:
    """Takes the first future, or else the first that is done."""
    if not in_order:
        done = _done_of(waiting)
        first = next(future for future in waiting if future in done)
        waiting.remove(first)
        return first
    if SECONDS_WITHOUT_A_LOOK is not None:
        _done_of((waiting[0],))
    return waiting.popleft()


def _done_of(waiting: Collection[Future[_Result]]) -> set[Future[_Result]]:
    """Those that are done, as soon as there is one."""
    done = set[Future[_Result]]()
    while not done:
        done = futures.wait(waiting, SECONDS_WITHOUT_A_LOOK, futures.FIRST_COMPLETED).done
    return done


def _run_on_cluster(
    address: str, function: Callable[[_Job], _Result], jobs: Iterable[_Job], in_order: bool
) -> Iterator[_Result]:
    """The same on a Dask cluster. If a worker is lost, its job goes to another one."""
    with connected(address) as client:
        workers = max(1, sum(client.nthreads().values()))
        executor = client.get_executor(retries=_RETRIES, pure=False)
        try:
            yield from run_on(executor, function, jobs, _JOBS_WAITING * workers, in_order)
        except BaseException:
            disconnect(client, executor)
            raise


def connected(address: str) -> Any:
    """A client of the Dask cluster with this scheduler; raises CgtError if there is none."""
    try:
        from distributed import Client
    except ImportError:
        raise CgtError("a cluster needs the package dask[distributed]: pip install it") from None
    try:
        return Client(address, timeout=_SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        raise CgtError(f"the cluster {address} cannot be reached: {error}") from None


def disconnect(client: Any, executor: Executor) -> None:
    """Leaves a cluster while jobs are left, which it forgets. A connection that just closes would
    be reported."""
    with _silence("tornado.application", "distributed"):
        executor.shutdown(wait=False)
        client.close()


@contextmanager
def _silence(*names: str) -> Iterator[None]:
    """Nothing is logged under these names."""
    loggers = [logging.getLogger(name) for name in names]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


@contextmanager
def _worker_processes(processes: int, fresh: bool) -> Iterator[ProcessPoolExecutor]:
    executor = ProcessPoolExecutor(
        processes,
        multiprocessing.get_context("spawn") if fresh else None,
        begin_worker,
        (os.getpid() if threading.current_thread() is threading.main_thread() else None,),
        max_tasks_per_child=1 if fresh else None,
    )
    try:
        yield executor
    except BaseException:
        for worker in list((executor._processes or {}).values()):  # they may be in a long job
            worker.kill()  # SIGTERM is lost on one that has not begun yet
        # The pool's own thread ends when it sees that. Until then it may still make workers, and
        # it would close its pipe just when Python, leaving, writes.
        thread: Any = executor._executor_manager_thread
        if thread is not None:
            thread.join(_SECONDS_TO_END)
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()


def begin_worker(parent: int | None) -> None:
    """Leaves Ctrl-C, which goes to all processes at once, to the parent, which ends its workers by
    SIGTERM; and has this worker end with its parent. `parent` is the number of that process if its
    main thread makes the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    be_killed_with(parent)


def _end_with_the_parent() -> None:
    """Waits until the pipe from the parent closes. Native code does not delay this: it runs without
    the lock of the interpreter."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    kill_this_process()
