"""The door to the native checker, for files of millions of positions, which it streams: never is
there a Python object for each of them."""

from __future__ import annotations

from cgt import _native
from cgt.common.errors import FileError, Location
from cgt.placement.proof.file import ProofFile
from cgt.placement.proof.found import Found, Pulse, not_proved, unanswered, won, wrong_count


def check_natively(file: ProofFile, pulse: Pulse, memory: int, threads: int) -> Found:
    """What the native checker finds. It takes up to `memory` bytes, and raises MemoryError if these
    do not suffice."""
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
    if checker.lines != head.positions:
        return Found(checker.positions, 0, wrong_count(head, checker.lines))
    wrong = checker.check(threads, pulse)
    found = Found(checker.positions, checker.moves)
    if wrong is not None:
        line, position, move = wrong
        fault = unanswered(line, position, move) if move else won(line, position)
        return Found(found.positions, found.moves, fault)
    if not _claim_holds(checker, file, pulse):
        return Found(found.positions, found.moves, not_proved(head))
    return found


def _feed(checker: _native.ProofChecker, block: bytes, source: str, pulse: Pulse) -> None:
    mistake = checker.feed(block, pulse)
    if mistake is not None:
        line, column, problem = mistake
        raise FileError(Location(source, line, column), problem)


def _claim_holds(checker: _native.ProofChecker, file: ProofFile, pulse: Pulse) -> bool:
    head = file.head
    empty = [cell == "." for row in head.rows for cell in row]
    if head.claim == "N":
        return checker.is_won(empty, 0, pulse)
    return checker.is_lost(empty, head.nimber, pulse) and all(
        checker.is_won(empty, smaller, pulse) for smaller in range(head.nimber)
    )
