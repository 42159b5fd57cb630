"""Checkpoint files of native solvers: written whole or not at all, and refused if they are of
another game.

`Checkpoint` is the one place that decides when long work is saved: it resumes from the file if that
exists, and saves to it every minute and at the end, also after Ctrl-C.
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
    """A solver that can be saved and loaded, such as the native ones."""

    def save(self, path: str) -> None: ...
    def load(self, path: str) -> None: ...


def save_checkpoint(path: str | Path, solver: Saves) -> None:
    """Writes what a solver knows to a file. Raises CgtError if it cannot; the old file is then
    untouched."""
    try:
        with replacement_of(path) as unfinished:
            solver.save(str(unfinished))
    except _native.CheckpointError as error:
        raise CgtError(f"{path}: the checkpoint cannot be written: {error}") from None


def load_checkpoint(path: str | Path, solver: Saves) -> None:
    """Makes a solver resume from a file. Raises CgtError if it cannot; the solver is then as it
    was."""
    try:
        solver.load(str(path))
    except _native.CheckpointError as error:
        raise CgtError(f"{path}: {error}") from None


class Checkpoint:
    """A file that keeps the work of one solver; without a path nothing is kept."""

    def __init__(self, path: str | Path | None) -> None:
        self._path = path
        self._solver: Saves | None = None
        self._last = monotonic()

    @contextmanager
    def keeping(self, solver: Saves) -> Iterator[None]:
        """Surrounds a solver's work: resumes from the file first and saves to it at the end. Raises
        CgtError if the file is of another game or cannot be written, and for a second solver."""
        if self._path is None:
            yield
            return
        if self._solver is None:
            check_writable(self._path)
            if file_exists(self._path):
                load_checkpoint(self._path, solver)
        elif self._solver is not solver:
            raise CgtError(f"{self._path}: a checkpoint is for one game only")
        self._solver = solver
        self._last = monotonic()
        try:
            yield
        finally:  # also after Ctrl-C
            self._save(solver)

    def told_by(self, progress: Progress | None) -> Progress | None:
        """The function that a solver calls instead of `progress` while it works, so that it is
        saved every minute."""
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
