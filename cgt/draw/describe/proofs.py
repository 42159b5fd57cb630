"""Proofs of placement games: what they claim, and whether they hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cgt.draw.describe.words import Description, Sentence
from cgt.placement.game import PLAY_WORDS
from cgt.placement.proof.file import Head
from cgt.placement.proof.verify import ProofReport


@dataclass(frozen=True)
class CheckedProof:
    """A file with a proof, and what the checker found."""

    name: str
    report: ProofReport


def describe_proof(checked: CheckedProof) -> Description:
    """Whether a proof holds, what it proves, and what that took."""
    report = checked.report
    if report.valid:
        verdict = f"valid: {claim_words(report.head)}"
    else:
        verdict = f"NOT VALID: line {report.line}: {report.reason}"
    cost = (
        f"{_counted(report.positions, 'position')}, {_counted(report.moves, 'move')} answered, "
        f"{report.checker} checker, {report.seconds:.3f} s"
    )
    return Description(checked.name, (Sentence("verdict", f"{verdict}; {cost}"),))


def claim_words(head: Head) -> str:
    """What a proof claims."""
    width, height = head.size
    filled = sum(row.count("#") for row in head.rows)
    board = f"{width}×{height}" + (f" with {_counted(filled, 'filled cell')}" if filled else "")
    own = "" if head.is_named else " (own shapes)"
    return f"{board}, {head.pieces}{own}, {PLAY_WORDS[head.play]}: {head.claim_text}"


def sides_words(head: Head) -> str:
    """Who wins by the proof, if the board is played alone, and so who begins against it."""
    if head.claim == "N" or head.nimber > 0:
        return f"{head.claim_text} is proved: whoever begins wins. The proof begins."
    return f"{head.claim_text} is proved: whoever begins loses. You begin."


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def proof_data(checked: CheckedProof) -> dict[str, Any]:
    """The same for scripts."""
    report, head = checked.report, checked.report.head
    width, height = head.size
    return {
        "name": checked.name,
        "kind": "proof",
        "valid": report.valid,
        "pieces": head.pieces,
        "play": head.play,
        "width": width,
        "height": height,
        "board": "|".join(head.rows),
        "claim": head.claim_text,
        "positions": report.positions,
        "moves": report.moves,
        "checker": report.checker,
        "seconds": round(report.seconds, 3),
        "line": report.line,
        "reason": report.reason,
    }
