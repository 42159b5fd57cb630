"""An alarm clock: calls a function in the main thread at a moment, wherever that thread is, and
again and again until it is stopped.

Elsewhere the system has one. Windows has none: there a thread waits for the moment and rings by the
signal of Ctrl-C, the only one that wakes a main thread that sleeps. Whether it was the clock that
rang is written down beside it, so that a real Ctrl-C is still one.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final

if sys.platform == "win32":

    class _Clock:
        """The thread that waits, and what it waits for."""

        def __init__(self) -> None:
            self.has_rung = False
            self._moment: float | None = None
            self._again = 0.0
            # The main thread may be interrupted while it has this, and then set the clock anew.
            self._changed = threading.Condition(threading.RLock())
            self._thread: threading.Thread | None = None

        def set(self, seconds: float, again: float) -> None:
            with self._changed:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._wait, daemon=True)
                    self._thread.start()
                self._moment, self._again = time.monotonic() + seconds, again
                self._changed.notify()

        def stop(self) -> None:
            with self._changed:
                self._moment = None

        def _wait(self) -> None:
            with self._changed:
                while True:
                    if self._moment is None:
                        self._changed.wait()
                    elif (left := self._moment - time.monotonic()) > 0:
                        self._changed.wait(left)
                    else:  # not after it was stopped: that would wait for the end of this
                        self._moment += self._again
                        self.has_rung = True
                        signal.raise_signal(signal.SIGINT)

    _CLOCK: Final = _Clock()

    def connect(call: Callable[[], object]) -> Any:
        """Has the clock call a function; returns what `disconnect` wants to know. Only in the main
        thread."""
        before = signal.getsignal(signal.SIGINT)

        def take(number: int, frame: Any) -> None:
            if _CLOCK.has_rung:
                _CLOCK.has_rung = False
                call()
            elif callable(before):
                before(number, frame)

        signal.signal(signal.SIGINT, take)
        return before

    def disconnect(before: Any) -> None:
        """Makes everything as it was before `connect`."""
        signal.signal(signal.SIGINT, before)

    def set_alarm(seconds: float, again: float) -> None:
        """The clock rings in so many seconds, more than 0, and then at these intervals."""
        _CLOCK.set(seconds, again)

    def stop_alarm() -> None:
        """The clock does not ring."""
        _CLOCK.stop()

else:

    def connect(call: Callable[[], object]) -> Any:
        """Has the clock call a function; returns what `disconnect` wants to know. Only in the main
        thread."""
        return signal.signal(signal.SIGALRM, lambda *_: call())

    def disconnect(before: Any) -> None:
        """Makes everything as it was before `connect`."""
        signal.signal(signal.SIGALRM, before)

    def set_alarm(seconds: float, again: float) -> None:
        """The clock rings in so many seconds, more than 0, and then at these intervals."""
        signal.setitimer(signal.ITIMER_REAL, seconds, again)

    def stop_alarm() -> None:
        """The clock does not ring."""
        signal.setitimer(signal.ITIMER_REAL, 0)
