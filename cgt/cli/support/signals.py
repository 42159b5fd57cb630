"""SIGTERM, by which systems and schedulers end a program: it stops the work as Ctrl-C does, so that
what is known is saved."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def stopping_on_sigterm() -> Iterator[Callable[[], bool]]:
    """Inside, SIGTERM raises KeyboardInterrupt; the function given says whether it has come. Leaves
    alone a SIGTERM that whoever started the program has chosen to ignore."""
    came = False

    def stop(*_: object) -> None:
        nonlocal came
        came = True
        raise KeyboardInterrupt

    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    ):
        yield lambda: False
        return
    signal.signal(signal.SIGTERM, stop)
    try:
        yield lambda: came
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
