"""The keys of a terminal, as they are pressed: without Enter, and without being shown."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

CTRL_C = "\x03"

if sys.platform == "win32":
    import msvcrt

    _FIRST_OF_TWO = "\x00\xe0"  # arrows and the like send two

    @contextmanager
    def keys() -> Iterator[Callable[[], str]]:
        """Inside, a function waits for a key and returns its characters; Ctrl-C is one like
        others."""

        def next_key() -> str:
            key = msvcrt.getwch()
            return key + msvcrt.getwch() if key in _FIRST_OF_TWO else key

        yield next_key

else:
    import os
    import termios
    import tty

    _LOCAL_FLAGS = 3  # where they are in what tcgetattr returns
    _LONGEST_KEY = 32  # bytes: arrows and the like send several

    @contextmanager
    def keys() -> Iterator[Callable[[], str]]:
        """Inside, a function waits for a key and returns its characters, none at the end of input;
        Ctrl-C is one like others. What is typed before it is called counts, too."""
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        try:
            tty.setcbreak(terminal, termios.TCSANOW)
            now = termios.tcgetattr(terminal)
            now[_LOCAL_FLAGS] &= ~termios.ISIG  # Ctrl-C is a key, wherever it comes from
            termios.tcsetattr(terminal, termios.TCSANOW, now)
            yield lambda: os.read(terminal, _LONGEST_KEY).decode(errors="replace")
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)
