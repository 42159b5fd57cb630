"""Ends work that asks no clock when its time is up, as Ctrl-C would.

Searches get their `Limits`, stop by themselves and tell what is known. But a command also plays,
draws and computes in a thousand small steps. Such work is surrounded by `ended_by`: at the end of
the limits an alarm of the system ends it wherever it is. The last guard is `ended_soon_after`,
around a whole command. What must not be left half done, such as writing a file, is `undisturbed`:
the end comes when it is finished.

Inside the work, the end is no Exception, so that nothing takes it for an error of its own; outside
it is a LimitError.

>>> with ended_soon_after(Limits.of(seconds=60)), undisturbed():
...     print("done")
done
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from cgt.common.errors import LimitError
from cgt.common.limits import Limits, time_is_up
from cgt.common.system.alarm_clock import connect, disconnect, set_alarm, stop_alarm

SECONDS_OF_GRACE = 0.5
_SECONDS_TO_THE_NEXT = 1.0  # an alarm is repeated, in case it went off where nothing can be raised
_LEAST = 1e-6  # seconds: an alarm in 0 seconds would be none


class _TimeUp(BaseException):
    """The time of an alarm is up."""


class _State:
    """What the alarms of this process have to know."""

    def __init__(self) -> None:
        self.moments: list[float] = []  # when the alarms go off; the innermost is the last
        self.undisturbed = 0  # how many pieces of work, one inside the other, must be finished
        self.is_due = False  # whether an alarm went off meanwhile


_STATE: Final = _State()


@contextmanager
def ended_soon_after(limits: Limits, grace: float | None = None) -> Iterator[None]:
    """Raises LimitError so many seconds after the limits' time is up, half a second by default;
    only in the main thread."""
    after = SECONDS_OF_GRACE if grace is None else grace
    end = None if limits.end is None else limits.end + after
    with _ended_at(end, LimitError("the time allowed did not suffice")):
        yield


@contextmanager
def ended_by(limits: Limits, what: str) -> Iterator[None]:
    """Raises LimitError, which calls the work inside `what`, once the limits' time is up; only in
    the main thread. If it is up already, the work does not begin."""
    limits.check(what)
    with _ended_at(limits.end, time_is_up(what)):
        yield


@contextmanager
def undisturbed() -> Iterator[None]:
    """Work that an alarm does not end; if one went off meanwhile, the end follows the work."""
    if not _is_in_main_thread():
        yield
        return
    _STATE.undisturbed += 1
    try:
        yield
    finally:
        _STATE.undisturbed -= 1
    if _STATE.is_due and not _STATE.undisturbed:
        _STATE.is_due = False
        raise _TimeUp


@contextmanager
def _ended_at(end: float | None, error: LimitError) -> Iterator[None]:
    """Raises an error at a moment. Alarms may be set inside each other."""
    if end is None or not _is_in_main_thread():
        yield
        return
    before = connect(_go_off)
    _STATE.moments.append(end)
    try:
        try:
            _set_alarm()
            with _silent_where_nothing_can_be_raised():
                yield
        finally:
            stop_alarm()
    except _TimeUp:
        if time.monotonic() < end:  # an alarm around this one
            raise
        raise error from None
    finally:
        stop_alarm()  # it may have gone off just before the other one
        _STATE.moments.pop()
        _STATE.is_due = False
        disconnect(before)
        _set_alarm()


@contextmanager
def _silent_where_nothing_can_be_raised() -> Iterator[None]:
    """Python tells of an exception that it must ignore, as in the callback of a weak reference. An
    alarm that went off there is none of the user's business: the next one follows."""
    before = sys.unraisablehook

    def tell(ignored: sys.UnraisableHookArgs) -> object:
        return None if ignored.exc_type is _TimeUp else before(ignored)

    sys.unraisablehook = tell
    try:
        yield
    finally:
        sys.unraisablehook = before


def _set_alarm() -> None:
    """Sets the alarm for the next of the moments, if there is one."""
    if _STATE.moments:
        left = min(_STATE.moments) - time.monotonic()
        set_alarm(max(left, _LEAST), _SECONDS_TO_THE_NEXT)


def _go_off() -> None:
    if not _STATE.moments:
        return  # it went off while it was switched off
    if time.monotonic() < min(_STATE.moments):  # the clocks differ by a little
        _set_alarm()
    elif _STATE.undisturbed:
        _STATE.is_due = True
    else:
        raise _TimeUp


def _is_in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
