"""A lock on a file that is replaced again and again: one process at a time has it.

The system forgets the lock of a process that has ended, however it ended.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from cgt.common.errors import CgtError
from cgt.common.system.locks import take_lock
from cgt.common.system.opening import open_at_once

_NOT_ORDINARY = "cannot be written: it is not an ordinary file"
_IN_USE = "another process is using this checkpoint"

if sys.platform == "win32":
    # A file that is open cannot be replaced there, so what is locked is another one beside it.

    class FileLock:
        """The lock on the file at a path. Whoever replaces the file calls `take_next` before, and
        `settle` after it."""

        def __init__(self, path: Path) -> None:
            """Takes the lock. Raises CgtError if another process has it or if this is not an
            ordinary file, with a message without the file's name; OSError if it cannot be
            taken."""
            self.is_new = not path.exists()
            if not self.is_new and not path.is_file():
                raise CgtError(_NOT_ORDINARY)
            self._path = path
            self._file = path.with_name(f".{path.name}.lock")
            self._descriptor = open_at_once(self._file, os.O_RDWR | os.O_CREAT)
            try:
                take_lock(self._descriptor)
            except BaseException as error:
                os.close(self._descriptor)
                if isinstance(error, BlockingIOError):
                    raise CgtError(_IN_USE) from None
                raise

        def size(self) -> int:
            """How many bytes the file has; 0 if there is none."""
            return self._path.stat().st_size if self._path.exists() else 0

        def take_next(self, unfinished: Path) -> None:
            """Nothing: the lock stays the same."""

        def settle(self) -> None:
            """Nothing: the lock stays the same."""

        def release(self) -> None:
            """Gives the lock back."""
            os.close(self._descriptor)
            with suppress(OSError):  # another process has it already
                self._file.unlink()

else:
    _held: set[int] = set()

    class FileLock:
        """The lock on the file at a path; the file is made, empty, if there is none. Whoever
        replaces the file calls `take_next` before, and `settle` after it."""

        def __init__(self, path: Path) -> None:
            """Takes the lock. Raises CgtError if another process has it or if this is not an
            ordinary file, with a message without the file's name; OSError if it cannot be opened
            for writing."""
            self.is_new = not path.exists()
            self._path = path
            self._descriptor = _locked(path)
            self._next: int | None = None

        def size(self) -> int:
            """How many bytes the file has."""
            return os.fstat(self._descriptor).st_size

        def take_next(self, unfinished: Path) -> None:
            """Locks the file that is about to replace this one, too."""
            self._next = _locked(unfinished)

        def settle(self) -> None:
            """Keeps the lock of the file that is at the path now, whether or not it was
            replaced, and no other."""
            if self._next is None:
                return
            other, self._next = self._next, None
            if _is_at(other, self._path):
                self._descriptor, other = other, self._descriptor
            _close(other)

        def release(self) -> None:
            """Gives the lock back."""
            _close(self._descriptor)

    def _locked(path: Path) -> int:
        """A descriptor of the file, which is locked."""
        while True:
            descriptor = open_at_once(path, os.O_RDWR | os.O_CREAT)
            _held.add(descriptor)
            try:
                _take(descriptor)
                if _is_at(descriptor, path):
                    return descriptor
            except BaseException:
                _close(descriptor)
                raise
            _close(descriptor)  # it was replaced just now

    def _take(descriptor: int) -> None:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise CgtError(_NOT_ORDINARY)
        try:
            take_lock(descriptor)
        except BlockingIOError:
            raise CgtError(_IN_USE) from None

    def _is_at(descriptor: int, path: Path) -> bool:
        """Whether the file that is open is the one at a path."""
        try:
            return os.path.samestat(os.fstat(descriptor), os.stat(path))
        except FileNotFoundError:
            return False

    def _close(descriptor: int) -> None:
        _held.discard(descriptor)
        os.close(descriptor)

    def _close_all() -> None:
        """A process that was forked shares the locks of its parent, and must not outlive it with
        them."""
        while _held:
            os.close(_held.pop())

    os.register_at_fork(after_in_child=_close_all)
