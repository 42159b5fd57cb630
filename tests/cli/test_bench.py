"""cgt bench: runs, agrees, and reports. Its figures are not for tests."""

from collections.abc import Callable

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
    assert lines[0].split() == ["work", "contender", "seconds", "ns", "each", "MiB", "ratio"]
    assert max(map(len, lines)) <= 80
