"""Files on disk: bounded reading, and writing that never leaves half a file behind."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from cgt.common.alarm import undisturbed
from cgt.common.errors import CgtError, FileError, LimitError, Location
from cgt.common.examples import example, hint_of_example, is_example
from cgt.common.limits import Limits
from cgt.common.system.opening import copy_permissions, open_at_once, put_in_place

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STANDARD_INPUT = "-"
_READ_AT_ONCE = 2**20
_LONGEST_START = 40  # characters of a name, so that something can be added to it
_BYTES_OF_CHARACTER = 5  # one as it is read, and up to four as text
_OTHER_ENCODINGS = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


class TooLongError(FileError):
    """A file that is longer than the reader takes."""


def source_name(path: str | Path) -> str:
    """What a file is called in messages."""
    return "<stdin>" if str(path) == STANDARD_INPUT else str(path) or "''"


def read_bytes(path: str | Path, limit: int) -> bytes:
    """The content of a file, of standard input for `-`, or of an example for `example:NAME`.

    Raises FileError if it cannot be read or is longer than `limit` bytes; no more than that is ever
    held in memory. A pipe that nobody writes to is empty, and a device is no file.
    """
    with opened(path) as file:
        return file.read_all(limit)


class OpenedFile:
    """A file that is read bit by bit, by whoever has no room for all of it or wants to look at its
    beginning first. Reading raises FileError."""

    def __init__(self, file: BinaryIO, source: str) -> None:
        self._file = file
        self._ahead = b""
        self.source = source

    def read(self, size: int) -> bytes:
        """Up to so many bytes; none at the end."""
        if not self._ahead:
            with _told_as(self.source):
                return self._file.read(size)
        data, self._ahead = self._ahead[:size], self._ahead[size:]
        return data

    def peek(self, size: int) -> bytes:
        """The next bytes, which are read again afterwards: so many, or all up to the end."""
        while len(self._ahead) < size:
            with _told_as(self.source):
                more = self._file.read(size - len(self._ahead))
            if not more:
                break
            self._ahead += more
        return self._ahead[:size]

    def read_all(self, limit: int) -> bytes:
        """All that is left; raises FileError if that is more than `limit` bytes. The memory that it
        takes grows with what there is: a file asked for that many bytes at once would reserve room
        for all of them."""
        data = BytesIO()
        while part := self.read(min(_READ_AT_ONCE, limit + 1 - data.tell())):
            data.write(part)
        found = data.getvalue()
        if len(found) > limit:
            where = location_of_byte(found, limit, self.source)
            problem = f"the file is longer than {limit // 2**20} MiB, too long to read"
            raise TooLongError(where, problem)
        return found


@contextmanager
def opened(path: str | Path) -> Iterator[OpenedFile]:
    """The same file, to be read bit by bit; raises FileError."""
    source = source_name(path)
    if str(path) == STANDARD_INPUT:
        if sys.stdin is None:
            raise FileError(Location(source), "standard input is closed")
        yield OpenedFile(sys.stdin.buffer, source)
        return
    try:
        with _told_as(source):
            file = open(file_of(path), "rb", opener=open_at_once)  # noqa: SIM115 (closed below)
    except FileNotFoundError:
        raise FileError(Location(source), f"there is no such file{hint_of_example(path)}") from None
    except IsADirectoryError:
        raise FileError(Location(source), "this is a directory, not a file") from None
    with file:
        if _is_device(file):
            raise FileError(Location(source), "this is a device, not a file")
        yield OpenedFile(file, source)


@contextmanager
def _told_as(source: str) -> Iterator[None]:
    """Turns errors of the system into FileError, but for those that have better words."""
    try:
        yield
    except (FileNotFoundError, IsADirectoryError):
        raise
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the name
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FileError(Location(source), f"cannot be read: {reason}") from None


def file_of(path: str | Path) -> str | Path:
    """The file that a name stands for, which may be that of an example; raises FileError."""
    return example(str(path)).file if is_example(path) else path


def _is_device(file: BinaryIO) -> bool:
    """Whether a file is a device, which may have no end; a terminal has one, when the user says
    so."""
    mode = os.fstat(file.fileno()).st_mode
    return stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not file.isatty())


def read_text(path: str | Path, limit: int) -> str:
    """The text of a file in UTF-8, with or without a byte-order mark; raises FileError."""
    return decode_text(read_bytes(path, limit), source_name(path))


def read_within(path: str | Path, limits: Limits, bytes_of_line: int = 0) -> str:
    """The text of a file whose length only memory bounds. Raises FileError, and LimitError if it
    takes more than allowed: the text itself, and so many bytes for what is made of each line."""
    with opened(path) as file:
        return text_within(file, limits, bytes_of_line)


def text_within(file: OpenedFile, limits: Limits, bytes_of_line: int = 0) -> str:
    """The same of a file that has been opened."""
    too_much = LimitError(f"{file.source}: this file takes more memory than allowed")
    try:
        data = file.read_all(limits.bytes() // _BYTES_OF_CHARACTER)
        text = decode_text(data, file.source)
    except TooLongError:
        raise too_much from None
    if len(text) + bytes_of_line * text.count("\n") > limits.bytes():
        raise too_much
    return text


def decode_text(data: bytes, source: str) -> str:
    """The text of bytes in UTF-8; messages call them `source`. Raises FileError."""
    for mark, encoding in _OTHER_ENCODINGS.items():
        if data.startswith(mark):
            raise FileError(Location(source), f"this is {encoding} text; save it as UTF-8")
    data = data.removeprefix(b"\xef\xbb\xbf")
    binary = data.find(b"\0")
    if binary >= 0:
        where = location_of_byte(data, binary, source)
        raise FileError(where, "byte 0x00: this is a binary file, not text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        where = location_of_byte(data, error.start, source)
        raise FileError(where, f"byte {data[error.start]:#04x} is not UTF-8 text") from None


def file_exists(path: str | Path) -> bool:
    """Whether there is such a file; False also for a name that no file can have. Every
    `example:NAME` counts, because whoever reads a wrong one says what is wrong with it."""
    try:
        return is_example(path) or Path(path).exists()
    except (OSError, ValueError):  # too long a name, a folder that may not be read, a NUL byte
        return False


def target_of(path: str | Path) -> Path:
    """Where a path leads through links, whether or not there is a file; raises CgtError for an
    empty name, for one that no file can have, and for an example."""
    if is_example(path):
        raise CgtError(f"{path}: examples come with the program; give a file another name")
    try:
        if not str(path):
            raise CgtError("a file has a name, not ''")
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            return Path(path)  # a pipe that a shell made has no other name
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the name
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CgtError(f"{path}: this cannot be the name of a file: {reason}") from None
    return Path(os.path.realpath(path))


def location_of_byte(data: bytes, index: int, source: str) -> Location:
    """The line and column of a byte; the bytes before it on its line are read as UTF-8."""
    start = data.rfind(b"\n", 0, index) + 1
    column = len(data[start:index].decode("utf-8", errors="replace")) + 1
    return Location(source, data.count(b"\n", 0, index) + 1, column)


def write_atomically(path: str | Path, write: Callable[[BinaryIO], object]) -> None:
    """Has `write` fill a file in such a way that at any moment the path has the old file or the
    whole new one.

    A link is followed. Something that is not an ordinary file, such as a device, is written to
    directly. Raises CgtError if the file cannot be written; the old file is then untouched.
    """
    with replacement_of(path) as unfinished, unfinished.open("wb") as file:
        write(file)


def write_lines(path: str | Path, lines: Iterable[str], limits: Limits) -> None:
    """The same for lines of text; raises LimitError if the time is up before the last of them."""

    def write(file: BinaryIO) -> None:
        for line in lines:
            limits.check(f"writing {path}")
            file.write(f"{line}\n".encode())

    write_atomically(path, write)


@contextmanager
def replacement_of(path: str | Path) -> Iterator[Path]:
    """The same for code that opens its file itself: gives it a path beside the file; what it writes
    there takes the file's place at the end. A time limit ends the work only after that."""
    with undisturbed():
        yield from _replacement_of(path)


