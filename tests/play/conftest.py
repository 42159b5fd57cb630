"""What the tests of the terminal programs share: waiting for the screen only."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest
import textual.app
import textual.pilot
from patience import PATIENCE
from textual.pilot import Pilot

NAP = 0.002
RESIZE = 2 / 120  # Textual passes a new size on after half of this

resize_terminal = Pilot.resize_terminal


async def until_the_screen_is_idle(*_: float) -> None:
    """Waits until nothing is left to do in the thread that draws and reads keys.

    Textual asks how hard the whole process works, in steps of 20 ms, and so waits a second after
    each key while a search goes on in another thread; on a busy machine, where no process works
    hard, it does not wait for what is left to do. The loop knows.
    """
    loop: Any = asyncio.get_running_loop()
    end = time.monotonic() + PATIENCE
    await asyncio.sleep(NAP)
    while loop._ready and time.monotonic() < end:
        await asyncio.sleep(0)


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
