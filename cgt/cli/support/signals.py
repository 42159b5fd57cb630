"""Ctrl-C, and SIGTERM, by which systems and schedulers end a program: it stops the work as Ctrl-C
does, so that what is known is saved.

Python drops an error that is raised where nobody could catch it, for example while it makes another
process, and with it the Ctrl-C or SIGTERM that came just then. Such a signal is sent once more.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cgt.common.system.processes import send_to_main_thread

TERMINATED = 128 + signal.SIGTERM
_SECONDS_BEFORE_AGAIN = 0.05


@contextmanager
def stopping_on_sigterm() -> Iterator[Callable[[], bool]]:
    """Inside, SIGTERM raises KeyboardInterrupt; the function given says whether it has come. Leaves
    alone a SIGTERM that whoever started the program has chosen to ignore."""
    came, ours = False, os.getpid()

    def stop(*_: object) -> None:
        nonlocal came
        if os.getpid() != ours:  # a worker that has just been made: it has nothing to save
            os._exit(TERMINATED)
        came = True
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before, dropped = signal.getsignal(signal.SIGTERM), sys.unraisablehook

    def send_again(error: sys.UnraisableHookArgs) -> None:
        if error.exc_type is not KeyboardInterrupt:
            dropped(error)
            return
        again = signal.SIGTERM if came else signal.SIGINT
        threading.Timer(_SECONDS_BEFORE_AGAIN, send_to_main_thread, (again,)).start()

    if before is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, stop)
    if sys.platform == "win32":  # Ctrl-Break, and the end of the window: no SIGTERM is ever sent
        before_break = signal.signal(signal.SIGBREAK, stop)
    sys.unraisablehook = send_again
    try:
        yield lambda: came
    finally:
        sys.unraisablehook = dropped
        signal.signal(signal.SIGTERM, before)
        if sys.platform == "win32":
            signal.signal(signal.SIGBREAK, before_break)