def _replacement_of(path: str | Path) -> Iterator[Path]:
    target = target_of(path)
    try:
        if target.exists() and not target.is_file() and not target.is_dir():
            with _held_pipe(target) if target.is_fifo() else nullcontext():
                yield target
            return
        unfinished = _made_beside(target)
        try:
            yield unfinished
            with unfinished.open("rb+") as file:
                os.fsync(file.fileno())
            copy_permissions(target, unfinished)
            put_in_place(unfinished, target)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the name
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CgtError(f"{path}: cannot be written: {reason}") from None


def _made_beside(target: Path) -> Path:
    """A new empty file in the folder of another, hidden, with the start of its name."""
    start = target.name[:_LONGEST_START]
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{start}.")
    os.close(descriptor)
    return Path(name)


@contextmanager
def _held_pipe(pipe: Path) -> Iterator[None]:
    """Holds a named pipe open, so that opening it again does not wait; raises OSError if nobody
    reads it."""
    descriptor = open_at_once(pipe, os.O_WRONLY)
    try:
        yield
    finally:
        os.close(descriptor)


def check_writable(path: str | Path) -> None:
    """Raises CgtError if write_atomically could not write a file now. Call it before long work."""
    target = target_of(path)
    try:
        if target.is_dir():
            raise CgtError(f"{path}: cannot be written: it is a directory")
        if not target.exists() or target.is_file():
            _made_beside(target).unlink()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CgtError(f"{path}: cannot be written: {reason}") from None


def write_array(path: str | Path, array: NDArray[np.generic]) -> None:
    """Writes an array as a NumPy file, whole or not at all; raises CgtError."""
    import numpy as np

    write_atomically(path, lambda file: np.save(file, array, allow_pickle=False))
