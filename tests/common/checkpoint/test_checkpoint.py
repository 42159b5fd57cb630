"""Checkpoints: saved work is resumed; damaged, strangers' and busy files are refused; a file that
cannot be written does not end the work."""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from checkpoints import STRANGERS_KEY, content_of, write_resealed
from systems import NOT_ON_WINDOWS

from cgt.board.grid import Grid
from cgt.common import checkpoint
from cgt.common.checkpoint import Checkpoint, Saves
from cgt.common.checkpoint.seal import add_seal
from cgt.common.errors import CgtError, CgtWarning
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver


def searched(size: int = 6) -> Solver:
    """A solver that has searched something."""
    asked = Solver(largest_side=8)
    assert asked.outcome(Grid.of_size(size, 6)) == "P"
    return asked


def save(path: Path, solver: Solver) -> None:
    """Has a checkpoint at a path that is new keep what a solver knows."""
    with Checkpoint(path).keeping(solver):
        pass


def load(path: Path, solver: Saves) -> None:
    """Makes a solver resume from a file."""
    assert path.exists()
    with Checkpoint(path).keeping(solver):
        pass


def test_a_solver_resumes_where_another_stopped(tmp_path: Path) -> None:
    save(tmp_path / "checkpoint", searched())
    second = Solver(largest_side=8)
    load(tmp_path / "checkpoint", second)
    assert second.outcome(Grid.of_size(6, 6)) == "P"
    assert second.nodes == 0
    assert second.outcome(Grid.of_size(6, 7)) == "N"
    assert list(tmp_path.iterdir()) == [tmp_path / "checkpoint"]


