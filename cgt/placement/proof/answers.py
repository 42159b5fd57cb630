"""The answers of a proof: what it says to a move of whoever loses.

The whole file is checked before the first answer. Each answer is a move that the checker finds to
lead back into the list, or to something small that is lost; nothing is searched.
"""

from __future__ import annotations

from threading import Lock

from cgt import _native
from cgt.common.errors import LimitError, NotValidError
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.proof.file import Head, ProofFile
from cgt.placement.proof.found import Pulse
from cgt.placement.proof.native import fault_of, read_natively
from cgt.placement.proof.verify import CHECK, Tell

Empty = frozenset[int]  # the numbers of empty cells, in reading order
Covered = tuple[int, ...]  # cells in reading order, by their numbers; none if the heap is played


class ProofAnswers:
    """A proof that holds, ready to answer; from any thread, one question at a time."""

    def __init__(self, checker: _native.ProofChecker, head: Head) -> None:
        self.head = head
        self._checker = checker
        self._cells = head.size[0] * head.size[1]
        self._lock = Lock()

    def answer(self, empty: Empty, heap: int, pulse: Pulse) -> tuple[Covered, int] | None:
        """A move to what is known as lost, on a board beside a heap, with the heap that it leaves;
        None if there is none. What `pulse` raises ends the work."""
        cells = [cell in empty for cell in range(self._cells)]
        with self._lock:
            found = self._checker.answer(cells, heap, pulse)
        return None if found is None else (tuple(found[0]), found[1])


def checked_answers(
    file: ProofFile, limits: Limits = UNLIMITED, *, threads: int = 1, tell: Tell | None = None
) -> ProofAnswers:
    """The answers of a proof, which is read to its end and checked. Raises FileError, LimitError,
    and NotValidError if the proof does not hold."""

    def pulse(done: int, of: int) -> None:
        limits.check(CHECK)
        if tell is not None:
            tell(done, of)

    try:
        checker = read_natively(file, pulse, limits.bytes())
        fault = fault_of(checker, file.head, pulse, threads)
    except MemoryError:
        raise LimitError(f"{file.source}: {CHECK} takes more memory than allowed") from None
    if fault is not None:
        raise NotValidError(f"{file.source}:{fault.line}: the proof does not hold: {fault.reason}")
    return ProofAnswers(checker, file.head)
