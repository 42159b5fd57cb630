"""The option --proof: writes the proof of an answer, has it checked, and says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support.show import ProgressLine, SearchProgress, echo
from cgt.cli.support.units import size_text
from cgt.common.files import STANDARD_INPUT
from cgt.common.limits import Limits

if TYPE_CHECKING:
    from cgt.placement.answer import Solved
    from cgt.placement.proof.write import WrittenProof
    from cgt.placement.solver import Solver


def tell_positions(tell: Callable[[str], None], name: str, done: int, of: int) -> None:
    """Tells how much of a file with a proof is checked."""
    tell(f"{name}: {done:,} of {of:,} positions")


@dataclass(frozen=True)
class ProofWish:
    """The file for a proof, if one is wished for, and whether it should have few positions."""

    file: str | None
    fewest: bool

    def __bool__(self) -> bool:
        return self.file is not None

    def check(self, boards: int, others: Iterable[str]) -> None:
        """Raises click.UsageError or CgtError if there can be no such proof of so many boards, or
        if its file is one of `others`, which the command reads or writes."""
        from cgt.common.errors import CgtError
        from cgt.common.files import check_writable, target_of

        if self.file is None:
            if self.fewest:
                raise click.UsageError("--fewest needs --proof")
            return
        if boards != 1:
            raise click.UsageError("--proof takes one board")
        if self.file == STANDARD_INPUT:
            raise click.UsageError("--proof takes the name of a file")
        if any(target_of(self.file) == target_of(other) for other in others):
            raise CgtError(f"--proof {self.file}: this file is already used for something else")
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
        if not Path(self.file).is_file():
            return Proved(written, solved.nodes, "not checked, because it is no ordinary file")
        line.begin("checking the proof")
        try:
            report = verify_proof(self.file, limits, threads=threads, tell=line.tell_share)
        except LimitError:
            return Proved(written, solved.nodes, "not checked in the time and memory allowed")
        if not report.valid:
            raise NotValidError(f"{self.file}:{report.line}: {report.reason}")
        told = f"checked in {report.seconds:.3f} s: it holds"
        return Proved(written, solved.nodes, told, is_checked=True)


@dataclass(frozen=True)
class Proved:
    """A proof in a file, the nodes of the search that it comes from, and what was found by its
    check, in words."""

    written: WrittenProof
    nodes: int
    told: str
    is_checked: bool = False

    @property
    def is_as_wished(self) -> bool:
        """Whether nothing is missing that more time or memory could give."""
        return self.is_checked or not Path(self.written.file).is_file()

    def data(self) -> dict[str, Any]:
        """For scripts."""
        return {
            "file": self.written.file,
            "positions": self.written.positions,
            "nodes": self.nodes,
            "verified": self.is_checked,
        }

    def show(self, line: ProgressLine) -> None:
        """Prints it."""
        count = self.written.positions
        said = f"{count:,} position{'' if count == 1 else 's'} of {self.nodes:,} nodes"
        size = size_text(self.written.bytes)
        with line.aside():
            echo(f"  proof in {self.written.file}: {said}, {size}; {self.told}")
