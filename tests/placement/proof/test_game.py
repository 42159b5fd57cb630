"""A proof to play against: it has an answer to everything, and the answers win."""

from __future__ import annotations

import random

import pytest
from proofs import Game, make

from cgt.common.errors import CgtError
from cgt.placement.proof.file import ProofFile
from cgt.placement.proof.game import MOST_STEPS, NOT_HERE, OVER, ProofGame, proof_game


def game_of(text: str, most: int = MOST_STEPS) -> ProofGame:
    return proof_game(ProofFile.of_bytes(text.encode(), "proof"), most=most)


def live(cells: frozenset[int], tried: Game) -> frozenset[int]:
    """The cells that some piece can cover."""
    board = mask(cells)
    covered = [board & ~after for after, _ in tried.moves((board, 0))]
    return frozenset(cell for cell in cells if any(one >> cell & 1 for one in covered))


def mask(cells: frozenset[int]) -> int:
    return sum(1 << cell for cell in cells)


CASES = [
    ("domino", "misere", ("....", "....", "...."), None),
    ("domino", "normal", ("....", "....", "..#."), None),
    ("domino", "normal", (".....", "....."), "nimber"),
    ("domino", "misere", ("...",) * 3, None),
    ("hooks", "normal", ("...",) * 3, None),
    ("corners", "misere", ("...", "..."), None),
    ("mixed", "misere", ("...", ".#."), None),
]


@pytest.mark.parametrize(("pieces", "play", "rows", "kind"), CASES)
def test_every_move_is_answered_and_the_answers_win(
    pieces: str, play: str, rows: tuple[str, ...], kind: str | None
) -> None:
    tried = Game(pieces, play, rows)
    claim = "P" if tried.is_lost((tried.start, 0)) else "N"
    claim = f"nimber {tried.nimber}" if kind else claim
    played = game_of(make(tried, pieces, claim, random.Random(1)).text())
    first = played.states[0]
    assert (claim == "N") == (played.opening is not None)
    board = {cell for cell in range(tried.start.bit_length()) if tried.start >> cell & 1}
    assert first.empty == live(frozenset(board.difference(played.opening or ())), tried)
    for state in played.states:
        position = mask(state.empty), state.heap
        assert tried.is_lost(position)
        left = [(mask(state.empty - frozenset(s.move)), s.heap) for s in state.steps]
        assert sorted(left) == sorted(tried.moves(position))
        for step, after in zip(state.steps, left, strict=True):
            assert (step.following == OVER) == (not tried.moves(after))
            if step.following != OVER:
                following = played.states[step.following]
                left_over = state.empty - {*step.move, *step.answer}
                turned = frozenset(played.symmetries[step.symmetry][c] for c in following.empty)
                assert turned == live(left_over, tried)
                assert following.heap == step.answer_heap
                assert (mask(left_over), following.heap) in tried.moves(after)


def test_of_a_long_game_the_beginning_is_there() -> None:
    text = make(Game("domino", "misere", ("....",) * 4), "domino", "P", random.Random(1)).text()
    played = game_of(text, most=100)
    assert sum(len(state.steps) for state in played.states[:-1]) < 100
    assert sum(len(state.steps) for state in played.states) >= 100
    assert any(step.following == NOT_HERE for state in played.states for step in state.steps)


def test_where_nothing_can_be_played_there_are_no_states() -> None:
    head = "cgt proof 1\npieces: domino\nplay: misere\nboard: .#.\nclaim: N\npositions: 0\n"
    assert game_of(head).states == ()


def test_what_does_not_hold_cannot_be_played_against() -> None:
    head = "cgt proof 1\npieces: domino\nplay: misere\nboard: ..\nclaim: N\npositions: 0\n"
    with pytest.raises(CgtError, match="does not hold"):
        game_of(head)
    with pytest.raises(CgtError, match="does not hold"):
        game_of(head.replace("claim: N", "claim: P").replace(": 0", ": 1") + "*2\n")
