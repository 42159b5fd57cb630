"""The door to the native checker, for files of millions of positions, which it streams: never is
there a Python object for each of them."""

from __future__ import annotations

from cgt import _native
from cgt.common.errors import FileError, Location
from cgt.placement.proof.file import Head, ProofFile
from cgt.placement.proof.found import Fault, Found, Pulse, not_proved, unanswered, won, wrong_count


def check_natively(file: ProofFile, pulse: Pulse, memory: int, threads: int) -> Found:
    """What the native checker finds. It takes up to `memory` bytes, and raises MemoryError if these
    do not suffice."""
    checker = read_natively(file, pulse, memory)
    fault = fault_of(checker, file.head, pulse, threads)
    return Found(checker.positions, checker.moves, fault)


def fault_of(checker: _native.ProofChecker, head: Head, pulse: Pulse, threads: int) -> Fault | None:
    """Why what was read does not prove the claim; None if it does."""
    if checker.lines != head.positions:
        return wrong_count(head, checker.lines)
    wrong = checker.check(threads, pulse)
    if wrong is not None:
        line, position, move = wrong
        return unanswered(line, position, move) if move else won(line, position)
    return None if claim_holds(checker, head, pulse) else not_proved(head)


def read_natively(file: ProofFile, pulse: Pulse, memory: int) -> _native.ProofChecker:
    """A checker that has read the whole file; raises FileError and MemoryError."""
    head = file.head
    checker = _native.ProofChecker(
        *head.size,
        [sorted(shape) for shape in sorted(head.shapes, key=sorted)],
        head.play == "misere",
        head.small,
        file.first_line,
        memory,
    )
    for block in file.blocks():
        pulse(0, checker.lines)
        _feed(checker, block, file.source, pulse)
    _feed(checker, b"", file.source, pulse)
    return checker


def _feed(checker: _native.ProofChecker, block: bytes, source: str, pulse: Pulse) -> None:
    mistake = checker.feed(block, pulse)
    if mistake is not None:
        line, column, problem = mistake
        raise FileError(Location(source, line, column), problem)


def claim_holds(checker: _native.ProofChecker, head: Head, pulse: Pulse) -> bool:
    """Whether what was read proves the claim, if it holds itself."""
    empty = [cell == "." for row in head.rows for cell in row]
    if head.claim == "N":
        return checker.is_won(empty, 0, pulse)
    return checker.is_lost(empty, head.nimber, pulse) and all(
        checker.is_won(empty, smaller, pulse) for smaller in range(head.nimber)
    )
