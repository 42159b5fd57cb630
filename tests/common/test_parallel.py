"""Jobs on several processes."""

import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import ROOT, child_process
from patience import PATIENCE, wait_until

from cgt.common import parallel
from cgt.common.errors import CgtError
from cgt.common.parallel import begin_worker, run_jobs, run_on


def square(number: int) -> int:
    return number * number


def fail(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def time_of(_: int) -> tuple[float, float]:
    begin = time.monotonic()
    time.sleep(0.05)
    return begin, time.monotonic()


def process_of(_: int) -> int:
    time.sleep(0.01)
    return os.getpid()


@pytest.mark.parametrize("processes", [1, 2, None])
def test_results_come_in_the_order_of_the_jobs(processes: int | None) -> None:
    assert list(run_jobs(square, range(50), processes)) == [n * n for n in range(50)]


def test_several_processes_work() -> None:
    assert len(set(run_jobs(process_of, range(40), 2))) == 2
    assert set(run_jobs(process_of, range(3), 1)) == {os.getpid()}


def test_small_work_starts_no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgt.common.parallel.usable_cores", lambda: 2)
    assert set(run_jobs(process_of, range(5), None)) == {os.getpid()}


def test_larger_work_goes_on_with_a_process_for_each_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgt.common.parallel.usable_cores", lambda: 3)
    monkeypatch.setattr("cgt.common.parallel._SECONDS_ALONE", 0.02)
    where = list(run_jobs(process_of, range(60), None))
    assert where[0] == os.getpid()
    assert len(set(where)) == 4
    assert os.getpid() not in where[10:]
    assert list(run_jobs(square, iter(range(60)), None)) == [n * n for n in range(60)]


def test_the_last_job_stays_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgt.common.parallel.usable_cores", lambda: 8)
    monkeypatch.setattr("cgt.common.parallel._SECONDS_ALONE", 0)
    assert set(run_jobs(process_of, range(2), None)) == {os.getpid()}
    assert list(run_jobs(square, [], None)) == []


def test_jobs_that_are_measured_run_one_after_the_other() -> None:
    spans = list(run_jobs(time_of, range(3), None, fresh=True))
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(spans))


@pytest.mark.parametrize("processes", [1, 2, None])
def test_a_failure_is_raised_in_its_turn(processes: int | None) -> None:
    results = run_jobs(fail, range(10), processes)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three"):
        next(results)


def test_no_more_jobs_are_handed_out_than_needed() -> None:
    handed = []

    def jobs():  # type: ignore[no-untyped-def]
        for number in range(1000):
            handed.append(number)
            yield number

    with ThreadPoolExecutor(2) as executor:
        results = run_on(executor, square, jobs(), 8)
        next(results)
        assert len(handed) <= 8


FIRST_BEGAN = Path()  # a file of the test


def begin_late(parent: int | None) -> None:
    """The first worker begins at once, and then waits for jobs; the others take a while."""
    try:
        FIRST_BEGAN.open("x").close()
    except FileExistsError:
        time.sleep(1)
    begin_worker(parent)


def test_workers_that_have_not_begun_are_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "FIRST_BEGAN", tmp_path / "began")
    monkeypatch.setattr(parallel, "begin_worker", begin_late)

    def jobs() -> Iterator[int]:
        yield 1
        wait_until((tmp_path / "began").exists)
        time.sleep(0.2)
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        list(run_jobs(square, jobs(), 2))
    wait_until(lambda: not multiprocessing.active_children())


INTERRUPTED = """
import os, time
from cgt.common.parallel import run_jobs

def slow(number):
    os.write(1, b"at work\\n")  # in one piece
    time.sleep(600)

if __name__ == "__main__":
    try:
        list(run_jobs(slow, range(8), 2))
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


def test_ctrl_c_ends_the_workers(tmp_path) -> None:  # type: ignore[no-untyped-def]
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED)
    with subprocess.Popen(
        [sys.executable, str(script)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as child:
        assert child.stdout is not None
        assert [child.stdout.readline() for _ in range(2)] == 2 * ["at work\n"]
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
    assert out == "stopped\n"
    assert err == ""


def slow_square(number: int) -> int:
    time.sleep(0.2)
    return number * number


def test_a_cluster_survives_the_loss_of_a_worker() -> None:
    """Two workers, one of which is killed half-way."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        results = run_jobs(slow_square, range(20), 1, cluster.scheduler_address)
        found = [next(results) for _ in range(3)]
        victim = next(iter(cluster.workers.values()))
        os.kill(victim.pid, signal.SIGKILL)
        found += list(results)
    assert found == [n * n for n in range(20)]


def test_a_cluster_that_cannot_be_reached_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_SECONDS_TO_CONNECT", 1)
    with pytest.raises(CgtError, match="cannot be reached"):
        list(run_jobs(square, range(3), 1, "tcp://127.0.0.1:9"))


ABANDONED = r"""
import os, sys, time
from cgt.common.parallel import run_jobs

def slow(number):
    os.write(1, f"{os.getpid()}\n".encode())  # in one piece
    if sys.argv[1] == "native":  # as the solvers do: without the interpreter's lock
        time.sleep(600)
    while True:
        pass

if __name__ == "__main__":
    list(run_jobs(slow, range(2), 2, fresh=sys.argv[2] == "fresh"))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM"])
@pytest.mark.parametrize(
    ("work", "start", "asked"),
    [("native", "usual", True), ("native", "usual", False), ("python", "fresh", True)],
)
def test_workers_end_when_their_parent_is_killed(
    tmp_path: Path, how: str, work: str, start: str, asked: bool
) -> None:
    """With Linux's own signal, and without it, as on other systems."""
    script = tmp_path / "script.py"
    without = "import cgt.common.parallel as p\np.be_killed_with = lambda _: None\n"
    script.write_text(("" if asked else without) + ABANDONED)
    with child_process([sys.executable, str(script), work, start]) as parent:
        assert parent.stdout is not None
        workers = [int(parent.stdout.readline()) for _ in range(2)]
        assert all(map(is_running, workers))
        parent.send_signal(getattr(signal, how))
        wait_until(lambda: not any(map(is_running, workers)), "workers are left over")


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_ctrl_c_waits_until_a_job_is_submitted() -> None:
    """An error raised while Python forks would be shown and lost."""
    submitted = []

    class Interrupted(Executor):
        def submit(self, function: Callable[..., int], /, *jobs: int, **_: object) -> Future[int]:
            os.kill(os.getpid(), signal.SIGINT)
            submitted.append(function(*jobs))
            return Future()

    with pytest.raises(KeyboardInterrupt):
        list(run_on(Interrupted(), abs, [-1, -2], 4))
    assert submitted == [1]
