"""Locks that one process at a time has, on an open file or for a folder.

The system forgets the lock of a process that has ended, however it ended.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import errno
    import msvcrt
    import time

    _SECONDS_BETWEEN_TRIALS = 0.02
    _NAME = ".lock"

    def take_lock(descriptor: int) -> None:
        """Locks an open file until it is closed; raises BlockingIOError if another has it locked.
        On a file system without locks there are none. Others cannot read a file that is locked."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno == errno.EACCES:
                raise BlockingIOError from None

    @contextmanager
    def alone_in(folder: Path) -> Iterator[None]:
        """Waits until no other process, or thread, does what is inside for the same folder; raises
        OSError."""
        descriptor = os.open(folder / _NAME, os.O_RDWR | os.O_CREAT | os.O_NOINHERIT)
        try:
            while True:
                with suppress(BlockingIOError):
                    take_lock(descriptor)
                    break
                time.sleep(_SECONDS_BETWEEN_TRIALS)
            yield
        finally:
            os.close(descriptor)

else:
    import fcntl

    def take_lock(descriptor: int) -> None:
        """Locks an open file until it is closed; raises BlockingIOError if another has it locked.
        On a file system without locks there are none."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:
            pass

    @contextmanager
    def alone_in(folder: Path) -> Iterator[None]:
        """Waits until no other process, or thread, does what is inside for the same folder; raises
        OSError."""
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)
