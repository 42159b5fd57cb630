"""A lock on a file that is replaced again and again: one process at a time has it.

The system forgets the lock of a process that has ended, however it ended.
"""

from __future__ import annotations

import fcntl
import os
import stat
from pathlib import Path

from cgt.common.errors import CgtError

_held: set[int] = set()


class FileLock:
    """The lock on the file at a path; the file is made, empty, if there is none.

    Whoever replaces the file locks the new one first, and only then releases the old.
    """

    def __init__(self, path: Path) -> None:
        """Takes the lock. Raises CgtError if another process has it or if this is not an ordinary
        file, with a message without the file's name; OSError if it cannot be opened for writing."""
        self.is_new = not path.exists()
        while True:
            self.descriptor = _opened(path, os.O_RDWR | os.O_CREAT)
            try:
                self._take()
                if self.is_at(path):
                    return
            except BaseException:
                self.release()
                raise
            self.release()  # it was replaced just now

    def _take(self) -> None:
        if not stat.S_ISREG(os.fstat(self.descriptor).st_mode):
            raise CgtError("cannot be written: it is not an ordinary file")
        try:
            fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CgtError("another process is using this checkpoint") from None
        except OSError:
            pass  # a file system without locks

    def is_at(self, path: Path) -> bool:
        """Whether the file that is locked is the one at a path."""
        try:
            return os.path.samestat(os.fstat(self.descriptor), os.stat(path))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        _close(self.descriptor)


def _opened(path: Path, flags: int) -> int:
    descriptor = os.open(path, flags | os.O_NONBLOCK, 0o666)  # a pipe must not make us wait
    _held.add(descriptor)
    return descriptor


def _close(descriptor: int) -> None:
    _held.discard(descriptor)
    os.close(descriptor)


def _close_all() -> None:
    """A process that was forked shares the locks of its parent, and must not outlive it with
    them."""
    while _held:
        os.close(_held.pop())


os.register_at_fork(after_in_child=_close_all)
