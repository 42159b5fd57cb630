"""cgt bench: runs, agrees, and reports. Its figures are not for tests."""

from collections.abc import Callable

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


def test_strength_tells_how_many_games_were_won(run_cgt: Run) -> None:
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
    rows = run_cgt("bench", "duel", "--json").json()["rows"]
    assert {"pieces", "placements evaluated", "steps"} == {row["unit"] for row in rows}
    for row in rows:
        assert {"work", "contender", "seconds", "ratio"} <= set(row)
        assert row["per_second"] > 0
    assert "pieces a second" in run_cgt("bench", "duel").out
