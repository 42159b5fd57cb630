"""Questions that a screen asks without waiting: the answer comes from another thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event
from typing import TypeVar

_Answer = TypeVar("_Answer")


async def answer(question: Callable[[Event], _Answer]) -> _Answer:
    """Asks in another thread. The question gets an event that is set as soon as nobody waits for
    the answer any more, as cgt.placement.thinking wants it."""
    stop = Event()
    try:
        return await asyncio.to_thread(question, stop)
    finally:
        stop.set()
