"""Opening files without waiting for anybody, and putting one in the place of another."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import errno
    import time

    _SECONDS_OF_PATIENCE = 2.0
    _SECONDS_BETWEEN_TRIALS = 0.05

    def open_at_once(path: str | Path, flags: int) -> int:
        """A descriptor of a file; raises OSError, and IsADirectoryError for a folder."""
        try:
            return os.open(path, flags | os.O_BINARY | os.O_NOINHERIT)
        except PermissionError:
            if os.path.isdir(path):
                problem = os.strerror(errno.EISDIR)
                raise IsADirectoryError(errno.EISDIR, problem, str(path)) from None
            raise

    def put_in_place(new: Path, old: Path) -> None:
        """Replaces a file, at one moment; raises OSError. Whatever looks at new files, such as a
        scanner for viruses, has them open for a moment, and meanwhile nothing can replace them."""
        end = time.monotonic() + _SECONDS_OF_PATIENCE
        while True:
            try:
                new.replace(old)
                return
            except PermissionError:
                if time.monotonic() >= end or not old.is_file() or not os.access(old, os.W_OK):
                    raise
            time.sleep(_SECONDS_BETWEEN_TRIALS)

    def copy_permissions(old: Path, new: Path) -> None:
        """Nothing: those of a file come from its folder."""

else:

    def open_at_once(path: str | Path, flags: int) -> int:
        """A descriptor of a file, be it a pipe with nobody at the other end; raises OSError."""
        descriptor = os.open(path, flags | os.O_NONBLOCK, 0o666)
        os.set_blocking(descriptor, True)
        return descriptor

    def put_in_place(new: Path, old: Path) -> None:
        """Replaces a file, at one moment, also if the power fails; raises OSError."""
        new.replace(old)
        _sync_folder(old.parent)

    def copy_permissions(old: Path, new: Path) -> None:
        """Gives a file the permissions of another, or those that a new file would get."""
        new.chmod(_mode_for(old))

    def _sync_folder(folder: Path) -> None:
        """Makes a replacement last; not every file system can."""
        try:
            descriptor = os.open(folder, os.O_RDONLY)
        except OSError:
            return
        try:
            os.fsync(descriptor)
        except OSError:
            pass
        finally:
            os.close(descriptor)

    def _mode_for(target: Path) -> int:
        if target.exists():
            return target.stat().st_mode & 0o777
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
