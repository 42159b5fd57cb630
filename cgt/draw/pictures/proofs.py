"""Pages about proofs of placement games."""

from __future__ import annotations

from cgt.common.limits import Limits
from cgt.draw.describe.proofs import CheckedProof, claim_words, describe_proof
from cgt.draw.describe.words import on_page
from cgt.draw.reports.proof import proof_page
from cgt.placement.proof.file import ProofFile
from cgt.placement.proof.game import proof_game


def told_proof_page(checked: CheckedProof, data: bytes, limits: Limits) -> str:
    """The page of a proof that holds, whose file has these data."""
    game = proof_game(ProofFile.of_bytes(data, checked.name), limits)
    said = " ".join(describe_proof(checked).texts(on_page))
    return proof_page(game, title=f"A proof: {claim_words(checked.report.head)}", verdict=said)
