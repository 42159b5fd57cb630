"""Titles: what is short on the command line, in words."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran

from cgt.board.piecesets import piece_set
from cgt.draw.describe.names import pieces_words, player_words, players_words, well_words
from cgt.duel.players.named import BAD_PLAYERS, GOOD_PLAYERS
from cgt.duel.rules import Rules


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("O", "O"),
        ("OL", "O and L"),
        ("IOT", "I, O and T"),
        ("SZOILJT", "the seven tetrominoes"),
        ("tetromino", "the seven tetrominoes"),
        ("domino", "dominoes"),
        ("omino:6", "all pieces of 6 cells"),
        ("pentomino", "the pentominoes"),
        ("pentomino:FX", "F, F' and X"),
    ],
)
def test_pieces_in_words(name: str, words: str) -> None:
    assert pieces_words(piece_set(name)) == words


def test_own_shapes_are_listed_unless_there_are_many(tmp_path: Path) -> None:
    file = tmp_path / "own"
    file.write_text("name: hook\n#.\n##\n\nname: plank\n####\n")
    assert pieces_words(piece_set(str(file))) == "hook and plank"
    # The letters of the seven tetrominoes do not make other shapes into them.
    shapes = "\n\n".join(f"name: {name}\n{'#' * size}" for size, name in enumerate("IJLOSTZ", 1))
    file.write_text(shapes + "\n")
    assert pieces_words(piece_set(str(file))).startswith("the pieces of ")


def test_a_player_in_words_has_no_colon() -> None:
    for name in {*GOOD_PLAYERS, *BAD_PLAYERS}:
        assert player_words(name) == ("a replay" if name == "replay" else name)
        assert ":" not in player_words(f"{name}:x")
        assert "x" in player_words(f"{name}:x")
    assert player_words("mine:Sender") == "Sender of mine"
    assert players_words("greedy", "constant:S") == "Greedy against S for ever"
    assert well_words(Rules("OL", width=6, height=8)) == "O and L in a well of 6×8"


def test_misere_has_its_accent_wherever_it_is_no_value(run_cgt: Callable[..., Ran]) -> None:
    """On the command line, in files and in JSON it is a value and is written without."""
    value = r"`[^`\n]*`|\[misere\|normal\]|--play misere|play: misere|misere_\w+"
    for page in [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")]:
        text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
        assert "misere" not in re.sub(value, "", text).lower(), page
    for command in (["analyse"], ["solve"], ["ois"], ["play", "nim"], []):
        told = run_cgt(*command, "--help").out
        assert "misere" not in re.sub(value, "", " ".join(told.split()))
