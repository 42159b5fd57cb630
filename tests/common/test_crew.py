"""Crews: jobs given out one by one, and workers that are lost."""

import os
import time

import pytest
from patience import PATIENCE
from systems import NOT_ON_WINDOWS

from cgt.common.crew import Losses, ProcessCrew, done_by
from cgt.common.errors import CgtError
from cgt.common.system.processes import kill_this_process

_SEEN: list[int] = []


def square(number: int) -> int:
    return number * number


def seen_before(number: int) -> list[int]:
    """What this worker was given before: it lives as long as the crew."""
    _SEEN.append(number)
    return _SEEN[:-1]


def process_or_end(number: int) -> int:
    """Ends the worker now and then, as a lack of memory would: once a process has done a job."""
    _SEEN.append(number)
    if number % 3 == 2 and len(_SEEN) > 1:
        kill_this_process()
    return number


def end_at_once(_: int) -> int:
    kill_this_process()
    return 0


def fail(number: int) -> int:
    raise ValueError(f"no {number}")


def slow(_: int) -> int:
    time.sleep(600)
    return 0


def test_results_come_in_order_and_a_worker_keeps_what_it_knows() -> None:
    with ProcessCrew(square, 2) as crew:
        assert list(done_by(crew, range(9))) == [n * n for n in range(9)]
    with ProcessCrew(seen_before, 1) as alone:
        assert list(done_by(alone, [5, 6, 7])) == [[], [5], [5, 6]]


def test_a_lost_worker_costs_its_job_only_and_is_replaced() -> None:
    with ProcessCrew(process_or_end, 1) as crew:
        assert list(done_by(crew, range(6))) == list(range(6))


def test_a_job_that_is_lost_is_given_back() -> None:
    with ProcessCrew(end_at_once, 1) as crew:
        crew.give(3)
        assert crew.at_work == 1
        assert crew.wait(60) == [(3, None)]
        assert crew.at_work == 0


def test_workers_that_are_all_lost_are_an_error() -> None:
    losses = Losses()
    losses.add(1)
    losses.end_row()
    for _ in range(9):
        losses.add(1)
    with pytest.raises(CgtError, match="one after the other"):
        losses.add(1)
    assert losses.all == 11


def test_what_a_job_raises_is_raised_here() -> None:
    with ProcessCrew(fail, 1) as crew, pytest.raises(ValueError, match="no 4"):
        list(done_by(crew, [4]))


@NOT_ON_WINDOWS  # there, to ask whether a process is left would end it
def test_a_crew_that_is_not_needed_any_more_ends_whatever_it_does() -> None:
    with ProcessCrew(slow, 1) as crew:
        crew.give(1)
        assert crew.wait(0.1) == []
        process = crew._workers[0].process.pid
        begin = time.monotonic()
    assert time.monotonic() - begin < PATIENCE
    assert process is not None
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
