"""Checkpoint files of native solvers: written whole or not at all, refused if they do not fit.

`Checkpoint` is the one place that knows when long work is saved: it is resumed from a file that
exists, and saved to it every minute and at the end, also after Ctrl-C.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Protocol

from cgt import _native
from cgt.common.errors import CgtError
from cgt.common.files import check_writable, file_exists, replacement_of

SECONDS_BETWEEN_SAVES = 60

Progress = Callable[[int, int, int], object]


class Saves(Protocol):
    """A solver that can be saved and loaded, as the native ones are."""

    def save(self, path: str) -> None: ...
    def load(self, path: str) -> None: ...


def save_checkpoint(path: str | Path, solver: Saves) -> None:
    """Writes what a solver knows to a file; raises CgtError, and then the old file is untouched."""
    try:
        with replacement_of(path) as unfinished:
            solver.save(str(unfinished))
    except _native.CheckpointError as error:
        raise CgtError(f"{path}: the checkpoint cannot be written: {error}") from None


def load_checkpoint(path: str | Path, solver: Saves) -> None:
    """Has a solver resume from a file; raises CgtError, and then the solver is as it was."""
    try:
        solver.load(str(path))
    except _native.CheckpointError as error:
        raise CgtError(f"{path}: {error}") from None


class Checkpoint:
    """A file in which the work of one solver is kept; without a path nothing is."""

    def __init__(self, path: str | Path | None) -> None:
        self._path = path
        self._solver: Saves | None = None
        self._last = monotonic()

    @contextmanager
    def keeping(self, solver: Saves) -> Iterator[None]:
        """While a solver works: resumes from the file first, and saves to it at the end. Raises
        CgtError if the file does not fit or cannot be written, and for a second solver."""
        if self._path is None:
            yield
            return
        if self._solver is None:
            check_writable(self._path)
            if file_exists(self._path):
                load_checkpoint(self._path, solver)
        elif self._solver is not solver:
            raise CgtError(f"{self._path}: a checkpoint is of one game only")
        self._solver = solver
        self._last = monotonic()
        try:
            yield
        finally:  # also after Ctrl-C
            self._save(solver)

    def told_by(self, progress: Progress | None) -> Progress | None:
        """What a solver is to call as it goes on, in place of `progress`, so that it is saved every
        minute."""
        if self._path is None:
            return progress

        def tell(*numbers: int) -> None:
            if progress is not None:
                progress(*numbers)
            if self._solver is not None and monotonic() - self._last >= SECONDS_BETWEEN_SAVES:
                self._save(self._solver)

        return tell

    def _save(self, solver: Saves) -> None:
        assert self._path is not None
        save_checkpoint(self._path, solver)
        self._last = monotonic()
