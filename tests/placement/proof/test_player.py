"""The player that a proof makes win: it wins against everything that can be played."""

from __future__ import annotations

import random
from pathlib import Path
from threading import Event

import pytest
from proofs import Game, make

from cgt.board.grid import Grid
from cgt.common.errors import CgtError, FileError, NotValidError
from cgt.placement.proof.player import ProofPlayer
from cgt.placement.thinking import StoppedError

CASES = [
    ("domino", "misere", ("....", "....", "...."), None),
    ("domino", "misere", ("...", "...", "..."), None),
    ("domino", "normal", ("....", "....", "..#."), None),
    ("domino", "normal", (".....", "....."), "nimber"),
    ("domino", "normal", ("....", "...."), "nimber"),
    ("tetromino", "misere", ("....", "....", "...."), None),
    ("hooks", "normal", ("....", "....", "...."), "nimber"),
    ("mixed", "misere", ("...", ".#."), None),
    ("domino", "misere", (".#.",), None),
]


def proof_of(pieces: str, play: str, rows: tuple[str, ...], kind: str | None) -> tuple[str, Game]:
    game = Game(pieces, play, rows)
    claim = "P" if game.is_lost((game.start, 0)) else "N"
    claim = f"nimber {game.nimber}" if kind else claim
    return make(game, pieces, claim, random.Random(1)).text(), game


def mask(grid: Grid) -> int:
    return sum(1 << n for n, cell in enumerate("".join(grid.rows())) if cell == ".")


@pytest.mark.parametrize(("pieces", "play", "rows", "kind"), CASES)
def test_whatever_is_played_the_proof_wins(
    tmp_path: Path, pieces: str, play: str, rows: tuple[str, ...], kind: str | None
) -> None:
    text, oracle = proof_of(pieces, play, rows, kind)
    (tmp_path / "proof.txt").write_text(text)
    player = ProofPlayer(tmp_path / "proof.txt")
    assert player.begins == (not oracle.is_lost((oracle.start, 0)))
    assert (player.board, player.game.play) == (Grid.from_rows(list(rows)), play)
    seen: set[Grid] = set()

    def answered(board: Grid) -> None:
        """The proof is to move, and by the plain rule it wins."""
        assert not oracle.is_lost((mask(board), 0))
        answer = player.move(board)
        assert (answer is None) == (not oracle.moves((mask(board), 0)))
        if answer is not None:
            follow(player.game.after(board, answer))

    def follow(board: Grid) -> None:
        """The other player is to move, and tries everything."""
        if board in seen:
            return
        seen.add(board)
        assert oracle.is_lost((mask(board), 0))
        for placement in player.game.placements(board):
            answered(player.game.after(board, placement))

    (answered if player.begins else follow)(player.board)


def test_elsewhere_it_says_that_it_knows_nothing(tmp_path: Path) -> None:
    text, _ = proof_of("domino", "misere", ("....",) * 4, None)
    (tmp_path / "proof.txt").write_text(text)
    player = ProofPlayer(tmp_path / "proof.txt")
    with pytest.raises(CgtError, match="no winning move on this board"):
        player.move(player.board)  # lost for whoever is to move
    with pytest.raises(CgtError, match="a board of 4×4"):
        player.move(Grid.of_size(5, 4))


def test_it_stops_when_nobody_waits() -> None:
    player = ProofPlayer("example:cram-5x4")
    stop = Event()
    stop.set()
    with pytest.raises(StoppedError):
        player.move(player.board.with_filled([(0, 0), (0, 1)]), stop)


def test_what_does_not_hold_or_is_no_proof_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "proof.txt"
    text, _ = proof_of("domino", "misere", ("....",) * 4, None)
    file.write_text(text.replace("claim: P", "claim: N"))
    with pytest.raises(NotValidError, match=r"proof.txt:5: the proof does not hold: N is claimed"):
        ProofPlayer(file)
    file.write_text("....\n")
    with pytest.raises(FileError, match="a proof begins with a line"):
        ProofPlayer(file)
    twice = "cgt proof 1\npieces: mine\nshape a: ##\nshape b: #|#\nplay: misere\nboard: ..\n"
    file.write_text(f"{twice}claim: P\npositions: 0\n")
    with pytest.raises(FileError, match=r"proof.txt:2:9: "):
        ProofPlayer(file)
