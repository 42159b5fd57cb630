"""Standard output and error as the system knows them: by their numbers, with an encoding, and with
an error of their own when nobody reads them any more."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TextIO

if sys.platform == "win32":
    Console = io._WindowsConsoleIO  # type: ignore[attr-defined]

    def is_console(number: int) -> bool:
        """Whether characters are written there, whatever the alphabet of the country; `Console`
        does that. Other devices, such as NUL, count as terminals, but are none."""
        try:
            Console(number, "wb", closefd=False)
        except (OSError, ValueError):
            return False
        return True

    def encoding_for(stream: TextIO | None) -> str:
        """UTF-8, as in all our files, unless the user asks for another: the alphabet of the
        country, which Python would take for a pipe, lacks half of what is drawn."""
        is_asked = "PYTHONIOENCODING" in os.environ
        return stream.encoding if is_asked and stream is not None else "utf-8"

    def is_closed_pipe(fault: OSError) -> bool:
        """Whether it was a pipe whose other end was closed."""
        return fault.errno in (errno.EPIPE, errno.EINVAL)

else:
    Console = io.FileIO  # a terminal is a file like others

    def is_console(number: int) -> bool:
        """Whether there is something that `Console` must write to."""
        return False

    def encoding_for(stream: TextIO | None) -> str:
        """That which the user's settings ask for."""
        return stream.encoding if stream is not None else "utf-8"

    def is_closed_pipe(fault: OSError) -> bool:
        """Whether it was a pipe whose other end was closed."""
        return fault.errno == errno.EPIPE
