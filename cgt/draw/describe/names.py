"""Games, pieces and players in words, for titles.

On the command line they are written short: `OL`, `omino:5`, `greedy:dt-10`. A title says the same
in words that a reader knows without the manual.

>>> from cgt.board.piecesets import piece_set
>>> pieces_words(piece_set("OL")), pieces_words(piece_set("omino:5"))
('O and L', 'all pieces of 5 cells')
>>> player_words("greedy:dt-10"), player_words("constant:S")
('greedy with the weights dt-10', 'S for ever')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cgt.board.piecesets import TETROMINOES
from cgt.board.polyomino import PieceSet

if TYPE_CHECKING:
    from cgt.duel.rules import Rules
    from cgt.placement.game import PlacementGame

_MOST_LISTED = 6  # pieces by name
_SETS = {
    "domino": "dominoes",
    "tromino": "trominoes",
    "tetromino": "the seven tetrominoes",
    "pentomino": "the pentominoes",
}
GAMES = {"tetromino": "Nim tetris", "domino": "Cram"}
# What the text after a player's colon is.
_PLAYERS = {
    "minmax": "minmax with the weights {}",
    "greedy": "greedy with the weights {}",
    "beam": "beam with the weights {}",
    "bastet": "bastet with the weights {}",
    "constant": "{} for ever",
    "sequence": "{} over and over",
    "replay": "the trace {}",
    "strategy": "the strategy in {}",
    "exact": "the strategy in {}",
}


def listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them.

    >>> listed("ABC"), listed("A")
    ('A, B and C', 'A')
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def pieces_words(pieces: PieceSet) -> str:
    """The pieces of a game."""
    names = [piece.name for piece in pieces]
    if pieces.name in _SETS:
        return _SETS[pieces.name]
    if sorted(names) == sorted(TETROMINOES) and {len(p.rotations[0].cells) for p in pieces} == {4}:
        return _SETS["tetromino"]
    if pieces.name.startswith("omino:"):
        return f"all pieces of {pieces.name.removeprefix('omino:')} cells"
    return listed(names) if len(names) <= _MOST_LISTED else f"the pieces of {pieces.name}"


def placement_game_words(game: PlacementGame) -> str:
    """A placement game by its name if it has one, otherwise by its pieces."""
    return GAMES.get(game.pieces.name) or pieces_words(game.pieces)


def player_words(name: str) -> str:
    """A player of the duel."""
    kind, colon, detail = name.partition(":")
    if kind == "replay" and not colon:
        return "a replay"
    if not detail:
        return name
    return _PLAYERS.get(kind, f"{{}} of {kind}").format(detail)


def players_words(good: str, bad: str) -> str:
    """Who plays whom, as the beginning of a sentence."""
    said = f"{player_words(good)} against {player_words(bad)}"
    return said[:1].upper() + said[1:]


def well_words(rules: Rules) -> str:
    """The pieces, and the well that they fall into."""
    return f"{pieces_words(rules.pieces)} in a well of {rules.width}×{rules.height}"
