"""cgt table: empty boards of many sizes."""

import csv
import io
from collections.abc import Callable

import pytest
from conftest import Ran

from cgt.placement.solver import Solver

Run = Callable[..., Ran]


def test_a_cell_has_the_outcome_and_the_nimber(run_cgt: Run) -> None:
    ran = run_cgt("table", "--sizes", "2-3x2-4", "--pieces", "domino")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "   2    3    4",
        "────────────────",
        "2  N 0  P 1  N 0",
        "3  P 1  N 0  P 1",
    ]


@pytest.mark.parametrize(("play", "cells"), [("misere", "N"), ("normal", "1")])
def test_one_play_alone(run_cgt: Run, play: str, cells: str) -> None:
    last = run_cgt("table", "--sizes", "4x4", "--play", play).out.splitlines()[-1]
    assert last.split() == ["4", cells]


def test_forms_for_other_programs(run_cgt: Run) -> None:
    asked = ["table", "--sizes", "1-2x4", "--pieces", "domino"]
    rows = list(csv.DictReader(io.StringIO(run_cgt(*asked, "--csv").out)))
    assert [row["nimber"] for row in rows] == ["2", "0"]
    assert [row["outcome"] for row in rows] == ["N", "N"]
    assert "| 2 | N 0 |" in run_cgt(*asked, "--markdown").out
    assert "2 & N 0 \\\\" in run_cgt(*asked, "--latex").out
    found = run_cgt(*asked, "--json").json()["rows"]
    assert [(row["width"], row["height"], row["nimber"]) for row in found] == [(1, 4, 2), (2, 4, 0)]


def test_what_is_not_found_in_time_is_a_question_mark(run_cgt: Run) -> None:
    ran = run_cgt("table", "--sizes", "2x2", "--size", "9x9")
    assert ran.code == 2  # --size is of other commands
    ran = run_cgt("table", "--sizes", "9x9", "--board-time", "0.1s")
    assert (ran.code, ran.out.split()[-2:]) == (0, ["?", "?"])


def test_a_limit_for_all_leaves_cells_empty_and_says_so(run_cgt: Run) -> None:
    ran = run_cgt("table", "--sizes", "9x9-12", "--time-limit", "0.5s")
    assert ran.code == 3
    assert "of the boards were not reached in time" in ran.err
    assert ran.out.startswith("   9")


def test_after_an_interruption_what_is_known_is_told(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    nimber = Solver.nimber

    def stopped(self: Solver, grid: object, *limits: object) -> object:
        if getattr(grid, "height", 0) == 4:
            raise KeyboardInterrupt
        return nimber(self, grid, *limits)  # type: ignore[arg-type]

    monkeypatch.setattr(Solver, "nimber", stopped)
    ran = run_cgt("table", "--sizes", "2x2-4")
    assert ran.code == 130
    assert ran.out.splitlines()[-1] == "2  P 1  P 1"


def test_sizes_may_stand_alone(run_cgt: Run) -> None:
    assert run_cgt("table", "2-3x2-4").out == run_cgt("table", "--sizes", "2-3x2-4").out


@pytest.mark.parametrize("sizes", ["3", "0x4", "4-2x4", "axb", "1x2x3", "99x99"])
def test_bad_sizes_are_refused_in_one_line(run_cgt: Run, sizes: str) -> None:
    ran = run_cgt("table", "--sizes", sizes)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
