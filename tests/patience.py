"""How long tests wait, in one place.

A busy machine is late with everything, so a test waits for a state that lasts and gives up only
when it would have to wait for ever. That something took long is never the reason to fail: what
ignores its limit is recognised by the work that it has done.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.pilot import Pilot

PATIENCE = 180  # seconds until a test gives up: no state that comes about at all comes this late


def wait_until(holds: Callable[[], bool], why: str = "it never came about") -> None:
    """Waits until something holds; an error with these words if it never does."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, why
        time.sleep(0.01)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Asserts that this process has worked for no longer than so many seconds of a processor, and
    that it did not sleep for ever."""
    begin, worked = time.monotonic(), time.process_time()
    yield
    assert time.process_time() - worked < seconds
    assert time.monotonic() - begin < PATIENCE


async def until(pilot: Pilot[Any], holds: Callable[[], bool]) -> None:
    """Lets a terminal program go on until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came about"
        await pilot.pause(0.01)
