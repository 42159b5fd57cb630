"""Checkpoint files of native solvers: written whole or not at all, refused if they do not fit."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from cgt import _native
from cgt.common.errors import CgtError


class Saves(Protocol):
    """A native solver that can be saved and loaded."""

    def save(self, path: str) -> None: ...
    def load(self, path: str) -> None: ...


def save_checkpoint(path: str | Path, solver: Saves) -> None:
    """Writes what a solver knows to a file; raises CgtError, and then the old file is untouched."""
    target = Path(path)
    unfinished = target.with_name(f".{target.name}.unfinished")
    try:
        solver.save(str(unfinished))
        os.replace(unfinished, target)
    except (_native.CheckpointError, OSError) as error:
        unfinished.unlink(missing_ok=True)
        raise CgtError(f"{path}: the checkpoint cannot be written: {error}") from None


def load_checkpoint(path: str | Path, solver: Saves) -> None:
    """Has a solver go on from a file; raises CgtError, and then the solver is as it was."""
    try:
        solver.load(str(path))
    except _native.CheckpointError as error:
        raise CgtError(f"{path}: {error}") from None
