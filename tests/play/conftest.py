"""What the tests of the terminal programs share: waiting for the screen only."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest
import textual.app
import textual.pilot
from textual.pilot import Pilot

NAP = 0.002
IDLE = NAP / 8
RESIZE = 2 / 120  # Textual passes a new size on after half of this

resize_terminal = Pilot.resize_terminal


async def until_the_screen_is_idle(min_sleep: float = NAP, max_sleep: float = 1) -> None:
    """Waits until the thread that draws and reads keys has nothing to do.

    Textual asks the same of the whole process, in steps of 20 ms, and so waits a second after each
    key while a search goes on in another thread.
    """
    start = time.monotonic()
    while time.monotonic() < start + max_sleep:
        used = time.thread_time()
        await asyncio.sleep(NAP)
        if time.monotonic() > start + min_sleep and time.thread_time() - used < IDLE:
            return


async def resize_and_wait(pilot: Pilot[Any], width: int, height: int) -> None:
    await resize_terminal(pilot, width, height)
    await asyncio.sleep(RESIZE)
    await pilot.pause()


@pytest.fixture(scope="package", autouse=True)
def quick_pilots() -> Iterator[None]:
    """Pilots wait for the screen, not for what is computed behind it."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (textual.app, textual.pilot):
            patch.setattr(module, "wait_for_idle", until_the_screen_is_idle)
        patch.setattr(Pilot, "resize_terminal", resize_and_wait)
        yield
