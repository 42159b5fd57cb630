"""What a checker found, in the words that both checkers use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cgt.placement.proof.file import Head

# Called often, with how many positions are checked and how many there are; what it raises ends the
# check.
Pulse = Callable[[int, int], object]

_NOT_PROVED = {
    "N": "no move from the board is known to leave a lost position",
    "P": "the board is not known as lost",
    "nimber": "the board beside this heap is not known as lost, or not as won beside a smaller one",
}


@dataclass(frozen=True)
class Fault:
    """Why a proof does not hold, and the number of the line."""

    line: int
    reason: str


@dataclass(frozen=True)
class Found:
    """How many different positions were listed, how many moves from them were answered, and the
    fault, if there is one."""

    positions: int
    moves: int
    fault: Fault | None = None


def wrong_count(head: Head, count: int) -> Fault:
    """The fault of a file from which lines are missing, or to which some were added."""
    there = f"there {'is' if count == 1 else 'are'} {count:,}"
    return Fault(head.positions_line, f"{head.positions:,} positions are announced, {there}")


def unanswered(line: int, position: str, move: str) -> Fault:
    """The fault of a position that has a move without an answer."""
    return Fault(line, f"{position} is listed as lost, but the move {move} has no answer")


def won(line: int, position: str) -> Fault:
    """The fault of a small position that is won."""
    return Fault(line, f"{position} is listed as lost, but the player to move wins")


def not_proved(head: Head) -> Fault:
    """The fault of a list that holds, but does not prove the claim."""
    return Fault(head.claim_line, f"{head.claim_text} is claimed, but {_NOT_PROVED[head.claim]}")
