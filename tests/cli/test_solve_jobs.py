"""cgt solve and cgt table with --processes and --cluster."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from checkpoints import STRANGERS_KEY, content_of, write_resealed
from conftest import Ran, child_process, work_for
from job_crews import DEATH_MARK, work_and_die_once
from patience import PATIENCE, at_most, wait_until

from cgt.board.grid import Grid
from cgt.placement.solver import Solver

Run = Callable[..., Ran]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All questions go to the workers at once."""
    monkeypatch.setattr("cgt.placement.jobs.solver._SECONDS_ALONE", 0.0)


@pytest.mark.usefixtures("at_once")
def test_a_worker_that_dies_costs_its_job_only(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mark, path = tmp_path / "mark", tmp_path / "checkpoint"
    monkeypatch.setattr("cgt.placement.jobs.work.work", work_and_die_once)
    monkeypatch.setenv(DEATH_MARK, str(mark))
    asked = ["solve", "--size", "4x7", "--pieces", "domino", "--nimber", "--processes", "2"]
    ran = run_cgt(*asked, "--checkpoint", str(path), "--json")
    answer = ran.json()
    assert (ran.code, ran.err) == (0, "")
    assert (answer["outcome"], answer["nimber"]) == ("N", 3)  # Schneider (2009)
    assert mark.exists()
    assert answer["jobs"]["lost"] == 1
    assert answer["jobs"]["done"] > 3
    again = run_cgt(*asked, "--checkpoint", str(path), "--json").json()
    assert (again["outcome"], again["nimber"], again["jobs"]["done"]) == ("N", 3, 0)
    write_resealed(path, content_of(path), key=STRANGERS_KEY)
    refused = run_cgt(*asked, "--checkpoint", str(path))
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "was not made with this machine's key" in refused.err
    trusted = run_cgt(*asked, "--checkpoint", str(path), "--trust-checkpoint", "--json").json()
    assert trusted["trusts"] == str(path)


@pytest.mark.usefixtures("at_once")
def test_the_best_move_is_told_and_the_jobs(run_cgt: Run) -> None:
    ran = run_cgt("solve", "--size", "7x7", "--processes", "1")
    lines = ran.out.splitlines()
    assert lines[:2] == ["7×7, tetromino, misère play", "  N: the player to move wins"]
    found = re.findall(r"\((\d), (\d)\)", lines[2])
    left = Grid.of_size(7, 7, [(int(row), int(column)) for row, column in found])
    assert "a winning move" in lines[2]
    assert Solver(largest_side=7).outcome(left) == "P"
    assert re.fullmatch(r"  \d+ jobs? done, [\d,]+ nodes", lines[-1])


def test_small_boards_start_no_process(run_cgt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgt.common.crew._Worker", None)
    answer = run_cgt("solve", "--size", "4x4", "example:midgame", "--processes", "8", "--json")
    boards = answer.json()["boards"]
    assert [board["jobs"]["done"] for board in boards] == [0] * len(boards)
    assert None not in [board["outcome"] for board in boards]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--processes", "2", "--threads", "2"], "--threads is for a search in one process"),
        (["--cluster", "x", "--threads", "2"], "with --cluster every job has one thread"),
        (["--processes", "2", "--proof", "proof.gz"], "leave out --processes"),
        (["--processes", "2", "--cluster", "x"], "--processes are on this machine"),
        (["--processes", "0"], "0 is not in the range"),
        (["--cluster", "nowhere"], "the cluster nowhere cannot be reached"),
    ],
)
def test_what_does_not_go_together_is_one_line(run_cgt: Run, options: list[str], said: str) -> None:
    ran = run_cgt("solve", "--size", "4x4", *options)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    if "--proof" not in options:
        table = run_cgt("table", "2-3x2-3", *options)
        assert (table.code, table.err) == (2, ran.err)


def test_a_table_of_boards_at_once(run_cgt: Run) -> None:
    asked = ["table", "2-4x2-5", "--pieces", "domino"]
    assert run_cgt(*asked, "--processes", "2") == run_cgt(*asked)


def test_a_time_limit_holds_and_what_is_known_is_told(run_cgt: Run) -> None:
    with at_most(10):
        ran = run_cgt("solve", "--size", "9x9", "--processes", "1", "--time-limit", "2.5s")
    assert ran.code == 3
    assert "1 at work" in ran.out
    assert ran.err.count("\n") == 1


@pytest.mark.long
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_ctrl_c_saves_and_workers_end_with_the_command(
    tmp_path: Path, ending: signal.Signals
) -> None:
    path = tmp_path / "checkpoint"
    command = [sys.executable, "-m", "cgt", "solve", "--size", "9x9", "--processes", "2"]
    with child_process([*command, "--checkpoint", str(path)], subprocess.PIPE) as child:
        work_for(child, 6)
        children = Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text().split()
        child.send_signal(ending)
        out, error = child.communicate(timeout=PATIENCE)
    assert len(children) >= 2
    wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in children))
    if ending is signal.SIGKILL:
        return
    assert (child.returncode, error) == (130, "")
    assert "moves answered" in out.splitlines()[-1]
    nodes = json.loads(content_of(path).splitlines()[1])["state"]["positions"]
    assert len(nodes) > 10


@pytest.mark.long
def test_a_cluster_answers_the_same_when_a_worker_is_killed_half_way() -> None:
    """Two workers, one of which is killed while it is at a job."""
    from distributed import LocalCluster

    command = [sys.executable, "-m", "cgt", "solve", "--size", "5x8", "--pieces", "domino"]
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        asked = [*command, "--nimber", "--json", "--cluster", cluster.scheduler_address]
        with child_process(asked, subprocess.PIPE) as child:
            victim = next(iter(cluster.workers.values()))
            begin = _processor_time(victim.pid)
            while _processor_time(victim.pid) < begin + 1:  # it is at work
                assert child.poll() is None
                time.sleep(0.05)
            os.kill(victim.pid, signal.SIGKILL)
            out, error = child.communicate(timeout=300)
    answer = json.loads(out)
    assert (child.returncode, error) == (0, "")
    assert (answer["outcome"], answer["nimber"]) == ("N", 1)  # Schneider (2009)
    assert answer["jobs"]["done"] > 20


def _processor_time(process: int) -> float:
    values = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")
