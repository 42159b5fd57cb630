"""The key of this machine: a random secret by which it knows the checkpoints that it made itself.

The key is kept in the user's data folder, is made when it is first needed, and never leaves the
machine. Whoever cannot read it cannot make a file that passes for one of ours.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from cgt.common.errors import CgtError
from cgt.common.folders import data_folder, make_data_folder
from cgt.common.system.locks import alone_in
from cgt.common.system.opening import open_at_once

_BYTES = 32
_NAME = "checkpoint-key"


def machine_key() -> bytes:
    """The key of this machine. Raises CgtError if it cannot be read, or neither kept."""
    file = data_folder() / _NAME
    try:
        return _read(file)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise CgtError(f"{file}: the key cannot be read: {error.strerror}") from None
    try:
        make_data_folder()
        return _made(file)
    except OSError as error:
        raise CgtError(f"{file}: the key cannot be kept: {error.strerror}") from None


def _read(file: Path) -> bytes:
    descriptor = open_at_once(file, os.O_RDONLY)  # also something that is no file
    try:
        ordinary = stat.S_ISREG(os.fstat(descriptor).st_mode)
        key = os.read(descriptor, _BYTES + 1) if ordinary else b""
    finally:
        os.close(descriptor)
    if len(key) != _BYTES:
        raise CgtError(f"{file}: the key is damaged; remove the file to have a new one made")
    return key


def _made(file: Path) -> bytes:
    """Makes the key. Of several processes that do so at once, one does and the others read it."""
    with alone_in(file.parent):
        if not file.exists():
            _write_whole(file, os.urandom(_BYTES))
        return _read(file)


def _write_whole(file: Path, key: bytes) -> None:
    descriptor, unfinished = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(descriptor, "wb") as written:  # only the user may read it
            written.write(key)
            written.flush()
            os.fsync(written.fileno())
        os.replace(unfinished, file)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise
