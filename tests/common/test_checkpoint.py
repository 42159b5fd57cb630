"""Checkpoints of the solver: what is saved goes on, what is damaged is refused."""

from pathlib import Path

import pytest

from cgt.board.grid import Grid
from cgt.common.checkpoint import load_checkpoint, save_checkpoint
from cgt.common.errors import CgtError
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver


def searched(size: int = 6) -> Solver:
    """A solver that has searched something."""
    asked = Solver(largest_side=8)
    assert asked.outcome(Grid.of_size(size, 6)) == "P"
    return asked


def test_a_solver_goes_on_where_another_stopped(tmp_path: Path) -> None:
    first = searched()
    save_checkpoint(tmp_path / "checkpoint", first)
    second = Solver(largest_side=8)
    load_checkpoint(tmp_path / "checkpoint", second)
    assert second.outcome(Grid.of_size(6, 6)) == "P"
    assert second.nodes == 0
    assert second.outcome(Grid.of_size(6, 7)) == "N"
    assert list(tmp_path.iterdir()) == [tmp_path / "checkpoint"]


def test_an_interrupted_search_goes_on(tmp_path: Path) -> None:
    """Saved in the middle of a search, by a table that others are still writing to."""
    path = tmp_path / "checkpoint"
    stopping = Solver(
        PlacementGame("domino"),
        largest_side=8,
        threads=2,
        progress=lambda *_: save_checkpoint(path, stopping),
    )
    outcome = stopping.outcome(Grid.of_size(6, 6))
    again = Solver(PlacementGame("domino"), largest_side=8)
    load_checkpoint(path, again)
    assert again.outcome(Grid.of_size(6, 6)) == outcome == "N"


@pytest.mark.parametrize("place", [0.0, 0.1, 0.5, 0.9, 0.9999])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, place: float) -> None:
    path = tmp_path / "checkpoint"
    save_checkpoint(path, searched())
    data = bytearray(path.read_bytes())
    data[int(place * len(data))] ^= 0x10
    path.write_bytes(data)
    fresh = Solver(largest_side=8)
    with pytest.raises(CgtError, match="checkpoint"):
        load_checkpoint(path, fresh)
    assert fresh.outcome(Grid.of_size(5, 5)) == "P"


@pytest.mark.parametrize("cut", [0, 1, 8, 100, 1000])
def test_a_checkpoint_of_another_length_is_refused(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "checkpoint"
    save_checkpoint(path, searched())
    data = path.read_bytes()
    for changed in (data[: len(data) - cut - 1], data[:cut], data + b"x"):
        path.write_bytes(changed)
        with pytest.raises(CgtError, match="checkpoint"):
            load_checkpoint(path, Solver(largest_side=8))


@pytest.mark.parametrize(
    "other",
    [
        Solver(PlacementGame("domino"), largest_side=8),
        Solver(largest_side=9),
        Solver(PlacementGame(play="normal"), largest_side=8),
    ],
)
def test_a_checkpoint_of_another_game_is_refused(tmp_path: Path, other: Solver) -> None:
    save_checkpoint(tmp_path / "checkpoint", searched())
    with pytest.raises(CgtError, match="of another game"):
        load_checkpoint(tmp_path / "checkpoint", other)
    (tmp_path / "checkpoint").write_bytes(b"12345678" * 10)
    with pytest.raises(CgtError, match="no checkpoint of cgt"):
        load_checkpoint(tmp_path / "checkpoint", other)
    with pytest.raises(CgtError, match="cannot be opened"):
        load_checkpoint(tmp_path / "missing", other)


def test_a_checkpoint_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(CgtError, match="cannot be written"):
        save_checkpoint(tmp_path / "missing" / "checkpoint", searched())
