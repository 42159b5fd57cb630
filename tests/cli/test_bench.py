"""cgt bench: runs, agrees, and reports. Its figures are not for tests."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

Run = Callable[..., Ran]

SMALL = ("--boards", "50", "--side", "64", "--repeat", "1")


def test_json_has_a_row_for_each_work_and_contender(run_cgt: Run) -> None:
    ran = run_cgt("bench", "regions", *SMALL, "--json")
    assert (ran.code, ran.err) == (0, "")
    report = ran.json()
    works = {row["work"] for row in report["rows"]}
    assert works == {
        "50 boards, 30% set",
        "50 boards, 50% set",
        "50 boards, 70% set",
        "64×64, random",
        "64×64, blobs",
    }
    contenders = {row["contender"] for row in report["rows"]}
    assert contenders | set(report["missing"]) == {"cgt", "scipy.ndimage", "OpenCV", "cc3d"}
    assert {"cgt", "scipy.ndimage"} <= contenders  # scipy is installed for the tests
    assert len(report["rows"]) == len(works) * len(contenders)
    for row in report["rows"]:
        assert row["seconds"] > 0
        assert row["ratio"] == 1 or row["contender"] != "cgt"


def test_the_table_fits_on_80_columns(run_cgt: Run) -> None:
    ran = run_cgt("bench", "regions", *SMALL)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].split() == ["work", "contender", "seconds", "each", "MiB", "ratio"]
    assert max(map(len, lines)) <= 80


def test_strength_says_how_many_games_were_won(run_cgt: Run) -> None:
    arguments = ("bench", "strength", "--size", "4x4", "--games", "4", "--time-limit", "20s")
    report = run_cgt(*arguments, "--json").json()
    assert report["games"] == 4
    # Everything is proven, so who wins is settled by the opening, and each begins once.
    assert report["won"] == 2
    assert report["share"] == 0.5
    assert 0 < report["interval"][0] < 0.5 < report["interval"][1] < 1
    assert "2 of 4 games won: 50%" in run_cgt(*arguments).out


def test_the_duel_reports_rates(run_cgt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgt.bench.duel.SECONDS", 0.05)
    monkeypatch.setattr("cgt.bench.duel.QUESTIONS", [(4, 2, "LJ", 0)])
    rows = run_cgt("bench", "duel", "--json", "--repeat", "1").json()["rows"]
    units = {"question", "pieces", "placements evaluated", "steps"}
    assert units == {row["unit"] for row in rows}
    for row in rows:
        assert {"work", "contender", "seconds", "ratio"} <= set(row)
        assert row.get("per_second", 1) > 0
    assert "pieces a second" in run_cgt("bench", "duel", "--repeat", "1").out


def test_the_duel_is_compared_with_another_program(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Who wins is compared: LJ on 4×2 is lost."""
    monkeypatch.setattr("cgt.bench.duel.SECONDS", 0.01)
    monkeypatch.setattr("cgt.bench.duel.QUESTIONS", [(4, 2, "LJ", 0)])
    program = tmp_path / "program"
    for answer, code in (("Good 0", 0), ("Good 1", 1), ("nothing", 2)):
        program.write_text(f"#!/bin/sh\necho '{answer}'\n")
        program.chmod(0o755)
        ran = run_cgt("bench", "duel", "--baseline", str(program), "--repeat", "1", "--json")
        assert ran.code == code
