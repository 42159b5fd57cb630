"""The option --proof: writes the proof of an answer, has it checked, and says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support.show import ProgressLine, SearchProgress, echo
from cgt.common.limits import Limits

if TYPE_CHECKING:
    from cgt.placement.answer import Solved
    from cgt.placement.proof.write import WrittenProof
    from cgt.placement.solver import Solver

_UNITS = (("GB", 10**9), ("MB", 10**6), ("kB", 10**3))


@dataclass(frozen=True)
class ProofWish:
    """The file for a proof, if one is wished for, and whether it should have few positions."""

    file: str | None
    fewest: bool

    def __bool__(self) -> bool:
        return self.file is not None

    def check(self, boards: int) -> None:
        """Raises click.UsageError or CgtError if there can be no such proof of so many boards."""
        from cgt.common.files import check_writable

        if self.fewest and self.file is None:
            raise click.UsageError("--fewest needs --proof")
        if self.file is not None and boards != 1:
            raise click.UsageError("--proof takes one board")
        if self.file is not None:
            check_writable(self.file)

    def fulfil(
        self, solved: Solved, solver: Solver, limits: Limits, threads: int, line: SearchProgress
    ) -> Proved | None:
        """Writes the proof of an answer, and checks it; None if that takes more time or memory
        than allowed. Raises NotValidError if the proof does not hold."""
        from cgt.common.errors import LimitError, NotValidError
        from cgt.placement.proof.verify import verify_proof
        from cgt.placement.proof.write import write_proof

        claim = solved.outcome if solved.nimber is None else solved.nimber
        assert self.file is not None
        assert claim is not None
        line.begin("writing the proof")
        written = write_proof(self.file, solved.grid, solver, claim, limits, fewest=self.fewest)
        if written is None:
            return None
        line.begin("checking the proof")
        try:
            report = verify_proof(self.file, limits, threads=threads, tell=line.tell_share)
        except LimitError:
            return Proved(written, None)
        if not report.valid:
            raise NotValidError(f"{self.file}:{report.line}: {report.reason}")
        return Proved(written, report.seconds)


@dataclass(frozen=True)
class Proved:
    """A proof in a file, and how many seconds its check took; None if there was no time for it."""

    written: WrittenProof
    checked_in: float | None

    def data(self) -> dict[str, Any]:
        """For scripts."""
        return {
            "file": self.written.file,
            "positions": self.written.positions,
            "verified": self.checked_in is not None,
        }

    def show(self, nodes: int, line: ProgressLine) -> None:
        """Prints it; `nodes` is how many the search looked at."""
        count = self.written.positions
        said = f"{count:,} position{'' if count == 1 else 's'} of {nodes:,} nodes"
        checked = (
            f"checked in {self.checked_in:.3f} s: it holds"
            if self.checked_in is not None
            else "not checked in the time allowed"
        )
        with line.aside():
            echo(f"  proof in {self.written.file}: {said}, {_size(self.written.bytes)}; {checked}")


def _size(size: int) -> str:
    for unit, of in _UNITS:
        if size >= of:
            return f"{size / of:.1f} {unit}"
    return f"{size} bytes"
