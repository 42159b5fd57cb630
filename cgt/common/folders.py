"""Where this program keeps data of the user's: the key of the machine, and the table of scores; and
in the cache, what it can make again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cgt.common.errors import CgtError


def data_folder() -> Path:
    """The folder, which may not be there yet; raises CgtError if the user has no home."""
    if sys.platform == "win32":
        return _local_data() / "cgt" / "data"
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / "cgt"
    named = os.environ.get("XDG_DATA_HOME", "")
    return (Path(named) if os.path.isabs(named) else _home() / ".local" / "share") / "cgt"


def make_data_folder() -> Path:
    """The same folder, for the user alone, which is there now; raises OSError, CgtError."""
    folder = data_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def cache_folder() -> Path:
    """The folder for what can be made again, which may not be there yet; raises CgtError if the
    user has no home."""
    if sys.platform == "win32":
        return _local_data() / "cgt" / "cache"
    if sys.platform == "darwin":
        return _home() / "Library" / "Caches" / "cgt"
    named = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(named) if os.path.isabs(named) else _home() / ".cache") / "cgt"


if sys.platform == "win32":

    def _local_data() -> Path:
        """Where programs keep what stays on this machine."""
        named = os.environ.get("LOCALAPPDATA", "")
        return Path(named) if os.path.isabs(named) else _home() / "AppData" / "Local"

    def _home() -> Path:
        named = os.environ.get("USERPROFILE", "")
        if os.path.isabs(named):
            return Path(named)
        raise CgtError("there is no home folder to keep data in")

else:
    import pwd

    def _home() -> Path:
        named = os.environ.get("HOME", "")
        if os.path.isabs(named):
            return Path(named)
        try:
            return Path(pwd.getpwuid(os.getuid()).pw_dir)
        except KeyError:
            raise CgtError("there is no home folder to keep data in") from None
