"""What only the Windows side has, and the main commands there. The tests leave it out, because it
is for Windows, or for a Python that pretends to be there, as that of `tests/test_windows.py`."""

import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

from cgt.common.checkpoint import Checkpoint
from cgt.common.errors import CgtError
from cgt.common.folders import cache_folder, data_folder
from cgt.common.system.keyboard import CTRL_C, keys
from cgt.common.system.opening import open_at_once, put_in_place
from cgt.common.system.output import encoding_for, is_closed_pipe, is_console
from cgt.common.system.processes import MOST_WORKERS, SECONDS_WITHOUT_A_LOOK, send_to_main_thread

Run = Callable[..., Ran]


def test_this_is_the_windows_side() -> None:
    assert sys.platform == "win32"
    assert not hasattr(signal, "SIGALRM")
    assert SECONDS_WITHOUT_A_LOOK is not None
    assert MOST_WORKERS == 61


def test_commands_answer(run_cgt: Run) -> None:
    assert run_cgt("analyse", "example:midgame", "--json").json()["outcome"] == "N"
    assert run_cgt("solve", "--size", "5x5", "--json").json()["outcome"] == "P"
    duel = ("duel", "--pieces", "SZ", "--width", "4", "--height", "4", "--json")
    assert run_cgt(*duel).json()["winner"] == "bad"
    assert run_cgt("verify", "example:ot-4").code == 0
    assert run_cgt("table", "1-3x1-3", "--pieces", "domino").code == 0
    games = ("simulate", "--rules", "simplified", "--height", "6", "--games", "6", "--json")
    assert len(run_cgt(*games, "--processes", "2").json()["games"]) == 6
    played = run_cgt("play", "nim")
    assert played.code == 2
    assert "needs a terminal" in played.err


def test_a_time_limit_is_kept(run_cgt: Run) -> None:
    ran = run_cgt("solve", "--size", "12x12", "--time-limit", "0.3s")
    assert ran.code == 3
    assert "not known within the limits" in ran.out


def test_ctrl_c_ends_a_search(run_cgt: Run, tmp_path: Path) -> None:
    threading.Timer(0.5, send_to_main_thread, (signal.SIGINT,)).start()
    ran = run_cgt("solve", "--size", "12x12", "--checkpoint", str(tmp_path / "kept"))
    assert ran.code == 130
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_checkpoint_is_locked_by_a_file_of_its_own_and_resumed(
    run_cgt: Run, tmp_path: Path
) -> None:
    path = tmp_path / "kept"
    with Checkpoint(path).held():
        assert [file.name for file in tmp_path.iterdir()] == [".kept.lock"]
        with (
            pytest.raises(CgtError, match="another process is using this checkpoint"),
            Checkpoint(path).held(),
        ):
            pass
    assert list(tmp_path.iterdir()) == []
    command = ("solve", "--size", "6x6", "--checkpoint", str(path), "--no-cache", "--json")
    first, second = (run_cgt(*command).json() for _ in range(2))
    assert first["outcome"] == second["outcome"] == "P"
    assert second["nodes"] < first["nodes"]
    assert list(tmp_path.iterdir()) == [path]


def test_where_data_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert data_folder() == tmp_path / "local" / "cgt" / "data"
    assert cache_folder() == tmp_path / "local" / "cgt" / "cache"
    monkeypatch.delenv("LOCALAPPDATA")
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert data_folder() == tmp_path / "AppData" / "Local" / "cgt" / "data"
    monkeypatch.delenv("USERPROFILE")
    with pytest.raises(CgtError, match="no home folder"):
        data_folder()


def test_a_file_that_is_looked_at_is_replaced_a_little_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("old")
    new.write_text("new")
    replace, tried = Path.replace, [0]

    def busy(self: Path, target: Path) -> Path:
        tried[0] += 1
        if tried[0] < 3:
            raise PermissionError
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", busy)
    put_in_place(new, old)
    assert (old.read_text(), new.exists()) == ("new", False)
    new.write_text("newer")
    tried[0] = -1000
    monkeypatch.setattr("cgt.common.system.opening._SECONDS_OF_PATIENCE", 0)
    with pytest.raises(PermissionError):
        put_in_place(new, old)
    assert old.read_text() == "new"


def test_a_folder_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(IsADirectoryError, match=r"[Dd]irectory"):
        open_at_once(tmp_path, os.O_RDONLY)
    with pytest.raises(PermissionError):
        open_at_once(tmp_path / "file", os.O_RDONLY)


def test_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    import msvcrt

    typed = iter("1\xe0H\x03")
    monkeypatch.setattr(msvcrt, "getwch", lambda: next(typed))
    with keys() as next_key:
        assert [next_key() for _ in range(3)] == ["1", "\xe0H", CTRL_C]


def test_output_is_utf_8_unless_another_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    with open(os.devnull, "w", encoding="cp1252") as stream:
        assert not is_console(stream.fileno())
        assert encoding_for(stream) == encoding_for(None) == "utf-8"
        monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
        assert encoding_for(stream) == "cp1252"
    assert is_closed_pipe(OSError(22, "Invalid argument"))
    assert not is_closed_pipe(OSError(28, "No space left on device"))
