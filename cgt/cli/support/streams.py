"""Standard input, output and error as a command finds them: closed, full, or with nobody at the
other end.

A command does its work and writes the files it was asked for, whoever listens. So a write that
fails raises nothing: the first failure is remembered, what follows is dropped, and at the end the
exit code tells. Who closes a stream wants to hear nothing: that is no failure.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

import click

from cgt.common.errors import CgtError
from cgt.common.system.output import Console, encoding_for, is_console

BROKEN_PIPE = 141  # what a shell tells of a program that was ended by a closed pipe


class _Remembering:
    """Remembers why a write failed, and drops everything from then on."""

    fault: OSError | None = None

    def write(self, data: object) -> int:
        size = memoryview(data).nbytes  # type: ignore[arg-type]
        if self.fault is None:
            try:
                return super().write(data)  # type: ignore[misc, no-any-return]
            except OSError as error:
                self.fault = error
        return size


class _RememberingFile(_Remembering, io.FileIO):
    """A file descriptor that does so."""


class _RememberingConsole(_Remembering, Console):  # type: ignore[misc, unused-ignore]
    """A window of characters that does so."""


def guard_streams() -> None:
    """Makes output that cannot be written harmless.

    Descriptors that the starting program closed are opened on nothing, so that no file that is
    opened later takes their numbers.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number == 0 else os.O_WRONLY)
    sys.stdout = _guarded(sys.stdout, sys.__stdout__, 1)
    sys.stderr = _guarded(sys.stderr, sys.__stderr__, 2)


def output_fault() -> OSError | None:
    """Why standard output could not be written, if so; writes what waits to be written."""
    sys.stdout.flush()
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return raw.fault if isinstance(raw, _Remembering) else None


def require_output() -> None:
    """Ends the command if what it printed did not get out; for changes that must be seen."""
    if sys.__stdout__ is None:
        raise CgtError("standard output is closed, and this must be seen")
    if output_fault() is not None:
        raise click.exceptions.Exit(0)


def _guarded(stream: TextIO | None, original: TextIO | None, number: int) -> TextIO:
    if stream is not None and stream is not original:
        return stream  # a test or a program that calls main reads it
    is_terminal = os.isatty(number)
    kind = _RememberingConsole if is_console(number) else _RememberingFile
    return io.TextIOWrapper(
        io.BufferedWriter(kind(number, "wb", closefd=False)),
        encoding=encoding_for(stream),
        errors="replace",  # a picture with ? beats no picture
        line_buffering=is_terminal or number == 2,
    )
