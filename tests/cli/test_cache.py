"""cgt cache: shows what is kept, and removes it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

from cgt.placement.game import PlacementGame
from cgt.placement.small_regions import SmallRegions

Run = Callable[..., Ran]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "cgt"


def fill(folder: Path) -> None:
    """Three files of ours, one of them unfinished, and one of somebody else."""
    pieces = PlacementGame("domino", "normal").pieces
    SmallRegions("domino", pieces, 6).made()
    SmallRegions("domino", pieces, 7).made()
    (folder / ".small-regions-domino-14.table.abc").write_text("half a table")
    (folder / "else.txt").write_text("of somebody else")


def test_a_cache_that_is_not_there_is_empty(run_cgt: Run, folder: Path) -> None:
    assert run_cgt("cache") == (0, f"{folder}: empty\n", "")
    assert run_cgt("cache", "clear") == (0, f"{folder}: empty\n", "")
    assert not folder.exists()


def test_the_files_are_listed(run_cgt: Run, folder: Path) -> None:
    fill(folder)
    shown = run_cgt("cache").out.splitlines()
    assert shown[0].startswith(f"{folder}: 3 files, ")
    assert shown[0].endswith(" kB")
    assert shown[1:] == [
        "  .small-regions-domino-14.table.abc",
        "  small-regions-domino-6.table",
        "  small-regions-domino-7.table",
    ]
    data = run_cgt("cache", "--json").json()
    assert data["folder"] == str(folder)
    assert data["bytes"] == sum(one["bytes"] for one in data["files"])
    assert not data["cleared"]
    for one in data["files"]:
        assert (folder / one["name"]).stat().st_size == one["bytes"]


def test_clear_removes_our_files_only(run_cgt: Run, folder: Path) -> None:
    fill(folder)
    assert run_cgt("cache", "clear", "--json").json()["cleared"]
    assert [file.name for file in folder.iterdir()] == ["else.txt"]
    fill(folder)
    said = run_cgt("cache", "clear").out
    assert said.startswith(f"{folder}: 3 files, ")
    assert said.endswith(" removed\n")
    assert run_cgt("cache").out == f"{folder}: empty\n"


def test_what_cannot_be_read_is_told(run_cgt: Run, folder: Path) -> None:
    folder.write_text("no folder")
    ran = run_cgt("cache")
    assert (ran.code, ran.out) == (2, "")
    assert f"{folder}: cannot be read: Not a directory" in ran.err


def test_only_clear_can_be_asked_for(run_cgt: Run, folder: Path) -> None:
    ran = run_cgt("cache", "empty")
    assert ran.code == 2
    assert "'empty' is not 'clear'" in ran.err


@pytest.mark.parametrize("with_cache", [True, False])
def test_solve_fills_the_cache_unless_told_not_to(
    run_cgt: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, with_cache: bool
) -> None:
    monkeypatch.setattr("cgt.placement.solver._LEAST_CELLS", 0)
    monkeypatch.setattr("cgt.placement.solver._MAKE_AFTER", 0)
    monkeypatch.setattr(SmallRegions.__init__, "__defaults__", (8,))
    board = ("solve", "--size", "4x5", "--pieces", "domino", "--nimber", "--json")
    for _ in range(2):  # the second time it is there
        ran = run_cgt(*board) if with_cache else run_cgt(*board, "--no-cache")
        assert ran.json()["nimber"] == 2
        kept = sorted(file.name for file in folder.iterdir()) if folder.exists() else []
        assert kept == (["small-regions-domino-8.table"] if with_cache else [])
