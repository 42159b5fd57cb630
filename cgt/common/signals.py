"""Signals that end the work, held back for a moment.

Ctrl-C, SIGTERM and the alarm of a time limit raise an error wherever the program is. While Python
forks, that error would be shown and lost; while a native module is imported, it would abort the
process. Blocking the signals would not do: any other thread may get them, and Python then tells the
main thread all the same. So they are taken and sent once more.

>>> with held():
...     print("undisturbed")
undisturbed
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGALRM") if hasattr(signal, name)
]


@contextmanager
def held() -> Iterator[None]:
    """Signals that end the work wait until what is inside is done."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Python tells the main thread only
        return
    came: list[int] = []
    before = {number: signal.getsignal(number) for number in _ENDING}
    try:
        for number in before:
            signal.signal(number, lambda number, _: came.append(number))
        yield
    finally:
        _set_again(before)
        if came:
            signal.raise_signal(came[0])


def _set_again(handlers: dict[signal.Signals, Any]) -> None:
    """Sets all of these handlers, also if a signal raises an error meanwhile, which comes then."""
    came: BaseException | None = None
    is_done = False
    while not is_done:
        try:
            for number, handler in handlers.items():
                signal.signal(number, signal.SIG_DFL if handler is None else handler)
            is_done = True
        except BaseException as error:
            came = error
    if came is not None:
        raise came
