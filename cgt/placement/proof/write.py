"""Proofs are written: the lost positions that an answer of the solver rests on.

The positions are streamed as the solver finds them, however many there are. How many there are
stands before them; so they wait in another file until that is known.
"""

from __future__ import annotations

import gzip
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from cgt.board.grid import Grid
from cgt.board.piecetext import pieces_lines
from cgt.common.errors import CgtError
from cgt.common.files import replacement_of
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.game import Outcome
from cgt.placement.solver import Solver

FIRST_LINE = "cgt proof 1"
_COMPRESSED = ".gz"


@dataclass(frozen=True)
class WrittenProof:
    """A proof in a file: how many positions it has, and how many bytes."""

    file: str
    positions: int
    bytes: int


def write_proof(
    path: str | Path,
    grid: Grid,
    solver: Solver,
    claim: Outcome | int,
    limits: Limits = UNLIMITED,
    *,
    fewest: bool = False,
    tell: Callable[[int], object] = lambda positions: None,
) -> WrittenProof | None:
    """Writes the proof of a claim about a board: who wins, or in normal play its nimber. A name
    that ends in .gz gets a compressed file. `fewest` takes its time to find few positions. `tell`
    is called now and then with the number of positions so far. Returns None, and leaves the file
    as it was, if the time or the solver's memory does not suffice.

    Raises CgtError if the file cannot be written, or if the claim is false.
    """
    if isinstance(claim, int) and solver.game.play != "normal":
        raise CgtError("only in normal play a board has a nimber")
    try:
        with replacement_of(path) as unfinished:
            return _written(path, unfinished, grid, solver, claim, limits, fewest, tell)
    except _TooLittleError:
        return None


class _TooLittleError(Exception):
    """The time or the memory did not suffice."""


def _written(
    path: str | Path,
    unfinished: Path,
    grid: Grid,
    solver: Solver,
    claim: Outcome | int,
    limits: Limits,
    fewest: bool,
    tell: Callable[[int], object],
) -> WrittenProof:
    compressed = str(path).endswith(_COMPRESSED)
    so_far = 0
    folder = unfinished.parent if unfinished.is_file() else None  # where there is room for the file
    with tempfile.TemporaryFile(dir=folder) as positions:
        with _stream(positions, compressed) as stream:

            def write(lines: bytes) -> None:
                nonlocal so_far
                stream.write(lines)
                so_far += lines.count(b"\n")
                tell(so_far)

            count = solver.prove(grid, claim, write, limits, fewest=fewest)
        if count is None:
            raise _TooLittleError
        positions.seek(0)
        with unfinished.open("wb") as file:
            with _stream(file, compressed) as stream:
                stream.write(_header(grid, solver, claim, count).encode())
            shutil.copyfileobj(positions, file)
            return WrittenProof(str(path), count, file.tell())


@contextmanager
def _stream(file: IO[bytes], compressed: bool) -> Iterator[IO[bytes] | gzip.GzipFile]:
    """Where to write what goes to a file. Compressed parts of a file, one after the other, are
    read as one; they have no date, so that the same proof is the same file."""
    if not compressed:
        yield file
        return
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0, filename="") as stream:
        yield stream


def _header(grid: Grid, solver: Solver, claim: Outcome | int, positions: int) -> str:
    lines = [
        FIRST_LINE,
        *pieces_lines(solver.game.pieces),
        f"play: {solver.game.play}",
        f"board: {'|'.join(grid.rows())}",
        f"claim: {f'nimber {claim}' if isinstance(claim, int) else claim}",
        f"positions: {positions}",
    ]
    return "".join(f"{line}\n" for line in lines)
