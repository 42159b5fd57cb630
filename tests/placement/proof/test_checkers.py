"""Both checkers of proofs, against proofs and a judge that know everything about small boards."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest
from proofs import OWN, SHAPES, Game, Judge, Proof, changed, checked, make

CHECKERS = ("plain", "native")
RECTANGLES = [("." * width,) * height for height in range(1, 4) for width in range(height, 5)]

judge_of = cache(Judge)


def proof_of(pieces: str, play: str, rows: tuple[str, ...], chance: random.Random) -> Proof:
    """A proof of who wins, or of the nimber."""
    game = Game(pieces, play, rows)
    claim = "P" if game.is_lost((game.start, 0)) else "N"
    if play == "normal" and chance.random() < 0.5:
        claim = f"nimber {game.nimber}"
    return make(game, pieces, claim, chance)


def random_board(chance: random.Random, most: int = 12) -> tuple[str, ...]:
    height = chance.randint(1, 4)
    width = chance.randint(1, min(6, most // height))
    filled = chance.choice([0, 0.1, 0.3])
    return tuple(
        "".join(".#"[chance.random() < filled] for _ in range(width)) for _ in range(height)
    )


def agree(proof: Proof, small: int | None) -> bool:
    """Whether a proof is valid, as the judge and both checkers say."""
    expected = judge_of(proof.pieces, proof.play, small).is_valid(proof)
    reports = [checked(proof.text(), name, small, threads=2) for name in CHECKERS]
    for report in reports:
        assert report.valid == expected, f"{report.checker}: {report.reason}\n{proof.text()}"
    plain, native = reports
    assert plain.positions == native.positions
    assert plain.line == native.line
    if expected:
        assert plain.moves == native.moves
    return expected


def sample(count: int, seed: int) -> list[tuple[str, str, tuple[str, ...], int | None, int]]:
    """So many games on small boards, each with a size up to which regions count as small and a
    seed."""
    chance = random.Random(seed)
    games = []
    for _ in range(count):
        pieces = chance.choice([*SHAPES, *OWN])
        board = random_board(chance, 9 if pieces == "mixed" else 12)
        small = chance.choice([None, 0, 2, 4])
        games.append((pieces, chance.choice(["misere", "normal"]), board, small, chance.random()))
    return games


@pytest.mark.parametrize("play", ["misere", "normal"])
@pytest.mark.parametrize("pieces", [*SHAPES, *OWN])
def test_proofs_of_every_small_rectangle_are_accepted(pieces: str, play: str) -> None:
    chance = random.Random(1)
    for rows in RECTANGLES:
        if pieces != "mixed" or len(rows) * len(rows[0]) <= 8:
            proof = proof_of(pieces, play, rows, chance)
            assert agree(proof, chance.choice([None, 0, 4]))


def test_proofs_of_random_boards_are_accepted() -> None:
    for pieces, play, rows, small, seed in sample(40, 2):
        assert agree(proof_of(pieces, play, rows, random.Random(seed)), small)


def check_changes(count: int, seed: int) -> None:
    """Makes proofs, changes each in several ways, and compares judge and checkers. What is accepted
    must be true."""
    valid = 0
    chance = random.Random(seed)
    for pieces, play, rows, small, seed_of_proof in sample(count // 10, seed):
        proof = proof_of(pieces, play, rows, random.Random(seed_of_proof))
        for _ in range(10):
            other = changed(proof, chance)
            if agree(other, small):
                valid += 1
                assert is_true(other), other.text()
    assert count // 10 < valid < count * 9 // 10  # there are enough of both kinds


def is_true(proof: Proof) -> bool:
    game = Game(proof.pieces, proof.play, proof.board)
    if proof.claim.startswith("nimber"):
        return game.nimber == int(proof.claim.split()[1])
    return game.is_lost((game.start, 0)) == (proof.claim == "P")


def test_changed_proofs_are_judged_as_they_should_be() -> None:
    check_changes(200, 3)


@pytest.mark.long
def test_thousands_of_changed_proofs_are_judged_as_they_should_be() -> None:
    check_changes(2000, 4)


@pytest.mark.long
@pytest.mark.parametrize("play", ["misere", "normal"])
@pytest.mark.parametrize("pieces", ["domino", "tromino", "corners", "hooks"])
def test_proofs_of_every_board_of_nine_cells_are_accepted(pieces: str, play: str) -> None:
    chance = random.Random(5)
    for cells in product(".#", repeat=9):
        rows = tuple("".join(cells[i : i + 3]) for i in (0, 3, 6))
        assert agree(proof_of(pieces, play, rows, chance), chance.choice([None, 0, 2]))


LARGER = [
    ("domino", "misere", 4, 4),
    ("domino", "normal", 5, 3),
    ("tromino", "misere", 5, 3),
    ("hooks", "misere", 5, 4),
]


@pytest.mark.parametrize(("pieces", "play", "width", "height"), LARGER)
def test_proofs_of_boards_with_large_regions_are_accepted(
    pieces: str, play: str, width: int, height: int
) -> None:
    proof = proof_of(pieces, play, ("." * width,) * height, random.Random(6))
    assert agree(proof, None)


@pytest.mark.long
@pytest.mark.parametrize(("pieces", "play"), [*product([*SHAPES, "corners"], ["misere", "normal"])])
def test_proofs_of_boards_up_to_twenty_cells_are_accepted(pieces: str, play: str) -> None:
    for width, height in ((4, 4), (6, 3), (5, 4)):
        proof = proof_of(pieces, play, ("." * width,) * height, random.Random(7))
        assert agree(proof, None)
