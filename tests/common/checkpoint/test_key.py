"""The key of this machine: made once, kept for the user alone, and never waited for."""

import os
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import run

import pytest
from systems import NOT_ON_WINDOWS

from cgt.common.checkpoint.key import machine_key
from cgt.common.errors import CgtError
from cgt.common.folders import data_folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that is not there yet."""
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return data_folder()


@NOT_ON_WINDOWS
def test_a_key_is_made_once_and_for_the_user_alone(folder: Path) -> None:
    key = machine_key()
    assert len(key) == 32
    assert machine_key() == key
    [file] = folder.iterdir()
    assert file.read_bytes() == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@NOT_ON_WINDOWS
def test_two_machines_have_two_keys(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = machine_key()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
    assert machine_key() != key


def test_processes_that_make_it_at_once_have_the_same(folder: Path) -> None:
    program = "from cgt.common.checkpoint.key import machine_key; print(machine_key().hex())"
    command = [sys.executable, "-c", program]
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(
            lambda _: run(command, capture_output=True, text=True, check=True).stdout, range(8)
        )
    assert len(set(found)) == 1
    assert [file.name for file in folder.iterdir() if file.name != ".lock"] == ["checkpoint-key"]


def test_threads_that_make_it_at_once_have_the_same(folder: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: machine_key(), range(32)))) == 1


@NOT_ON_WINDOWS
def test_a_damaged_key_is_said(folder: Path) -> None:
    machine_key()
    [file] = folder.iterdir()
    for content in (b"", b"x" * 31, b"x" * 33):
        file.write_bytes(content)
        with pytest.raises(CgtError, match=r"the key is damaged; remove the file"):
            machine_key()
    file.unlink()
    os.mkfifo(file)  # nobody writes to it
    with pytest.raises(CgtError, match="damaged"):
        machine_key()


@NOT_ON_WINDOWS
def test_a_folder_that_cannot_be_made_is_said(folder: Path) -> None:
    folder.parent.write_text("this is a file")
    with pytest.raises(CgtError, match="the key cannot be"):
        machine_key()


@NOT_ON_WINDOWS
def test_where_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", "/home/somebody")
    for named in ("", "relative"):
        monkeypatch.setenv("XDG_DATA_HOME", named)
        assert data_folder() == Path("/home/somebody/.local/share/cgt")
    monkeypatch.setenv("XDG_DATA_HOME", "/elsewhere")
    assert data_folder() == Path("/elsewhere/cgt")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder() == Path("/home/somebody/Library/Application Support/cgt")


@NOT_ON_WINDOWS
def test_without_a_home_the_system_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    for home in (None, ""):
        if home is None:
            monkeypatch.delenv("HOME", raising=False)
        else:
            monkeypatch.setenv("HOME", home)
        assert data_folder().is_relative_to(pwd.getpwuid(os.getuid()).pw_dir)

    def unknown(_: int) -> None:
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    with pytest.raises(CgtError, match="no home folder"):
        machine_key()
