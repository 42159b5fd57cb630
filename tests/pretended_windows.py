"""Python as on Windows, as far as cgt can see it, for machines that have none: what Windows lacks
is gone, what it has instead is there, and the rest of the program behaves as there.

    python tests/pretended_windows.py -m pytest tests/common/test_alarm.py
    python tests/pretended_windows.py -m cgt analyse example:midgame

Programs that it starts are Linux's own again, and workers are forked. What only Windows itself can
show, such as that a file that is open cannot be replaced, is not seen here.
"""

import asyncio
import concurrent.futures.process
import errno
import fcntl
import io
import logging.handlers
import multiprocessing.popen_fork
import os
import random
import runpy
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import types
from pathlib import Path

# They look at the system when they are imported, and would need all of Windows.
import click
import hypothesis
import numpy as np
import rich.live
import scipy.optimize

LOOKED = (asyncio, concurrent.futures.process, logging.handlers, multiprocessing.popen_fork, random,
          shutil, sqlite3, subprocess, tempfile,
          click, hypothesis, np, rich.live, scipy.optimize)  # fmt: skip

MISSING_MODULES = ("fcntl", "grp", "pwd", "resource", "termios", "tty")
MISSING = {
    os: ("O_NONBLOCK", "geteuid", "getuid", "mkfifo",
         "register_at_fork", "sched_getaffinity", "set_blocking"),
    signal: ("ITIMER_REAL", "SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "getitimer", "pthread_kill",
             "setitimer"),
}  # fmt: skip
_SLICE = 0.01  # seconds: there, Ctrl-C ends a sleep, whichever thread raised it


def console_io() -> types.ModuleType:
    """The module msvcrt: locks of files, and keys, which are taken from standard input."""

    def locking(descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (made.LK_NBLCK, 1)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    made = types.ModuleType("msvcrt")
    made.LK_NBLCK = 2
    made.locking = locking
    made.getwch = lambda: sys.stdin.read(1)
    return made


class NoConsole:
    """There is no window."""

    def __init__(self, *_: object, **__: object) -> None:
        raise ValueError("Cannot open non-console file")


def slice_sleep() -> None:
    """Makes sleep as it is there."""
    sleep = time.sleep

    def in_slices(seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            sleep(min(left, _SLICE))

    time.sleep = in_slices


def pretend() -> None:
    for module, names in MISSING.items():
        for name in names:
            delattr(module, name)
    for name in MISSING_MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    sys.modules["msvcrt"] = console_io()
    signal.SIGBREAK = signal.SIGUSR2
    os.O_BINARY, os.O_NOINHERIT = 0, os.O_CLOEXEC
    io._WindowsConsoleIO = NoConsole
    slice_sleep()
    home = tempfile.mkdtemp()
    os.environ["LOCALAPPDATA"] = os.environ.get("LOCALAPPDATA", home)
    sys.platform = "win32"


if __name__ == "__main__":
    assert sys.argv[1] == "-m"
    pretend()
    sys.argv = sys.argv[2:]
    sys.path.insert(0, str(Path(__file__).parent))
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
