"""Checks a file of a proof: chooses the checker, keeps the limits, and says what was found.

>>> text = "cgt proof 1\\npieces: domino\\nplay: misere\\nboard: ..|..\\nclaim: N\\npositions: 0\\n"
>>> report = verify_proof_text(text)
>>> report.valid, report.head.claim_text, report.checker
(True, 'N', 'plain')
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Literal

from cgt.common.alarm import ended_by
from cgt.common.errors import LimitError
from cgt.common.files import opened
from cgt.common.limits import UNLIMITED, Limits
from cgt.common.memory import bounded_memory
from cgt.placement.proof.file import Head, ProofFile
from cgt.placement.proof.native import check_natively
from cgt.placement.proof.plain import check_plainly

CheckerName = Literal["plain", "native"]
Tell = Callable[[int, int], object]

_FEW_POSITIONS = 100  # that the plain checker takes seconds for
_FEW_CELLS = 25  # of a board
CHECK = "the check of the proof"


@dataclass(frozen=True)
class ProofReport:
    """What a checker found. If the proof is not valid, `line` is the line at fault, and `reason`
    says why."""

    valid: bool
    head: Head
    checker: CheckerName
    positions: int  # different ones
    moves: int  # from listed positions, each of which was found to have an answer
    seconds: float
    reason: str = ""
    line: int | None = None


def verify_proof(
    path: str | Path,
    limits: Limits = UNLIMITED,
    *,
    checker: CheckerName | None = None,
    threads: int = 1,
    tell: Tell | None = None,
) -> ProofReport:
    """Whether a file proves what it claims. Without a `checker`, the plain one takes small files,
    the native one all others. `tell` is called now and then with how many positions are checked,
    and how many there are.

    Raises FileError if the file is no proof, and LimitError if the limits did not suffice.
    """
    with opened(path) as file:
        return verify_opened(ProofFile(file), limits, checker=checker, threads=threads, tell=tell)


def verify_proof_text(text: str, **options: object) -> ProofReport:
    """The same for a text."""
    return verify_opened(ProofFile.of_bytes(text.encode(), "text"), **options)  # type: ignore[arg-type]


def verify_opened(
    file: ProofFile,
    limits: Limits = UNLIMITED,
    *,
    checker: CheckerName | None = None,
    threads: int = 1,
    tell: Tell | None = None,
) -> ProofReport:
    """The same for a file whose head has been read."""
    begin = perf_counter()
    head = file.head
    chosen = checker or _chosen(head)

    def pulse(done: int, of: int) -> None:
        limits.check(CHECK)
        if tell is not None:
            tell(done, of)

    try:
        if chosen == "plain":
            with ended_by(limits, CHECK), bounded_memory(limits.bytes()):
                found = check_plainly(file, pulse)
        else:
            found = check_natively(file, pulse, limits.bytes(), threads)
    except (MemoryError, RecursionError):
        raise LimitError(f"{file.source}: {CHECK} takes more memory than allowed") from None
    return ProofReport(
        found.fault is None,
        head,
        chosen,
        found.positions,
        found.moves,
        perf_counter() - begin,
        found.fault.reason if found.fault else "",
        found.fault.line if found.fault else None,
    )


def _chosen(head: Head) -> CheckerName:
    width, height = head.size
    is_small = head.positions <= _FEW_POSITIONS and width * height <= _FEW_CELLS
    return "plain" if is_small else "native"
