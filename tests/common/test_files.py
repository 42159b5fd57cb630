"""Files are replaced whole or not at all."""

import os
import stat
import tracemalloc
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pytest
from systems import NOT_ON_WINDOWS

from cgt.common.errors import CgtError, FileError
from cgt.common.files import (
    TooLongError,
    check_writable,
    read_bytes,
    write_array,
    write_atomically,
)


def test_an_interrupted_write_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def write_half(file: BinaryIO) -> None:
        file.write(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, write_half)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(CgtError, match=r"missing[/\\]file: cannot be written: No such file"):
        write_atomically(tmp_path / "missing" / "file", lambda file: file.write(b"x"))
    with pytest.raises(CgtError, match="cannot be written"):
        write_atomically(tmp_path, lambda file: file.write(b"x"))


def test_a_link_is_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_atomically(link, lambda file: file.write(b"new"))
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@NOT_ON_WINDOWS
def test_a_device_stays_a_device(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(pipe, lambda file: file.write(b"data"))
    assert os.read(reader, 10) == b"data"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_an_impossible_file_name_is_refused() -> None:
    with pytest.raises(CgtError, match="cannot be the name of a file"):
        write_atomically("a\0b", lambda file: file.write(b"x"))


@NOT_ON_WINDOWS
def test_permissions_are_kept_or_ordinary(tmp_path: Path) -> None:
    path = tmp_path / "file"
    old = os.umask(0o027)
    try:
        write_atomically(path, lambda file: file.write(b"x"))
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o600)
    write_atomically(path, lambda file: file.write(b"y"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_array_is_read_back(tmp_path: Path) -> None:
    array = np.arange(6, dtype=np.int32).reshape(2, 3)
    write_array(tmp_path / "labels.npy", array)
    assert np.array_equal(np.load(tmp_path / "labels.npy"), array)


def test_reading_takes_no_more_memory_than_the_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * 3_000_000)
    tracemalloc.start()
    try:
        assert len(read_bytes(file, 2**40)) == 3_000_000
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    with pytest.raises(TooLongError, match=r"1:1000001: the file is longer than"):
        read_bytes(file, 1_000_000)


@NOT_ON_WINDOWS
def test_a_pipe_that_nobody_uses_makes_nobody_wait(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert read_bytes(pipe, 10) == b""
    with pytest.raises(CgtError, match="pipe: cannot be written: No such device"):
        write_atomically(pipe, lambda file: file.write(b"x"))


@NOT_ON_WINDOWS
def test_a_pipe_that_somebody_reads_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(pipe, lambda file: file.write(b"hello"))
    assert os.read(reader, 10) == b"hello"
    assert os.read(reader, 10) == b""
    os.close(reader)


@NOT_ON_WINDOWS
def test_a_device_without_end_is_no_file() -> None:
    with pytest.raises(FileError, match="/dev/zero:1:1: this is a device, not a file"):
        read_bytes("/dev/zero", 2**40)


def test_a_link_to_itself_and_a_name_of_nothing_are_refused(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for use in (check_writable, lambda path: write_atomically(path, lambda file: None)):
        with pytest.raises(CgtError, match="loop: this cannot be the name of a file: Too many"):
            use(loop)
        with pytest.raises(CgtError, match="a file has a name, not ''"):
            use("")
    assert loop.is_symlink()
    with pytest.raises(FileError, match="loop:1:1: cannot be read: Too many levels"):
        read_bytes(loop, 10)
    with pytest.raises(FileError, match="'':1:1: there is no such file"):
        read_bytes("", 10)


def test_a_name_as_long_as_names_may_be_is_written(tmp_path: Path) -> None:
    for name in ("n" * 255, "é" * 127):
        check_writable(tmp_path / name)
        write_atomically(tmp_path / name, lambda file: file.write(b"x"))
    assert len(list(tmp_path.iterdir())) == 2
