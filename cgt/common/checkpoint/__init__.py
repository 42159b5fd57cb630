"""Checkpoint files: what long work has found so far, so that it can be resumed.

`Checkpoint` is the one place that decides when work is saved, and which files are believed. It
resumes from the file if there is one, and saves to it every minute and at the end, also after
Ctrl-C. A file is written whole or not at all, is used by one process at a time, and is sealed with
the key of this machine. Whoever loads one checks its structure; that what it says is true can only
be known of a file that was made here, so another is refused unless the user trusts it.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Protocol

from cgt import _native
from cgt.common.checkpoint.key import machine_key
from cgt.common.checkpoint.lock import FileLock
from cgt.common.checkpoint.seal import Sealed, add_seal, read_seal
from cgt.common.errors import CgtError, CgtWarning, LimitError
from cgt.common.files import check_writable, replacement_of

SECONDS_BETWEEN_SAVES = 60

Progress = Callable[[int, int, int], object]


class Saves(Protocol):
    """What can be saved and loaded, such as a native solver.

    `load` gets the number of bytes that `save` wrote. If it raises, nothing has changed.
    """

    def save(self, path: str) -> None: ...
    def load(self, path: str, size: int) -> None: ...


class Checkpoint:
    """A file that keeps the work of one solver; without a path nothing is kept."""

    def __init__(self, path: str | Path | None, *, trusting: bool = False) -> None:
        """`trusting` says that a file is loaded, too, that was not made with this machine's key."""
        self._path = path
        self._trusting = trusting
        self._solver: Saves | None = None
        self._target = Path()
        self._lock: FileLock | None = None
        self._key: bytes | None = None
        self._sealed: Sealed | None = None
        self._rests_on_trust = False
        self._has_failed = False
        self._last = monotonic()

    @classmethod
    def at(cls, place: Checkpoint | str | Path | None) -> Checkpoint:
        """The checkpoint itself, or one at a path."""
        return place if isinstance(place, Checkpoint) else cls(place)

    def __bool__(self) -> bool:
        """Whether anything is kept."""
        return self._path is not None

    @property
    def trusts(self) -> str | None:
        """The file, if what is known now rests on one that was not made with this machine's key,
        be it in an earlier run."""
        return str(self._path) if self._rests_on_trust else None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds the file for the work inside, which may have other parts before `keeping`.

        Raises CgtError before the work if the file cannot be written, is being used by another
        process, or is not to be trusted.
        """
        if self._path is None or self._lock is not None:
            yield
            return
        self._lock = self._locked()
        try:
            if self._solver is None:
                self._check()
            yield
        except _native.CheckpointError as error:  # what the file said contradicts itself
            raise CgtError(f"{self._path}: {error}") from None
        finally:
            if self._lock.is_new and self._lock.size() == 0:  # there was nothing to keep
                with suppress(OSError):
                    self._target.unlink()
            self._lock.release()
            self._lock = None

    @contextmanager
    def keeping(self, solver: Saves) -> Iterator[None]:
        """Surrounds a solver's work: resumes from the file first and saves to it at the end.

        Raises CgtError as `held` does, and if the file is damaged or of another game, and for a
        second solver. If the file cannot be written later, a CgtWarning says so once, and the work
        goes on.
        """
        if self._path is None:
            yield
            return
        if self._solver is not None and self._solver is not solver:
            raise CgtError(
                f"{self._path}: a checkpoint is for one game only, and for boards that one solver "
                "takes"
            )
        with self.held():
            if self._solver is None:
                self._begin(solver)
            self._solver = solver
            self._last = monotonic()
            try:
                yield
            finally:  # also after Ctrl-C
                self.save()

    def told_by(self, progress: Progress | None) -> Progress | None:
        """The function that a solver calls instead of `progress` while it works, so that it is
        saved every minute."""
        if self._path is None:
            return progress

        def tell(*numbers: int) -> None:
            if progress is not None:
                progress(*numbers)
            if self._solver is not None and monotonic() - self._last >= SECONDS_BETWEEN_SAVES:
                self.save()

        return tell

    def save(self) -> None:
        """Saves the work now, inside `keeping`. If that fails, warns the first time."""
        if self._solver is None or self._lock is None:
            return
        try:
            self._write(self._solver)
        except LimitError:
            raise  # it was written, and the time is up
        except CgtError as error:
            if not self._has_failed:
                self._has_failed = True
                _warn(f"{error}; the work goes on without being saved")
        self._last = monotonic()

    def _locked(self) -> FileLock:
        assert self._path is not None
        try:
            self._target = Path(os.path.realpath(self._path))
            return FileLock(self._target)
        except CgtError as error:
            raise CgtError(f"{self._path}: {error}") from None
        except (OSError, ValueError) as error:  # ValueError: a NUL byte in the name
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise CgtError(f"{self._path}: cannot be written: {reason}") from None

    def _check(self) -> None:
        """Raises CgtError if the file may not be loaded, or could not be written."""
        assert self._path is not None
        assert self._lock is not None
        no_key = ""
        try:
            self._key = machine_key()
        except CgtError as error:
            no_key = str(error)
        self._sealed = self._seal() if self._lock.size() > 0 else None
        if self._sealed is not None and not self._sealed.ours and not self._trusting:
            raise CgtError(
                f"{self._path}: this checkpoint was not made with this machine's key, so it may "
                "say anything; --trust-checkpoint loads it nevertheless"
            )
        check_writable(self._path)
        if no_key:
            _warn(f"{no_key}; the checkpoint will only be readable with --trust-checkpoint")

    def _seal(self) -> Sealed:
        try:
            with self._target.open("rb") as file:
                return read_seal(file, self._key)
        except OSError as error:
            raise CgtError(f"{self._path}: cannot be read: {error.strerror}") from None
        except CgtError as error:
            raise CgtError(f"{self._path}: {error}") from None

    def _begin(self, solver: Saves) -> None:
        """Loads the file, or writes it if it is new: a full disk is an error now."""
        if self._sealed is None:
            self._write(solver)
            return
        try:
            solver.load(str(self._target), self._sealed.size)
        except OSError as error:
            raise CgtError(f"{self._path}: cannot be read: {error.strerror}") from None
        except (CgtError, _native.CheckpointError) as error:
            raise CgtError(f"{self._path}: {error}") from None
        self._rests_on_trust = self._sealed.trusts

    def _write(self, solver: Saves) -> None:
        """Replaces the file. Raises CgtError if it cannot; the old file is then untouched."""
        assert self._path is not None
        assert self._lock is not None
        try:
            with replacement_of(self._path) as unfinished:
                solver.save(str(unfinished))
                with unfinished.open("rb+") as file:
                    add_seal(file, self._key, trusts=self._rests_on_trust)
                self._lock.take_next(unfinished)
        except _native.CheckpointError:
            raise CgtError(f"{self._path}: the checkpoint cannot be written") from None
        finally:
            # Ctrl-C and the end of the time may come at any moment, also after the replacement. At
            # each of them the lock held is that of the file that is there.
            self._lock.settle()


def _warn(message: str) -> None:
    warnings.warn(message, CgtWarning, stacklevel=3)