def test_an_interrupted_search_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved in the middle of a search, while other threads still write to the table."""
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN_SAVES", 0)
    kept = Checkpoint(tmp_path / "checkpoint")
    stopping = Solver(
        PlacementGame("domino"), largest_side=8, threads=2, progress=kept.told_by(None)
    )
    with kept.keeping(stopping):
        outcome = stopping.outcome(Grid.of_size(6, 6))
    again = Solver(PlacementGame("domino"), largest_side=8)
    load(tmp_path / "checkpoint", again)
    assert again.outcome(Grid.of_size(6, 6)) == outcome == "N"


@pytest.mark.parametrize("place", [0.0, 0.1, 0.5, 0.9, 0.9999])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, place: float) -> None:
    path = tmp_path / "checkpoint"
    save(path, searched())
    data = bytearray(path.read_bytes())
    data[int(place * len(data))] ^= 0x10
    path.write_bytes(data)
    fresh = Solver(largest_side=8)
    for trusting in (False, True):
        with (
            pytest.raises(CgtError, match="checkpoint"),
            Checkpoint(path, trusting=trusting).keeping(fresh),
        ):
            pass
    assert path.read_bytes() == data
    assert fresh.outcome(Grid.of_size(5, 5)) == "P"


@pytest.mark.parametrize("cut", [1, 8, 100, 1000])
def test_a_checkpoint_of_another_length_is_refused(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "checkpoint"
    save(path, searched())
    data, content = path.read_bytes(), content_of(path)
    for changed in (data[: len(data) - cut], data[:cut], data + b"x"):
        path.write_bytes(changed)
        with pytest.raises(CgtError, match="checkpoint"):
            load(path, Solver(largest_side=8))
    for shorter in (content[:-cut], content[:cut], content + bytes(cut)):
        path.write_bytes(shorter)
        with path.open("rb+") as file:
            add_seal(file, STRANGERS_KEY, trusts=False)
        with (
            pytest.raises(CgtError, match="checkpoint"),
            Checkpoint(path, trusting=True).keeping(Solver(largest_side=8)),
        ):
            pass


@pytest.mark.parametrize(
    "other",
    [
        Solver(PlacementGame("domino"), largest_side=8),
        Solver(largest_side=9),
        Solver(PlacementGame(play="normal"), largest_side=8),
    ],
)
def test_a_checkpoint_of_another_game_is_refused(tmp_path: Path, other: Solver) -> None:
    path = tmp_path / "checkpoint"
    save(path, searched())
    with pytest.raises(CgtError, match="of another game"):
        load(path, other)
    path.write_bytes(b"12345678" * 30)
    with pytest.raises(CgtError, match="no checkpoint of this version"):
        load(path, other)
    write_resealed(path, b"12345678" * 30)
    with pytest.raises(CgtError, match="no checkpoint of cgt solve"):
        load(path, other)


# when work is kept


class Work:
    """A solver that knows a number."""

    def __init__(self, known: int = 0, size: int = 0) -> None:
        self.known = known
        self.size = size
        self.saves = 0

    def save(self, path: str) -> None:
        Path(path).write_bytes(b"%d" % self.known + b" " * self.size)
        self.saves += 1

    def load(self, path: str, size: int) -> None:
        self.known = int(Path(path).read_bytes()[:size])


def known_in(path: Path) -> int:
    """What was saved in a file."""
    with Checkpoint(path, trusting=True).keeping(work := Work()):
        return work.known


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
    assert known_in(path) == 5
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
    assert counts == [1, 1, 2, 2, 2, 3]
    assert work.saves == 4
    assert told == 6 * [(1, 2, 3)]


def test_without_a_path_nothing_is_kept() -> None:
    kept = Checkpoint(None)
    assert not kept
    assert kept.told_by(None) is None
    with kept.held(), kept.keeping(work := Work()), kept.keeping(Work()):
        pass
    assert work.saves == 0


def test_a_checkpoint_keeps_one_solver(tmp_path: Path) -> None:
    kept, work = Checkpoint(tmp_path / "checkpoint"), Work()
    for _ in range(2):
        with kept.keeping(work):
            work.known += 1
    with pytest.raises(CgtError, match="for one game only"), kept.keeping(Work()):
        pass
    assert known_in(tmp_path / "checkpoint") == 2


# what cannot be written


def no_folder(folder: Path) -> Path:
    return folder / "missing" / "file"


def read_only_folder(folder: Path) -> Path:
    (folder / "closed").mkdir(mode=0o500)
    return folder / "closed" / "file"


def long_name(folder: Path) -> Path:
    return folder / ("x" * 300)


def a_folder(folder: Path) -> Path:
    return folder


def a_pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


def a_device(_: Path) -> Path:
    return Path("/dev/null")


def a_link_to_itself(folder: Path) -> Path:
    (folder / "loop").symlink_to(folder / "loop")
    return folder / "loop"


def an_impossible_name(folder: Path) -> Path:
    return folder / "a\0b"


@pytest.mark.parametrize(
    "place",
    [
        no_folder,
        read_only_folder,
        long_name,
        a_folder,
        pytest.param(a_pipe, marks=NOT_ON_WINDOWS),
        a_device,
        pytest.param(a_link_to_itself, marks=NOT_ON_WINDOWS),
        an_impossible_name,
    ],
)
def test_what_cannot_be_written_is_an_error_before_the_work(
    tmp_path: Path, place: Callable[[Path], Path]
) -> None:
    path = place(tmp_path)
    if place is read_only_folder and os.access(path.parent, os.W_OK):
        pytest.skip("nothing is read-only for this user")
    begun = False
    with (
        pytest.raises(CgtError, match="cannot be written"),
        Checkpoint(path).keeping(Work()),
    ):
        begun = True
    assert not begun


def test_a_link_is_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    with Checkpoint(link).keeping(Work(7)):
        assert target.exists()
    assert link.is_symlink()
    assert known_in(target) == known_in(link) == 7


@NOT_ON_WINDOWS
def test_if_writing_fails_later_the_work_goes_on_and_one_warning_says_so(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "checkpoint"
    path.parent.mkdir()
    kept, work = Checkpoint(path), Work()

    def work_while_the_folder_vanishes() -> None:
        with kept.keeping(work):
            path.unlink()
            path.parent.rmdir()
            for work.known in range(3):
                kept.save()

    with pytest.warns(CgtWarning, match=r"cannot be written.*the work goes on") as warned:
        work_while_the_folder_vanishes()
    assert len(warned) == 1
    path.parent.mkdir()
    with kept.keeping(work):  # there is a folder again, so it is kept again
        pass
    assert known_in(path) == 2


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    """A file that may not grow is like a disk that is full."""
    resource = pytest.importorskip("resource")
    path = tmp_path / "checkpoint"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    solver = searched()
    small, work = Checkpoint(path), Work(4)

    def save_what_is_too_long(long: Saves) -> None:
        small._solver = long
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
        try:
            small.save()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            small._solver = work

    def save_several() -> None:
        with small.keeping(work):
            save_what_is_too_long(solver)
            save_what_is_too_long(solver)
            save_what_is_too_long(Work(5, size=950))  # it fits, but its seal does not

    with pytest.warns(CgtWarning, match="cannot be written") as warned:
        save_several()
    assert len(warned) == 1
    assert known_in(path) == 4
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_in_a_full_disk_is_an_error_before_the_work(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with (
            pytest.raises(CgtError, match="cannot be written"),
            Checkpoint(tmp_path / "checkpoint").keeping(Work(size=500)),
        ):
            pass
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_where_nothing_was_kept(tmp_path: Path) -> None:
    with Checkpoint(tmp_path / "checkpoint").held():
        pass
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_is_a_checkpoint_that_has_not_begun(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    path.touch()
    with Checkpoint(path).keeping(Work(6)):
        pass
    assert known_in(path) == 6


# one process at a time


def test_a_checkpoint_that_is_being_used_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    (tmp_path / "link").symlink_to(path)
    kept = Checkpoint(path)
    with kept.keeping(Work()):
        for other in (path, tmp_path / "link"):
            for _ in range(2):
                with (
                    pytest.raises(CgtError, match="another process is using this checkpoint"),
                    Checkpoint(other).keeping(Work()),
                ):
                    pass
                kept.save()  # replaces the file: the new one is locked, too
    assert known_in(path) == 0


def test_the_lock_of_a_killed_process_does_not_stay(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    program = (
        "import sys\n"
        "from cgt.board.grid import Grid\n"
        "from cgt.common.checkpoint import Checkpoint\n"
        "from cgt.placement.solver import Solver\n"
        "solver = Solver(largest_side=4)\n"
        "with Checkpoint(sys.argv[1]).keeping(solver):\n"
        "    print('ready', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
        with pytest.raises(CgtError, match="another process"):
            load(path, Solver(largest_side=4))
        other.kill()
        other.wait()
    load(path, Solver(largest_side=4))


def _wait_for_end(end: Connection) -> None:
    end.recv()


@NOT_ON_WINDOWS
def test_a_forked_process_does_not_keep_the_lock(tmp_path: Path) -> None:
    """As a worker would that outlives its parent."""
    here, there = multiprocessing.Pipe()
    worker = multiprocessing.get_context("fork").Process(target=_wait_for_end, args=(there,))
    with Checkpoint(tmp_path / "checkpoint").keeping(Work(3)):
        worker.start()
    assert known_in(tmp_path / "checkpoint") == 3
    here.send(None)
    worker.join()


# whose file it is


def test_a_strangers_checkpoint_is_refused_or_trusted_and_stays_marked(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    save(path, searched())
    write_resealed(path, content_of(path), key=STRANGERS_KEY)
    theirs = path.read_bytes()
    with pytest.raises(CgtError, match=r"not made with this machine's key.*--trust-checkpoint"):
        load(path, Solver(largest_side=8))
    assert path.read_bytes() == theirs
    kept = Checkpoint(path, trusting=True)
    assert kept.trusts is None
    with kept.keeping(Solver(largest_side=8)):
        assert kept.trusts == str(path)
    for trusting in (True, False):  # it is ours now, but rests on what it was
        again = Checkpoint(path, trusting=trusting)
        with again.keeping(solver := Solver(largest_side=8)):
            assert again.trusts == str(path)
            assert solver.outcome(Grid.of_size(6, 6)) == "P"
        assert solver.nodes == 0


def test_the_mark_of_trust_is_sealed(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    write_resealed(path, b"7", trusts=True)
    path.write_bytes(path.read_bytes().replace(b"trusts=1", b"trusts=0"))
    with pytest.raises(CgtError, match="damaged"), Checkpoint(path).keeping(Work()):
        pass


def test_our_own_checkpoint_trusts_nobody(tmp_path: Path) -> None:
    for _ in range(2):
        with Checkpoint(tmp_path / "checkpoint", trusting=True).keeping(Work(3)) as _:
            pass
    kept = Checkpoint(tmp_path / "checkpoint")
    with kept.keeping(Work()):
        assert kept.trusts is None


@NOT_ON_WINDOWS
def test_without_a_key_work_is_kept_but_only_readable_by_trust(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    kept = Checkpoint(tmp_path / "checkpoint")
    work = Work(5)
    with (
        pytest.warns(CgtWarning, match="only be readable with --trust-checkpoint") as warned,
        kept.keeping(work),
    ):
        pass
    with kept.keeping(work):  # it knows its own file, and warns once
        pass
    assert len(warned) == 1
    for _ in range(2):
        with pytest.raises(CgtError, match="--trust-checkpoint"):
            load(tmp_path / "checkpoint", Work())
        monkeypatch.undo()
    assert known_in(tmp_path / "checkpoint") == 5
