"""The last guard of a time limit: work that asks no clock is ended soon after the limit.

Searches get their `Limits`, stop by themselves and tell what is known. But a command also draws,
writes and computes in a thousand small steps. So an alarm of the system goes off half a second
after the limit and raises LimitError wherever the program is, as Ctrl-C would. What must not be
left half done, such as writing a file, is `undisturbed`: the error comes when it is finished.

>>> with ended_soon_after(Limits.of(seconds=60)), undisturbed():
...     print("done")
done
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from cgt.common.errors import LimitError
from cgt.common.limits import Limits

SECONDS_OF_GRACE = 0.5


class _State:
    """What the alarm of this process has to know."""

    undisturbed = 0  # how many pieces of work, one inside the other, must not be disturbed
    is_due = False  # whether the alarm went off meanwhile


_STATE: Final = _State()


@contextmanager
def ended_soon_after(limits: Limits) -> Iterator[None]:
    """Raises LimitError inside soon after the limits' time is up; only in the main thread."""
    left = limits.left()
    if left is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda *_: _go_off())
    signal.setitimer(signal.ITIMER_REAL, left + SECONDS_OF_GRACE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        _STATE.is_due = False


@contextmanager
def undisturbed() -> Iterator[None]:
    """Work that the alarm does not end; if it went off meanwhile, LimitError follows the work."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _STATE.undisturbed += 1
    try:
        yield
    finally:
        _STATE.undisturbed -= 1
    if _STATE.is_due and not _STATE.undisturbed:
        _STATE.is_due = False
        raise _time_is_up()


def _go_off() -> None:
    if _STATE.undisturbed:
        _STATE.is_due = True
    else:
        raise _time_is_up()


def _time_is_up() -> LimitError:
    return LimitError("the time allowed did not suffice")
