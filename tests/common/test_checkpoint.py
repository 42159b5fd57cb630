"""Checkpoints of the solver: saved work is resumed, damaged files are refused."""

import os
import stat
from pathlib import Path

import pytest

from cgt.board.grid import Grid
from cgt.common import checkpoint
from cgt.common.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from cgt.common.errors import CgtError
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver


def searched(size: int = 6) -> Solver:
    """A solver that has searched something."""
    asked = Solver(largest_side=8)
    assert asked.outcome(Grid.of_size(size, 6)) == "P"
    return asked


def test_a_solver_resumes_where_another_stopped(tmp_path: Path) -> None:
    first = searched()
    save_checkpoint(tmp_path / "checkpoint", first)
    second = Solver(largest_side=8)
    load_checkpoint(tmp_path / "checkpoint", second)
    assert second.outcome(Grid.of_size(6, 6)) == "P"
    assert second.nodes == 0
    assert second.outcome(Grid.of_size(6, 7)) == "N"
    assert list(tmp_path.iterdir()) == [tmp_path / "checkpoint"]


def test_an_interrupted_search_is_resumed(tmp_path: Path) -> None:
    """Saved in the middle of a search, while other threads still write to the table."""
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


def test_a_checkpoint_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CgtError, match="cannot be written"):
        save_checkpoint(tmp_path / "missing" / "checkpoint", searched())


# when work is kept


class Work:
    """A solver that knows a number."""

    def __init__(self, known: int = 0) -> None:
        self.known = known
        self.saves = 0

    def save(self, path: str) -> None:
        Path(path).write_text(str(self.known))
        self.saves += 1

    def load(self, path: str) -> None:
        self.known = int(Path(path).read_text())


def test_work_is_resumed_and_saved_at_the_end_also_after_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    with Checkpoint(path).keeping(first := Work()):
        first.known = 3
    second = Work()

    def work_until_ctrl_c() -> None:
        with Checkpoint(path).keeping(second):
            assert second.known == 3
            second.known = 5
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work_until_ctrl_c()
    assert path.read_text() == "5"
    assert list(tmp_path.iterdir()) == [path]


def test_work_is_saved_every_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(checkpoint, "monotonic", lambda: now[0])
    kept, told = Checkpoint(tmp_path / "checkpoint"), []
    tell = kept.told_by(lambda *numbers: told.append(numbers))
    assert tell is not None
    with kept.keeping(work := Work()):
        counts = []
        for now[0] in (1000.0, 1059.0, 1060.0, 1061.0, 1119.0, 1120.0):
            tell(1, 2, 3)
            counts.append(work.saves)
    assert counts == [0, 0, 1, 1, 1, 2]
    assert work.saves == 3
    assert told == 6 * [(1, 2, 3)]


def test_without_a_path_nothing_is_kept() -> None:
    kept = Checkpoint(None)
    assert kept.told_by(None) is None
    with kept.keeping(work := Work()), kept.keeping(Work()):
        pass
    assert work.saves == 0


def test_a_checkpoint_keeps_one_solver(tmp_path: Path) -> None:
    kept, work = Checkpoint(tmp_path / "checkpoint"), Work()
    for _ in range(2):
        with kept.keeping(work):
            work.known += 1
    with pytest.raises(CgtError, match="for one game only"), kept.keeping(Work()):
        pass
    assert (tmp_path / "checkpoint").read_text() == "2"


def test_a_checkpoint_that_cannot_be_written_is_an_error_before_the_work(tmp_path: Path) -> None:
    begun = False
    with (
        pytest.raises(CgtError, match="cannot be written"),
        Checkpoint(tmp_path / "missing" / "file").keeping(Work()),
    ):
        begun = True
    assert not begun


def test_links_are_followed_and_devices_stay(tmp_path: Path) -> None:
    target, link, pipe = tmp_path / "target", tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(target)
    save_checkpoint(link, Work(7))
    assert link.is_symlink()
    assert target.read_text() == "7"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    save_checkpoint(pipe, Work(8))
    assert os.read(reader, 10) == b"8"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
